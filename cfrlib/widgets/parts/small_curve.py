"""A curve with a dot on it, small enough to stand beside bars."""

from cfrlib import draw
from cfrlib.draw.parts.colors import CURRENT, PLAYERS
from cfrlib.draw.parts.svg import INLINE, document, element, line, num, text

LEFT, RIGHT, TOP, BOTTOM = 58.0, 400.0, 24.0, 160.0


def small_curve(points, now, highest, across, up, labels, desc):
    """Return the picture of a curve in the colors of the page.

    `points` of the curve, and `now`, where the dot is, are (x from 0 to 1, y from 0 to `highest`). `across` is
    {text: x} along the axis, `up` {text: y}, and `labels` stand at the two axes.
    """
    ink, paper = INLINE

    def at(x, y):
        return LEFT + x * (RIGHT - LEFT), BOTTOM - max(y, 0) / highest * (BOTTOM - TOP)

    parts = [element("path", d=f"M{num(LEFT)},{num(TOP)}V{num(BOTTOM)}H{num(RIGHT)}", stroke=ink, fill="none")]
    for name, x in across.items():
        left, _ = at(x, 0)
        parts.append(element("path", d=f"M{num(left)},{num(BOTTOM)}v5", stroke=ink))
        parts.append(text(left, BOTTOM + 16, name, 14, fill=ink))
    for name, y in up.items():
        _, top = at(0, y)
        parts.append(element("path", d=f"M{num(LEFT)},{num(top)}h-5", stroke=ink))
        parts.append(text(LEFT - 9, top, name, 14, fill=ink, text_anchor="end"))
    x, y = at(*now)
    parts += [
        text((LEFT + RIGHT) / 2, BOTTOM + 37, labels[0], 14, fill=ink),
        text(LEFT, 6, labels[1], 14, fill=ink, text_anchor="start"),
        element("path", d=line([at(*point) for point in points]), stroke=PLAYERS[0], stroke_width=2.5, fill="none"),
        element("circle", class_="current", cx=x, cy=y, r=6.0, fill=CURRENT, stroke=paper, stroke_width=1.5),
    ]
    svg = document(RIGHT + 24, BOTTOM + 48, *parts, title=labels[1], desc=desc, kind="cfr-curve", standalone=False)
    return draw.Picture(svg, desc)
