"""How strong five cards are at poker, for decks of any size, by the usual order of the `CATEGORIES`.

A straight is five ranks in a row. The ace plays below the lowest rank, too, only in a deck of all thirteen ranks: the
straight 5 4 3 2 A needs a 5, and a smaller deck has no 2. OpenSpiel's universal_poker plays a small deck with the
*lowest* ranks, and so without an ace; the two agree rank by rank.
"""

import numpy as np

CATEGORIES = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush",
)  # fmt: skip
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = 4, 5, 8
_BASE = 13  # digits of a strength: a category, then five ranks

# With the ranks in falling order, which neighbors are equal (8: the first two, ..., 1: the last two) says what the
# hand is made of. Each pattern: its category, and where the cards that count first stand.
_MADE = {
    0b1110: (7, 0), 0b0111: (7, 1),
    0b1101: (6, 0), 0b1011: (6, 2),
    0b1100: (3, 0), 0b0110: (3, 1), 0b0011: (3, 2),
    0b1010: (2, 0, 2), 0b1001: (2, 0, 3), 0b0101: (2, 1, 3),
    0b1000: (1, 0), 0b0100: (1, 1), 0b0010: (1, 2), 0b0001: (1, 3),
}  # fmt: skip
_SIZE = {7: 4, 6: 3, 3: 3, 2: 2, 1: 2}  # how many cards each of these groups has


def _orders():
    """Return, by pattern, the category (16,) and the places of the cards in the order in which they count (16, 5)."""
    category, places = np.zeros(16, dtype=np.int32), np.tile(np.arange(5), (16, 1))
    for pattern, (made, *starts) in _MADE.items():
        first = [start + k for start in starts for k in range(_SIZE[made])]
        category[pattern] = made
        places[pattern] = first + [place for place in range(5) if place not in first]
    return category, places


_CATEGORY, _PLACES = _orders()


def strength(cards, deck):
    """Return how strong hands of five different cards, (..., 5) int, are: of two hands the higher number wins.

    Equal numbers split: (...) int32, 7,462 different values with 52 cards. See `category`.
    """
    cards = np.asarray(cards)
    rank, suit = np.divmod(cards.astype(np.int8), np.int8(deck.suits))
    rank = -np.sort(-rank, axis=-1)
    flush = (suit == suit[..., :1]).all(axis=-1)
    pattern = (rank[..., :-1] == rank[..., 1:]) @ np.array([8, 4, 2, 1], dtype=np.int8)
    straight = (pattern == 0) & (rank[..., 0] - rank[..., 4] == 4)
    if deck.ranks == 13:
        wheel = (rank == np.array([12, 3, 2, 1, 0])).all(axis=-1)
        rank[wheel] = 3, 2, 1, 0, 0  # five high; that the ace comes last needs no digit of its own
        straight |= wheel
    result = np.where(straight, np.int32(_STRAIGHT), _CATEGORY[pattern])
    result = np.where(flush, np.maximum(result, np.int32(_FLUSH)), result)
    result = np.where(straight & flush, np.int32(_STRAIGHT_FLUSH), result)
    for place in np.moveaxis(_PLACES[pattern], -1, 0):
        result = result * _BASE + np.take_along_axis(rank, place[..., None], axis=-1)[..., 0]
    return result


def category(strength):
    """Return where in `CATEGORIES` hands of given strength stand, by the same shape."""
    return np.asarray(strength) // _BASE**5
