"""A number line of what was earned, what one average guarantees, and what the other one concedes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import ipywidgets as W

from cfrlib._util.arguments import numbers, said
from cfrlib.draw.parts.colors import BLUE, ORANGE
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import text_width
from cfrlib.draw.picture import Picture
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

WIDTH, LEFT, TOP, ROW, SIZE = 470, 82.0, 62.0, 68.0, 15
ZERO = {"stroke_width": 1.6, "stroke_dasharray": "2 3"}


class bracket_line(Widget):
    """Steps through brackets on a number line: what was earned, then the two ends, then one more bracket a step.

    `brackets` has three numbers by label, all to Player 1 and per round: what the average of Player 1 guarantees, what
    Player 1 earned, and what the average of Player 2 concedes. A saved picture has all steps.
    """

    state, width = ("step",), WIDTH

    def __init__(self, brackets: Mapping[str, Sequence[float]], step: int = 0) -> None:
        self.brackets = {label: numbers("brackets", row, "three numbers by label") for label, row in brackets.items()}
        if not brackets or any(len(row) != 3 or sorted(row) != list(row) for row in self.brackets.values()):
            raise ValueError(
                f"brackets={said(brackets)}: it takes three numbers by label, each time the smallest first"
            )
        tip, last = "First the dot, then the ends, then more rounds (keys: arrows)", len(self.brackets) + 1
        self.slider = self.field(W.IntSlider, "step", tip, "20em", max=last)
        self.step = step
        super().__init__([self.slider])

    step = value_of("slider", "step", "How far one has gone, from 0; can be set.")

    @property
    def words(self) -> str:
        label, (low, earned, high) = list(self.brackets.items())[max(self.step - 2, 0)]
        return (
            f"{label}: Player 1 earned {_said(earned)} a round.",
            f"Player 2's average concedes {_said(high)}. From the dot it is {_said(high - earned, 3)}: what Player 1 "
            "regrets a round.",
            f"{label}: Player 1's average guarantees {_said(low)}. From there to the dot it is "
            f"{_said(earned - low, 3)}: what Player 2 regrets a round. Both pieces are {_said(high - low, 3)}.",
        )[min(self.step, 2)]

    def draw(self, standalone: bool) -> Picture:
        """Draw a line for each bracket, with a dot, two ends, and the pieces between them."""
        pen, step = Pen(standalone), self.slider.max if standalone else self.step
        values = [0.0, *(value for row in self.brackets.values() for value in row)]
        scale = (WIDTH - 2 * LEFT) / (max(values) - min(values) or 1)
        zero, bottom = LEFT - scale * min(values), TOP + ROW * len(self.brackets) + 2
        shown = list(self.brackets.items())[: max(step - 1, 1)]
        for k, (label, row) in enumerate(shown):
            _line(pen, TOP + ROW * k, label, row, [zero, *(zero + scale * value for value in row)], min(step, 2), not k)
        pen.say(8, bottom, "regret of", SIZE, "start")
        _key(pen, 90, bottom, ORANGE, "Player 2")
        _key(pen, 190, bottom, BLUE, "Player 1, per round")
        pen.path("M", (386, bottom - 9), "v18", **ZERO)
        pen.say(396, bottom, "0", SIZE, "start")
        told = "{}: guaranteed {}, earned {}, conceded {}."
        desc = " ".join(told.format(label, *map(_said, row)) for label, row in shown)
        return pen.picture(WIDTH, bottom + 16, title="A bracket", desc=desc, kind="cfr-bracket")


def _line(pen, y, label, row, places, pieces, first):
    """Draw a line with its dot and so many `pieces`; only the first one says what the three numbers are."""
    (low, earned, high), (zero, left, dot, right), look = row, places, {"stroke": pen.ink, "stroke_width": 2.0}
    pen.path("M", (8, y), "H", WIDTH - 8, **look | {"stroke_width": 0.8})
    pen.path("M", (zero, y - 12), "v24", **ZERO)
    pen.say(8, y + 27, label, SIZE, "start", bold=True)
    upper, lower = ("conceded", right, 1, high, BLUE, 240), ("guaranteed", left, -1, low, ORANGE, 154)
    for what, x, side, value, color, at in (upper, lower)[:pieces]:
        says = _said(value)
        pen.path("M", (x, y), "h", side * (12 + text_width(says, SIZE)), **look | {"stroke": pen.paper})  # a gap
        pen.path("M", (dot, y), "H", x, stroke=color, stroke_width=9.0)
        pen.path("M", (x, y - 10), "v20", **look)
        pen.say(x + 8 * side, y, says, SIZE, "start" if side > 0 else "end")
        pen.say(x, y - 22, what * first, SIZE)
        _key(pen, at, y + 27, color, _said(abs(value - earned), 3))
    if pieces == 2:
        pen.say(223, y + 27, "+", SIZE, "start")
        pen.say(312, y + 27, f"=  width {_said(high - low, 3)}", SIZE, "start")
    pen.dot(dot, y, 5, stroke=pen.paper, stroke_width=1.5)
    pen.say(dot, y - 20, _said(earned), SIZE)
    pen.say(dot, y - 40, "earned" * first, SIZE)


def _key(pen, x, y, color, words):
    pen.box(x, y - 6, 12, 12, fill=color)
    pen.say(x + 18, y, words, SIZE, "start")


def _said(value, digits=4):
    """Return a number as a fraction if it is a simple one, else with so many decimals."""
    simple = Fraction(float(value)).limit_denominator(12)
    return (str(simple) if abs(simple - float(value)) < 1e-9 else f"{value:.{digits}f}").replace("-", "−")
