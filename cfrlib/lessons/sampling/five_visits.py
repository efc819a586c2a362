"""Five iterations, some of which visit a decision, and what three programs record there."""

from collections.abc import Collection
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cfrlib.draw.parts.colors import CURRENT, GRAY
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.picture import Picture
from cfrlib.widgets.widget import Widget

REACH, PLAYS_B, LATER = (1, 1 / 2, 1 / 2, 1 / 2, 1), (1 / 2, 1, 1, 1, 0), (1, 0, 0, 3, 1)
"""In each iteration: own reach, which is how likely a visit is; probability of b; votes that wait no longer."""
LEFT, WIDE, HIGH, TOP, WIDTH = 172.0, 66.0, 32.0, 62.0, 760


def _votes(visits):
    """Return for how many iterations each of the five counts, by program: (3, 5)."""
    since = [t - max(s for s in (0, *visits) if s < t) for t in range(1, 6)]
    once = np.isin(range(1, 6), list(visits)).astype(int)
    return np.array([once, once * since, LATER])


def recorded(visits: Collection[int]) -> NDArray[np.float64]:
    """Return what the programs record, for b and in all, if these of the five iterations visit: (3, 2).

    One counts a visit once, one counts it for all iterations since the last visit, with the own reach of now, and in
    one nothing is lost.
    """
    counts = _votes(visits) * np.array([np.ones(5), REACH, REACH])
    return np.column_stack([counts @ PLAYS_B, counts.sum(axis=1)])


class five_visits(Widget):
    """Chooses which of five iterations visit a decision, by clicks on their numbers, and visits at random, too."""

    state, takes, spots, width = ("visits", "many"), {"n": "thousand"}, tuple("12345"), WIDTH
    visits, many = (1, 5), 0

    def __init__(self) -> None:
        tip = "Each iteration visits as often as the own reach says (key: n)"
        super().__init__([self.button("1,000 random visits", "random", tip, self.thousand, "primary")])

    def click(self, spot: str) -> None:
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
        parts = [f"program {k} has {_share(*sums)}" for k, sums in enumerate(recorded(self.visits), 1)]
        after = ", ".join(f"{b:.2f} of {every:.2f}" for b, every in self.means)
        often = f" On average of 1,000 random runs: {after}." if self.many else ""
        return f"Visits in {', '.join(map(str, self.visits)) or 'none'}: {', '.join(parts)}.{often}"

    def draw(self, standalone: bool) -> Picture:
        """Draw the table: a column for each iteration, a row for each program."""
        pen, sums = Pen(standalone), [_share(*pair) for pair in recorded(self.visits)]
        means = [f"{b:.2f} of {every:.2f}" if self.many else "?" for b, every in self.means]
        once, since, later = _votes(self.visits).tolist()
        rows = {
            "probability of b": (map(_part, PLAYS_B), "", ""), "full vote: own reach": (map(_part, REACH), sums[2], ""),
            "program 1": (["1" * n for n in once], sums[0], means[0]),
            "program 2": (map(_part, REACH, since), sums[1], means[1]),
            "program 3": ([_part(*both) or "waits" for both in zip(REACH, later, strict=True)], sums[2], means[2]),
        }  # fmt: skip
        pen.say(LEFT - 10, 38, "iteration (colored: visits)", 13, "end")
        for t in range(1, 6):
            look = {"fill": CURRENT, "fill_opacity": 0.35} if t in self.visits else {"fill": GRAY, "fill_opacity": 0.15}
            with pen.group(data_node=str(t), class_="node"):
                pen.box(LEFT + (t - 1) * WIDE, 24, WIDE - 4, HIGH - 4, rx=4.0, **look)
                pen.say(LEFT + (t - 0.5) * WIDE - 2, 38, str(t), 15)
        across = [LEFT + (t + 0.5) * WIDE - 2 for t in range(5)]
        totals = LEFT + 5 * WIDE + 66, LEFT + 5 * WIDE + 196
        for x, head in zip(totals, ("recorded for b", "1,000 random runs"), strict=True):
            pen.say(x, 38, head, 13)
        for k, (row, (cells, *results)) in enumerate(rows.items()):
            pen.say(LEFT - 10, TOP + (k + 0.5) * HIGH, row, anchor="end")
            for x, cell in zip([*across, *totals], [*cells, *results], strict=True):
                pen.say(x, TOP + (k + 0.5) * HIGH, cell, bold=x == totals[0])
        return pen.picture(WIDTH, TOP + 5 * HIGH + 8, title="Five iterations", desc=self.words, kind="cfr-visits")


@cache
def _means():
    runs = np.random.default_rng(0).random((1000, 5)) < REACH
    return np.mean([recorded(np.flatnonzero(run) + 1) for run in runs], axis=0)


def _part(x, times=1):
    """Return a probability as it is said, or several of them, or nothing."""
    return (f"{times} · " * (times > 1) + ("1/2" if x == 1 / 2 else f"{x:g}")) * (times > 0)


def _share(b, every):
    """Return a part of votes, and what it comes to."""
    return f"{b:g} of {every:g} = {b / every:.3f}" if every else "nothing"
