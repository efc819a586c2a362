"""How curves look: every algorithm has one color, dash and marker, in all pictures.

A label belongs to the algorithm whose name it begins with: "CFR+, simultaneous" to CFR+. Where several labels of a
picture belong to one algorithm the later ones take other dashes and markers. Others take what is left, in their order.
"""

from typing import NamedTuple

from cfrlib.draw.parts.colors import BROWN, CRIMSON, GREEN, INK, PURPLE, SKY, TEAL, VERMILLION, VIOLET


class Look(NamedTuple):
    """Color, dash (as matplotlib has it) and marker of a curve."""

    color: str
    dash: str | tuple
    marker: str


FULL, DASHED, DOTTED, DASH_DOT = "-", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2))
DOUBLE_DOT, POINTS, LONG = (0, (4, 1.5, 1, 1.5, 1, 1.5)), (0, (1, 1)), (0, (10, 3))

ALGORITHMS = {
    ("CFR", "vanilla"): Look(INK, FULL, "o"),
    ("CFR+",): Look(VERMILLION, DASHED, "s"),
    ("Linear CFR", "linear CFR"): Look(GREEN, DOTTED, "^"),
    ("Discounted CFR", "DCFR"): Look(PURPLE, DASH_DOT, "D"),
    ("Predictive CFR+", "predictive CFR+"): Look(VIOLET, DOUBLE_DOT, "v"),
    ("CFR-BR",): Look(TEAL, LONG, "h"),
    ("chance sampling", "CS", "chance"): Look(BROWN, LONG, "X"),
    ("external sampling", "ES", "external", "linear ES", "all (external)"): Look(TEAL, (0, (3, 1)), "P"),
    ("outcome sampling", "OS", "outcome"): Look(CRIMSON, POINTS, "*"),
    ("public chance sampling", "PCS", "public chance"): Look(SKY, FULL, "p"),
    ("OPCS", "opponent-public"): Look(VERMILLION, POINTS, "<"),
    ("SPCS", "self-public"): Look(VIOLET, DASH_DOT, ">"),
}
"""Names of algorithms, and how they look."""

OTHERS = (
    Look(INK, FULL, "o"),
    Look(GREEN, DASHED, "s"),
    Look(PURPLE, DOTTED, "^"),
    Look(BROWN, DASH_DOT, "D"),
    Look(VIOLET, POINTS, "P"),
    Look(SKY, LONG, "X"),
    Look(VERMILLION, DOUBLE_DOT, "v"),
)
"""Looks of curves that are no algorithm. Those that look most like a player's come last."""

VARIANTS = ((DASHED, "s"), (DOTTED, "^"), (FULL, "o"), (DASH_DOT, "D"), (POINTS, "P"), (LONG, "X"), (DOUBLE_DOT, "v"))
"""Dashes and markers of further curves of one algorithm."""


def algorithm(label):
    """Return how the algorithm looks that a label begins with; None if it names none."""
    begins = {
        len(name): look
        for names, look in ALGORITHMS.items()
        for name in names
        if label == name or label.startswith((f"{name},", f"{name} ("))
    }
    return begins[max(begins)] if begins else None


def looks(labels):
    """Return {label: `Look`} of the curves of a picture: no two are the same, as long as there are looks left."""
    known = {label: algorithm(label) for label in labels}
    used = {look.color for look in known.values() if look}
    left = iter(([look for look in OTHERS if look.color not in used] or OTHERS) * len(known))
    chosen = {}
    for label, look in known.items():
        look = look or next(left)
        variants = (Look(look.color, *variant) for variant in VARIANTS)
        chosen[label] = next((one for one in (look, *variants) if one not in chosen.values()), look)
    return chosen
