"""How long does a terminal take, by pairs and by a sweep, as the number of hands grows? (Johanson et al. 2012, 3.2)"""

import itertools
import time

import lazy_loader as lazy
import numpy as np

from cfrlib.draw import convergence

from . import showdown_kernels as kernels

pd = lazy.load("pandas")


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


def poker(deck, seed=1):
    """Return (number of hands, {method: function that values `TERMINALS` showdowns and returns the values})."""
    rng, cards = np.random.default_rng(seed), np.array(list(itertools.combinations(range(deck), 2)))
    n = len(cards)
    strength, reach = rng.integers(0, n, n), rng.random((TERMINALS, n))
    stakes = np.full(TERMINALS, 2.0), np.full(TERMINALS, -2.0), np.zeros(TERMINALS)
    order, room = np.argsort(strength, kind="stable"), kernels.make_workspace(deck)
    shared = (cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    payoffs = np.where(shared, 0.0, -2.0 * np.sign(np.subtract.outer(strength, strength)))
    return n, _into(n, {
        "pairs": lambda value: kernels.showdown_pairs(strength, cards, reach, *stakes, value),
        "matrix": lambda value: kernels.matrix(payoffs, reach, value),
        "sweep": lambda value: kernels.showdown(order, strength, cards, reach, *stakes, room, value),
    })  # fmt: skip


def dice_rolls(dice, seed=1):
    """Return the same for a called bid of `dice` threes, by players with as many dice each."""
    rolls = np.array(list(itertools.product(range(6), repeat=dice)))
    count = np.isin(rolls, (2, 5)).sum(axis=1)  # threes and stars
    mine, theirs, n = count + 0.5, dice - count, len(rolls)
    reach = np.random.default_rng(seed).random((TERMINALS, n))
    stakes = np.full(TERMINALS, 1.0), np.full(TERMINALS, -1.0), np.zeros(TERMINALS)
    orders = np.argsort(mine, kind="stable"), np.argsort(theirs, kind="stable")
    payoffs = -np.sign(np.subtract.outer(theirs, mine))
    return n, _into(n, {
        "pairs": lambda value: kernels.comparison_pairs(mine, theirs, reach, *stakes, value),
        "matrix": lambda value: kernels.matrix(payoffs, reach, value),
        "sweep": lambda value: kernels.comparison(orders[0], mine, orders[1], theirs, reach, *stakes, value),
    })  # fmt: skip


def _into(n, fillers):
    """Return functions without arguments that fill an array and return it."""

    def filling(fill):
        value = np.zeros((TERMINALS, n))

        def evaluate():
            fill(value)
            return value

        return evaluate

    return {method: filling(fill) for method, fill in fillers.items()}


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


def slopes(table, least=STEEP):
    """Return {(game, method): slope of log time against log n}, fitted from `least` hands on."""
    part = table[table.n >= least]
    return {
        key: float(np.polyfit(np.log(rows.n), np.log(rows.microseconds), 1)[0])
        for key, rows in part.groupby(["game", "method"], sort=False)
    }


def draw(table, name="terminal_times"):
    """Return the picture: time against n on logarithmic axes; a slope k is written as n^k."""
    found = slopes(table)
    curves = {
        f"{game}, {method}: n^{found[game, method]:.2f}": (part.n, part.microseconds)
        for (game, method), part in table.groupby(["game", "method"], sort=False)
        if (game, method) != ("bluff", "matrix")
    }
    return convergence(curves, xlabel="private outcomes n of each player", ylabel="microseconds a terminal", name=name)
