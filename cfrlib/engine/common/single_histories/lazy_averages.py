"""Averages that make up for the walks that have passed a row by (Lanctot et al. 2009; Lanctot's thesis, 2013, 4.4).

A row's part of the average is the sum over iterations of weight times own reach times strategy. While a row is not
visited its strategy stands still: what it has missed is its strategy times the growth, since its last visit, of the sum
at the action that leads there. *Lazy* averaging adds exactly that, *optimistic* averaging the own reach of the visit
for all iterations since the last.
"""

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.single_histories import nodes as of

STOCHASTIC, LAZY, OPTIMISTIC = range(3)


@inner_njit
def total_weight(power, t):
    """Return the sum of s ** power over the iterations up to t, for powers 0, 1 and 2."""
    if power == 0:
        return 1.0 * t
    return t * (t + 1.0) / 2 if power == 1 else t * (t + 1.0) * (2.0 * t + 1) / 6


@inner_njit
def missed(how, power, t, parents, row, reach, tables):
    """Return what the strategy of a row is to be multiplied by, and note that it has been added."""
    now = total_weight(power, t)
    if how == LAZY and parents[row] >= 0:
        now = tables.sums[parents[row]]
    return catch_up(tables.accounted, row, now, how, reach)


@inner_njit(forceinline=True)
def catch_up(accounted, row, now, how, reach):
    """Note that the average has a row up to `now`, and return what its strategy is to be multiplied by for that."""
    weight = now - accounted[row]
    accounted[row] = now
    return weight if how == LAZY else weight * reach


@njit
def push_down(nodes, power, t, parents, tables):
    """Add to the average of every row what it has missed, those before first; `nodes` as in `SingleTree`."""
    n = np.uintp(0)
    while n < len(nodes):
        actions = nodes[n + of.ACTIONS]
        for c in range(nodes[n + of.CLASSES] if nodes[n + of.KIND] >= 0 else 0):
            row = nodes[n + of.ROW] + c
            if parents[row] == -2:  # cannot occur
                continue
            weight = missed(LAZY, power, t, parents, row, 1.0, tables)
            for a in range(actions):
                e = np.uintp(nodes[n + of.BLOCK] + a * nodes[n + of.CLASSES] + c)
                tables.sums[e] += weight * tables.strategy[e]
        n += of.EDGES + np.uintp(2 * actions)
