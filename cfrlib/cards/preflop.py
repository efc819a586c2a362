"""The classes of hands before the flop: pairs of a rank, suited hands and offsuit hands."""

from typing import NamedTuple

import numpy as np

from cfrlib.cards.isomorphism import suit_permutations


class Preflop(NamedTuple):
    """The classes before the flop, numbered by the lowest hand of each; 169 with 52 cards."""

    hand_class: np.ndarray
    """(hands,) int16: the class of each hand."""
    multiplicity: np.ndarray
    """(c,) int64: how many hands each class has."""
    orbits: np.ndarray
    """(c, 2) int8: the orbits of the two cards of each class. No suit is named yet, so an orbit is a rank."""
    orbit_size: np.ndarray
    """(ranks,) int8: the number of cards of each rank. With these, `cfrlib.cards.flops` says how hands are
    removed."""


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
