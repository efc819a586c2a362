"""How private rolls merge as the bids rise: lines that join where no remaining bid can tell them apart."""

from cfrlib.draw.parts.colors import PLAYERS
from cfrlib.draw.parts.svg import LIGHT, element, num, text
from cfrlib.draw.picture import composed

ROW, COLUMN, LEFT, TOP = 19.0, 52.0, 84.0, 46.0


def merging(layout, *, player=0, name=None):
    """Draw the classes of rolls after each last bid (`BidsLayout`), from left to right: a point each, and how many."""
    game, class_of, counts = layout.game, layout.class_of[player], layout.classes[player].tolist()
    rolls, B = game.outcomes(player), len(game.bids)
    first = min((k for k in range(B + 1) if counts[k] == len(rolls)), default=B)
    order = sorted(range(len(rolls)), key=lambda roll: [*class_of[: first + 1, roll], roll])
    height = {roll: TOP + ROW * n for n, roll in enumerate(order)}
    across = {k: LEFT + COLUMN * (first - k) for k in range(first, -1, -1)}
    bottom = TOP + ROW * len(rolls)

    def point(k, roll):
        alike = [height[other] for other in order if class_of[k, other] == class_of[k, roll]]
        return across[k], sum(alike) / len(alike)

    points = dict.fromkeys(point(k, roll) for roll in order for k in across)
    lines = {}
    for roll in order:
        for k in range(first, 0, -1):
            (x, y), (x2, y2) = point(k, roll), point(k - 1, roll)
            bend = num((x + x2) / 2)
            lines[f"M{num(x)},{num(y)}C{bend},{num(y)} {bend},{num(y2)} {num(x2)},{num(y2)}"] = None
    body = [element("path", d=d, stroke=PLAYERS[player], stroke_width=1.6, fill="none") for d in lines]
    body += [element("circle", cx=x, cy=y, r=2.8, fill=PLAYERS[player]) for x, y in points]
    body += [text(LEFT - 12, height[roll], rolls[roll], 12, fill=LIGHT.ink, text_anchor="end") for roll in order]
    for k, x in across.items():
        body.append(element("path", d=f"M{num(x)},40V{num(bottom - 6)}", stroke="#DDDDDD", stroke_width=0.8))
        body.append(text(x, 26, game.bids[B - 1 - k] if k < B else "start", 12, fill=LIGHT.ink))
        body.append(text(x, bottom + 10, counts[k], 12, fill=LIGHT.ink, font_weight="bold"))
    for x, y, word in ((42, (TOP + bottom - ROW) / 2, "roll"), (26, 26, "last bid"), (26, bottom + 10, "classes")):
        body.append(text(LEFT - x, y, word, 11, fill=LIGHT.ink, text_anchor="end"))
    classes = ", ".join(f"{counts[k]} after {game.bids[B - 1 - k]}" for k in across if k < B)
    desc = f"{len(rolls)} rolls of Player {player + 1} from left to right, joined in classes: {classes}."
    body = element("g", *body, transform="translate(14,0)")
    return composed(across[0] + 44, bottom + 26, body, called=f"How the rolls of {game.name} merge", desc=desc,
                    kind="cfr-merging", title=None, name=name)  # fmt: skip
