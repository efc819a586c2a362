"""Five iterations, some of which visit a decision, and what three programs record there."""

from collections.abc import Collection
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from cfrlib._util.arguments import whole
from cfrlib.draw.parts.colors import CURRENT, GRAY
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.picture import Picture
from cfrlib.widgets.widget import Widget

REACH, PLAYS_B = (1, 1 / 2, 1 / 2, 1 / 2, 1), (1 / 2, 1, 1, 1, 0)
"""In each iteration: the own reach of the decision, which is how likely a visit is, and the probability of b there."""
ROWS = "probability of b", "full vote: own reach", "program 1", "program 2", "program 3"
LEFT, WIDE, HIGH, TOP, WIDTH = 172.0, 66.0, 32.0, 62.0, 760


def recorded(visits: Collection[int]) -> NDArray[np.float64]:
    """Return what the programs record, for b and in all, if these of the five iterations visit: (3, 2).

    One counts a visit once, one counts it for all iterations since the last visit, with the own reach of now, and in
    one nothing is lost.
    """
    once, since, last = np.zeros(2), np.zeros(2), 0
    for t in sorted(visits):
        vote = np.array([PLAYS_B[t - 1], 1])
        once, since, last = once + vote, since + (t - last) * REACH[t - 1] * vote, t
    return np.array([once, since, [np.dot(REACH, PLAYS_B), sum(REACH)]])


class five_visits(Widget):
    """Chooses which of five iterations visit a decision, by clicks on their numbers, and visits at random, too."""

    state, takes, spots, width = ("visits", "many"), {"n": "thousand"}, tuple("12345"), WIDTH

    def __init__(self, visits: Collection[int] = (1, 5)) -> None:
        self.visits, self.many = tuple(sorted({whole("visits", t, 1, 5) for t in visits})), 0
        tip = "Each iteration visits as often as the own reach says (key: n)"
        super().__init__([self.button("1,000 random visits", "random", tip, self.thousand, "primary")])

    def click(self, spot: str) -> None:
        """Let an iteration visit, or not."""
        self.visits = tuple(sorted({*self.visits} ^ {int(spot)}))
        self.refresh()

    def thousand(self) -> None:
        """Let the five iterations visit at random, a thousand times."""
        self.many = 1000
        self.refresh()

    @property
    def means(self) -> NDArray[np.float64]:
        """What the programs record on average, over a thousand random runs."""
        return _means()

    @property
    def words(self) -> str:
        """What there is to see."""
        parts = [f"program {k} has {_share(*sums)}" for k, sums in enumerate(recorded(self.visits), 1)]
        came = ", ".join(map(str, self.visits)) or "none"
        after = [f"{b:.2f} of {every:.2f}" for b, every in self.means]
        often = f" On average of 1,000 random runs: {', '.join(after)}." if self.many else ""
        return f"Visits in {came}: {', '.join(parts)}.{often}"

    def draw(self, standalone: bool) -> Picture:
        """Draw the table: a column for each iteration, a row for each program."""
        pen, sums, last, cells = Pen(standalone), recorded(self.visits), 0, {row: [] for row in ROWS}
        waiting = [[_part(reach, n) if k == n - 1 else "waits" for k in range(n)] for reach, n in _stretches()]
        for t, (reach, b, later) in enumerate(zip(REACH, PLAYS_B, sum(waiting, []), strict=True), start=1):
            seen = t in self.visits
            since, last = t - last, t if seen else last
            for row, cell in zip(
                ROWS, (_part(b), _part(reach), "1" * seen, _part(reach, since) * seen, later), strict=True
            ):
                cells[row].append(cell)
            look = {"fill": CURRENT, "fill_opacity": 0.35} if seen else {"fill": GRAY, "fill_opacity": 0.15}
            with pen.group(data_node=str(t), class_="node"):
                pen.box(LEFT + (t - 1) * WIDE, 24, WIDE - 4, HIGH - 4, rx=4.0, **look)
                pen.say(LEFT + (t - 0.5) * WIDE - 2, 38, str(t), 15)
        right = LEFT + 5 * WIDE
        columns = {"recorded for b": right + 66, "1,000 random runs": right + 196}
        pen.say(LEFT - 10, 38, "iteration (colored: visits)", 13, "end")
        for head, x in columns.items():
            pen.say(x, 38, head, 13)
        results = ["", _share(*sums[2]), *(_share(*pair) for pair in sums)]
        often = ["", "", *(f"{b:.2f} of {every:.2f}" if self.many else "?" for b, every in self.means)]
        for k, (row, said) in enumerate(cells.items()):
            y = TOP + (k + 0.5) * HIGH
            pen.say(LEFT - 10, y, row, anchor="end")
            for t, cell in enumerate(said):
                pen.say(LEFT + (t + 0.5) * WIDE - 2, y, cell)
            for x, words, bold in zip(columns.values(), (results[k], often[k]), (True, False), strict=True):
                pen.say(x, y, words, bold=bold)
        return pen.picture(WIDTH, TOP + 5 * HIGH + 8, title="Five iterations", desc=self.words, kind="cfr-visits")


@cache
def _means():
    runs = np.random.default_rng(0).random((1000, 5)) < REACH
    return np.mean([recorded(np.flatnonzero(run) + 1) for run in runs], axis=0)


def _stretches():
    """Return the own reach while it stays the same, and for how many iterations."""
    return [(reach, len(list(same))) for reach, same in groupby(REACH)]


def _part(x, times=1):
    """Return a probability as it is said, or several of them."""
    return ("" if times == 1 else f"{times} · ") + ("1/2" if x == 1 / 2 else f"{x:g}")


def _share(b, every):
    """Return a part of votes, and what it comes to."""
    return f"{b:g} of {every:g} = {b / every:.3f}" if every else "nothing"
