"""The walks of a public tree: the solver's switches, as numbers for the kernels, and the room that these work in."""

import numpy as np

from cfrlib.engine.common import choosing, skipped
from cfrlib.engine.common import single as scalar
from cfrlib.engine.common.update import Rule, Tables
from cfrlib.engine.common.view import make_view
from cfrlib.engine.tree import vector
from cfrlib.engine.tree.baselines import guesses
from cfrlib.regret import UNVISITED
from cfrlib.sampling import ByPlace, Mixed


def empty_tables(solver):
    """Return the tables of a solver that has not run yet."""
    b, size, rows = solver.tree.bundles, solver.tree.num_entries, solver.tree.num_rows
    strategy = np.empty(size, dtype=solver.dtype)
    for g in np.flatnonzero(b.kind >= 0):
        actions = b.edges[g + 1] - b.edges[g]
        strategy[b.block[g] : b.block[g] + actions * b.classes[g]] = 1 / actions
    regret, sums, gain = (np.zeros(size, dtype=solver.dtype) for _ in range(3))
    passed = np.zeros(0 if solver.average.unvisited == "stochastic" else rows)
    seen, visits = np.zeros(rows, np.int64), np.zeros(rows if isinstance(solver.sampling, ByPlace) else 0, np.int64)
    return Tables(regret, sums, strategy, gain, seen, passed, visits, np.zeros(0))


class _Walks:
    def prepare(self, solver):
        """Compile, so that the clock does not count it."""
        self.iterate(solver, Rule(0, 0.0, np.zeros((2, 1))), 1, 0)

    def sums(self, solver):
        """Return what the average strategy is made of."""
        return solver._tables.sums

    def average_profile(self, solver):
        """Return the average profile."""
        return solver.tree.average(self.sums(solver))

    def current_profile(self, solver):
        """Return the current profile."""
        return solver.tree.profile(solver._tables.strategy)

    def exploitability(self, solver):
        """Return the exploitability of the average profile."""
        return solver.tree.exploitability(self.sums(solver))


class VectorWalks(_Walks):
    """Walks that carry vectors over private outcomes and try every action."""

    def __init__(self, solver):
        solver._tables = empty_tables(solver)
        b = solver.tree.bundles
        own, opponent, public = (switch == "all" for switch in solver.sampling.chance)
        self.views = tuple(make_view(b, private, public) for private in ((own, opponent), (opponent, own)))
        self.vectors = vector.make_vectors(b, self.views)
        self.drawn = np.zeros((2, 2 + len(b.boards)), dtype=np.int64)
        self.stale = np.ones(2, dtype=bool)

    def iterate(self, solver, rule, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        return vector.iterate(
            solver.tree.bundles, self.views, rule, solver.average_in == "opponent", solver.updates == "simultaneous",
            solver._rng, solver._tables, self.vectors, self.drawn, self.stale, t, iterations,
        )  # fmt: skip


class ScalarWalks(_Walks):
    """Walks that draw all chance."""

    rungs = None

    def __init__(self, solver):
        self._read(solver)
        self._make_room(solver)

    def _read(self, solver):
        """Put a solver's switches into numbers."""
        self.mixed = solver.sampling if isinstance(solver.sampling, Mixed | ByPlace) else None
        rows = (self.mixed.first, self.mixed.second) if self.mixed else (solver.sampling,) * 2
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
        self.average = UNVISITED.index(solver.average.unvisited)

    def _make_room(self, solver):
        """Fill in the tables, and what the kernels need beside them."""
        solver._tables = empty_tables(solver)
        self.bundles = b = solver.tree.bundles
        self.parents = np.zeros(0, np.int64)
        if self.average == skipped.LAZY:
            self.parents = solver.tree.row_parents
            if self.parents is None:
                raise ValueError(
                    f"average={str(solver.average)!r}: in {solver.game} rows of the table join different pasts, and "
                    f"what they have "
                    "missed cannot be told; take stochastic averaging (the default)"
                )
        self.guesses, size = guesses(solver.tree, solver.baseline.kind, solver.baseline.rate)
        everywhere = len(self.guesses.reach) > 0
        if everywhere and self.average == skipped.LAZY:
            raise ValueError(
                f"average={str(solver.average)!r} with baseline='exact': lazy averaging counts on rows that change "
                "only when they are visited, and this baseline changes all; take stochastic averaging (the default)"
            )
        solver._tables = solver._tables._replace(guess=np.zeros(size))
        rows, nodes = (b.classes if everywhere else b.sequences)[b.kind >= 0].sum() + 1, b.sequences.sum() * (size > 0)
        depth, actions = b.stage[-1] + 2 + len(b.kind), np.diff(b.edges).max()
        self.frames = scalar.make_frames(*map(int, (depth, actions, rows, nodes)))
        self.drawn, self.counts = np.zeros(2 + len(b.boards), dtype=np.int64), np.zeros(4, dtype=np.int64)

    def switches(self, solver, probability):
        """Return what the kernels ask, with the probabilities of the first scheme in the iterations to come."""
        return choosing.Switches(
            self.own, self.opponent, self.epsilon, self.coin, probability, self.average, self.parents,
            solver.tree.running_deals, self.cutoff, self.guesses, self.by_deal, solver.average_in == "custom",
            self.rungs,
        )  # fmt: skip

    def iterate(self, solver, rule, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        probability = self.mixed.probabilities(t, iterations) if self.mixed else np.zeros(0)
        switches = self.switches(solver, probability)._replace(exponent=rule.exponent)
        return scalar.iterate(
            self.bundles, switches, rule, solver.average_in == "opponent", solver.updates == "simultaneous",
            solver._rng, solver._tables, self.frames, self.drawn, self.counts, t, iterations,
        )  # fmt: skip

    def sums(self, solver):
        """Return what the average strategy is made of; lazy averaging first pushes down, in a copy, what is still on
        its way."""
        tables = solver._tables
        if self.average == skipped.LAZY:
            tables = tables._replace(sums=tables.sums.copy(), passed=tables.passed.copy())
            skipped.push_down(solver.tree.bundles, solver.average.power, solver.iterations, self.parents, tables)
        return tables.sums
