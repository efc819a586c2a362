"""How private rolls merge as the bids rise: lines that join where no remaining bid can tell them apart."""

from cfrlib.draw.parts.colors import PLAYERS
from cfrlib.draw.parts.svg import LIGHT, element, num, text
from cfrlib.draw.picture import composed

ROW, COLUMN = 19.0, 52.0
PALE = "#DDDDDD"


def merging(layout, *, player=0, title=None, name=None):
    """Draw the classes of rolls after each last bid, from the start to the highest bid.

    Parameters
    ----------
    layout : BidsLayout
        Of a game with merged rolls.
    player : int
    title, name : str, optional
        A heading; the name of the file in `figures`.

    Returns
    -------
    Picture
        Left every roll is by itself; a point is a class, and under each bid stands how many there are.
    """
    game, class_of, counts = layout.game, layout.class_of[player], layout.classes[player].tolist()
    rolls, B = game.outcomes(player), len(game.bids)
    first = min((k for k in range(B + 1) if counts[k] == len(rolls)), default=B)
    columns = [*range(first, -1, -1)]
    order = sorted(range(len(rolls)), key=lambda roll: [*class_of[: first + 1, roll], roll])
    height = {roll: 46 + ROW * n for n, roll in enumerate(order)}
    left, bottom = 84.0, 46 + ROW * len(rolls)

    def point(k, roll):
        alike = [height[other] for other in range(len(rolls)) if class_of[k, other] == class_of[k, roll]]
        return left + COLUMN * columns.index(k), sum(alike) / len(alike)

    lines, points = {}, {}
    for roll in order:
        for k in columns:
            points[point(k, roll)] = None
            if k > 0:
                (x, y), (x2, y2) = point(k, roll), point(k - 1, roll)
                bend = num((x + x2) / 2)
                lines[f"M{num(x)},{num(y)}C{bend},{num(y)} {bend},{num(y2)} {num(x2)},{num(y2)}"] = None
    body = [element("path", d=d, stroke=PLAYERS[player], stroke_width=1.6, fill="none") for d in lines]
    body += [element("circle", cx=x, cy=y, r=2.8, fill=PLAYERS[player]) for x, y in points]
    body += [text(left - 12, height[roll], rolls[roll], 12, fill=LIGHT.ink, text_anchor="end") for roll in order]
    for k in columns:
        x = left + COLUMN * columns.index(k)
        body.append(element("path", d=f"M{num(x)},40V{num(bottom - 6)}", stroke=PALE, stroke_width=0.8))
        body.append(text(x, 26, game.bids[B - 1 - k] if k < B else "start", 12, fill=LIGHT.ink))
        body.append(text(x, bottom + 10, counts[k], 12, fill=LIGHT.ink, font_weight="bold"))
    body.append(text(left - 42, (46 + bottom) / 2 - ROW / 2, "roll", 11, fill=LIGHT.ink, text_anchor="end"))
    body.append(text(left - 26, 26, "last bid", 11, fill=LIGHT.ink, text_anchor="end"))
    body.append(text(left - 26, bottom + 10, "classes", 11, fill=LIGHT.ink, text_anchor="end"))
    found = ", ".join(f"{counts[k]} after {game.bids[B - 1 - k]}" for k in columns if k < B)
    desc = f"{len(rolls)} rolls of Player {player + 1} from left to right, joined in classes: {found}."
    body = element("g", *body, transform="translate(14,0)")
    return composed(
        left + COLUMN * (len(columns) - 1) + 44, bottom + 26, body, called=f"How the rolls of {game.name} merge",
        desc=desc, kind="cfr-merging", title=title, name=name,
    )  # fmt: skip
