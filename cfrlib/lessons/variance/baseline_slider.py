"""A slider from no baseline to the truth: what sampled walks report, and how the scatter collapses."""

from functools import cache

import ipywidgets as W
import numpy as np
from numpy.typing import NDArray

from cfrlib._util.arguments import number, whole
from cfrlib.draw.parts.colors import CURRENT, looks
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture
from cfrlib.games import kuhn
from cfrlib.textbook import CFR
from cfrlib.textbook.baselines import estimates, history_values
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

WIDTH, HEIGHT, HIGHEST = 620, 250, 2.25
"""Width and height of the picture, in pixels; the end of its axis, in chips."""


class baseline_slider(Widget):
    """Moves the baseline of outcome walks on Kuhn poker from nothing to the truth, and beyond (Schmid et al. 2019).

    Both players play half and half. A dot is the value of the game that a walk reports, corrected by a baseline value
    of each history. All baseline values are the same `part` of the true values, from 0, for none, to 2. The `walks`
    stay the same while the slider moves.
    """

    state, width = ("part",), WIDTH

    def __init__(self, part: float = 0.0, walks: int = 200, seed: int = 1) -> None:
        number("part", part, "a number from 0 to 2", 0, 2)
        self.exact, self._plain = _reports(whole("walks", walks, 1), whole("seed", seed, 0))
        tip, look = "All guesses, as a part of the true values", {"min": 0, "max": 2, "readout_format": ".2f"}
        self.slider = self.field(W.FloatSlider, "guess", tip, "28em", value=part, step=0.05, **look)
        super().__init__([self.slider])

    part = value_of("slider", "part", "The guesses, as a part of the true values; can be set.")

    @property
    def reports(self) -> NDArray[np.float64]:
        """What each walk reports: in a straight line from the report without a guess to the true value, and on."""
        return (1 - self.part) * self._plain + self.part * self.exact

    @property
    def mean(self) -> float:
        """The mean of the reports."""
        return float(self.reports.mean())

    @property
    def variance(self) -> float:
        """The variance of the reports around their mean."""
        return float(self.reports.var())

    @property
    def words(self) -> str:
        return (
            f"{len(self._plain)} walks report {readable(self.mean, 3)} on average, with variance "
            f"{readable(self.variance, 3)}. The exact value is {readable(self.exact, 3)}."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw a dot for each walk, from left to right, and a line for the exact value."""
        pen, left, right, bottom = Pen(standalone), 62.0, WIDTH - 14.0, HEIGHT - 34.0
        top = 26.0 if standalone else 10.0  # room for a line of text

        def height(value):
            return (top + bottom) / 2 - value / HIGHEST * (bottom - top) / 2

        pen.path("M", (left, top), "V", bottom)
        for value in (-2, -1, 0, 1, 2):
            pen.path("M", (left, height(value)), "h-5")
            pen.say(left - 9, height(value), readable(value), anchor="end")
        reports, look = self.reports.tolist(), {"fill": looks(["outcome"])["outcome"].color, "fill_opacity": 0.7}
        for k, value in enumerate(reports, start=1):
            pen.dot(left + k / (len(reports) + 1) * (right - left), height(value), 3, **look)
        line = {"stroke": CURRENT, "stroke_width": 1.6, "stroke_dasharray": "6 3"}
        pen.path("M", (left, height(self.exact)), "H", right, class_="exact", **line)
        says = f"a dot for each walk: what it reports, in chips (dashed: exact, {readable(self.exact, 3)})"
        pen.say((left + right) / 2, HEIGHT - 14, says)
        if standalone:  # the widget says so above the picture
            pen.say(right, 10, f"mean {readable(self.mean, 3)}, variance {readable(self.variance, 3)}", anchor="end")
        desc = f"Guesses of {readable(self.part)} times the true values. {self.words}"
        return pen.picture(WIDTH, HEIGHT, title="What walks report", desc=desc, kind="cfr-baseline")


@cache
def _reports(walks, seed):
    """Return the exact value of the game, and what outcome walks report of it without a baseline."""
    cfr = CFR(kuhn(), "os", seed=seed)
    exact = history_values(cfr.tree, cfr.strategy)[cfr.tree.root.index]
    return float(exact), estimates(cfr, walks)[0]
