"""Walks on single histories, from the switches to the compiled walk: cs, es, os, robust, and mixes of them."""

import numpy as np

from cfrlib.engine.common.single_histories import lazy_averages as skipped
from cfrlib.engine.common.single_histories import walk as scalar
from cfrlib.engine.common.single_histories.baselines import baseline_slots
from cfrlib.engine.common.single_histories.switches import SingleSwitches
from cfrlib.engine.common.tree_tables import TreeEngine, empty_tables


class SingleWalks(TreeEngine):
    """Walks that draw all chance."""

    places = None

    def __init__(self, setup):
        super().__init__(setup)
        self.chosen = SingleSwitches(setup)
        self._make_workspace()

    def _make_workspace(self):
        """Fill in the tables, and what the kernels need beside them."""
        self.tables = empty_tables(self.setup)
        self.bundles = b = self.layout.bundles
        self.parents = np.zeros(0, np.int64)
        if self.chosen.unvisited == skipped.LAZY:
            self.parents = self.layout.row_parents
        self.slots, size = baseline_slots(self.layout, self.setup.baseline.kind, self.setup.baseline.rate)
        everywhere = len(self.slots.reach) > 0
        self.tables = self.tables._replace(baseline=np.zeros(size))
        rows, nodes = (b.classes if everywhere else b.sequences)[b.kind >= 0].sum() + 1, b.sequences.sum() * (size > 0)
        depth, actions = b.stage[-1] + 2 + len(b.kind), np.diff(b.edges).max()
        self.frames = scalar.make_frames(*map(int, (depth, actions, rows, nodes)))
        self.drawn = np.zeros(2 + len(b.boards), dtype=np.int64)

    def switches(self, probability):
        """Return what the kernels ask, with the probabilities of the first scheme in the iterations to come."""
        return self.chosen.for_kernels(probability, self.parents, self.layout.running_deals, self.slots, self.places)

    def iterate(self, rule, rng, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        switches = self.switches(self.chosen.probabilities(t, iterations))._replace(exponent=rule.exponent)
        return scalar.iterate(
            self.bundles, switches, rule, self.simultaneous, rng, self.tables, self.frames, self.drawn, t, iterations
        )

    def sums(self, iterations):
        """Return what the average strategy is made of; lazy averaging first pushes down, in a copy, what is still on
        its way."""
        tables = self.tables
        if self.chosen.unvisited == skipped.LAZY:
            tables = tables._replace(sums=tables.sums.copy(), accounted=tables.accounted.copy())
            skipped.push_down(self.layout.bundles, self.setup.average.power, iterations, self.parents, tables)
        return tables.sums
