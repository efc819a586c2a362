"""What the walks of hold'em share, with all cards or under buckets: the profiles that come out of their tables."""


class RoundsWalks:
    """Base of these walks: a subclass gives the tables, of the early streets and of the last one.

    Beside `sums` it has `_bases(solver)`, what strategies are matched to, and `nothing(solver)`, up to where a sum of
    positive regrets counts as none.
    """

    def sums(self, solver):
        """Return what the average strategy is made of."""
        raise NotImplementedError

    def average_profile(self, solver):
        """Return the average profile, a view of the tables."""
        return solver.tree.average(self.sums(solver))

    def current_profile(self, solver):
        """Return the current profile, a view of the tables."""
        return solver.tree.average(self._bases(solver), self.nothing(solver))

    def exploitability(self, solver):
        """Return the exploitability of the average profile; under buckets, in the abstract game."""
        return solver.tree.exploitability(self.sums(solver))
