"""Tables that say how strong the best five of five, six or seven cards are, in the order of `cfrlib.cards.ranks`.

Without a flush only the ranks count: a multiset of ranks. The counts of the lowest seven ranks, read as digits in base
suits + 1, are one key, and those of the others a second one; a key is a sum over cards, so a board's key is computed
once and a hand adds its own. The multisets of n cards are numbered without gaps, start[n - 5, low key] + place[high
key]. With five cards of a suit the hand is a flush or better, as the two others cannot make a full house or four of a
kind of five different ranks: then the set of ranks in that suit says everything.
"""

from functools import lru_cache

import numpy as np

from cfrlib.cards.deck import Deck
from cfrlib.cards.rank_kernels import COUNTS, HIGH, MASK, BestFive, fill_levels
from cfrlib.cards.ranks import strength

LOW_RANKS = 7
"""How many ranks the low key counts; the high key counts the others, six at most."""
SIZES = (5, 6, 7)


@lru_cache(maxsize=8)
def best_five(deck):
    """Return the tables of a `Deck`, as `BestFive`. They take about 0.1 s, so they are not kept on disk."""
    low, high = _counts(min(deck.ranks, LOW_RANKS), deck.suits), _counts(max(deck.ranks - LOW_RANKS, 0), deck.suits)
    by_size = np.argsort(high.sum(axis=1), kind="stable")
    of_size = np.bincount(high.sum(axis=1), minlength=SIZES[-1] + 1)
    first = np.cumsum(of_size) - of_size
    place = np.empty(len(high), dtype=np.int16)
    place[by_size] = np.arange(len(high)) - first[high.sum(axis=1)[by_size]]

    starts, numbers, total = [], [], 0
    for size in SIZES:
        rest = size - low.sum(axis=1)
        ways = np.where(rest >= 0, of_size[np.maximum(rest, 0)], 0)
        start = np.cumsum(ways) - ways
        lows = np.repeat(np.arange(len(low)), ways)
        highs = by_size[first[rest[lows]] + np.arange(len(lows)) - start[lows]]
        starts.append(total + start)
        numbers.append((lows, highs))
        total += len(lows)

    multisets = [np.hstack([low[lows], high[highs]]) for lows, highs in numbers]
    flushes = np.arange(2**deck.ranks)
    bits = flushes[:, None] >> np.arange(deck.ranks) & 1
    of_bits = bits.sum(axis=1)
    mixed, suited = strength(_mixed(multisets[0], deck), deck), strength(_suited(bits[of_bits == 5], deck), deck)
    levels = np.unique(np.concatenate([mixed, suited]))

    value = np.full(total, -1, dtype=np.int16)
    value[: len(mixed)] = np.searchsorted(levels, mixed)
    flush = np.full(len(flushes), -1, dtype=np.int16)
    flush[of_bits == 5] = np.searchsorted(levels, suited)
    low_digit, high_digit = _digits(low.shape[1], deck.suits), _digits(high.shape[1], deck.suits)
    for k in (1, 2):  # the best five of more cards: the best without one of them
        lows, highs = numbers[k]
        multiset = starts[k][lows] + place[highs]
        for rank in range(deck.ranks):
            some = multisets[k][:, rank] > 0
            less = lows[some], highs[some]
            if rank < LOW_RANKS:
                less = less[0] - low_digit[rank], less[1]
            else:
                less = less[0], less[1] - high_digit[rank - LOW_RANKS]
            value[multiset[some]] = np.maximum(value[multiset[some]], value[starts[k - 1][less[0]] + place[less[1]]])
            some = flushes[(of_bits == SIZES[k]) & (bits[:, rank] > 0)]
            flush[some] = np.maximum(flush[some], flush[some - (1 << rank)])

    rank, suit = np.divmod(np.arange(deck.cards), deck.suits)
    digits = np.concatenate([low_digit, high_digit << HIGH])
    words = np.stack([digits[rank] + (1 << COUNTS + 4 * suit), 1 << MASK * suit + rank], axis=1)
    tables = BestFive(words, np.array(starts, dtype=np.int32), place, value, flush, levels.astype(np.int32))
    for array in tables:
        array.setflags(write=False)
    return tables


def _digits(ranks, suits):
    """Return what a card of each rank adds to a key."""
    return (suits + 1) ** np.arange(ranks, dtype=np.int64)


def _counts(ranks, suits):
    """Return the counts that every key stands for: ((suits + 1)^ranks, ranks) int64."""
    keys = np.arange((suits + 1) ** ranks)
    return keys[:, None] // _digits(ranks, suits) % (suits + 1)


def _mixed(counts, deck):
    """Return a hand of each multiset of five ranks, not of one suit where there are two: (n, 5) int64."""
    rank = np.repeat(np.tile(np.arange(deck.ranks), len(counts)), counts.ravel()).reshape(-1, 5)
    suit = np.zeros_like(rank)
    for card in range(1, 5):
        suit[:, card] = np.where(rank[:, card] == rank[:, card - 1], suit[:, card - 1] + 1, 0)
    suit[~suit.any(axis=1), -1] = min(1, deck.suits - 1)
    return rank * deck.suits + suit


def _suited(bits, deck):
    """Return the hand of the first suit with each set of five ranks: (n, 5) int64."""
    return np.nonzero(bits)[1].reshape(-1, 5) * deck.suits


def levels_of(cards, deck):
    """Return the level of the best five of 5 to 7 different cards, (..., n) int, a place in `BestFive.levels`.

    0 is the weakest hand of the deck; of two hands the higher level wins, equal levels split: (...) int64.
    """
    cards = np.asarray(cards, dtype=np.int64)
    if cards.ndim < 1 or cards.shape[-1] not in SIZES:
        raise ValueError(f"cards: it takes five, six or seven cards in the last axis, got the shape {cards.shape}")
    levels = np.empty(cards.shape[:-1], dtype=np.int64)
    fill_levels(best_five(Deck.of(deck)), np.ascontiguousarray(cards.reshape(-1, cards.shape[-1])), levels.reshape(-1))
    return levels
