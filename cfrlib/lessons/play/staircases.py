"""A hand as a staircase: what a player could expect after each step, and what was luck and what a mistake."""

from fractions import Fraction

import numpy as np

from cfrlib.draw.parts.colors import GREEN, PURPLE
from cfrlib.draw.parts.svg import LIGHT, element, num, readable, text
from cfrlib.draw.picture import composed

WIDE, HIGH, LEFT, TOP = 112.0, 190.0, 118.0, 34.0
RISES = {
    "luck": {"stroke": GREEN, "stroke_width": 6.0},
    "mistake": {"stroke": PURPLE, "stroke_width": 12.0, "stroke_dasharray": "4 3"},
}
"""How each kind of change is drawn, in the order of their rows below the stairs."""
ROUNDING = 1e-9


def staircase(steps, title=None, name=None):
    """Draw the steps of a hand (`cfrlib.lessons.play.ledger.Step`), each from the level before it to the one after."""
    levels = [steps[0].before, *(step.after for step in steps)]
    low, high = min(*levels, -1.0), max(*levels, 1.0)
    bottom, right = TOP + HIGH + 20, LEFT + len(levels) * WIDE

    def down(value):
        return TOP + (high - value) / (high - low) * HIGH

    def rise(x, start, end, kind):
        return element("path", d=f"M{num(x)},{num(start)}V{num(end)}", **RISES[kind])

    parts = [text(8, TOP - 20, "your expectation, in chips", 13, fill=LIGHT.ink, text_anchor="start")]
    for whole in range(int(np.ceil(low)), int(np.floor(high)) + 1):
        y = down(whole)
        parts.append(element("path", d=f"M{num(LEFT)},{num(y)}H{num(right)}", stroke="#DDDDDD", stroke_width=1.0))
        parts.append(text(LEFT - 10, y, readable(whole), 13, fill=LIGHT.ink, text_anchor="end"))
    for k, value in enumerate(levels):
        x, y = LEFT + k * WIDE, down(value)
        stair = f"M{num(x)},{num(y)}H{num(x + WIDE)}"
        parts.append(element("path", d=stair, stroke=LIGHT.ink, stroke_width=3.0))
        parts.append(text(x + WIDE / 2, y - 13, as_fraction(value), 15, fill=LIGHT.ink, font_weight="bold"))
    rows = {label: bottom + 22 * row for row, label in enumerate(("what happened", *RISES))}
    for label, y in rows.items():
        parts.append(text(LEFT - 10, y, label, 13, fill=LIGHT.ink, text_anchor="end"))
        if label in RISES:
            parts.append(rise(LEFT - 78, y - 8, y + 8, label))
    parts.append(text(LEFT + WIDE / 2, bottom, "your seat", 14, fill=LIGHT.ink))
    said = [f"Your seat: {as_fraction(levels[0])}"]
    for k, step in enumerate(steps, start=1):
        x, change, kind = LEFT + k * WIDE, step.after - step.before, "mistake" if step.own else "luck"
        if change:
            parts.append(rise(x, down(step.before), down(step.after), kind))
        told = as_fraction(-change) if step.own else as_fraction(change, sign=True)
        parts.append(text(x + WIDE / 2, bottom, step.what, 14, fill=LIGHT.ink))
        parts.append(text(x + WIDE / 2, rows[kind], told, 15, fill=LIGHT.ink, font_weight="bold"))
        said.append(f"{step.what}: {kind} {told}, now {as_fraction(step.after)}")
    return composed(right + 12, bottom + 66, *parts, called="A hand as a staircase", desc=". ".join(said) + ".",
                    kind="cfr-hand", title=title, name=name)  # fmt: skip


def as_fraction(value, sign=False):
    """Return a number as a fraction if it is a simple one: "−5/18"."""
    near = Fraction(value).limit_denominator(90)
    if abs(near - value) > ROUNDING:
        return readable(value, 3, sign)
    return ("−" if near < 0 else "+" if sign and near else "") + str(abs(near))
