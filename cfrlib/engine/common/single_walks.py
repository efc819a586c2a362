"""Walks on single histories of a public tree, and what they share with its walks on vectors: tables and profiles."""

import numpy as np

from cfrlib.engine.common import single as scalar
from cfrlib.engine.common import skipped
from cfrlib.engine.common.baselines import guesses
from cfrlib.engine.common.single_switches import SingleSwitches
from cfrlib.engine.common.update import Tables, compile_iterate
from cfrlib.engine.contract import Engine
from cfrlib.sampling import ByPlace


def empty_tables(setup):
    """Return the tables of a solver that has not run yet."""
    b, size, rows = setup.layout.bundles, setup.layout.num_entries, setup.layout.num_rows
    strategy = np.empty(size, dtype=setup.dtype)
    for g in np.flatnonzero(b.kind >= 0):
        actions = b.edges[g + 1] - b.edges[g]
        strategy[b.block[g] : b.block[g] + actions * b.classes[g]] = 1 / actions
    regret, sums, gain = (np.zeros(size, dtype=setup.dtype) for _ in range(3))
    passed = np.zeros(0 if setup.average.unvisited == "stochastic" else rows)
    seen, visits = np.zeros(rows, np.int64), np.zeros(rows if isinstance(setup.sampling, ByPlace) else 0, np.int64)
    return Tables(regret, sums, strategy, gain, seen, passed, visits, np.zeros(0))


class TreeEngine(Engine):
    """Base of the walks of a public tree."""

    def prepare(self):
        """Compile, so that the clock does not count it."""
        compile_iterate(self)

    def sums(self, iterations):
        """Return what the average strategy is made of."""
        return self.tables.sums

    def current(self):
        """Return the current profile."""
        return self.layout.profile(self.tables.strategy)

    def check(self):
        """Raise ValueError if strategies that were read do not sum to 1."""
        b, strategy = self.layout.bundles, self.tables.strategy
        for g in np.flatnonzero(b.kind >= 0):
            actions = b.edges[g + 1] - b.edges[g]
            block = strategy[b.block[g] : b.block[g] + actions * b.classes[g]].reshape(actions, -1)
            total = block.sum(axis=0)
            if (np.abs(total - (total != 0)) > 1e-4).any():  # Deep CFR leaves zeros where nobody can come
                raise ValueError("strategy: its probabilities do not sum to 1")


class SingleWalks(TreeEngine):
    """Walks that draw all chance."""

    rungs = None

    def __init__(self, setup):
        super().__init__(setup)
        self.chosen = SingleSwitches(setup)
        self._make_room()

    def _make_room(self):
        """Fill in the tables, and what the kernels need beside them."""
        self.tables = empty_tables(self.setup)
        self.bundles = b = self.layout.bundles
        self.parents = np.zeros(0, np.int64)
        if self.chosen.unvisited == skipped.LAZY:
            self.parents = self.layout.row_parents
            if self.parents is None:
                raise ValueError(
                    f"average={str(self.setup.average)!r}: in {self.setup.game} rows of the table join different "
                    "pasts, and what they have missed cannot be told; take stochastic averaging (the default)"
                )
        self.guesses, size = guesses(self.layout, self.setup.baseline.kind, self.setup.baseline.rate)
        everywhere = len(self.guesses.reach) > 0
        if everywhere and self.chosen.unvisited == skipped.LAZY:
            raise ValueError(
                f"average={str(self.setup.average)!r} with baseline='exact': lazy averaging counts on rows that change "
                "only when they are visited, and this baseline changes all; take stochastic averaging (the default)"
            )
        self.tables = self.tables._replace(guess=np.zeros(size))
        rows, nodes = (b.classes if everywhere else b.sequences)[b.kind >= 0].sum() + 1, b.sequences.sum() * (size > 0)
        depth, actions = b.stage[-1] + 2 + len(b.kind), np.diff(b.edges).max()
        self.frames = scalar.make_frames(*map(int, (depth, actions, rows, nodes)))
        self.drawn, self.counts = np.zeros(2 + len(b.boards), dtype=np.int64), np.zeros(4, dtype=np.int64)

    def switches(self, probability):
        """Return what the kernels ask, with the probabilities of the first scheme in the iterations to come."""
        return self.chosen.for_kernels(probability, self.parents, self.layout.running_deals, self.guesses, self.rungs)

    def iterate(self, rule, rng, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        switches = self.switches(self.chosen.probabilities(t, iterations))._replace(exponent=rule.exponent)
        return scalar.iterate(
            self.bundles, switches, rule, self.opponents_average, self.simultaneous,
            rng, self.tables, self.frames, self.drawn, self.counts, t, iterations,
        )  # fmt: skip

    def sums(self, iterations):
        """Return what the average strategy is made of; lazy averaging first pushes down, in a copy, what is still on
        its way."""
        tables = self.tables
        if self.chosen.unvisited == skipped.LAZY:
            tables = tables._replace(sums=tables.sums.copy(), passed=tables.passed.copy())
            skipped.push_down(self.layout.bundles, self.setup.average.power, iterations, self.parents, tables)
        return tables.sums
