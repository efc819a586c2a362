"""The best five of five, six or seven cards, looked up; `cfrlib.cards.best_five` builds the tables and says how.

Each card has two words. The words of a hand are their sums, so those of a board are added up once for all hands on it.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit

HIGH, COUNTS = 17, 32
"""The first bits of the high key and of the four-bit counts of suits in a card's first word; the low key is at 0."""
MASK = 13
"""The bits of each suit's set of ranks in a card's second word."""
_LOW_KEY, _HIGH_KEY = (1 << HIGH) - 1, (1 << COUNTS - HIGH) - 1
_THREE, _EIGHT = 0x3333 << COUNTS, 0x8888 << COUNTS  # of each suit; three more than five are eight, the highest bit
_RANKS = (1 << MASK) - 1


class BestFive(NamedTuple):
    """The tables; a numba kernel takes them as they are. All arrays are read-only, 1.2 MB with 52 cards."""

    words: np.ndarray
    """(cards, 2) int64: what each card adds to the two words of a hand."""
    start: np.ndarray
    """(3, (k + 1)^low ranks) int32: by number of cards less five and low key, with k suits."""
    place: np.ndarray
    """((k + 1)^high ranks,) int16: by high key."""
    value: np.ndarray
    """(m,) int16: the level of each multiset of five, six and seven ranks; m = 73,775 with 52 cards."""
    flush: np.ndarray
    """(2^ranks,) int16: the level of each set of five to seven ranks of one suit."""
    levels: np.ndarray
    """(l,) int32: the strength, as `cfrlib.cards.ranks.strength` has it, of each level, rising; l = 7,462 with 52
    cards."""


@inner_njit
def level(tables, word, ranks, size):
    """Return the level of a hand of 5 to 7 cards, from the sums of its cards' two words: the higher level wins."""
    five = (word + _THREE) & _EIGHT
    if five:
        suit = 0
        while not five >> (COUNTS + 3 + 4 * suit) & 1:
            suit += 1
        return tables.flush[np.uintp(ranks >> MASK * suit & _RANKS)]
    start = tables.start[np.uintp(size - 5), np.uintp(word & _LOW_KEY)]
    return tables.value[np.uintp(start + tables.place[np.uintp(word >> HIGH & _HIGH_KEY)])]


@inner_njit
def words_of(tables, cards):
    """Return the sums of the two words of some cards."""
    word = ranks = 0
    for k in range(len(cards)):
        word += tables.words[cards[k], 0]
        ranks += tables.words[cards[k], 1]
    return word, ranks


@inner_njit
def level_with(tables, word, ranks, first, second, size):
    """Return the level of two cards with others whose words sum to `word` and `ranks`: `size` cards together."""
    words = tables.words
    return level(tables, word + words[first, 0] + words[second, 0], ranks + words[first, 1] + words[second, 1], size)


@njit
def fill_levels(tables, cards, levels):
    """Fill the level of each hand: `cards` is (n, size), `levels` (n,)."""
    for i in range(len(cards)):
        word, ranks = words_of(tables, cards[i])
        levels[i] = level(tables, word, ranks, cards.shape[1])
