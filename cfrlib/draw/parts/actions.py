"""Actions in charts: each has a color and a hatching, so that bars can be told apart without color."""

from typing import NamedTuple

from cfrlib._util.arguments import is_number
from cfrlib.draw.parts.colors import ACTIONS
from cfrlib.draw.parts.hatching import box, hatched
from cfrlib.draw.parts.svg import element, num, text, text_width

HATCHES = ("", "/", ".", "-", "\\", "_I", "|", "/\\")
"""Lines over the fills of `ACTIONS`: signs of `cfrlib.draw.parts.hatching`."""


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
