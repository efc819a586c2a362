"""What walks under buckets need: streets with room for reach and values, deals, and one walk with all its products."""

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
from threadpoolctl import ThreadpoolController

from cfrlib.engine.buckets import vector as bucket_walk
from cfrlib.engine.buckets.deals import DIGIT, Table
from cfrlib.engine.buckets.vector import EARLY, Steps, Street, Workspace
from cfrlib.engine.common.limit_holdem.rounds import NEXT
from cfrlib.engine.common.vector_walks import COPIED


class Worth(NamedTuple):
    """What the ends are worth to a step against the opponent's: matrices (own steps, opponent's steps)."""

    pairs: tuple
    """Of each street."""
    wins: np.ndarray
    """Of the last one."""


class BucketWorkspace:
    """TwoRoundsLayout with room for walks of so many steps.

    What follows a bucket before the flop is independent of what follows another one. So that is what threads share:
    no result depends on who walks which, nor on how many they are.

    Parameters
    ----------
    layout : BucketLayout
    dtype : str
        Of the last street.
    steps : sequence of int
        On each street, at most.
    threads : int
    """

    def __init__(self, layout, dtype, steps, threads=1):
        self.threads = threads
        self.layout, self.dtype, self.number = layout, np.dtype(dtype), layout.last
        numbers = np.cumsum([0, *layout.sequences]).tolist()
        self.streets = [
            _street(layout, k, np.dtype(float) if k < layout.last else self.dtype, steps[k], numbers[k])
            for k in range(layout.last + 1)
        ]
        self.found = [np.zeros_like(street.ends) for street in self.streets]
        self.early_found = tuple(self.found[min(k, layout.last - 1)] for k in range(EARLY))
        self.workspaces = [self._workspace() for _ in range(threads)]
        self.early, self.last, self.open = self.workspaces[0]
        self.sizes = np.array(layout.sequences)

    def _workspace(self):
        """Return what a thread works on: the early streets, the last one, and room for open steps."""
        own = [street._replace(room=_copy(street.room)) for street in self.streets]
        early = tuple(own[min(k, self.number - 1)] for k in range(EARLY))
        return early, own[-1], np.zeros(2 * EARLY + 2, dtype=np.int64)

    def walk(self, mine, theirs, worth, early_walk, last_walk, rule, last_update, t):
        """Do a walk; return what its player gets, summed over all deals.

        Parameters
        ----------
        mine, theirs : Steps
        worth : Worth
        """
        self.down(theirs, early_walk, last_walk, rule, t)
        self.products(worth)
        total = self.up(mine, early_walk, last_walk, rule, last_update, t)
        if last_walk.source == COPIED:
            bucket_walk.commit(mine, self.early, self.last, self.number, early_walk, last_walk)
        return total

    def remember(self, steps, matched_tables, before):
        """Copy what the strategies of all steps are matched to, from `matched_tables` to `before`: pairs of tables."""
        bucket_walk.remember(steps, self.early, self.last, self.number, matched_tables, before)

    def down(self, steps, early_walk, last_walk, rule, t):
        """Carry the opponent's reach to all ends of all his steps."""

        def work(workspace, walks, begin, end):
            bucket_walk.down(steps, begin, end, *workspace[:2], self.number, *walks, rule, t)

        self._share(work, steps, (early_walk, last_walk))

    def up(self, steps, early_walk, last_walk, rule, last_update, t):
        """Bring values up through all steps of the walking player; return what he gets."""

        def work(workspace, walks, begin, end):
            early, last, open = workspace
            return bucket_walk.up(
                steps, begin, end, early, last, self.number, self.early_found, self.found[-1], *walks, rule,
                last_update,
                open, t,
            )  # fmt: skip

        return sum(self._share(work, steps, (early_walk, last_walk)))

    def _share(self, work, steps, walks):
        """Do work for each bucket before the flop; return the results in their order."""
        count = int(steps.count[0])
        if self.threads == 1 or count == 0 or walks[1].source == COPIED:  # with imperfect recall threads would meet
            return [work(self.workspaces[0], walks, 0, count)]
        starts = [*np.flatnonzero(steps.street[:count] == 0).tolist(), count]
        free = SimpleQueue()
        for workspace in self.workspaces:
            own = [walk._replace(numbers=walk.numbers.copy(), discounts=walk.discounts.copy()) for walk in walks]
            free.put((workspace, own))

        def one(begin, end):
            workspace, own = free.get()
            try:
                return work(workspace, own, begin, end)
            finally:
                free.put((workspace, own))

        return self._at_once(one, zip(starts[:-1], starts[1:], strict=True))

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
        """Find what the ends are worth, from the opponent's reach there.

        Threads share columns, in halves, however many threads there are: threads of the library that
        multiplies matrices would change last digits.
        """
        halves = []
        for k, street in enumerate(self.streets):
            folds, shows = street.betting.folds * street.lanes, street.betting.shows * street.lanes
            halves += _halves(worth.pairs[k], street.ends, self.found[k], 0, folds)
            if k == self.number:
                halves += _halves(worth.wins, street.ends, self.found[k], street.steps * folds, shows)
        with ONE_BY_ONE:
            if self.threads > 1:
                self._at_once(_multiply, halves)
                return
            for half in halves:
                _multiply(*half)


class _OneByOne:
    """A context in which the library that multiplies matrices takes one thread, whoever else is in it, too.

    The limit holds for the whole process: the first to come sets it, the last to go lifts it.
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


def _copy(room):
    """Return another room like this."""
    return Workspace(*(np.zeros_like(part) if isinstance(part, np.ndarray) else part for part in room))


def _halves(matrix, ends, found, start, columns):
    """Return what is to be multiplied for found = matrix x ends, with rows of so many columns from `start` on: twice
    (matrix, columns of the ends, where the result goes)."""
    mine, theirs = matrix.shape
    reach = ends[start : start + theirs * columns].reshape(theirs, columns)
    result = found[start : start + mine * columns].reshape(mine, columns)
    half = columns // 2
    return [(matrix, reach[:, part], result[:, part]) for part in (slice(half), slice(half, None))]


def _multiply(matrix, reach, found):
    np.matmul(matrix, reach, out=found)


def _street(layout, k, dtype, steps, number):
    betting = layout.rounds[k].betting
    nodes, lanes = len(betting.kind), layout.lanes[k]
    vectors = (np.zeros(nodes * lanes, dtype=dtype) for _ in range(4))
    room = Workspace(lanes, *vectors, np.zeros((2, nodes), dtype=np.int64))
    nexts = np.flatnonzero(betting.kind == NEXT)
    nexts = nexts[np.argsort(betting.end[nexts])]
    betting = betting._replace(stakes=betting.stakes.astype(dtype))
    ends = np.zeros(steps * (betting.folds + betting.shows) * lanes, dtype=dtype)
    return Street(betting, nexts, layout.first[k], lanes, number, room, ends, steps)


def make_table(buckets, dtype):
    """Return `Table` for the boards of these `Buckets`."""
    hands, streets = len(buckets.hands), buckets.streets
    cards, shown = len(buckets.tables.words), 5 if streets > 2 else 3
    here = (cards - shown) * (cards - shown - 1) // 2
    return Table(
        np.zeros(shown, dtype=np.int8), np.zeros((streets, hands), dtype=np.int64), np.zeros(hands, dtype=np.int64),
        np.zeros(hands, dtype=np.int64), np.zeros((2, hands), dtype=np.int64), np.zeros(1 << DIGIT, dtype=np.int64),
        np.zeros((streets, hands), dtype=np.int64), np.zeros((streets, hands), dtype=np.int64),
        np.zeros((cards + 1) * here, dtype=dtype), np.zeros(here**2, dtype=dtype), np.zeros(here**2, dtype=dtype),
    )  # fmt: skip


def make_steps(most):
    """Return `Steps` with room for so many."""
    whole = (np.zeros(most, dtype=np.int64) for _ in range(3))
    return Steps(*whole, np.zeros(most), np.zeros(5, dtype=np.int64))


def path(streets):
    """Return the `Steps` of one hand, its sequences still to be filled in."""
    steps = make_steps(streets)
    steps.street[:], steps.hands[:] = np.arange(streets), 1
    steps.count[0], steps.count[1 : 1 + streets] = streets, 1
    return steps


def every_sequence(layout):
    """Return the `Steps` of all sequences there are; a step's place is the number of its sequence.

    How often each comes does not matter: a constant factor in the average of all its rows.
    """
    steps = make_steps(sum(layout.sequences))
    at, counts = 0, layout.game.buckets

    def add(street, sequence):
        nonlocal at
        steps.street[at], steps.sequence[at], steps.place[at], steps.hands[at] = street, sequence, sequence, 1
        at += 1
        if street + 1 < len(counts):
            for bucket in range(counts[street + 1]):
                add(street + 1, sequence * counts[street + 1] + bucket)

    for sequence in range(counts[0]):
        add(0, sequence)
    steps.count[0], steps.count[1 : 1 + len(counts)] = at, layout.sequences
    return steps
