"""What walks of two-round hold'em need beside tables, and what one walk does."""

from math import comb

import numpy as np

from cfrlib.kernels import street, streets
from cfrlib.kernels.ladder_room import TINY
from cfrlib.kernels.street import Room, Walk


class StreetRoom:
    """Room for the walks of one solver or evaluator.

    Values are summed over all hands that the opponent may hold; `deals` of them and of the own hands make one.

    Parameters
    ----------
    layout : Streets
    dtype : str
        Of the tables of the flop; those before it are float64.
    """

    def __init__(self, layout, dtype):
        self.layout, self.dtype = layout, np.dtype(dtype)
        self.boards = layout.boards
        self.classes, lanes = len(layout.preflop.multiplicity), layout.lanes
        widest = int(np.diff(self.boards[1].start).max())
        self.before = _room(layout.first.betting, self.boards[0], self.classes, 1, float)
        self.below = _room(layout.second.betting, self.boards[1], widest, lanes, dtype)
        self.found = np.zeros(lanes * self.classes)
        cards = layout.game.deck.cards
        self.deals = comb(cards, 2) * comb(cards - 2, 2)
        self.weights = layout.flops.weight.astype(float)
        self.every = np.arange(len(self.weights))
        self.flops_of_a_pair = comb(cards - 4, 3)

    def numbers(self, dtype, weight=0.0, gain=1.0, nothing=TINY):
        """Return `Walk.numbers`; nobody wins or loses a round as a whole here."""
        return np.array([0, TINY, 1, nothing, weight, gain, 0, 0, 0, *(1 / np.arange(1, 5))], dtype=dtype)

    def walk(self, me, purpose, rule, averaged, first, second, numbers, flops=None, probability=None):
        """Do a walk; return what its player gets.

        Parameters
        ----------
        first, second : tuple
            For each round the tables `theirs`, `basis`, `regret` and `sums` of `Walk`, and its `fade`: of one flop,
            or 1.
        numbers : callable
            From a dtype to `Walk.numbers`.
        flops : (k,) int64 array, optional
            Canonical flops to walk; all, if left out.
        probability : float
            How likely a drawn flop was, all flops of its kind together.
        """
        layout, lanes = self.layout, self.layout.lanes
        walks = []
        for (*tables, fade), dtype in ((first, float), (second, self.dtype)):
            walks.append(Walk(me, purpose, rule, averaged, numbers(dtype), np.asarray(fade, dtype=dtype), *tables))
        if flops is None:
            flops, weights = self.every, self.weights
        else:
            weights = self.weights[flops] / probability
        betting = layout.first.betting, layout.second.betting
        streets.begin(betting[0], walks[0], self.before, self.classes)
        self.found[:] = 0
        streets.walk_flops(
            *betting, self.boards[1], flops, weights, walks[1], self.before, self.below, self.found, lanes
        )
        total = streets.finish(
            betting[0], self.boards[0], walks[0], self.before, self.found, self.boards[0].hands,
            1 / self.flops_of_a_pair, lanes, self.classes,
        )  # fmt: skip
        return total / self.deals


def _room(betting, boards, classes, lanes, dtype):
    nodes, apart = len(betting.kind), classes * lanes
    ends = betting.folds + betting.shows
    vectors = (np.zeros(nodes * apart, dtype=dtype) for _ in range(4))
    return Room(
        apart, *vectors, np.zeros((2, nodes), dtype=np.int64), np.zeros(ends * apart, dtype=dtype),
        np.zeros(ends * apart, dtype=dtype), np.zeros(2 * (boards.orbits + 1) * ends * lanes, dtype=dtype),
    )  # fmt: skip


class StreetEvaluator:
    """Evaluation of the profiles of one game of two-round hold'em, over all flops.

    Parameters
    ----------
    layout : Streets
    """

    def __init__(self, layout):
        self.layout, self.room = layout, None

    def strategy(self, profile):
        """Return tables from which the profile's strategies follow; see `cfrlib.layout.table_profile.filled`."""
        from cfrlib.layout.table_profile import filled

        if getattr(profile, "layout", None) is not None and profile.game == self.layout.game:
            return profile.writeable
        return filled(self.layout, profile)

    def best_response_values(self, sums):
        """Return (b1, b2) against the strategies of tables of sums."""
        return tuple(self._value(street.BEST, me, sums) for me in (0, 1))

    def expected_value(self, sums):
        """Return the expected value to player 0 of the strategies of tables of sums."""
        return self._value(street.MEAN, 0, sums)

    def _value(self, purpose, me, sums):
        if self.room is None or self.room.dtype != sums[1].dtype:
            self.room = StreetRoom(self.layout, sums[1].dtype)
        rounds = [(table,) * 4 + (np.ones(2),) for table in sums]
        return self.room.walk(me, purpose, 0, -1, *rounds, self.room.numbers)
