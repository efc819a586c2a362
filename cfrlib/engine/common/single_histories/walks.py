"""Walks on single histories, from the switches to the compiled walk: cs, es, os, robust, and mixes of them."""

import numpy as np

from cfrlib.engine.common.single_histories import lazy_averages as skipped
from cfrlib.engine.common.single_histories import walk as scalar
from cfrlib.engine.common.single_histories.actions import make_switches, probabilities
from cfrlib.engine.common.single_histories.baselines import baseline_slots
from cfrlib.engine.common.tree_tables import TreeEngine, empty_tables, uniform
from cfrlib.sampling import Scheme


class SingleWalks(TreeEngine):
    """Walks that draw all chance."""

    def __init__(self, setup):
        super().__init__(setup)
        named = isinstance(setup.sampling, Scheme) and setup.average_at != "custom"
        plain = named and setup.average.unvisited == "stochastic" and setup.baseline.kind == "none"
        deals = self.layout.running_deals
        self.chosen = make_switches(setup)._replace(deals=deals, more=() if plain else (True,))
        self._make_workspace()

    def _make_workspace(self):
        """Fill in the tables, and what the kernels need beside them."""
        self.bundles = b = self.layout.with_matrices
        slots, size = baseline_slots(self.layout, self.setup.baseline.kind, self.setup.baseline.rate)
        everywhere = len(slots.reach) > 0
        self.tables = empty_tables(self.setup, uniform(self.setup))._replace(baseline=np.zeros(size))
        self.chosen = self.chosen._replace(slots=slots)
        if self.chosen.average == skipped.LAZY:
            self.chosen = self.chosen._replace(parents=self.layout.row_parents)
        rows, nodes = (b.classes if everywhere else b.sequences)[b.kind >= 0].sum() + 1, b.sequences.sum() * (size > 0)
        depth, actions = b.stage[-1] + 2 + len(b.kind), np.diff(b.edges).max()
        self.frames = scalar.make_frames(*map(int, (depth, actions, rows, nodes)))
        self.drawn = np.zeros(2 + len(b.boards), dtype=np.int64)

    def iterate(self, rule, rng, t, iterations):
        probability = probabilities(self.setup.sampling, t, iterations)
        switches = self.chosen._replace(probability=probability, exponent=rule.exponent, weights=rule.weights)
        return scalar.iterate(
            self.bundles, switches, rule, self.simultaneous, rng, self.tables, self.frames, self.drawn, t, iterations
        )

    def sums(self, iterations):
        """Return the sums; lazy averaging first pushes down, in a copy, what is still on its way."""
        tables = self.tables
        if self.chosen.average == skipped.LAZY:
            tables = tables._replace(sums=tables.sums.copy(), accounted=tables.accounted.copy())
            skipped.push_down(self.layout.bundles, self.setup.average.power, iterations, self.chosen.parents, tables)
        return tables.sums
