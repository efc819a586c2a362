"""Walks on single histories over bids: external, robust and outcome sampling and their mixes on large Bluff."""

import numpy as np

from cfrlib._util.memory import check_memory
from cfrlib.engine.bids.single_layout import bids_bundles, uniform
from cfrlib.engine.bids.workspace import smaller
from cfrlib.engine.common.flat_tree import Tables
from cfrlib.engine.common.single_histories import lazy_averages as skipped
from cfrlib.engine.common.single_histories import walk as scalar
from cfrlib.engine.common.single_histories.actions import ALL, BY_PLACE
from cfrlib.engine.common.single_histories.baselines import NO_BASELINE
from cfrlib.engine.common.single_histories.nodes import single_tree
from cfrlib.engine.common.single_histories.walks import SingleWalks
from cfrlib.engine.step import entries_remembered, memory_of


class BidsSingleWalks(SingleWalks):
    """The rows on single histories, over bids; tables have one entry more than the layout's, see `row_of`."""

    def _make_workspace(self):
        game, layout, baseline = self.setup.game, self.layout, self.setup.baseline
        dtype, discounts = self.setup.dtype, self.setup.regret.discounts
        self.row_lists = [discounts, self.chosen.average != skipped.STOCHASTIC, self.chosen.coin == BY_PLACE]
        self.with_baseline = baseline.kind == "learned"
        self.met = most_met(layout.places.bids, ALL in self.chosen.opponent)
        check_memory(game, self._bytes(layout, dtype), smaller(game, self._bytes))
        size = layout.num_entries + 1
        last_update, accounted, visits = (layout.num_rows * kept for kept in self.row_lists)
        regret, sums, instantaneous = (np.zeros(size, dtype=dtype) for _ in range(3))
        self.tables = Tables(
            regret, sums, uniform(layout, dtype), instantaneous, np.zeros(last_update, np.int64), np.zeros(accounted),
            np.zeros(visits, np.int64), np.zeros(size * self.with_baseline), memory_of(self.setup.regret, size, dtype),
        )  # fmt: skip
        slots = NO_BASELINE._replace(rate=float(baseline.rate) if self.with_baseline else 0.0)
        self.chosen = self.chosen._replace(slots=slots, places=(layout.places, layout.places_of_rows))
        self.tree = None
        rows, nodes = self.met[0] * self.simultaneous, self.met[1] * self.with_baseline
        self.frames = scalar.make_frames(layout.places.bids + 2, layout.places.bids, rows, nodes)

    def _bytes(self, layout, dtype):
        each = (4 + entries_remembered(self.setup.regret)) * np.dtype(dtype).itemsize + 8 * self.with_baseline
        entries = (layout.num_entries + 1) * each
        rows, nodes = self.met[0] * self.simultaneous, self.met[1]
        return entries + 8 * sum(self.row_lists) * layout.num_rows + 2 * (32 * rows + 16 * nodes * self.with_baseline)

    def prepare(self):
        if self.tree is None:
            bundles = bids_bundles(self.layout, [self.setup.game.leaf(winner).value for winner in (0, 1)])
            self.tree, self.deal = single_tree(bundles, self.layout.running_deals, False)
        super().prepare()

    def check(self):
        """Let any strategies pass: their rows are not listed."""

    def sums(self, iterations):
        return self.tables.sums[:-1]

    def current(self):
        return self.layout.average(self.tables.strategy[:-1])


def most_met(bids, all_of_opponent):
    """Return how many rows of the walking player, and how many nodes, a walk meets at most.

    If one action of the opponent is tried, the next bid leaves most. Then with k bids left rows(k) = 1 + rows(k - 2) +
    rows(k - 3) + ... + rows(0): Fibonacci numbers, 75,025 with 24 bids.
    """
    if all_of_opponent:
        return 2 ** (bids - 1), 2 ** (bids + 1) - 1
    rows, nodes = [], []
    for k in range(bids + 1):
        rows.append(1 + sum(rows[j - 1] if j else 0 for j in range(k)))
        nodes.append(2 + sum(1 + (nodes[j - 1] if j else 1) for j in range(k)))
    return rows[-1], nodes[-1]
