"""Walks on single histories, from the switches to the compiled walk: cs, es, os, robust, and mixes of them."""

import numpy as np

from cfrlib._util.jit import Bound
from cfrlib.engine.common.flat_tree import TreeEngine, empty_tables, uniform
from cfrlib.engine.common.single_histories import lazy_averages as skipped
from cfrlib.engine.common.single_histories import walk as scalar
from cfrlib.engine.common.single_histories.actions import make_switches
from cfrlib.engine.common.single_histories.baselines import baseline_slots
from cfrlib.engine.common.single_histories.nodes import rows_once, single_tree
from cfrlib.engine.contract import Engine
from cfrlib.sampling import ByPlace, Mixed, Scheme


class DrawnWalks(Engine):
    """Base of the walks that draw all chance; a subclass fills in what `iterate` hands to the kernel."""

    def iterate(self, rule, rng, t, iterations):
        switches = self.chosen
        if isinstance(self.setup.sampling, Mixed | ByPlace):
            switches = switches._replace(probability=self.setup.sampling.probabilities(t, iterations))
        nodes = self.walk(
            self.tree, switches, rule, self.simultaneous, rng, self.tables, self.frames, self.deal, t, iterations
        )
        return nodes, nodes + 4 * iterations

    def sums(self, iterations):
        """Return the sums; lazy averaging first pushes down, in a copy, what is still on its way."""
        tables = self.tables
        if self.chosen.average == skipped.LAZY:
            tables = tables._replace(sums=tables.sums.copy(), accounted=tables.accounted.copy())
            skipped.push_down(self.tree.nodes, self.setup.average.power, iterations, self.chosen.parents, tables)
        return tables.sums


class SingleWalks(DrawnWalks, TreeEngine):
    """Those of a public tree."""

    def __init__(self, setup):
        super().__init__(setup)
        named = isinstance(setup.sampling, Scheme) and setup.average_at != "custom"
        plain = named and setup.average.unvisited == "stochastic" and setup.baseline.kind == "none"
        self.chosen = make_switches(setup)._replace(more=() if plain else (True,))
        self.walk = Bound(scalar.iterate)
        self._make_workspace()

    def _make_workspace(self):
        """Fill in the tables, and what the kernels need beside them."""
        slots, size = baseline_slots(self.layout, self.setup.baseline.kind, self.setup.baseline.rate)
        self.tables = empty_tables(self.setup, uniform(self.setup))._replace(baseline=np.zeros(size))
        self.chosen = self.chosen._replace(slots=slots)
        if self.chosen.average == skipped.LAZY:
            self.chosen = self.chosen._replace(parents=self.layout.row_parents)
        b = self.layout.with_matrices
        self.frames = self.make_frames(self.simultaneous or len(slots.reach) > 0 or not rows_once(b))
        self.tree, self.deal = single_tree(b, self.layout.running_deals, size > 0)

    def make_frames(self, lists):
        """Return the frames of walks that list rows, or update them."""
        b, slots = self.layout.bundles, self.chosen.slots
        rows, nodes = b.classes if len(slots.reach) > 0 else b.sequences, b.sequences.sum() * (len(slots.slot) > 0)
        depth, actions = b.stage[-1] + 2 + len(b.kind), np.diff(b.edges).max()
        return scalar.make_frames(*map(int, (depth, actions, (rows[b.kind >= 0].sum() + 1) * lists, nodes)))
