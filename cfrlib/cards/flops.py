"""Classes of hands before the flop, and on all canonical flops in order of strength, in flat arrays.

Cards are removed in the space of classes. Reach probabilities p are the same for all hands of a class, so the cards of
an orbit o are held equally often. With m_k hands in class k, the reach of all hands that hold one given card of o, and
of all that share no card with a hand of class k, is

    S[o] = sum_k m_k p_k ([o1(k) = o] + [o2(k) = o]) / |o|,    T - S[o1(k)] - S[o2(k)] + p_k,    T = sum_k m_k p_k,

as only the hand itself holds both of its cards. This is what a fold pays on. At a showdown T and S are summed over
weaker classes only, and then without the last term. So one sweep in order of strength values all classes (Johanson et
al. 2012, section 3.2, for hands without classes).
"""

from typing import NamedTuple

import numpy as np

from cfrlib.cards.isomorphism import canonical_flops, lowest_of_orbit, suit_permutations
from cfrlib.cards.ranks import strength


class Flops(NamedTuple):
    """The tables of the flop; a numba kernel takes it as it is. All arrays are read-only.

    The classes of canonical flop f are ``start[f]:start[f + 1]`` in the arrays over classes, the weakest first. On its
    flop a class is numbered from 0. With 52 cards there are f = 1,755 flops and n = 1,286,792 classes, 344 to 1,176
    on each.
    """

    cards: np.ndarray
    """(f, 3) int8: the cards of each canonical flop, in rising order; flops by rising number."""
    weight: np.ndarray
    """(f,) int64: how many flops each stands for."""
    start: np.ndarray
    """(f + 1,) int64: where the classes of each flop begin."""
    groups: np.ndarray
    """(f,) int16: how many different strengths its hands have; by it damage to the strengths shows."""
    orbits: np.ndarray
    """(f,) int8: how many orbits its stabiliser makes of the cards that it leaves in the deck."""
    orbit_size: np.ndarray
    """(f, o) int8: how many cards each of these has; 0 beyond the last."""
    multiplicity: np.ndarray
    """(n,) int8: how many hands each class has."""
    preflop: np.ndarray
    """(n,) int16: its class before the flop, see `Preflop`."""
    group: np.ndarray
    """(n,) int16: the rank of its strength on its flop, from 0; equally strong classes have the same."""
    orbit: np.ndarray
    """(n, 2) int8: the orbits of the two cards of its hands."""
    hand_class: np.ndarray
    """(f, hands) int16: the class of every hand on every canonical flop, -1 where they share a card."""
    canonical: np.ndarray
    """(flops,) int16: of every flop of the deck, see `cfrlib.cards.isomorphism.CanonicalFlops`."""
    permutation: np.ndarray
    """(flops,) int8: of every flop, see `cfrlib.cards.isomorphism.CanonicalFlops`."""
    moved: np.ndarray
    """(k!, hands) int16: where each permutation of the suits puts each hand."""


def build(deck):
    """Compute the tables of a `Deck`, as `Flops`; `cfrlib.cards.tables` keeps them."""
    suits = suit_permutations(deck)
    flops = canonical_flops(deck, suits)
    count = len(flops.cards)
    on_flop = np.zeros((count, deck.cards), dtype=bool)
    np.put_along_axis(on_flop, flops.cards.astype(np.int64), True, axis=1)

    lowest = lowest_of_orbit(suits.hands, flops.keeps)
    free = ~on_flop[:, deck.hands].any(axis=-1)
    flop, hand = np.nonzero(free & (lowest == np.arange(len(deck.hands))))  # the lowest hand of each class
    level = strength(np.hstack([flops.cards[flop], deck.hands[hand].astype(np.int8)]), deck)
    order = np.lexsort((hand, level, flop))
    flop, hand, level = flop[order], hand[order], level[order]
    start = np.searchsorted(flop, np.arange(count + 1))

    class_of_lowest = np.full(lowest.shape, -1, dtype=np.int16)
    class_of_lowest[flop, hand] = np.arange(len(flop)) - start[flop]
    hand_class = np.take_along_axis(class_of_lowest, lowest.astype(np.intp), axis=1)
    multiplicity = np.bincount((start[:-1, None] + hand_class)[free])

    group = np.cumsum(np.diff(level, prepend=-1) != 0)
    group -= group[start[:-1]][flop]
    orbit, orbit_size = _card_orbits(suits, flops, on_flop)
    tables = Flops(
        cards=flops.cards,
        weight=flops.weight,
        start=start,
        groups=(group[start[1:] - 1] + 1).astype(np.int16),
        orbits=(orbit_size > 0).sum(axis=1).astype(np.int8),
        orbit_size=orbit_size,
        multiplicity=multiplicity.astype(np.int8),
        preflop=preflop_table(deck).hand_class[hand],
        group=group.astype(np.int16),
        orbit=orbit[flop[:, None], deck.hands[hand]],
        hand_class=hand_class,
        canonical=flops.canonical,
        permutation=flops.permutation,
        moved=suits.hands,
    )
    tables = Flops(*map(np.ascontiguousarray, tables))
    for array in tables:
        array.setflags(write=False)
    return tables


def _card_orbits(suits, flops, on_flop):
    """Return the orbit of each card on each flop, (f, cards), -1 if it is on the flop; and the sizes, (f, orbits)."""
    lowest = lowest_of_orbit(suits.cards, flops.keeps)
    first = ~on_flop & (lowest == np.arange(on_flop.shape[1]))
    number = first.cumsum(axis=1) - 1
    orbit = np.where(on_flop, -1, np.take_along_axis(number, lowest, axis=1))
    size = (orbit[:, :, None] == np.arange(number.max() + 1)).sum(axis=1)
    return orbit.astype(np.int8), size.astype(np.int8)


def find(tables, flops, hands):
    """Return the canonical flop and the class of deals, of the numbers of flops and of hands: (...) int16 arrays.

    The class is -1 where flop and hand share a card.
    """
    canonical = tables.canonical[flops]
    return canonical, tables.hand_class[canonical, tables.moved[tables.permutation[flops], hands]]


def representatives(tables, flop):
    """Return the lowest hand of every class on a canonical flop: (classes,) int64."""
    classes, first = np.unique(tables.hand_class[flop], return_index=True)
    return first[classes >= 0]


class Preflop(NamedTuple):
    """The classes before the flop, numbered by the lowest hand of each; 169 with 52 cards."""

    hand_class: np.ndarray
    """(hands,) int16: the class of each hand."""
    multiplicity: np.ndarray
    """(c,) int64: how many hands each class has."""
    orbits: np.ndarray
    """(c, 2) int8: the orbits of the two cards of each class. No suit is named yet, so an orbit is a rank."""
    orbit_size: np.ndarray
    """(ranks,) int8: the number of cards of each rank. Hands are removed by these as on a flop."""


def preflop_table(deck):
    """Return the classes before the flop of a `Deck`, as `Preflop`."""
    lowest = suit_permutations(deck).hands.min(axis=0)
    hands, hand_class, multiplicity = np.unique(lowest, return_inverse=True, return_counts=True)
    return Preflop(
        hand_class.astype(np.int16),
        multiplicity,
        (deck.hands[hands] // deck.suits).astype(np.int8),
        np.full(deck.ranks, deck.suits, dtype=np.int8),
    )


def preflop_names(deck):
    """Return the usual names of the classes before the flop, such as "AA", "AKs" (suited) and "AKo" (offsuit)."""
    names = []
    for low, high in deck.hands[np.unique(preflop_table(deck).hand_class, return_index=True)[1]]:
        paired, suited = low // deck.suits == high // deck.suits, low % deck.suits == high % deck.suits
        names.append(deck.names[high][0] + deck.names[low][0] + ("" if paired else "s" if suited else "o"))
    return tuple(names)
