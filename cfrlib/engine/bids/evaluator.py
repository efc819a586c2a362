"""Best responses and expected value over bids: the same walk, with the strategies of a table of sums."""

import numpy as np

from cfrlib.engine.bids.vector import Walk
from cfrlib.engine.bids.workspace import BidsWorkspace, whole_side
from cfrlib.engine.common.regret_matching import memory_of
from cfrlib.engine.common.table_layout import PerThread, TableEvaluator
from cfrlib.engine.common.vector_walks import MATCHED, MEAN, make_numbers


class BidsEvaluator(TableEvaluator):
    """Evaluates the profiles of a game whose layout is a `BidsLayout`."""

    def __init__(self, layout):
        super().__init__(layout)
        self.sides = tuple(whole_side(layout, player) for player in (0, 1))
        self.discounts = np.ones((layout.places.bids + 1, int(layout.classes.max()), 2))
        self.workspaces = PerThread(lambda dtype: BidsWorkspace(layout, dtype))

    def _value(self, purpose, me, sums, theirs, tolerance):
        if sums.dtype != theirs.dtype:
            raise ValueError(f"second: its dtype is {theirs.dtype}; it takes that of first, {sums.dtype}")
        leaves = self.layout.game.leaf(me), self.layout.game.leaf(1 - me)
        win, lose = (leaf.value if purpose == MEAN else leaf.best[me] for leaf in leaves)
        workspace, discounts = self.workspaces.of(sums.dtype), self.discounts.astype(sums.dtype)
        own, their = self.sides[me], self.sides[1 - me]
        numbers = make_numbers(sums.dtype, self.layout.places.bids + 1, tolerance[0], win=win, lose=lose)
        none = memory_of(None, 0, sums.dtype)
        walk = Walk(me, purpose, MATCHED, -1, own, their, numbers, discounts, theirs, sums, sums, sums, none)
        return float(workspace.walk(walk))


EVALUATOR = BidsEvaluator
