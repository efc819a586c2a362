"""Actions in charts: each has a color and a hatching, so that bars can be told apart without color."""

from math import ceil, floor, inf
from typing import NamedTuple

from cfrlib._util.arguments import is_number
from cfrlib.draw.parts.colors import ACTIONS
from cfrlib.draw.parts.svg import element, line, num, text, text_width

HATCHES = ("", "/", ".", "-", "\\", "_I", "|", "/\\")
"""Lines over the fills of `ACTIONS`: signs of `hatched`."""


class Look(NamedTuple):
    """How an action is drawn: `color` is its fill, and `hatch`, in `ink`, the lines over it."""

    color: str
    hatch: str = ""
    ink: str = "#000000"
    opacity: float = 0.3

    def filled(self, *boxes):
        """Return boxes, each of them (x, y, width, height), in this look."""
        fill = element("path", d="".join(box(*each) for each in boxes), fill=self.color)
        return fill + hatched(self.hatch, boxes, self.ink, self.opacity)

    def swatch(self, left, top, size, ink):
        """Return a small square in this look, with a frame; widgets let no text grow into one."""
        square = left, top, size, size
        frame = {"class_": "swatch", "fill": "none", "stroke": ink, "stroke_width": 0.7}
        return self.filled(square) + element("path", d=box(*square), **frame)


def looks(actions):
    """Return the `Look` of each action, in the order in which they are given."""
    numbered = {action: k % len(ACTIONS) for k, action in enumerate(dict.fromkeys(actions))}
    return {action: Look(ACTIONS[k], HATCHES[k]) for action, k in numbered.items()}


def key(look, ink):
    """Return a row of swatches that says which action looks how, and its width."""
    parts, x = [], 0.0
    for action, paint in look.items():
        parts.append(swatch(paint, x + 7, 0.0, ink))
        parts.append(text(x + 18, 0.0, action, 14, fill=ink, text_anchor="start"))
        x += 18 + text_width(action, 14) + 16
    return "".join(parts), x - 16


def swatch(paint, x, y, ink):
    """Return a small square in the look of an action, centered at (x, y)."""
    return paint.swatch(x - 6.5, y - 6.5, 13.0, ink)


def chosen(profile, key, action):
    """Return how likely a profile takes an action at an information set, or raise the ValueError that says so."""
    try:
        p = profile[key][action]
    except (KeyError, TypeError, IndexError):
        p = None
    if not is_number(p) or not 0 <= p <= 1 + 1e-6:
        raise ValueError(f"profile: it has no probability of {action!r} at {key!r}")
    return float(p)


def spoken(choice):
    """Return the probabilities of actions in words."""
    return ", ".join(f"{action} {num(p, 3)}" for action, p in choice.items())


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
