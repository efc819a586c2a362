"""What layouts of large games have in common: profiles are views of their tables, and are evaluated on them."""

from cfrlib.engine.common.table_profile import VIEWED, TableProfile, check_finite


class TableLayout:
    """Base of the layouts whose profiles are `TableProfile`s.

    `evaluator` is theirs to define, and ``player_of(key)``: who moves at an information set.
    """

    imperfect_recall = False
    stakes = 1.0
    """See `PublicTree.stakes`; in these games payoffs are never small."""

    def average(self, sums, tolerance=None):
        """Return the profile of tables of summed strategies, or of regrets, a view of them; see `TableProfile`."""
        return TableProfile(self, sums, tolerance)

    def exploitability(self, sums):
        """Return the exploitability of the profile of tables of summed strategies."""
        if self.game.num_infoset_actions <= VIEWED:  # of larger ones a pass over the tables would take as long
            check_finite(sums)
        return max(sum(self.evaluator.best_response_values(sums)) / 2, 0.0)
