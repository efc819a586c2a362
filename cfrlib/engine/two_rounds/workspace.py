"""What walks of two-round hold'em need beside tables, and what one walk over all flops does."""

from concurrent.futures import ThreadPoolExecutor
from math import comb
from queue import SimpleQueue

import numpy as np

from cfrlib.engine.common.limit_holdem.betting_round import Workspace
from cfrlib.engine.common.limit_holdem.tables import plain_walk
from cfrlib.engine.common.vector_walks import REGRETS
from cfrlib.engine.two_rounds import vector
from cfrlib.engine.two_rounds.terminals import columns

PIECES = 16
"""Into how many parts the flops are cut, however many threads share them: so no result depends on it."""


class TwoRoundsWorkspace:
    """What the walks of one solver or evaluator write on their way, and what they read beside tables.

    Values are summed over all hands that the opponent may hold; `deals` of them and of the own hands make one.
    """

    def __init__(self, layout, dtype, threads=1):
        self.layout, self.dtype, self.threads = layout, np.dtype(dtype), min(threads, PIECES)
        before, after = layout.boards
        first, second = layout.first.betting, layout.second.betting
        widest = int(np.diff(after.start).max())
        late = [_workspace(second, after, widest, layout.lanes, dtype) for _ in range(self.threads)]
        self.deals = comb(layout.game.deck.cards, 2) * comb(layout.game.deck.cards - 2, 2)
        self.rounds = vector.Rounds(
            first, second._replace(stakes=second.stakes.astype(dtype)), before,
            after._replace(hands=after.hands.astype(dtype), share=after.share.astype(dtype)),
            _workspace(first, before, layout.classes, 1, float), late[0], np.zeros(layout.lanes * layout.classes),
            layout.lanes, 1 / comb(layout.game.deck.cards - 4, 3),
        )  # fmt: skip
        self.free = SimpleQueue()
        for workspace in late:
            self.free.put(workspace)
        weights, every = layout.flops.weight.astype(float), np.arange(len(layout.flops.weight))
        cuts = np.searchsorted(after.start, np.linspace(0, after.start[-1], PIECES + 1))
        self.pieces = [(every[a:b], weights[a:b]) for a, b in zip(cuts[:-1], cuts[1:], strict=True)]

    def walk(self, early, late, pieces=None):
        """Do a walk over all flops, or over pieces of them, (flops, weights); return what its player gets."""
        vector.begin(self.rounds, early)
        self.rounds.values[:] = 0
        for values in self._walk_pieces(late, self.pieces if pieces is None else pieces):
            self.rounds.values[:] += values
        return vector.finish(self.rounds, early) / self.deals

    def _walk_pieces(self, late, pieces):
        """Yield the values of each piece, in their order."""

        def walk(piece):
            own, values = self.free.get(), np.zeros_like(self.rounds.values)
            try:
                vector.walk_flops(self.rounds._replace(late=own, values=values), *piece, late)
            finally:
                self.free.put(own)
            return values

        if self.threads == 1:
            yield from map(walk, pieces)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            yield from pool.map(walk, pieces)

    def compile(self):
        """Do a walk over no flop at all, so that the clock does not count the compiler."""
        walks = (
            plain_walk(0, REGRETS, np.zeros(size, dtype=dtype))
            for size, dtype in ((self.layout.sizes[0], float), (0, self.dtype))
        )
        self.walk(*walks, pieces=[tuple(part[:0] for part in self.pieces[0])])


def _workspace(betting, boards, classes, lanes, dtype):
    nodes, stride = len(betting.kind), classes * lanes
    folded = columns(betting.folds, lanes)
    wide = folded + columns(betting.shows, lanes)
    vectors = (np.zeros(nodes * stride, dtype=dtype) for _ in range(4))
    columned = (np.zeros(size * wide, dtype=dtype) for size in (classes, classes, 2 * (boards.orbits + 1)))
    return Workspace(stride, *vectors, np.zeros((2, nodes), dtype=np.int64), folded, wide, *columned)
