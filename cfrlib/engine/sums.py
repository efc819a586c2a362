"""What tables of summed strategies say: probabilities in proportion to them."""

from functools import cache

import numpy as np


def row_of(tables, names, at, tolerance=(0.0, 0.0)):
    """Return the probabilities at an information set whose actions and place are as `Layout.find` says."""
    if at is None:
        return np.ones(1)
    table, entry, stride = at
    return proportions(tables[table][entry : entry + stride * len(names) : stride], tolerance[table])


def proportions(sums, tolerance):
    """Return sums, action by action, as probabilities: what is negative counts as 0, up to `tolerance` all alike."""
    sums = np.maximum(sums.astype(float), 0)
    total = sums.sum(axis=0)
    return np.divide(sums, total, out=np.full_like(sums, 1 / max(len(sums), 1)), where=total > tolerance)


@cache
def largest(dtype):
    """Return the largest number that tables take: a row of such numbers still has a finite sum."""
    return float(np.finfo(dtype).max) / 2**20


def check_finite(sums):
    """Return tables of summed strategies as a tuple; raise ValueError if a strategy would not be finite."""
    tables = sums if isinstance(sums, tuple) else (sums,)
    for table in tables:
        if table.size and not table.max() <= largest(table.dtype):  # not a number is the largest to numpy
            raise ValueError("profile: its tables have numbers that are not finite, so it is no strategy")
    return tables
