"""What the evaluators of hold'em have in common: two tables, of the early rounds and of the last one."""

import numpy as np

from cfrlib.engine.common.table_layout import TableEvaluator
from cfrlib.engine.common.vector_walks import BEST, MEAN


class RoundsEvaluator(TableEvaluator):
    """Base of the evaluators of hold'em; a subclass says in `_value` what a walk with a purpose finds."""

    def best_response_values(self, sums, tolerance=(0.0, 0.0)):
        """Return (b1, b2) against the strategies of tables of sums; see `TableProfile` for `tolerance`."""
        return tuple(self._value(BEST, me, sums, sums, tolerance) for me in (0, 1))

    def expected_value(self, sums, tolerance=(0.0, 0.0)):
        """Return the expected value to player 0 of the strategies of tables of sums."""
        return self._value(MEAN, 0, sums, sums, tolerance)

    def expected_value_of(self, first, second, tolerance=(0.0, 0.0)):
        """Return the expected value to player 0 when they follow one profile's tables and player 1 another's."""
        dtype = np.result_type(first[1], second[1])
        mine, theirs = ((early, late.astype(dtype, copy=False)) for early, late in (first, second))
        return self._value(MEAN, 0, mine, theirs, tolerance)
