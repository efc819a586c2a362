"""Hatchings, drawn line by line: a pattern of SVG would need an id, and of two on a page the first one counts."""

from math import ceil, floor, inf

from cfrlib.draw.parts.svg import element, line, num

LINES = {
    "/": (1, 1, 8, 0), "\\": (1, -1, 8, 0), "-": (0, 1, 4, 2), ".": (0, 1, 4, 2), "_": (0, 1, 8, 4), "|": (1, 0, 4, 2),
    "I": (1, 0, 8, 4),
}  # fmt: skip
"""By sign, which lines: those where a x + b y is `first`, `first` + `step` and so on, as (a, b, step, first)."""
DOT, DOTS = 1.6, 8
"""Pixels: how long a dot is, and from one to the next."""


def box(x, y, width, height):
    """Return a rectangle as a part of a path."""
    return f"M{num(x)},{num(y)}h{num(width)}v{num(height)}h{num(-width)}z"


def hatched(signs, boxes, ink, opacity):
    """Return the lines of some `signs` within boxes, each (x, y, width, height); "" where there are none."""
    d = "".join(line(points) for sign in signs for points in _lines(sign, boxes))
    dots = f"{DOT} {DOTS - DOT:.1f}" if signs == "." else None
    look = {"fill": "none", "stroke": ink, "stroke_opacity": opacity, "stroke_dasharray": dots}
    return element("path", d=d, **look) if d else ""


def _lines(sign, boxes):
    """Yield the two points of each line. Where boxes touch it goes on, so a picture of many boxes stays small."""
    a, b, step, first = LINES[sign]
    parts = {}
    for x, y, width, height in boxes:
        left, top, right, bottom = (round(float(side), 2) for side in (x, y, x + width, y + height))
        corners = [a * across + b * down for across in (left, right) for down in (top, bottom)]
        for k in range(floor((min(corners) - first) / step) + 1, ceil((max(corners) - first) / step)):
            c = first + k * step
            low, high = sorted((c - b * top, c - b * bottom)) if a and b else (-inf, inf)
            parts.setdefault(c, []).append((max(left, low), min(right, high)) if b else (top, bottom))
    for c, pieces in parts.items():
        for low, high in _joined(pieces):
            start = low + (c - low) % DOTS if sign == "." else low
            if start < high:
                yield [(at, b * (c - a * at)) if b else (c, at) for at in (start, high)]


def _joined(parts):
    """Return parts of a line, those that touch as one."""
    whole = []
    for low, high in sorted(parts):
        if whole and low < whole[-1][1] + 0.02:
            low, high = whole[-1][0], max(whole.pop()[1], high)
        whole.append((low, high))
    return whole
