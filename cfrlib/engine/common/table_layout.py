"""Layouts and evaluators of large games: profiles are views of tables, and walks over these find their worth."""

import threading
from abc import abstractmethod

from cfrlib.engine.common.table_profile import VIEWED, TableProfile, filled
from cfrlib.engine.common.vector_walks import BEST, KEPT, MEAN
from cfrlib.engine.contract import Layout
from cfrlib.engine.locks import Locks
from cfrlib.engine.sums import check_finite


class TableLayout(Layout):
    """Base of the layouts whose profiles are `TableProfile`s."""

    @abstractmethod
    def information_sets(self):
        """Yield (key, names of actions, place in a table) of all information sets, as `find` says where that is."""

    @abstractmethod
    def player_of(self, key):
        """Return who moves at an information set."""

    def average(self, sums, tolerance=None):
        """Return the profile of tables of summed strategies, or of regrets, a view of them; see `TableProfile`."""
        return TableProfile(self, sums, tolerance)

    def exploitability(self, sums, locks=None):
        """Return the exploitability of the profile of tables of summed strategies."""
        if self.game.num_infoset_actions <= VIEWED:  # of larger ones a pass over the tables would take as long
            check_finite(sums)
        kept = locks and locks.kept(sums)
        return max(sum(self.evaluator.best_response_values(sums, kept=kept)) / 2, 0.0)


class TableEvaluator:
    """Base of the evaluators of a `TableLayout`; a subclass says in `_value` what a walk with a purpose finds.

    They take tables of sums; what counts as none in them is the `tolerance`, see `TableProfile`.
    """

    def __init__(self, layout):
        self.layout, self.none = layout, (0.0,) * len(layout.sizes)

    def strategy(self, profile):
        """Return tables from which the profile's strategies follow: what it views, or new ones (see `filled`)."""
        if getattr(profile, "layout", None) is not None and profile.game == self.layout.game:
            return profile.writeable
        return filled(self.layout, profile)

    def read(self, profile, locked=None):
        """Return what `best_response_values` and `expected_value` take: tables, what counts as nothing in them, and
        with locks, which the profile then keeps, the tables of these."""
        tables = self.strategy(profile)
        viewed = tables is getattr(profile, "writeable", None)
        tolerance = profile.tolerance if viewed else self.none
        if not locked:
            return tables, tolerance
        locks = Locks(self.layout, locked)
        return locks.replaced(tables), tolerance, locks.kept(tables)

    def best_response_values(self, sums, tolerance=None, kept=None):
        """Return (b1, b2) against the strategies of tables of sums; responses keep what is in the tables `kept`."""
        purpose, mine = (BEST, sums) if kept is None else (KEPT, kept)
        return tuple(self._value(purpose, me, mine, sums, tolerance or self.none) for me in (0, 1))

    def expected_value(self, sums, tolerance=None):
        """Return the expected value to player 0 of the strategies of tables of sums."""
        return self._value(MEAN, 0, sums, sums, tolerance or self.none)

    def expected_value_of(self, first, second, tolerance=None):
        """Return the expected value to player 0, who follows one profile's tables, where player 1 follows another's."""
        return self._value(MEAN, 0, first, second, tolerance or self.none)

    def value_between(self, first, second):
        """Return the expected value to player 0, who follows one profile, where player 1 follows another."""
        (mine, tolerance), (theirs, none) = self.read(first), self.read(second)
        return self.expected_value_of(mine, theirs, tuple(map(max, tolerance, none)))


class PerThread(threading.local):
    """The arrays that walks write into: each thread has its own, from ``make(kind)`` for its last kind (a dtype)."""

    def __init__(self, make):
        self.make, self.kind, self.kept = make, None, None

    def of(self, kind=None):
        """Return the workspace of this thread."""
        if self.kept is None or self.kind != kind:
            self.kind, self.kept = kind, self.make(kind)
        return self.kept
