"""Two samplers that take turns on one table, and races against nodes touched.

`cfrlib.sampling.Mixed` throws its coin inside the kernel, and `CFR` counts all nodes alike. Here the schemes are two
solvers that share everything but their count of nodes, so the two kinds of node can be charged differently.
"""

from itertools import groupby

import numpy as np

from cfrlib.engine import CFR
from cfrlib.runs.pictures import on_one_axis as on_one_axis


class Mix:
    """Mixed sampling by iteration (Meyer 2021), the nodes of both schemes counted apart.

    Parameters
    ----------
    game : Game
    probability : callable
        Of the first scheme, as a function of the iteration (from 1).
    seed : int
    first, second : str or Scheme
        Schemes that sample all chance.

    Attributes
    ----------
    iterations : int
    turns : (2,) list of int
        How many of them each scheme has done.
    """

    def __init__(self, game, probability, seed=0, first="es", second="os"):
        self.solvers = one, two = [CFR(game, scheme, seed=seed) for scheme in (first, second)]
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

    @property
    def nodes_touched(self):
        """Of both schemes together."""
        return self.charged(1, 1)

    def charged(self, first, second):
        """Return the nodes touched if each node of the first and of the second scheme costs so much."""
        one, two = self.solvers
        return first * one.nodes_touched + second * two.nodes_touched

    def exploitability(self):
        """Return the exploitability of the average, to which both schemes add."""
        return self.solvers[0].exploitability()


def marks(last, number=24):
    """Return about so many iterations at which to look, spaced as a logarithmic axis is: 1 to `last`."""
    return np.unique(np.geomspace(1, last, number).astype(int))


def follow(solver, last, number=24, cost=None, measure=None):
    """Run a solver to iteration `last`; return its curve.

    Parameters
    ----------
    solver : CFR or Mix
    last, number : int
    cost : callable, optional
        From the solver to the horizontal axis; by default nodes touched.
    measure : callable, optional
        From the solver to the vertical axis; by default exploitability.

    Returns
    -------
    (k,) and (k,) arrays
    """
    x, y = [], []
    for t in marks(last, number):
        solver.run(int(t) - solver.iterations)
        x.append(solver.nodes_touched if cost is None else cost(solver))
        y.append(solver.exploitability() if measure is None else measure(solver))
    return np.array(x, dtype=float), np.array(y)


def at(runs, place):
    """Return the y of each run at one x, by the same straight lines."""
    return np.array([np.exp(np.interp(np.log(place), np.log(x), np.log(y))) for x, y in runs])


def spread(values, digits=2):
    """Write some runs' numbers as "median (lowest to highest)"."""
    middle, low, high = np.median(values), np.min(values), np.max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"
