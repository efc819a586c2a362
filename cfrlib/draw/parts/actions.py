"""Actions in charts: each has a color and a hatching, so that bars can be told apart without color."""

from typing import NamedTuple

from cfrlib._util.arguments import is_number
from cfrlib.draw.parts.colors import ACTIONS
from cfrlib.draw.parts.svg import element, num, text, text_width

HATCHES = (
    "",
    "M-2,2L2,-2M0,8L8,0M6,10L10,6",
    "M2,2h1.6M6,6h1.6",
    "M0,2H8M0,6H8",
    "M-2,6L2,10M0,0L8,8M6,-2L10,2",
    "M0,4H8M4,0V8",
    "M2,0V8M6,0V8",
    "M0,0L8,8M0,8L8,0",
)
"""What is drawn over the fill, in a tile of 8 by 8 pixels."""


class Look(NamedTuple):
    """How an action is drawn: `fill` is an SVG paint, `color` what lies below its hatching."""

    fill: str
    color: str


def looks(actions):
    """Return the `Look` of each action, in the order in which they are given."""
    numbered = {action: k % len(ACTIONS) for k, action in enumerate(dict.fromkeys(actions))}
    return {action: Look(f"url(#cfr-action-{k}) {ACTIONS[k]}", ACTIONS[k]) for action, k in numbered.items()}


def definitions(count):
    """Return the patterns that the first `count` looks refer to."""
    shown = enumerate(zip(ACTIONS[:count], HATCHES, strict=False))
    return element("defs", *(tile(f"cfr-action-{k}", color, hatch, 0.3) for k, (color, hatch) in shown))


def tile(name, color, hatch, opacity, ink="#000000"):
    """Return a pattern of 8 by 8 pixels: a fill, and the path that is drawn over it, if any."""
    parts = [element("rect", width=8, height=8, fill=color)]
    if hatch:
        parts.append(element("path", d=hatch, stroke=ink, stroke_opacity=opacity, fill="none"))
    return element("pattern", *parts, id=name, width=8, height=8, patternUnits="userSpaceOnUse")


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
    frame = {"stroke": ink, "stroke_width": 0.7}
    return element("rect", x=x - 6.5, y=y - 6.5, width=13, height=13, fill=paint.fill, **frame)


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
