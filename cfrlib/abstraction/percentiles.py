"""Percentile buckets of E[HS^2]: which hands an abstract game does not tell apart (Zinkevich et al. 2007, section 4.1).

Before the flop all hands are cut into equally many by their strength, the expected square of the hand strength. On the
flop each of these buckets is cut again by strength on the flop, and so on: who remembers the buckets of all streets
remembers what he knew before (perfect recall). Without perfect recall each street is cut by itself.

What is cut are hands with the cards on the board, every way to deal them counted once; a turn or river card that comes
in another order makes another way. Equally strong ones are never cut apart: a tie goes to the bucket in which its
middle falls. So buckets are equal but for ties. Before the flop these are large, as there are only 169 different hands.

Everything is counted in whole numbers, over all boards.
"""

import logging
import threading
import time
from functools import cached_property, lru_cache
from math import prod

import numpy as np

from cfrlib._util import cache
from cfrlib._util.arguments import one_of, whole
from cfrlib.abstraction.bucket_kernels import (
    FLOP,
    RIVER,
    TURN,
    Buckets,
    Count,
    add_flop,
    add_later,
    fill_sequences,
    flop_sequences,
)  # fmt: skip
from cfrlib.cards.best_five import best_five
from cfrlib.cards.boards import MOST
from cfrlib.cards.deck import FLOP as FLOP_CARDS
from cfrlib.cards.hand_strength import FORMAT as STRENGTH_FORMAT
from cfrlib.cards.hand_strength import final, hand_strength

log = logging.getLogger("cfrlib")
FORMAT = "cfrlib percentiles 1"
_ONE_AT_A_TIME = threading.RLock()


class Percentiles:
    """Buckets of hands on every street, cut at percentiles of E[HS^2].

    Nothing is computed before it is needed. Then it takes some tens of seconds with 52 cards, and the thresholds are
    kept on disk; of a game that shows five cards, tables of 450 MB are made anew by each process.

    Parameters
    ----------
    deck : Deck
    last : {3, 5}
        How many cards the board has at the showdown: two streets, or four.
    counts : tuple of int
        Buckets on each street.
    nested : bool
        Whether a bucket is cut within that of the street before (perfect recall).
    power : {2, 1}
        1 for E[HS] instead of E[HS^2].

    Raises
    ------
    ValueError
        If `last`, `counts` or `power` is not what it should be.
    """

    def __init__(self, deck, last, counts, nested=True, power=2):
        streets = {FLOP_CARDS: 2, MOST: 4}.get(last)
        if streets is None:
            raise ValueError(f"last={last!r}: it takes 3 or 5")
        if not isinstance(counts, (list, tuple)) or len(counts) != streets:
            raise ValueError(f"counts={counts!r}: it takes {streets} whole numbers, one for each street")
        self.counts = tuple(whole("counts", count, 1) for count in counts)
        self.deck, self.last, self.nested, self.power = deck, last, nested, one_of("power", power, (1, 2))

    @property
    def streets(self):
        """How many there are."""
        return len(self.counts)

    @cached_property
    def sequences(self):
        """How many sequences there are on each street: tuple of int."""
        return tuple(prod(self.counts[: k + 1]) if self.nested else n for k, n in enumerate(self.counts))

    @cached_property
    def tables(self):
        """What kernels need to put cards into buckets, as `Buckets`."""
        with _ONE_AT_A_TIME:
            return self._build()

    def find(self, boards, hands):
        """Return the sequences of deals: (n, rounds) int64.

        Boards are (n, last) int, with flop, turn and river in this order; hands are (n,) int, numbers by
        `cfrlib.cards.deck.number`, and none shares a card with its board.
        """
        boards, hands = np.asarray(boards), np.asarray(hands)
        if boards.shape != (len(hands), self.last):
            raise ValueError(f"boards: its shape is {boards.shape}; it takes {self.last} cards for each hand, in order")
        for name, found, most in (("boards", boards, self.deck.cards), ("hands", hands, len(self.deck.hands))):
            if found.dtype.kind not in "iu" or not ((found >= 0) & (found < most)).all():
                raise ValueError(f"{name}: it takes whole numbers from 0 to {most - 1}")
        cards = np.sort(np.concatenate([boards, self.deck.hands[hands]], axis=1), axis=1)
        if (cards[:, 1:] == cards[:, :-1]).any():
            raise ValueError("boards and hands: a card is there twice; they take different cards")
        out = np.empty((len(hands), self.streets), dtype=np.int64)
        fill_sequences(self.tables, boards.astype(np.int8), hands, out)
        return out

    def split(self, street, sequence):
        """Return the buckets that make up a sequence, from 0: tuple of int."""
        if not self.nested:
            return (sequence,)
        found = []
        for count in self.counts[street::-1]:
            sequence, bucket = divmod(sequence, count)
            found.append(bucket)
        return tuple(found[::-1])

    def sizes(self):
        """Return how many of all ways to deal a hand and the board fall into each sequence: list of int64 arrays."""
        b, found = self.tables, [np.bincount(self.tables.preflop, minlength=self.sequences[0])]
        for street, n in enumerate(self.sequences[1:], start=1):
            totals = np.zeros((1, n), dtype=np.int64)
            self._count(street, b, b.flop, _count_of(0, totals), whole=True)
            found.append(totals[0])
        return found

    # -- how they are made -------------------------------------------------------------

    def _build(self):
        deck, last, four = self.deck, self.last, self.last == MOST
        flop = hand_strength(deck, FLOP_CARDS, self.power) if four else final_table(deck, last)
        turn, river = (hand_strength(deck, 4, self.power), final_table(deck, last)) if four else (flop, flop)
        none, empty = np.zeros((0, 0), dtype=np.int64), np.zeros((0, 0))
        unused = empty.astype(np.uint32), empty.astype(np.uint16)
        for array in unused:
            array.setflags(write=False)  # as the tables that stand there with four streets: compiled once
        b = Buckets(
            self.streets, self.nested, np.array(self.counts), deck.hands, best_five(deck), flop.boards, turn.boards,
            river.boards, np.zeros(len(deck.hands), dtype=np.int32), np.zeros(flop.total.shape, dtype=np.int32),
            turn.total if four else unused[0], none, river.total if four else unused[1],
            none,
        )  # fmt: skip
        before = hand_strength(deck, 0, self.power, last)
        values = before.total, flop.total, turn.total, river.total
        most = [table.certain + 1 for table in (before, flop, turn, river)]
        rows = [self.sequences[k - 1] if k and self.nested else 1 for k in range(self.streets)]
        kept = cache.load("percentiles", self.name, lambda _, body: self._kept(body, rows, most))
        if kept is None:
            log.info("cutting %r into buckets %s, once", deck, self.counts)
        began, thresholds = time.perf_counter(), []
        for street in range(self.streets):
            quick = street <= FLOP  # then what is kept is not believed
            found = self._cut(street, b, values[street], rows[street]) if quick or kept is None else kept[street]
            if kept and not np.array_equal(kept[street], found):
                kept = None
            thresholds.append(found)
            if street == 0:
                b.preflop[:] = np.searchsorted(found[0], values[0][0], side="right")
            elif street == FLOP:
                flop_sequences(b, flop.total, found, b.flop)
            else:
                b = b._replace(**{{TURN: "turn_thresholds", RIVER: "river_thresholds"}[street]: found})
        if kept is None:
            log.info("cut %r into buckets %s in %.1f s", deck, self.counts, time.perf_counter() - began)
            cache.store("percentiles", self.name, {}, b"".join(t.tobytes() for t in thresholds))
        return b

    def _kept(self, body, rows, most):
        """Return thresholds from the bytes that are kept of them; of a row none is below the one before."""
        kinds = [((row, count - 1), 0, high) for row, count, high in zip(rows, self.counts, most, strict=False)]
        found = cache.arrays(body, [(np.int64, *kind) for kind in kinds])
        for thresholds in found:
            cache.check(np.diff(thresholds) >= 0, "rising thresholds")
        return found

    @property
    def name(self):
        """What they are called in the cache."""
        of = f"{FORMAT} of {STRENGTH_FORMAT}" + (", E[HS]" if self.power == 1 else "")
        return f"{of}: {self.deck!r}, last {self.last}, buckets {self.counts}, nested {self.nested}"

    def _cut(self, street, b, values, rows):
        """Return the thresholds of a street: (rows, buckets - 1) int64, a row for each sequence before that is cut.

        Weights of values are first counted by all but their last bits, then only those near a boundary one by one.
        """
        buckets, shift = self.counts[street], 0 if street == 0 else max(int(values.max()).bit_length() - BITS, 0)
        if buckets == 1:
            return np.zeros((rows, 0), dtype=np.int64)
        if street == 0:
            found, often = np.unique(values[0], return_counts=True)
            return np.array([[boundary(found, often, 0, len(values[0]), j, buckets) for j in range(1, buckets)]])
        coarse = np.zeros((rows, (int(values.max()) >> shift) + 1), dtype=np.int64)
        self._count(street, b, values, _count_of(shift, coarse))
        upto, total = coarse.cumsum(axis=1), coarse.sum(axis=1)
        sought = np.array([np.searchsorted(u * buckets, np.arange(1, buckets) * u[-1]) for u in upto])
        fine = np.zeros((rows, buckets - 1, 1 << shift), dtype=np.int64)
        if shift:
            self._count(street, b, values, Count(shift, coarse, sought, fine))
        else:
            fine[:, :, 0] = np.take_along_axis(coarse, sought, axis=1)
        result = np.zeros((rows, buckets - 1), dtype=np.int64)
        for row, j in np.ndindex(result.shape):
            at, bin = np.flatnonzero(fine[row, j]), sought[row, j]
            below = upto[row, bin] - coarse[row, bin]
            if len(at):  # else nobody ever has this sequence
                result[row, j] = boundary((bin << shift) + at, fine[row, j, at], below, total[row], j + 1, buckets)
        return result

    def _count(self, street, b, values, count, whole=False):
        """Count all hands on all boards of a street: by value, or by sequence if `whole`."""
        room = np.zeros(5, dtype=np.int8), *_room(b)
        for flop in range(len(b.flops.cards)):
            if street == FLOP:
                add_flop(b, flop, values, count, whole)
            else:
                add_later(b, flop, street, count, whole, *room)


BITS = 16
"""How many bits of a value are counted first."""


def boundary(values, weights, below, total, j, buckets):
    """Return the lowest value above the boundary after j of so many buckets.

    Values, (n,), rise, and the boundary is among them; `below` is the weight of all lower values, `total` of all there
    are. Equal values go where their middle falls; with the middle on the boundary, above it.
    """
    upto = below + np.cumsum(weights)
    at = int(np.searchsorted(upto * buckets, j * total))
    middle = 2 * upto[at] - weights[at]
    return int(values[at]) + (middle * buckets < 2 * j * total)


def _count_of(shift, coarse):
    """Return a `Count` that does not look for boundaries yet."""
    return Count(shift, coarse, np.zeros((len(coarse), 0), dtype=np.int64), coarse[:, :, None])


def _room(b):
    """Return what kernels that go over all boards write into."""
    return np.zeros((2, len(b.flops.moved_cards)), dtype=np.int64), np.zeros(len(b.hands), dtype=np.int64)


@lru_cache(maxsize=2)
def final_table(deck, last):
    """Return `final` of a deck, the same object for all abstractions of it."""
    return final(deck, last)
