"""A number line of what was earned, what one average guarantees, and what the other one concedes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import ipywidgets as W

from cfrlib._util.arguments import numbers, said
from cfrlib.draw.parts.colors import BLUE, ORANGE
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, text, text_width
from cfrlib.draw.picture import Picture, titled
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

WIDTH, LEFT, TOP, ROW, SIZE = 470, 82.0, 62.0, 68.0, 15


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
        """What came last, in a sentence or two."""
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
        ink, step = (LIGHT, self.slider.max) if standalone else (INLINE, self.step)
        values, parts, desc = [0.0, *(value for row in self.brackets.values() for value in row)], [], []
        scale = (WIDTH - 2 * LEFT) / (max(values) - min(values) or 1)
        zero, bottom = LEFT - scale * min(values), TOP + ROW * len(self.brackets) + 2

        def write(x, y, content, anchor="start", **look):
            parts.append(text(x, y, content, SIZE, fill=ink.ink, text_anchor=anchor, **look))

        def path(d, stroke=ink.ink, wide=2.0, **look):
            parts.append(element("path", d=d, stroke=stroke, stroke_width=wide, **look))

        def square(x, y, color, says):
            parts.append(element("rect", x=float(x), y=y - 6, width=12, height=12, fill=color))
            write(x + 18, y, says)

        for k, (label, row) in enumerate(list(self.brackets.items())[: max(step - 1, 1)]):
            y, (low, earned, high) = TOP + ROW * k, row
            left, dot, right = (zero + scale * value for value in row)
            path(f"M8,{num(y)}H{WIDTH - 8}", wide=0.8)
            path(f"M{num(zero)},{num(y - 12)}v24", wide=1.6, stroke_dasharray="2 3")
            write(8, y + 27, label, font_weight="bold")
            pieces = [("conceded", right, 1, high, high - earned, BLUE, 240)] * (step > 0)
            pieces += [("guaranteed", left, -1, low, earned - low, ORANGE, 154)] * (step > 1)
            for what, x, side, value, regret, color, key in pieces:
                shown, anchor = _said(value), "start" if side > 0 else "end"
                path(f"M{num(x)},{num(y)}h{num(side * (12 + text_width(shown, SIZE)))}", ink.paper)  # a gap
                path(f"M{num(dot)},{num(y)}H{num(x)}", color, 9.0)
                path(f"M{num(x)},{num(y - 10)}v20")
                write(x + 8 * side, y, shown, anchor)
                write(x, y - 22, what * (not k), "middle")
                square(key, y + 27, color, _said(regret, 3))
            if step > 1:
                write(223, y + 27, "+")
                write(312, y + 27, f"=  width {_said(high - low, 3)}")
            parts.append(element("circle", cx=dot, cy=y, r=5.0, fill=ink.ink, stroke=ink.paper, stroke_width=1.5))
            write(dot, y - 20, _said(earned), "middle")
            write(dot, y - 40, "earned" * (not k), "middle")
            desc.append(f"{label}: guaranteed {_said(low)}, earned {_said(earned)}, conceded {_said(high)}.")
        write(8, bottom, "regret of")
        square(90, bottom, ORANGE, "Player 2")
        square(190, bottom, BLUE, "Player 1, per round")
        path(f"M386,{num(bottom - 9)}v18", wide=1.6, stroke_dasharray="2 3")
        write(396, bottom, "0")
        look = {"kind": "cfr-bracket", "standalone": standalone}
        return titled(WIDTH, bottom + 16, *parts, title="A bracket", desc=" ".join(desc), **look)


def _said(value, digits=4):
    """Return a number as a fraction if it is a simple one, else with so many decimals."""
    simple = Fraction(float(value)).limit_denominator(12)
    return (str(simple) if abs(simple - float(value)) < 1e-9 else f"{value:.{digits}f}").replace("-", "−")
