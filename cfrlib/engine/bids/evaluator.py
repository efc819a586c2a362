"""Best responses and expected value over bids: the same walk, with the strategies of a table of sums."""

import numpy as np

from cfrlib.engine.bids.vector import Walk
from cfrlib.engine.bids.workspace import BidsWorkspace, whole_side
from cfrlib.engine.common.table_layout import PerThread
from cfrlib.engine.common.table_layout import TableEvaluator
from cfrlib.engine.common.vector_walks import BEST, MATCHED, MEAN, make_numbers


class BidsEvaluator(TableEvaluator):
    """Evaluates the profiles of a game whose layout is a `BidsLayout`."""

    def __init__(self, layout):
        super().__init__(layout)
        self.sides = tuple(whole_side(layout, player) for player in (0, 1))
        self.discounts = np.ones((layout.places.bids + 1, int(layout.classes.max()), 2))
        self.workspaces = PerThread(lambda dtype: BidsWorkspace(layout, dtype))

    def best_response_values(self, sums, tolerance=(0.0,)):
        """Return (b1, b2) against the strategies of a table of sums; see `TableProfile` for `tolerance`."""
        leaf = self.layout.game.leaf
        return tuple(
            self._value(BEST, me, sums, leaf(me).best[me], leaf(1 - me).best[me], tolerance=tolerance) for me in (0, 1)
        )

    def expected_value(self, sums, tolerance=(0.0,)):
        """Return the expected value to player 0 of the strategies of a table of sums."""
        leaf = self.layout.game.leaf
        return self._value(MEAN, 0, sums, leaf(0).value, leaf(1).value, tolerance=tolerance)

    def expected_value_of(self, first, second, tolerance=(0.0,)):
        """Return the expected value to player 0 of his table of sums against player 1's, of the same dtype."""
        if first.dtype != second.dtype:
            raise ValueError(f"second: its dtype is {second.dtype}; it takes that of first, {first.dtype}")
        leaf = self.layout.game.leaf
        return self._value(MEAN, 0, first, leaf(0).value, leaf(1).value, second, tolerance)

    def _value(self, purpose, me, sums, win, lose, theirs=None, tolerance=(0.0,)):
        workspace, discounts = self.workspaces.of(sums.dtype), self.discounts.astype(sums.dtype)
        own, their, theirs = self.sides[me], self.sides[1 - me], sums if theirs is None else theirs
        numbers = make_numbers(sums.dtype, self.layout.places.bids + 1, tolerance[0], win=win, lose=lose)
        walk = Walk(me, purpose, MATCHED, -1, own, their, numbers, discounts, theirs, sums, sums, sums)
        return float(workspace.walk(walk))


EVALUATOR = BidsEvaluator
