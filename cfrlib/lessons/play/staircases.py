"""A hand as a staircase: what a player could expect after each step, and what was luck and what a mistake."""

from fractions import Fraction

import numpy as np

from cfrlib.draw.parts.colors import GREEN, PURPLE
from cfrlib.draw.parts.svg import LIGHT, element, num, readable, text
from cfrlib.draw.picture import composed

WIDE, HIGH, LEFT, TOP = 112.0, 190.0, 118.0, 34.0
LUCK, MISTAKE, PALE = GREEN, PURPLE, "#DDDDDD"
ROUNDING = 1e-9


def staircase(found, title=None, name=None):
    """Draw the steps of a hand (`cfrlib.lessons.play.ledger.Step`), each from the level before it to the one after."""
    levels = [found[0].before, *(step.after for step in found)]
    low, high = min(*levels, -1.0), max(*levels, 1.0)

    def across(k):
        return LEFT + k * WIDE

    def down(value):
        return TOP + (high - value) / (high - low) * HIGH

    parts, bottom, ends = [], TOP + HIGH + 20, across(len(levels))
    parts.append(text(8, TOP - 20, "your expectation, in chips", 13, fill=LIGHT.ink, text_anchor="start"))
    for whole in range(int(np.ceil(low)), int(np.floor(high)) + 1):
        y = down(whole)
        parts.append(element("path", d=f"M{num(LEFT)},{num(y)}H{num(ends)}", stroke=PALE, stroke_width=1.0))
        parts.append(text(LEFT - 10, y, readable(whole), 13, fill=LIGHT.ink, text_anchor="end"))
    for k, value in enumerate(levels):
        y = down(value)
        stair = f"M{num(across(k))},{num(y)}H{num(across(k + 1))}"
        parts.append(element("path", d=stair, stroke=LIGHT.ink, stroke_width=3.0))
        parts.append(text(across(k) + WIDE / 2, y - 13, as_fraction(value), 15, fill=LIGHT.ink, font_weight="bold"))
    for row, (label, color) in enumerate({"what happened": None, "luck": LUCK, "mistake": MISTAKE}.items()):
        y = bottom + 22 * row
        parts.append(text(LEFT - 10, y, label, 13, fill=LIGHT.ink, text_anchor="end"))
        if color:
            dash, wide = ("4 3", 12.0) if color == MISTAKE else (None, 6.0)
            line = f"M{num(LEFT - 78)},{num(y - 8)}V{num(y + 8)}"
            parts.append(element("path", d=line, stroke=color, stroke_width=wide, stroke_dasharray=dash))
    parts.append(text(LEFT + WIDE / 2, bottom, "your seat", 14, fill=LIGHT.ink))
    said = [f"Your seat: {as_fraction(levels[0])}"]
    for k, step in enumerate(found, start=1):
        change, color = step.after - step.before, MISTAKE if step.own else LUCK
        if change:
            rise = f"M{num(across(k))},{num(down(step.before))}V{num(down(step.after))}"
            dash, wide = ("4 3", 12.0) if step.own else (None, 6.0)
            parts.append(element("path", d=rise, stroke=color, stroke_width=wide, stroke_dasharray=dash))
        middle = across(k) + WIDE / 2
        parts.append(text(middle, bottom, step.what, 14, fill=LIGHT.ink))
        if step.own:
            kind, told = "mistake", as_fraction(-change)
            parts.append(text(middle, bottom + 44, told, 15, fill=LIGHT.ink, font_weight="bold"))
        else:
            kind, told = "luck", as_fraction(change, sign=True)
            parts.append(text(middle, bottom + 22, told, 15, fill=LIGHT.ink, font_weight="bold"))
        said.append(f"{step.what}: {kind} {told}, now {as_fraction(step.after)}")
    return composed(ends + 12, bottom + 66, *parts, called="A hand as a staircase", desc=". ".join(said) + ".",
                    kind="cfr-hand", title=title, name=name)  # fmt: skip


def as_fraction(value, sign=False):
    """Return a number as a fraction if it is a simple one: "−5/18"."""
    near = Fraction(value).limit_denominator(90)
    if abs(near - value) > ROUNDING:
        return readable(value, 3, sign)
    return ("−" if near < 0 else "+" if sign and near else "") + str(abs(near))
