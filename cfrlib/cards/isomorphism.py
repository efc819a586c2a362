"""Which deals differ in the names of the suits only, and so are one and the same to play.

Flops that a permutation of the suits turns into one another are one *canonical flop*, the one with the lowest number.
On it only the permutations are left that keep it, its stabiliser: hands that one of these turns into another are one
*class*, and so are cards, an *orbit*. With 52 cards there are 1,755 canonical flops, 169 classes before the flop and
1,286,792 on all canonical flops (Waugh 2013, "A Fast and Optimal Hand Isomorphism Algorithm").
"""

from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np

from cfrlib.cards.deck import FLOP, HOLE, number


class Suits(NamedTuple):
    """What each permutation of the suits does; the first one does nothing. With k suits there are k! of them."""

    cards: np.ndarray
    """(k!, cards) int64: where it puts each card."""
    hands: np.ndarray
    """(k!, hands) int16: where it puts each hand."""


class CanonicalFlops(NamedTuple):
    """The canonical flops, by rising number, and the way to them."""

    cards: np.ndarray
    """(f, 3) int8: the cards of each, in rising order."""
    weight: np.ndarray
    """(f,) int64: how many flops each stands for; together all flops of the deck."""
    keeps: np.ndarray
    """(f, k!) bool: which permutations of the suits are in its stabiliser."""
    canonical: np.ndarray
    """(flops,) int16: the canonical flop of every flop of the deck."""
    permutation: np.ndarray
    """(flops,) int8: A permutation of the suits that turns the flop into it."""


def suit_permutations(deck):
    """Return what the permutations of the suits of a deck do, as `Suits`."""
    rank, suit = np.divmod(np.arange(deck.cards), deck.suits)
    cards = rank * deck.suits + np.array(list(permutations(range(deck.suits))))[:, suit]
    hands = number(cards[:, deck.hands]).astype(np.int16)
    return Suits(*map(np.ascontiguousarray, (cards, hands)))  # of one suit or more: kernels are compiled once


def canonical_flops(deck, suits):
    """Return the canonical flops of a deck, as `CanonicalFlops`, given its `suit_permutations`."""
    moved = number(suits.cards[:, deck.flops])  # where each permutation puts each flop
    lowest = moved.min(axis=0)
    first, canonical, weight = np.unique(lowest, return_inverse=True, return_counts=True)
    return CanonicalFlops(
        deck.flops[first].astype(np.int8),
        weight,
        (moved[:, first] == first).T,
        canonical.astype(np.int16),
        moved.argmin(axis=0).astype(np.int8),
    )


def lowest_of_orbit(moved, keeps):
    """Return the lowest of all places where the permutations of each stabiliser put a card, or hand: (f, n).

    Two of them are in the same orbit if and only if they have the same lowest one. The permutations are `moved`, (k!,
    n), an array of `Suits`; `keeps`, (f, k!), says which are in each stabiliser.
    """
    groups, group = np.unique(keeps, axis=0, return_inverse=True)  # few: flops share their stabilisers
    return np.stack([moved[keep].min(axis=0) for keep in groups])[group.reshape(-1)]


def num_classes(deck, shown=FLOP, held=HOLE, ordered=False):
    """Return the number of classes of (`shown` cards for all, `held` cards of a player), without any of them.

    By Burnside's lemma it is the mean, over the permutations of the suits, of how many deals each leaves as they are.
    A deal stays if what is shown, and what is held, are made up of whole cycles of the permutation on the cards.
    (3, 2) are the classes on the flop, (0, 2) those before it, (3, 0) the canonical flops. If `ordered`, held cards of
    one rank are told apart as a first and a second one, so there are more classes.
    """
    total = 0
    for permutation in permutations(range(deck.suits)):
        rank = np.zeros((shown + 1, held + 1), dtype=np.int64)  # of one rank, by how many cards are shown and held
        rank[0, 0] = 1
        for length in _cycle_lengths(permutation):
            more = rank.copy()
            more[length:] += rank[:-length]
            if length == 1 or not ordered:
                more[:, length:] += rank[:, :-length]
            rank = more
        if ordered:
            rank *= np.array([factorial(k) for k in range(held + 1)])
        ways = np.zeros_like(rank)
        ways[0, 0] = 1
        for _ in range(deck.ranks):
            more = np.zeros_like(ways)
            for i, j in np.argwhere(rank):
                more[i:, j:] += rank[i, j] * ways[: shown + 1 - i, : held + 1 - j]
            ways = more
        total += ways[shown, held]
    return int(total) // factorial(deck.suits)


def _cycle_lengths(permutation):
    """Return how long the cycles of a permutation are."""
    left, lengths = set(range(len(permutation))), []
    while left:
        start = place = left.pop()
        lengths.append(1)
        while (place := permutation[place]) != start:
            left.remove(place)
            lengths[-1] += 1
    return lengths
