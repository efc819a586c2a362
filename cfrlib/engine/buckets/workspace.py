"""What walks under buckets need beside tables: where reach and values stand, deals, and one walk with its products."""

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from itertools import pairwise
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
from threadpoolctl import ThreadpoolController

from cfrlib.engine.buckets import vector as bucket_walk
from cfrlib.engine.buckets.deals import DIGIT, Table
from cfrlib.engine.buckets.vector import BettingRound, Rounds, Steps
from cfrlib.engine.common.limit_holdem.betting_round import Workspace
from cfrlib.engine.common.limit_holdem.rounds import NEXT
from cfrlib.engine.common.vector_walks import COPIED


class Worth(NamedTuple):
    """What the terminals are worth to a step against the opponent's: matrices (own steps, opponent's steps)."""

    pairs: tuple  # of each round
    wins: np.ndarray  # of the last one


class BucketWorkspace:
    """What walks of so many steps in each round write on their way.

    Threads share the buckets before the flop: what follows one is independent of others, so no result depends on them.
    """

    def __init__(self, layout, dtype, steps, threads=1):
        self.threads, self.number = threads, layout.last
        before = np.cumsum([0, *layout.sequences]).tolist()
        self.parts = [
            _betting_round(layout, k, np.dtype(float if k < layout.last else dtype), steps[k], before[k])
            for k in range(layout.last + 1)
        ]
        self.values = [np.zeros_like(part.terminals) for part in self.parts]
        self.own_rounds = [self._rounds() for _ in range(threads)]
        self.rounds = self.own_rounds[0]
        self.sizes = np.array(layout.sequences)

    def _rounds(self):
        """Return `Rounds` for a thread: it writes terminals where others do, but has reach and values of its own."""
        own = [
            part._replace(workspace=Workspace(*(x.copy() if isinstance(x, np.ndarray) else x for x in part.workspace)))
            for part in self.parts
        ]
        early = [min(k, self.number - 1) for k in range(bucket_walk.EARLY)]
        opened = (np.zeros(bucket_walk.EARLY + 1, dtype=np.int64) for _ in range(2))
        values = tuple(self.values[k] for k in early), self.values[-1]
        return Rounds(tuple(own[k] for k in early), own[-1], self.number, *values, *opened)

    def walk(self, mine, theirs, worth, walks, rule, last_update, t):
        """Do a walk with the `Steps` of both players; return what its player gets, summed over all deals."""
        self.down(theirs, walks, rule, t)
        self.products(worth)
        total = self.up(mine, walks, rule, last_update, t)
        if walks[1].source == COPIED:
            bucket_walk.commit(mine, self.rounds, walks, rule.floor)
        return total

    def down(self, steps, walks, rule, t):
        """Carry the opponent's reach to all terminals of all their steps."""
        self._share(lambda part, rounds, own: bucket_walk.down(steps, *part, rounds, own, rule, t), steps, walks)

    def up(self, steps, walks, rule, last_update, t):
        """Bring values up through all steps of the walking player; return what they get."""

        def work(part, rounds, own):
            return bucket_walk.up(steps, *part, rounds, own, rule, last_update, t)

        return sum(self._share(work, steps, walks))

    def _share(self, work, steps, walks):
        """Do work for each bucket before the flop; return the results in their order."""
        count = int(steps.count[0])
        if self.threads == 1 or count == 0 or walks[1].source == COPIED:  # with imperfect recall threads would meet
            return [work((0, count), self.rounds, walks)]
        starts = [*np.flatnonzero(steps.round[:count] == 0).tolist(), count]
        free = SimpleQueue()
        for rounds in self.own_rounds:
            own = (walk._replace(numbers=walk.numbers.copy(), constants=walk.constants.copy()) for walk in walks)
            free.put((rounds, tuple(own)))

        def one(*part):
            own = free.get()
            try:
                return work(part, *own)
            finally:
                free.put(own)

        return self._at_once(one, pairwise(starts))

    def _at_once(self, do, items):
        """Return ``do(*item)`` of all items, in order. Whatever happens, nobody is at work any more afterwards."""
        jobs = [self.pool.submit(do, *item) for item in items]
        try:
            return [job.result() for job in jobs]
        finally:
            for job in jobs:
                job.cancel()
            wait(jobs)

    @cached_property
    def pool(self):
        """The threads; to start them for each walk would take as long as what they do."""
        return ThreadPoolExecutor(self.threads, "cfrlib")

    def products(self, worth):
        """Fill in what the terminals are worth, from the opponent's reach there.

        Columns go in halves, however many threads share them: the library's own threads would change last digits.
        """
        halves = []
        for k, part in enumerate(self.parts):
            folds, shows = part.betting.folds * part.lanes, part.betting.shows * part.lanes
            halves += _halves(worth.pairs[k], part.terminals, self.values[k], 0, folds)
            if k == self.number:
                halves += _halves(worth.wins, part.terminals, self.values[k], part.steps * folds, shows)
        with ONE_BY_ONE:
            if self.threads > 1:
                self._at_once(np.matmul, halves)
                return
            for half in halves:
                np.matmul(*half)


class _OneByOne:
    """A context in which the library that multiplies matrices takes one thread, in the whole process.

    The first to come sets the limit, the last to go lifts it.
    """

    def __init__(self):
        self.lock, self.inside = threading.Lock(), 0

    @cached_property
    def libraries(self):
        return ThreadpoolController()

    def __enter__(self):
        with self.lock:
            if self.inside == 0:
                self.limit = self.libraries.limit(limits=1, user_api="blas")
            self.inside += 1

    def __exit__(self, *_):
        with self.lock:
            self.inside -= 1
            if self.inside == 0:
                self.limit.restore_original_limits()


ONE_BY_ONE = _OneByOne()


def _halves(matrix, reach, values, start, columns):
    """Return (matrix, columns of reach, columns of values), twice, for ``values[start:] = matrix @ reach[start:]``."""
    mine, theirs = matrix.shape
    reach = reach[start : start + theirs * columns].reshape(theirs, columns)
    values = values[start : start + mine * columns].reshape(mine, columns)
    half = columns // 2
    return [(matrix, reach[:, part], values[:, part]) for part in (slice(half), slice(half, None))]


def _betting_round(layout, k, dtype, steps, before):
    """Return the `BettingRound` of round k, whose table comes after those of so many sequences `before`."""
    betting, lanes = layout.rounds[k].betting, layout.lanes[k]
    nodes = len(betting.kind)
    vectors = (np.zeros(nodes * lanes, dtype=dtype) for _ in range(4))
    none = np.zeros(0, dtype=dtype)  # terminals stand in arrays of their own
    workspace = Workspace(lanes, *vectors, np.zeros((2, nodes), dtype=np.int64), 0, 0, none, none, none)
    nexts = np.flatnonzero(betting.kind == NEXT)
    nexts = nexts[np.argsort(betting.end[nexts])]
    betting = betting._replace(stakes=betting.stakes.astype(dtype))
    terminals = np.zeros(steps * (betting.folds + betting.shows) * lanes, dtype=dtype)
    return BettingRound(betting, nexts, layout.first[k], lanes, before, workspace, terminals, steps)


def make_table(buckets, dtype):
    """Return `Table` for the boards of these `Buckets`."""
    hands, rounds = len(buckets.hands), buckets.rounds
    cards, shown = len(buckets.tables.words), 5 if rounds > 2 else 3
    held = (cards - shown) * (cards - shown - 1) // 2
    whole = (np.zeros(shape, dtype=np.int64) for shape in (
        (rounds, hands), hands, hands, (2, hands), 1 << DIGIT, (rounds, hands), (rounds, hands)
    ))  # fmt: skip
    counted = (np.zeros(size, dtype=dtype) for size in ((cards + 1) * held, held**2, held**2))
    return Table(np.zeros(shown, dtype=np.int8), *whole, *counted)


def make_steps(most):
    """Return `Steps` with place for so many."""
    whole = (np.zeros(most, dtype=np.int64) for _ in range(3))
    return Steps(*whole, np.zeros(most), np.zeros(5, dtype=np.int64))


def path(rounds):
    """Return the `Steps` of one hand, its sequences still to be filled in."""
    steps = make_steps(rounds)
    steps.round[:], steps.hands[:] = np.arange(rounds), 1
    steps.count[0], steps.count[1 : 1 + rounds] = rounds, 1
    return steps


def every_sequence(layout):
    """Return the `Steps` of all sequences, each once (its share is a constant factor in its average), parents first."""
    many = layout.sequences
    steps = make_steps(sum(many))
    rounds, sequence = np.repeat(np.arange(len(many)), many), np.concatenate([np.arange(n) for n in many])
    below = many[-1] // np.array(many)  # sequences of the last round that begin with one of each round
    order = np.lexsort((rounds, sequence * below[rounds]))
    steps.round[:], steps.sequence[:], steps.place[:] = rounds[order], sequence[order], sequence[order]
    steps.hands[:] = 1
    steps.count[0], steps.count[1 : 1 + len(many)] = len(order), many
    return steps
