"""Percentile buckets of E[HS^2]: which hands an abstract game does not tell apart (Zinkevich et al. 2007, section 4.1).

Before the flop all hands are cut into equally many by the expected square of the hand strength. On the flop each of
these buckets is cut again by strength on the flop, and so on: who remembers the buckets of all betting rounds remembers
what he knew before (perfect recall). Without perfect recall each round is cut by itself.

What is cut are hands with the cards on the board, every way to deal them counted once, in whole numbers. Equally strong
ones are never cut apart: a tie goes to the bucket in which its middle falls. So buckets are equal but for ties.
"""

import logging
import threading
import time
from functools import cached_property, lru_cache
from math import prod

import numpy as np

from cfrlib._util import cache
from cfrlib._util.arguments import one_of, whole
from cfrlib.abstraction import bucket_kernels as kernels
from cfrlib.abstraction.bucket_kernels import FLOP, RIVER, TURN, Buckets, Count
from cfrlib.cards.best_five import best_five
from cfrlib.cards.boards import MOST
from cfrlib.cards.deck import FLOP as FLOP_CARDS
from cfrlib.cards.hand_strength import FORMAT as STRENGTH_FORMAT
from cfrlib.cards.hand_strength import final, hand_strength

log = logging.getLogger("cfrlib")
FORMAT = "cfrlib percentiles 1"
_ONE_AT_A_TIME = threading.RLock()


class Percentiles:
    """Buckets of hands in every betting round, `counts` of them, cut at percentiles of E[HS^`power`].

    The board has `last` cards at the showdown, 3 in two rounds, or 5 in four. A bucket is cut within that of the round
    before if they are `nested` (perfect recall). Nothing is computed before it is needed. Then it takes some tens of
    seconds with 52 cards, and the thresholds are kept on disk; of a game that shows five cards, tables of 450 MB are
    made anew by each process.
    """

    def __init__(self, deck, last, counts, nested=True, power=2):
        rounds = {FLOP_CARDS: 2, MOST: 4}.get(last)
        if rounds is None:
            raise ValueError(f"last={last!r}: it takes 3 or 5")
        if not isinstance(counts, (list, tuple)) or len(counts) != rounds:
            raise ValueError(f"counts={counts!r}: it takes {rounds} whole numbers, one for each betting round")
        self.counts = tuple(whole("counts", count, 1) for count in counts)
        self.deck, self.last, self.nested, self.power = deck, last, nested, one_of("power", power, (1, 2))

    @property
    def rounds(self):
        """How many betting rounds there are."""
        return len(self.counts)

    @cached_property
    def sequences(self):
        """How many sequences there are in each betting round: tuple of int."""
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
        for name, given, most in (("boards", boards, self.deck.cards), ("hands", hands, len(self.deck.hands))):
            if given.dtype.kind not in "iu" or not ((given >= 0) & (given < most)).all():
                raise ValueError(f"{name}: it takes whole numbers from 0 to {most - 1}")
        cards = np.sort(np.concatenate([boards, self.deck.hands[hands]], axis=1), axis=1)
        if (cards[:, 1:] == cards[:, :-1]).any():
            raise ValueError("boards and hands: a card is there twice; they take different cards")
        return self.sequences_of(boards, hands[None])[0]

    def sequences_of(self, boards, hands):
        """Return the sequences of the hands of players, (players, n): (players, n, rounds) int64; see `find`."""
        out = np.empty((*hands.shape, self.rounds), dtype=np.int64)
        kernels.fill_sequences(self.tables, boards.astype(np.int8), hands, out)
        return out

    def split(self, stage, sequence):
        """Return the buckets that make up a sequence of a betting round, from 0: tuple of int."""
        counts = self.counts[: stage + 1] if self.nested else self.counts[stage : stage + 1]
        return tuple(map(int, np.unravel_index(sequence, counts)))

    def sizes(self):
        """Return how many of all ways to deal a hand and the board fall into each sequence: list of int64 arrays."""
        b, sizes = self.tables, [np.bincount(self.tables.preflop, minlength=self.sequences[0])]
        for stage, n in enumerate(self.sequences[1:], start=1):
            totals = np.zeros((1, n), dtype=np.int64)
            self._count(stage, b, b.flop, _count_of(0, totals), whole=True)
            sizes.append(totals[0])
        return sizes

    def _build(self):
        deck, last, four = self.deck, self.last, self.last == MOST
        flop = hand_strength(deck, FLOP_CARDS, self.power) if four else final_table(deck, last)
        turn, river = (hand_strength(deck, 4, self.power), final_table(deck, last)) if four else (flop, flop)
        none, empty = np.zeros((0, 0), dtype=np.int64), np.zeros((0, 0))
        unused = empty.astype(np.uint32), empty.astype(np.uint16)
        for array in unused:
            array.setflags(write=False)  # as the tables of four betting rounds: compiled once
        b = Buckets(
            self.rounds, self.nested, np.array(self.counts), deck.hands, best_five(deck), flop.boards, turn.boards,
            river.boards, np.zeros(len(deck.hands), dtype=np.int32), np.zeros(flop.total.shape, dtype=np.int32),
            turn.total if four else unused[0], none, river.total if four else unused[1],
            none,
        )  # fmt: skip
        before = hand_strength(deck, 0, self.power, last)
        values = before.total, flop.total, turn.total, river.total
        most = [table.certain + 1 for table in (before, flop, turn, river)]
        rows = [self.sequences[k - 1] if k and self.nested else 1 for k in range(self.rounds)]
        kept = cache.load("percentiles", self.name, lambda _, body: self._kept(body, rows, most))
        if kept is None:
            log.info("cutting %r into buckets %s, once", deck, self.counts)
        began, thresholds = time.perf_counter(), []
        for stage in range(self.rounds):
            quick = stage <= FLOP  # then what is kept is not believed
            cuts = self._cut(stage, b, values[stage], rows[stage]) if quick or kept is None else kept[stage]
            if kept and not np.array_equal(kept[stage], cuts):
                kept = None
            thresholds.append(cuts)
            if stage == 0:
                b.preflop[:] = np.searchsorted(cuts[0], values[0][0], side="right")
            elif stage == FLOP:
                kernels.flop_sequences(b, flop.total, cuts, b.flop)
            else:
                b = b._replace(**{{TURN: "turn_thresholds", RIVER: "river_thresholds"}[stage]: cuts})
        if kept is None:
            log.info("cut %r into buckets %s in %.1f s", deck, self.counts, time.perf_counter() - began)
            cache.store("percentiles", self.name, {}, b"".join(t.tobytes() for t in thresholds))
        return b

    def _kept(self, body, rows, most):
        """Return thresholds from the bytes that are kept of them; of a row none is below the one before."""
        kinds = [((row, count - 1), 0, high) for row, count, high in zip(rows, self.counts, most, strict=False)]
        kept = cache.arrays(body, [(np.int64, *kind) for kind in kinds])
        for thresholds in kept:
            cache.check(np.diff(thresholds) >= 0, "rising thresholds")
        return kept

    @property
    def name(self):
        """What they are called in the cache."""
        of = f"{FORMAT} of {STRENGTH_FORMAT}" + (", E[HS]" if self.power == 1 else "")
        return f"{of}: {self.deck!r}, last {self.last}, buckets {self.counts}, nested {self.nested}"

    def _cut(self, stage, b, values, rows):
        """Return the thresholds of a round: (rows, buckets - 1) int64, a row for each sequence before that is cut.

        Weights of values are first counted by all but their last bits, then only those near a boundary one by one.
        """
        buckets, shift = self.counts[stage], 0 if stage == 0 else max(int(values.max()).bit_length() - BITS, 0)
        if buckets == 1:
            return np.zeros((rows, 0), dtype=np.int64)
        if stage == 0:
            different, often = np.unique(values[0], return_counts=True)
            return np.array([[boundary(different, often, 0, len(values[0]), j, buckets) for j in range(1, buckets)]])
        coarse = np.zeros((rows, (int(values.max()) >> shift) + 1), dtype=np.int64)
        self._count(stage, b, values, _count_of(shift, coarse))
        upto, total = coarse.cumsum(axis=1), coarse.sum(axis=1)
        sought = np.array([np.searchsorted(u * buckets, np.arange(1, buckets) * u[-1]) for u in upto])
        fine = np.zeros((rows, buckets - 1, 1 << shift), dtype=np.int64)
        if shift:
            self._count(stage, b, values, Count(shift, coarse, sought, fine))
        else:
            fine[:, :, 0] = np.take_along_axis(coarse, sought, axis=1)
        result = np.zeros((rows, buckets - 1), dtype=np.int64)
        for row, j in np.ndindex(result.shape):
            at, bin = np.flatnonzero(fine[row, j]), sought[row, j]
            below = upto[row, bin] - coarse[row, bin]
            if len(at):  # else nobody ever has this sequence
                result[row, j] = boundary((bin << shift) + at, fine[row, j, at], below, total[row], j + 1, buckets)
        return result

    def _count(self, stage, b, values, count, whole=False):
        """Count all hands on all boards of a betting round: by value, or by sequence if `whole`."""
        kept = np.zeros((2, len(b.flops.moved_cards)), dtype=np.int64)
        workspace = np.zeros(5, dtype=np.int8), kept, np.zeros(len(b.hands), dtype=np.int64)
        for flop in range(len(b.flops.cards)):
            if stage == FLOP:
                kernels.add_flop(b, flop, values, count, whole)
            else:
                kernels.add_later(b, flop, stage, count, whole, *workspace)


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


@lru_cache(maxsize=2)
def final_table(deck, last):
    """Return `final` of a deck, the same object for all abstractions of it."""
    return final(deck, last)
