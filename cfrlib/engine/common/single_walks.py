"""Walks on single histories of a public tree, and what they share with its walks on vectors: tables and profiles."""

import numpy as np

from cfrlib.engine.common import choosing, skipped
from cfrlib.engine.common import single as scalar
from cfrlib.engine.common.baselines import guesses
from cfrlib.engine.common.update import Tables, compile_iterate
from cfrlib.engine.contract import Engine
from cfrlib.regret import UNVISITED
from cfrlib.sampling import ByPlace, Mixed


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


class TreeWalks(Engine):
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


class ScalarWalks(TreeWalks):
    """Walks that draw all chance."""

    rungs = None

    def __init__(self, setup):
        super().__init__(setup)
        self._read()
        self._make_room()

    def _read(self):
        """Put the switches into numbers."""
        self.mixed = self.setup.sampling if isinstance(self.setup.sampling, Mixed | ByPlace) else None
        rows = (self.mixed.first, self.mixed.second) if self.mixed else (self.setup.sampling,) * 2
        named = {"all": choosing.ALL, "one": choosing.ONE}
        self.own = np.array([named.get(row.own_actions, row.own_actions) for row in rows], dtype=np.int64)
        self.opponent = np.array([named[row.opponent_actions] for row in rows], dtype=np.int64)
        self.epsilon = np.array([row.epsilon for row in rows], dtype=float)
        published = getattr(self.mixed, "scale", "one") == "published"
        self.by_deal = np.array([published and row.own_actions == "one" for row in rows])
        self.coin, self.cutoff = choosing.BY_WALK, (1.0, 1.0, 0.0)
        if isinstance(self.mixed, ByPlace):
            self.coin = choosing.BY_PLACE
            self.cutoff = (*map(float, self.mixed.cutoff), float(self.mixed.confident.visits))
        elif self.mixed and self.mixed.per_node:
            self.coin = choosing.BY_NODE
        self.average = UNVISITED.index(self.setup.average.unvisited)

    def _make_room(self):
        """Fill in the tables, and what the kernels need beside them."""
        self.tables = empty_tables(self.setup)
        self.bundles = b = self.layout.bundles
        self.parents = np.zeros(0, np.int64)
        if self.average == skipped.LAZY:
            self.parents = self.layout.row_parents
            if self.parents is None:
                raise ValueError(
                    f"average={str(self.setup.average)!r}: in {self.setup.game} rows of the table join different "
                    "pasts, and what they have missed cannot be told; take stochastic averaging (the default)"
                )
        self.guesses, size = guesses(self.layout, self.setup.baseline.kind, self.setup.baseline.rate)
        everywhere = len(self.guesses.reach) > 0
        if everywhere and self.average == skipped.LAZY:
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
        return choosing.Switches(
            self.own, self.opponent, self.epsilon, self.coin, probability, self.average, self.parents,
            self.layout.running_deals, self.cutoff, self.guesses, self.by_deal, self.setup.average_at == "custom",
            self.rungs,
        )  # fmt: skip

    def iterate(self, rule, rng, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        probability = self.mixed.probabilities(t, iterations) if self.mixed else np.zeros(0)
        switches = self.switches(probability)._replace(exponent=rule.exponent)
        return scalar.iterate(
            self.bundles, switches, rule, self.opponents_average, self.simultaneous,
            rng, self.tables, self.frames, self.drawn, self.counts, t, iterations,
        )  # fmt: skip

    def sums(self, iterations):
        """Return what the average strategy is made of; lazy averaging first pushes down, in a copy, what is still on
        its way."""
        tables = self.tables
        if self.average == skipped.LAZY:
            tables = tables._replace(sums=tables.sums.copy(), passed=tables.passed.copy())
            skipped.push_down(self.layout.bundles, self.setup.average.power, iterations, self.parents, tables)
        return tables.sums
