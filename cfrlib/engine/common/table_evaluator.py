"""What the evaluators of large games have in common: profiles are read from tables, and walks find their worth."""

import numpy as np

from cfrlib.engine.common.table_profile import filled
from cfrlib.engine.common.walks import BEST, MEAN


class TableEvaluator:
    """Base of the evaluators.

    Parameters
    ----------
    layout : TableLayout
    """

    def __init__(self, layout):
        self.layout = layout

    def strategy(self, profile):
        """Return tables from which the profile's strategies follow: what it views, or new ones, entry by entry.

        Raises
        ------
        ValueError
            If the profile misses an information set of the game or has other actions there.
        """
        if getattr(profile, "layout", None) is not None and profile.game == self.layout.game:
            return profile.writeable
        return filled(self.layout, profile)

    def read(self, profile):
        """Return what `best_response_values` and `expected_value` take: tables, and what counts as nothing in them."""
        tables = self.strategy(profile)
        viewed = tables is getattr(profile, "writeable", None)
        return tables, profile.nothing if viewed else (0.0,) * len(self.layout.sizes)

    def value_between(self, first, second):
        """Return the expected value to player 0 when he follows one profile and player 1 another."""
        (mine, nothing), (theirs, none) = self.read(first), self.read(second)
        return self.expected_value_of(mine, theirs, tuple(map(max, nothing, none)))


class RoundsEvaluator(TableEvaluator):
    """Base of the evaluators of hold'em, whose tables are two: of the early streets, and of the last one.

    A subclass says what a walk with a purpose finds, in ``_value(purpose, me, mine, theirs, nothing)``.
    """

    def best_response_values(self, sums, nothing=(0.0, 0.0)):
        """Return (b1, b2) against the strategies of tables of sums; see `TableProfile` for `nothing`."""
        return tuple(self._value(BEST, me, sums, sums, nothing) for me in (0, 1))

    def expected_value(self, sums, nothing=(0.0, 0.0)):
        """Return the expected value to player 0 of the strategies of tables of sums."""
        return self._value(MEAN, 0, sums, sums, nothing)

    def expected_value_of(self, first, second, nothing=(0.0, 0.0)):
        """Return the expected value to player 0 when they follow one profile's tables and player 1 another's."""
        dtype = np.result_type(first[1], second[1])
        mine, theirs = ((early, late.astype(dtype, copy=False)) for early, late in (first, second))
        return self._value(MEAN, 0, mine, theirs, nothing)
