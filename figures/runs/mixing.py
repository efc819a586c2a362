"""Two samplers that take turns on one table, and reading of runs at equal nodes.

`cfrlib.sampling.Mixed` throws its coin inside the kernel, and `CFR` counts all nodes alike. Here the schemes are two
solvers that share everything but their count of nodes, so the two kinds of node can be charged differently.
"""

from itertools import groupby

import numpy as np

from cfrlib.engine import CFR
from cfrlib.runs import reading


class Mix:
    """Mixed sampling by iteration (Meyer 2021), the nodes of both schemes counted apart.

    `probability`, of the first scheme, is a function of the iteration (from 1); `turns` says how many of them each
    scheme has done. Both schemes sample all chance.
    """

    def __init__(self, game, probability, seed=0, second="os"):
        self.solvers = one, two = [CFR(game, scheme, seed=seed) for scheme in ("es", second)]
        two.rng, two.engine.tables = one.rng, one.engine.tables
        for solver in self.solvers:
            solver.prepare()
        self.probability, self._coin = probability, np.random.default_rng([seed, 1])
        self.iterations, self.turns = 0, [0, 0]

    def run(self, iterations):
        """Add iterations; before each a coin decides whose turn it is."""
        times = range(self.iterations + 1, self.iterations + iterations + 1)
        whose = [0 if self._coin.random() < self.probability(t) else 1 for t in times]
        for which, in_a_row in groupby(whose):
            turns = len(list(in_a_row))
            self.solvers[which]._advance(turns)
            self.turns[which] += turns
        self.iterations += iterations

    def charged(self, first, second=1):
        """Return the nodes touched if each node of the first and of the second scheme costs so much."""
        one, two = self.solvers
        return first * one.nodes_touched + second * two.nodes_touched

    def exploitability(self):
        """Return the exploitability of the average, to which both schemes add."""
        return self.solvers[0].exploitability()


def at(runs, place):
    """Return the y of each run at one x, see `cfrlib.runs.reading`."""
    return np.array([reading.at(place, x, y) for x, y in runs])


def spread(values, digits=2):
    """Write some runs' numbers as "median (lowest to highest)"."""
    middle, low, high = np.median(values), np.min(values), np.max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"
