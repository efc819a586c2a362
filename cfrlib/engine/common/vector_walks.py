"""The words of walks on vectors: what a walk is for, where its strategies come from, and the numbers it is given."""

import numpy as np

REGRETS, BEST, MEAN, ANSWER, KEPT = range(5)
"""What a walk is for: to update regrets, what a best response to a table's strategies gets, or their expected value; in
rounds of hold'em also to write such a best response down; or what a best response gets that keeps what is locked, in
its own table (see `cfrlib.engine.locks`)."""
MATCHED, PREDICTED, COPIED = range(3)
"""What strategies are matched to: the regrets themselves; a table of these and predictions; or a copy that is written
when the walk is over, as it may come to a row often."""
ZERO, TINY, ONE, TOLERANCE, WEIGHT, WIN, LOSE, SHARES = range(8)
"""Places in `Walk.numbers`; see `make_numbers`."""
LEAST = 1e-30
"""Reach and regrets up to here count as 0: numbers further down would slow a processor, or overflow as divisors."""
TOLERANCES = {"float64": 1e-12, "float32": LEAST}
"""A sum of positive regrets up to here counts as none: many actions of Bluff are worth exactly the same, and what the
rounding of their values leaves is no reason to prefer one. In float32 rounding is not to be told from regrets."""


def make_numbers(dtype, actions, tolerance=0.0, weight=0.0, win=0.0, lose=0.0):
    """Return what a walk calculates with, in the type of its tables; its places have the names above.

    At a decision are at most `actions`; their shares among one, two, ... stand from ``SHARES + 1`` on. A sum of
    positive regrets up to `tolerance` counts as none. `weight` is what the iteration counts in the average, `win` and
    `lose` what the walking player gets for winning and for losing a round of Bluff.
    """
    shares = 1 / np.arange(1, actions + 1)
    return np.array([0, LEAST, 1, max(tolerance, LEAST), weight, win, lose, 0, *shares], dtype=dtype)


def source_of(regret):
    """Return what the strategies of a regret rule are matched to."""
    return PREDICTED if regret.prediction else MATCHED
