"""How private rolls merge as the bids rise: lines that join where no remaining bid can tell them apart."""

from cfrlib.draw.parts.colors import PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.picture import composed

ROW, COLUMN, LEFT, TOP = 19.0, 52.0, 98.0, 46.0


def merging(layout, *, player=0, name=None):
    """Draw the classes of rolls after each last bid (`BidsLayout`), from left to right: a point each, and how many."""
    game, class_of, counts = layout.game, layout.class_of[player], layout.classes[player].tolist()
    rolls, B, pen = game.outcomes(player), len(game.bids), Pen()
    first = min((k for k in range(B + 1) if counts[k] == len(rolls)), default=B)
    order = sorted(range(len(rolls)), key=lambda roll: [*class_of[: first + 1, roll], roll])
    height = {roll: TOP + ROW * n for n, roll in enumerate(order)}
    across = {k: LEFT + COLUMN * (first - k) for k in range(first, -1, -1)}
    bottom = TOP + ROW * len(rolls)

    def point(k, roll):
        alike = [height[other] for other in order if class_of[k, other] == class_of[k, roll]]
        return across[k], sum(alike) / len(alike)

    lines = dict.fromkeys((point(k, roll), point(k - 1, roll)) for roll in order for k in range(first, 0, -1))
    for (x, y), (x2, y2) in lines:
        bend = (x + x2) / 2
        pen.path("M", (x, y), "C", (bend, y), " ", (bend, y2), " ", (x2, y2), stroke=PLAYERS[player], stroke_width=1.6,
                 fill="none")  # fmt: skip
    for x, y in dict.fromkeys(point(k, roll) for roll in order for k in across):
        pen.dot(x, y, 2.8, fill=PLAYERS[player])
    for roll in order:
        pen.say(LEFT - 12, height[roll], rolls[roll], 12, "end")
    for k, x in across.items():
        pen.path("M", (x, 40), "V", bottom - 6, stroke="#DDDDDD", stroke_width=0.8)
        pen.say(x, 26, game.bids[B - 1 - k] if k < B else "start", 12)
        pen.say(x, bottom + 10, counts[k], 12, bold=True)
    for x, y, word in ((42, (TOP + bottom - ROW) / 2, "roll"), (26, 26, "last bid"), (26, bottom + 10, "classes")):
        pen.say(LEFT - x, y, word, 11, "end")
    classes = ", ".join(f"{counts[k]} after {game.bids[B - 1 - k]}" for k in across if k < B)
    desc = f"{len(rolls)} rolls of Player {player + 1} from left to right, joined in classes: {classes}."
    look = {"called": f"How the rolls of {game.name} merge", "desc": desc, "kind": "cfr-merging", "title": None}
    return composed(across[0] + 30, bottom + 26, *pen.parts, name=name, **look)
