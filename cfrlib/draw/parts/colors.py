"""One set of colors for all pictures: those of Okabe and Ito (2008), told apart with any color vision.

Color never stands alone: players also differ in shape, information sets and curves in dash, actions in hatching.
An algorithm is drawn alike in all charts.
"""

from typing import NamedTuple

from cfrlib.tree import CHANCE, TERMINAL

BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
VERMILLION, SKY, YELLOW, GRAY = "#D55E00", "#56B4E9", "#F0E442", "#8C8C8C"
VIOLET, BROWN, TEAL, CRIMSON, INK = "#7B61E0", "#8A6D3B", "#00696B", "#A5154B", "#222222"

PLAYERS = (BLUE, ORANGE)
"""Player 1 and Player 2, in every picture; nothing else has these two."""

FILL = {0: PLAYERS[0], 1: PLAYERS[1], CHANCE: "#A6A6A6", TERMINAL: "#F2F2F2"}
"""Fill of a node, by who moves there."""

INFOSETS = (
    (GREEN, "5 3"),
    (PURPLE, "9 3"),
    (VERMILLION, "2 2.5"),
    (SKY, "8 3 2 3"),
    (VIOLET, "4 2 1.5 2"),
    ("#808080", "12 3 2 3 2 3"),
)
"""Color and dash of the links between the nodes of an information set."""

ACTIONS = ("#D9D9D9", GREEN, PURPLE, YELLOW, VIOLET, BROWN, "#9CD5C2", "#E8C4D8")
"""Fill of the actions of a strategy, in the order in which the game lists them."""

CURRENT = VERMILLION
"""The ring and the marker of the history that a walk has reached."""


def luminance(color):
    """Return the relative luminance of "#RRGGBB" (WCAG 2.1), 0 for black to 1 for white."""
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    """Return the contrast ratio of two colors (WCAG 2.1): from 1, the same, to 21, black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def text_on(fill):
    """Return the color of text on this fill, black or white: whichever has more contrast."""
    return max(("#000000", "#FFFFFF"), key=lambda ink: contrast(ink, fill))


class CurveLook(NamedTuple):
    """Color, dash (as matplotlib has it) and marker of a curve."""

    color: str
    dash: str | tuple
    marker: str


FULL, DASHED, DOTTED, DASH_DOT = "-", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2))
DOUBLE_DOT, POINTS, LONG = (0, (4, 1.5, 1, 1.5, 1, 1.5)), (0, (1, 1)), (0, (10, 3))

ALGORITHMS = {
    ("CFR", "vanilla"): CurveLook(INK, FULL, "o"),
    ("CFR+",): CurveLook(VERMILLION, DASHED, "s"),
    ("Linear CFR", "linear CFR"): CurveLook(GREEN, DOTTED, "^"),
    ("Discounted CFR", "DCFR"): CurveLook(PURPLE, DASH_DOT, "D"),
    ("Predictive CFR+", "predictive CFR+"): CurveLook(VIOLET, DOUBLE_DOT, "v"),
    ("CFR-BR",): CurveLook(TEAL, LONG, "h"),
    ("chance sampling", "CS", "chance"): CurveLook(BROWN, LONG, "X"),
    ("external sampling", "ES", "external", "linear ES", "all (external)"): CurveLook(TEAL, (0, (3, 1)), "P"),
    ("outcome sampling", "OS", "outcome"): CurveLook(CRIMSON, POINTS, "*"),
    ("public chance sampling", "PCS", "public chance"): CurveLook(SKY, FULL, "p"),
    ("OPCS", "opponent-public"): CurveLook(VERMILLION, POINTS, "<"),
    ("SPCS", "self-public"): CurveLook(VIOLET, DASH_DOT, ">"),
}
"""Names of algorithms, and how they look."""

OTHERS = (
    CurveLook(INK, FULL, "o"),
    CurveLook(GREEN, DASHED, "s"),
    CurveLook(PURPLE, DOTTED, "^"),
    CurveLook(BROWN, DASH_DOT, "D"),
    CurveLook(VIOLET, POINTS, "P"),
    CurveLook(SKY, LONG, "X"),
    CurveLook(VERMILLION, DOUBLE_DOT, "v"),
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
    """Return {label: `CurveLook`} of the curves of a picture: no two are the same, as long as there are looks left."""
    known = {label: algorithm(label) for label in labels}
    used = {look.color for look in known.values() if look}
    left = iter(([look for look in OTHERS if look.color not in used] or OTHERS) * len(known))
    chosen = {}
    for label, look in known.items():
        look = look or next(left)
        variants = (CurveLook(look.color, *variant) for variant in VARIANTS)
        chosen[label] = next((one for one in (look, *variants) if one not in chosen.values()), look)
    return chosen
