"""Draws for two-round hold'em: a flop first, by how often it comes, then hands that share no card with what is out.

Flop and hands are then drawn as they are dealt. A canonical flop stands for all that differ from it in the names of
suits: hands are drawn on it directly.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.kernels import njit


class Dealer(NamedTuple):
    """What is needed to deal; see `cfrlib.cards.flops.Flops`."""

    cards: int
    """In the deck, at most 52."""
    canonical: np.ndarray
    """(flops,) int16: the canonical flop of each flop."""
    shown: np.ndarray
    """(canonical flops,) int64: its cards, as bits."""
    hand_class: np.ndarray
    """(canonical flops, hands) int16."""
    before: np.ndarray
    """(hands,) int16: the class of a hand before the flop."""


def dealer(layout):
    """Return the `Dealer` of a layout (`cfrlib.layout.streets.Streets`)."""
    flops = layout.flops
    shown = (1 << flops.cards.astype(np.int64)).sum(axis=1)
    return Dealer(layout.game.deck.cards, flops.canonical, shown, flops.hand_class, layout.preflop.hand_class)


@njit(forceinline=True)
def draw_flop(dealer, rng):
    """Return a canonical flop."""
    return np.int64(dealer.canonical[int(rng.random() * len(dealer.canonical))])


@njit(forceinline=True)
def draw_card(dealer, rng, out):
    """Return a card that is not among those `out`, which are bits."""
    while True:
        card = int(rng.random() * dealer.cards)
        if (out >> card) & 1 == 0:
            return card


@njit(forceinline=True)
def draw_hand(dealer, rng, out):
    """Return two cards that are not among those `out`."""
    first = draw_card(dealer, rng, out)
    return first, draw_card(dealer, rng, out | (1 << first))


@njit(forceinline=True)
def number(first, second):
    """Return the number of a hand; see `cfrlib.cards.deck.number`."""
    low, high = min(first, second), max(first, second)
    return low + high * (high - 1) // 2


@njit(forceinline=True)
def hold_against(dealer, flop, first, second, hands, start, n, counts):
    """Count the hands of each class that share no card with a hand: `hands` less those that do.

    Parameters
    ----------
    flop : int
        The canonical flop that classes are of, or -1: before it.
    first, second : int
        The cards of the hand.
    hands : (classes,) float64
        All hands of the classes `start` to `start + n`.
    counts : (n or more,) float64
        The result.
    """
    for k in range(n):
        counts[k] = hands[start + k]
    for card in range(dealer.cards):
        for held in (first, second):
            if card == held or (held == second and card == first):
                continue
            hand = number(card, held)
            c = dealer.before[hand] if flop < 0 else dealer.hand_class[flop, hand]
            if c >= 0:
                counts[c] -= 1.0
