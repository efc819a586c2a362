"""A map of what Player 1 can guarantee in Kuhn poker, and how CFR's averages walk to its highest places."""

from fractions import Fraction
from functools import cache
from itertools import product

import ipywidgets as W
import numpy as np
from scipy.optimize import linprog

from cfrlib.draw.parts.colors import CURRENT, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import outlined, readable
from cfrlib.draw.picture import Picture
from cfrlib.games import kuhn
from cfrlib.lessons.exactly.exactly import extremes, program
from cfrlib.textbook import CFR
from cfrlib.tree import unroll
from cfrlib.widgets.widget import Widget

TWO = JACK, KING = "J b", "K b"
MARKS = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000)
WIDTH, HEIGHT, LEFT, TOP, ACROSS, UP = 640, 282, 72.0, 14.0, 384.0, 224.0
MOST, STEP = 0.8, 1 / 36
"""The largest J b on the map, which has room for CFR's second average; how much higher each shade is than the last."""
SPOTS = (1 / 12, 1 / 4), (1 / 12, 3 / 4), *((sixth / 6 + 1 / 48, 1 / 16) for sixth in (1, 2, 3, 4))
"""Where the map says how high it is: on the ridge, and on some of the lines between two shades."""


class roof(Widget):
    """Maps what J b and K b guarantee to Player 1 in Kuhn poker, with the best choice of the ten other weights.

    `iterations` of CFR, one of `MARKS`, have been run: each dot is an average on the way.
    """

    state, width, takes = ("slider",), WIDTH, {"ArrowRight": "slider", "ArrowLeft": "-slider"}

    def __init__(self, iterations: int = MARKS[-1]) -> None:
        tip, look = "Iterations of CFR (keys: left and right arrow)", {"max": len(MARKS) - 1, "readout": False}
        self.slider = self.field(W.IntSlider, "CFR", tip, "24em", value=MARKS.index(iterations), **look)
        super().__init__([self.slider])

    @property
    def iterations(self) -> int:
        """How many iterations of CFR have been run."""
        return MARKS[self.slider.value]

    @property
    def words(self) -> str:
        jack, king = averages()[self.slider.value]
        after = f"After {self.iterations:,} iteration{'s'[: self.iterations > 1]}, CFR's average has"
        high = readable(round(height(jack, king), 4))
        return f"{after} J b = {jack:.2f} and K b = {king:.2f}. These two can guarantee {high}."

    def draw(self, standalone: bool) -> Picture:
        """Draw the map in shades, the ridge, and the averages so far."""
        pen, ridge = Pen(standalone), corners()
        full, thick = {"stroke": pen.paper}, {"fill": "none", "stroke_width": 3.0}
        ring = {**thick, "stroke": CURRENT}
        shading = {"fill": PLAYERS[0], "fill_opacity": "0.1", "stroke": pen.ink, "stroke_width": 0.5}
        for k in range(1, 12):
            shade = [(0, 0), (MOST, 0), (MOST, 1), (0, 1)]
            for plane in planes():
                shade = above(shade, plane, height(*ridge[0]) - k * STEP)
            pen.area(*(_place(*corner) for corner in shade), **shading)
        for sixth in range(5):
            pen.say(_place(sixth / 6, 0)[0], TOP + UP + 14, _simple(sixth / 6), 13)
        for king in (0, 1 / 2, 1):
            pen.say(LEFT - 12, _place(0, king)[1], _simple(king), 13, "end")
        pen.say(LEFT + ACROSS / 2, HEIGHT - 10, JACK)
        pen.say(20, TOP + UP / 2, KING)
        pen.path(*(_place(*end) for end in ridge), **thick)
        for spot in SPOTS:
            pen.say(*_place(*spot), _simple(height(*spot)), 13, **outlined(pen.paper))
        walked = [_place(*average) for average in averages()[: self.slider.value + 1]]
        pen.path(*walked, fill="none", stroke=pen.ink, stroke_dasharray="3 3")
        for at in walked:
            pen.dot(*at, 4, "average", **full)
        pen.dot(*walked[-1], 8, **ring)
        x = LEFT + ACROSS + 26
        pen.box(x - 8, 6, 16, 16, **{**shading, "fill_opacity": "0.6"})
        pen.path((x - 9, 40), (x + 9, 40), **thick)
        pen.dot(x, 66, 4, "average", **full)
        pen.dot(x, 92, 8, **ring)
        pen.lines(x + 16, 14, 26, "more: bluer", "the ridge", "CFR's averages", "the last", size=13)
        desc = f"What J b and K b can guarantee, in shades: most on a ridge from (0, 0) to (1/3, 1). {self.words}"
        return pen.picture(WIDTH, HEIGHT, title="A roof", desc=desc, kind="cfr-roof")


def _place(jack, king):
    return LEFT + jack / MOST * ACROSS, TOP + (1 - king) * UP


def _simple(value):
    """Return a number as a fraction."""
    return str(Fraction(value).limit_denominator(99)).replace("-", "−")


@cache
def planes():
    """Return the planes whose lowest is the guarantee: each its height at (0, 0), and how it rises with J b and K b.

    They come out of linear programs in which J b and K b are demanded.
    """
    one, distinct = program(kuhn(), 0), set()
    equal = np.pad([*one.splits, *(np.array(one.names) == name for name in TWO)], ((0, 0), (0, 1)))
    below, goal = np.column_stack([-one.lines, np.ones(len(one.lines))]), np.eye(len(one.names) + 1)[-1]
    for jack, king in product((0.1, 0.4, 0.7), (0.1, 0.5, 0.9)):
        sums, bounds = [*one.sums, jack, king], [*[(0, None)] * len(one.names), (None, None)]
        solved = linprog(-goal, below, [0] * len(below), equal, sums, bounds, method="highs-ds")
        *_, a, b = -solved.eqlin.marginals  # how the guarantee changes with what is demanded
        distinct.add(tuple(round(float(x), 9) + 0 for x in (-solved.fun - a * jack - b * king, a, b)))
    return sorted(distinct)


def height(jack, king):
    """Return what Player 1 can guarantee with these two weights."""
    return min(c + a * jack + b * king for c, a, b in planes())


def above(shape, plane, level):
    """Return the part of a polygon where a plane is at least so high."""
    c, a, b = plane
    over, kept = [c + a * jack + b * king - level for jack, king in shape], []
    for k, corner in enumerate(shape):
        if over[k - 1] * over[k] < 0:
            part = over[k - 1] / (over[k - 1] - over[k])
            kept.append(tuple(x + part * (y - x) for x, y in zip(shape[k - 1], corner, strict=True)))
        if over[k] >= 0:
            kept.append(corner)
    return kept


@cache
def corners():
    """Return the two ends of the ridge: the smallest and the largest J b and K b of all equilibria."""
    return tuple(zip(*(extremes(kuhn(), 0, {name: 1}) for name in TWO), strict=True))


@cache
def averages():
    """Return J b and K b of CFR's average after each of `MARKS`."""
    solver, walked = CFR(unroll(kuhn())), []
    for mark in MARKS:
        solver.run(mark - solver.iterations)
        average = solver.average_strategy()
        walked.append(tuple(float(average[card, ""]["b"]) for card in "JK"))
    return walked
