"""The words of walks on vectors: what a walk is for, where its strategies come from, and the numbers it is given."""

import numpy as np

REGRETS, BEST, MEAN, ANSWER, KEPT = range(5)
"""What a walk is for: to update regrets, what a best response to a table's strategies gets, or their expected value; in
rounds of hold'em also to write such a best response down; or what a best response gets that keeps what is locked, in
its own table (see `cfrlib.engine.locks`)."""
MATCHED, PREDICTED, COPIED = range(3)
"""What strategies are matched to: the regrets themselves; a table of these and predictions; or a copy that is written
when the walk is over, as it may come to a row often."""
ZERO, TINY, ONE, TOLERANCE, WEIGHT, GAIN, WIN, LOSE = range(8)
FLOOR, LAST_FLOOR, PREDICTION, NEXT_UP, NEXT_DOWN, ASYMMETRY, SHARES = range(8, 15)
"""Places in `Walk.numbers`; see `make_numbers`."""
LEAST = 1e-30
"""Reach and regrets up to here count as 0: numbers further down would slow a processor, or overflow as divisors."""
TOLERANCES = {"float64": 1e-12, "float32": LEAST}
"""A sum of positive regrets up to here counts as none: many actions of Bluff are worth exactly the same, and what the
rounding of their values leaves is no reason to prefer one. In float32 rounding is not to be told from regrets."""


def make_numbers(dtype, actions, tolerance=0.0, regret=None, weight=0.0, gain=1.0, win=0.0, lose=0.0, source=MATCHED):
    """Return what a walk calculates with, in the type of its tables; its places have the names above.

    At a decision are at most `actions`; their shares among one, two, ... stand from ``SHARES + 1`` on. A sum of
    positive regrets up to `tolerance` counts as none. `weight` and `gain` are what the iteration counts in the average
    and in regrets, `win` and `lose` what the walking player gets for winning and for losing a round of Bluff. With the
    source `COPIED` regrets are raised to the floor when the walk is over.
    """
    floor = -np.inf if regret is None or regret.floor is None else regret.floor
    floors = (-np.inf, floor) if source == COPIED else (floor, -np.inf)
    prediction, asymmetry = (0.0, 0.0) if regret is None else (regret.prediction, regret.asymmetry)
    shares = 1 / np.arange(1, actions + 1)
    return np.array(
        [0, LEAST, 1, max(tolerance, LEAST), weight, gain, win, lose, *floors, prediction, 1, 1, asymmetry, 0, *shares],
        dtype=dtype,
    )


def round_numbers(dtype, tolerance=0.0, regret=None, source=MATCHED):
    """Return what a walk of a round of hold'em calculates with: there are four actions at most."""
    return make_numbers(dtype, 4, tolerance, regret, source=source)


def source_of(regret):
    """Return what the strategies of a regret rule are matched to."""
    return PREDICTED if regret.prediction else MATCHED
