"""How long does a terminal take, by pairs and by a sweep, as the number of hands grows? (Johanson et al. 2012, 3.2)"""

import time
from itertools import combinations, product

import numpy as np
import pandas as pd

from cfrlib import draw as drawing

from . import showdown_kernels as kernels

TERMINALS = 8
"""Valued by each call."""
MOMENT = 0.02
"""Seconds that one repeat takes, about."""
STEEP = 100
"""Slopes are fitted from so many hands on, where the loops' overhead no longer counts."""


def run_task(task, checkpoint=None):
    """Return the rows game, method ("pairs", "matrix" or "sweep"), n, microseconds for one terminal."""
    n, methods = {"poker": poker, "bluff": dice_rolls}[task["game"]](task["size"])
    rows = [
        (task["game"], method, n, round(microseconds(evaluate, task["repeats"]), 4))
        for method, evaluate in methods.items()
    ]
    return pd.DataFrame(rows, columns=["game", "method", "n", "microseconds"])


def poker(deck):
    """Return (number of hands, {method: function that values `TERMINALS` showdowns and returns the values})."""
    rng, cards = np.random.default_rng(1), np.array(list(combinations(range(deck), 2)))
    n = len(cards)
    strength, reach = rng.integers(0, n, n), rng.random((TERMINALS, n))
    stakes = np.full(TERMINALS, 2.0), np.full(TERMINALS, -2.0), np.zeros(TERMINALS)
    order, sums = np.argsort(strength, kind="stable"), kernels.make_workspace(deck)
    shared = (cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    payoffs = np.where(shared, 0.0, -2.0 * np.sign(np.subtract.outer(strength, strength)))
    return n, {
        "pairs": _filling(n, kernels.showdown_pairs, strength, cards, reach, *stakes),
        "matrix": _filling(n, kernels.matrix, payoffs, reach),
        "sweep": _filling(n, kernels.showdown, order, strength, cards, reach, *stakes, sums),
    }


def dice_rolls(dice):
    """Return the same for a called bid of `dice` threes, by players with as many dice each."""
    rolls = np.array(list(product(range(6), repeat=dice)))
    count = np.isin(rolls, (2, 5)).sum(axis=1)  # threes and stars
    mine, theirs, n = count + 0.5, dice - count, len(rolls)
    reach = np.random.default_rng(1).random((TERMINALS, n))
    stakes = np.full(TERMINALS, 1.0), np.full(TERMINALS, -1.0), np.zeros(TERMINALS)
    orders = np.argsort(mine, kind="stable"), np.argsort(theirs, kind="stable")
    payoffs = -np.sign(np.subtract.outer(theirs, mine))
    return n, {
        "pairs": _filling(n, kernels.comparison_pairs, mine, theirs, reach, *stakes),
        "matrix": _filling(n, kernels.matrix, payoffs, reach),
        "sweep": _filling(n, kernels.comparison, orders[0], mine, orders[1], theirs, reach, *stakes),
    }


def _filling(n, kernel, *given):
    """Return a function without arguments that has a kernel fill an array, and returns it."""
    value = np.zeros((TERMINALS, n))

    def evaluate():
        kernel(*given, value)
        return value

    return evaluate


def microseconds(evaluate, repeats):
    """Return the CPU time of one terminal: the least of so many repeats."""
    evaluate()  # compiled and warm
    began = time.perf_counter()
    evaluate()
    calls = max(1, int(MOMENT / max(time.perf_counter() - began, 1e-7)))
    best = np.inf
    for _ in range(repeats):
        began = time.process_time()
        for _ in range(calls):
            evaluate()
        best = min(best, (time.process_time() - began) / calls)
    return best / TERMINALS * 1e6


def slopes(table):
    """Return {(game, method): slope of log time against log n}, fitted from `STEEP` hands on."""
    return {
        key: float(np.polyfit(np.log(rows.n), np.log(rows.microseconds), 1)[0])
        for key, rows in table[table.n >= STEEP].groupby(["game", "method"], sort=False)
    }


def draw(table, name):
    """Return the picture: time against n on logarithmic axes; a slope k is written as n^k."""
    slope = slopes(table)
    curves = {
        f"{game}, {method}: n^{slope[game, method]:.2f}": (part.n, part.microseconds)
        for (game, method), part in table.groupby(["game", "method"], sort=False)
        if (game, method) != ("bluff", "matrix")
    }
    labels = {"xlabel": "private outcomes n of each player", "ylabel": "microseconds a terminal"}
    return drawing.convergence(curves, **labels, name=name)
