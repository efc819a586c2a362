"""Actions in charts: each has a color and a hatching, so that bars can be told apart without color."""

from math import ceil, floor
from typing import NamedTuple

from cfrlib._util.arguments import is_number
from cfrlib.draw.parts.colors import ACTIONS
from cfrlib.draw.parts.svg import element, line, num, text, text_width

HATCHES = ("", "/", ".", "-", "\\", "_I", "|", "/\\")
"""Lines over the fills of `ACTIONS`: each sign is one of `EVERY`. Patterns would need ids, and those meet on a page."""
EVERY = {"/": (8, 0), "\\": (8, 0), ".": (4, 2), "-": (4, 2), "|": (4, 2), "_": (8, 4), "I": (8, 4)}
"""Pixels from one line to the next, and where the first one is."""


class Look(NamedTuple):
    """How an action is drawn: `color` is its fill, and `hatch`, in `ink`, the lines over it."""

    color: str
    hatch: str = ""
    ink: str = "#000000"
    opacity: float = 0.3

    def filled(self, *boxes):
        """Return boxes, each of them (x, y, width, height), in this look."""
        fill = element("path", d="".join(box(*each) for each in boxes), fill=self.color)
        if not (d := "".join(_lines(kind, *each) for each in boxes for kind in self.hatch)):
            return fill
        dots = "1.6 6.4" if self.hatch == "." else None
        return fill + element(
            "path", d=d, fill="none", stroke=self.ink, stroke_opacity=self.opacity, stroke_dasharray=dots
        )


def looks(actions):
    """Return the `Look` of each action, in the order in which they are given."""
    numbered = {action: k % len(ACTIONS) for k, action in enumerate(dict.fromkeys(actions))}
    return {action: Look(ACTIONS[k], HATCHES[k]) for action, k in numbered.items()}


def box(x, y, width, height):
    """Return a rectangle as a part of a path."""
    return f"M{num(x)},{num(y)}h{num(width)}v{num(height)}h{num(-width)}z"


def _lines(kind, x, y, width, height):
    """Return the lines of one kind that lie in a box, as a part of a path."""
    left, top, right, bottom = (round(float(side), 2) for side in (x, y, x + width, y + height))
    step, first = EVERY[kind]

    def within(low, high):
        return [first + step * k for k in range(floor((low - first) / step) + 1, ceil((high - first) / step))]

    if kind in "|I":
        ends = [(at, top, at, bottom) for at in within(left, right)]
    elif kind in "-_.":
        ends = [(left + (at % 8 if kind == "." else 0), at, right, at) for at in within(top, bottom)]
    elif kind == "/":
        cut = ((c, max(left, c - bottom), min(right, c - top)) for c in within(left + top, right + bottom))
        ends = [(x1, c - x1, x2, c - x2) for c, x1, x2 in cut]
    else:
        cut = ((c, max(left, top + c), min(right, bottom + c)) for c in within(left - bottom, right - top))
        ends = [(x1, x1 - c, x2, x2 - c) for c, x1, x2 in cut]
    return "".join(line([(x1, y1), (x2, y2)]) for x1, y1, x2, y2 in ends if x1 <= x2)


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
    square = x - 6.5, y - 6.5, 13.0, 13.0
    return paint.filled(square) + element("path", d=box(*square), fill="none", stroke=ink, stroke_width=0.7)


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
