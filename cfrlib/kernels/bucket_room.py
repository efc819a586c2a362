"""What walks under buckets need: streets with room for reach and values, deals, and one walk with all its products."""

from typing import NamedTuple

import numpy as np
from threadpoolctl import ThreadpoolController

from cfrlib.kernels import bucket_walk
from cfrlib.kernels.bucket_deals import DIGIT, Table
from cfrlib.kernels.bucket_walk import EARLY, Room, Steps, Street
from cfrlib.kernels.ladder import APART
from cfrlib.kernels.ladder_room import TINY
from cfrlib.kernels.update import RM_PLUS
from cfrlib.layout.rounds import NEXT


class Worth(NamedTuple):
    """What the ends are worth to a step against the opponent's: matrices (own steps, opponent's steps)."""

    pairs: tuple
    """Of each street."""
    wins: np.ndarray
    """Of the last one."""


class BucketRoom:
    """Streets with room for walks of so many steps.

    Parameters
    ----------
    layout : Bucketed
    dtype : str
        Of the last street.
    steps : sequence of int
        On each street, at most.
    threads : int, optional
        Of the library that multiplies matrices; by default as many as it likes.
    """

    def __init__(self, layout, dtype, steps, threads=None):
        self.threads, self.libraries = threads, ThreadpoolController()
        self.layout, self.dtype, self.number = layout, np.dtype(dtype), layout.last
        numbers = np.cumsum([0, *layout.sequences]).tolist()
        streets = [
            _street(layout, k, np.dtype(float) if k < layout.last else self.dtype, steps[k], numbers[k])
            for k in range(layout.last + 1)
        ]
        early = streets[:-1]
        self.early, self.last = tuple(early[min(k, len(early) - 1)] for k in range(EARLY)), streets[-1]
        self.streets = streets
        self.found = [np.zeros_like(street.ends) for street in streets]
        self.early_found = tuple(self.found[min(k, len(early) - 1)] for k in range(EARLY))
        self.open = np.zeros(2 * EARLY + 2, dtype=np.int64)
        self.sizes = np.array(layout.sequences)

    def numbers(self, dtype, nothing=TINY):
        """Return `Walk.numbers`."""
        return np.array([0, TINY, 1, nothing, 0, 1, 0, 0, 0, *(1 / np.arange(1, 5))], dtype=dtype)

    def walk(self, mine, theirs, worth, early_walk, last_walk, rule, seen, t):
        """Do a walk; return what its player gets, summed over all deals.

        Parameters
        ----------
        mine, theirs : Steps
        worth : Worth
        """
        bucket_walk.down(theirs, self.early, self.last, self.number, early_walk, last_walk, rule, t)
        self.products(worth)
        total = bucket_walk.up(
            mine, self.early, self.last, self.number, self.early_found, self.found[-1], early_walk, last_walk, rule,
            seen, self.open, t,
        )  # fmt: skip
        if last_walk.rule == APART:
            plus = rule.kind == RM_PLUS
            bucket_walk.commit(mine, self.early, self.last, self.number, early_walk, last_walk, plus)
        return total


    def products(self, worth):
        """Find what the ends are worth, from the opponent's reach there."""
        with self.libraries.limit(limits=self.threads, user_api="blas"):
            for k, street in enumerate(self.streets):
                folds, shows = street.betting.folds * street.lanes, street.betting.shows * street.lanes
                _product(worth.pairs[k], street.ends, self.found[k], 0, folds)
                if k == self.number:
                    _product(worth.wins, street.ends, self.found[k], street.steps * folds, shows)


def _product(matrix, ends, found, start, columns):
    """found = matrix x ends, rows of so many columns from `start` on."""
    mine, theirs = matrix.shape
    reach = ends[start : start + theirs * columns].reshape(theirs, columns)
    np.matmul(matrix, reach, out=found[start : start + mine * columns].reshape(mine, columns))


def _street(layout, k, dtype, steps, number):
    betting = layout.rounds[k].betting
    nodes, lanes = len(betting.kind), layout.lanes[k]
    vectors = (np.zeros(nodes * lanes, dtype=dtype) for _ in range(4))
    room = Room(lanes, *vectors, np.zeros((2, nodes), dtype=np.int64))
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
