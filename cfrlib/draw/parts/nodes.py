"""The shapes of nodes: who moves is said by shape and by color; a terminal is a light plate with its payoff."""

from cfrlib.draw.parts.colors import FILL, text_on
from cfrlib.draw.parts.svg import element, num, readable, text, text_width
from cfrlib.tree import CHANCE, TERMINAL

RADIUS, CHANCE_RADIUS, PLATE = 15.0, 9.0, 11.0
"""Half the height of a decision, of a chance node, of a terminal."""
LABEL, STACK = 14.0, 3.0
"""Size of what stands in a node; how far the plates of a folded node lie apart."""


def half_height(player):
    """Return how far a node reaches up and down from its center."""
    return {CHANCE: CHANCE_RADIUS, TERMINAL: PLATE}.get(player, RADIUS)


def half_width(player, label=""):
    """Return how far a node reaches to the left and to the right."""
    if player == CHANCE:
        return CHANCE_RADIUS
    return max(12.0 if player == TERMINAL else RADIUS, text_width(label, LABEL) / 2 + 3)


def outline(player, x, y, label="", margin=0.0, **attributes):
    """Return the shape of a node, larger by `margin` for halos and rings."""
    h, w = half_height(player) + margin, half_width(player, label) + margin
    if player == CHANCE:
        d = f"M{num(x)},{num(y - h)}L{num(x + w)},{num(y)}L{num(x)},{num(y + h)}L{num(x - w)},{num(y)}Z"
        return element("path", d=d, **attributes)
    corner = {0: h, 1: 4.0 + margin, TERMINAL: 3.0 + margin}[player]
    return element("rect", x=x - w, y=y - h, width=2 * w, height=2 * h, rx=corner, **attributes)


def node(player, x, y, label, ink, hidden=0, emphasis=False):
    """Return a node around (x, y): a stack where histories are `hidden` below, strong where a walk came through."""
    shape, fill = drawn_as(player, hidden), FILL[player]
    thin = 0.7 if shape == TERMINAL and not hidden else 1.1
    style = {"fill": fill, "stroke": ink, "stroke_width": 2.6 if emphasis else thin}
    stack = (2 * STACK, STACK, 0.0) if hidden else (0.0,)
    plates = (outline(shape, x + d, y + d, label, **style) for d in stack)
    return "".join(plates) + (text(x, y, label, LABEL, fill=text_on(fill)) if label else "")


def drawn_as(player, hidden):
    """Return the player whose shape is used: a folded chance node is a plate, for its number needs room."""
    return TERMINAL if hidden and player == CHANCE else player


def fold_label(label, hidden):
    """Return what a folded node says: its label, and how many histories are hidden."""
    return f"{label} ▸ {hidden:,}".strip()


def payoff_label(payoff):
    """Return a payoff with its sign."""
    return readable(payoff, 5, sign=True)
