"""What walks of two-round hold'em need beside tables, and what one walk does."""

from concurrent.futures import ThreadPoolExecutor
from math import comb
from queue import SimpleQueue

import numpy as np

from cfrlib.engine.common.limit_holdem.betting_round import Walk, Workspace
from cfrlib.engine.common.vector_walks import MATCHED, REGRETS, round_numbers
from cfrlib.engine.two_rounds import vector as streets
from cfrlib.engine.two_rounds.terminals import columns


class TwoRoundsWorkspace:
    """Room for the walks of one solver or evaluator.

    Values are summed over all hands that the opponent may hold; `deals` of them and of the own hands make one.

    Parameters
    ----------
    layout : TwoRoundsLayout
    dtype : str
        Of the tables of the flop; those before it are float64.
    threads : int
        How many share the flops of a walk over all of them. These are cut into the same `PIECES` whoever walks them, so
        no result depends on it.
    """

    def __init__(self, layout, dtype, threads=1):
        self.layout, self.dtype, self.threads = layout, np.dtype(dtype), min(threads, PIECES)
        before, after = layout.boards
        self.boards = before, after._replace(hands=after.hands.astype(dtype), share=after.share.astype(dtype))
        second = layout.second.betting
        self.betting = layout.first.betting, second._replace(stakes=second.stakes.astype(dtype))
        self.classes, self.lanes = len(layout.preflop.multiplicity), layout.lanes
        widest = int(np.diff(after.start).max())
        self.before = _room(self.betting[0], before, self.classes, 1, float)
        self.belows = [_room(second, after, widest, self.lanes, dtype) for _ in range(self.threads)]
        self.found = np.zeros(self.lanes * self.classes)
        cards = layout.game.deck.cards
        self.deals = comb(cards, 2) * comb(cards - 2, 2)
        cuts = np.searchsorted(after.start, np.linspace(0, after.start[-1], PIECES + 1))
        weights, every = layout.flops.weight.astype(float), np.arange(len(layout.flops.weight))
        self.pieces = [(every[a:b], weights[a:b]) for a, b in zip(cuts[:-1], cuts[1:], strict=True)]
        self.scale = 1 / comb(cards - 4, 3)

    @property
    def below(self):
        """Room for a flop."""
        return self.belows[0]

    def walk(self, early, late, pieces=None):
        """Do a walk over all flops; return what its player gets.

        Parameters
        ----------
        early, late : Walk
            Of either round.
        pieces : list of (flops, weights), optional
            Other flops than all.
        """
        streets.begin(self.betting[0], early, self.before, self.classes)
        self.found[:] = 0
        for found in self._walk_pieces(late, self.pieces if pieces is None else pieces):
            self.found += found
        total = streets.finish(
            self.betting[0], self.boards[0], early, self.before, self.found, self.boards[0].hands, self.scale,
            self.lanes, self.classes,
        )  # fmt: skip
        return total / self.deals

    def _walk_pieces(self, late, pieces):
        """Yield what each piece has found, in their order."""
        if self.threads == 1:
            yield from (self._walk_piece(late, piece, self.below) for piece in pieces)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            free = SimpleQueue()
            for below in self.belows:
                free.put(below)

            def walk(piece):
                below = free.get()
                try:
                    return self._walk_piece(late, piece, below)
                finally:
                    free.put(below)

            yield from pool.map(walk, pieces)

    def _walk_piece(self, late, piece, below):
        found = np.zeros_like(self.found)
        streets.walk_flops(
            *self.betting, self.boards[1], *piece, late, self.before, below, found, self.lanes
        )
        return found

    def compile(self):
        """Do a walk over no flop at all, so that the clock does not count the compiler."""
        empty = [plain_walk(0, REGRETS, round_numbers(dtype), np.zeros(size, dtype=dtype))
                 for size, dtype in ((self.layout.num_first, np.dtype(float)), (0, self.dtype))]  # fmt: skip
        self.walk(*empty, pieces=[tuple(part[:0] for part in self.pieces[0])])


PIECES = 16
"""Into how many parts the flops are cut."""


def plain_walk(me, purpose, numbers, table):
    """Return a walk whose tables are all the same."""
    return Walk(me, purpose, MATCHED, -1, numbers, np.ones(2, dtype=numbers.dtype), *(table,) * 4)


def _room(betting, boards, classes, lanes, dtype):
    nodes, stride = len(betting.kind), classes * lanes
    folded, shown = columns(betting.folds, lanes), columns(betting.shows, lanes)
    wide = folded + shown
    vectors = (np.zeros(nodes * stride, dtype=dtype) for _ in range(4))
    return Workspace(
        stride, *vectors, np.zeros((2, nodes), dtype=np.int64), folded, wide, np.zeros(classes * wide, dtype=dtype),
        np.zeros(classes * wide, dtype=dtype), np.zeros(2 * (boards.orbits + 1) * wide, dtype=dtype),
    )  # fmt: skip
