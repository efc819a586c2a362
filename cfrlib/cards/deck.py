"""A deck for hold'em, with its cards, hands and flops numbered.

Cards are numbered by rank, then suit, in the order c d h s: the card of rank r and suit s is ``r * suits + s``, which
is OpenSpiel's number, too. Ranks are named as in Kuhn poker: a deck of four has J Q K A, only one of three J Q K.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cfrlib._util.arguments import pair, whole
from cfrlib.cards import rank_names

SUIT_NAMES = "cdhs"
HOLE, FLOP = 2, 3
"""How many cards a player holds, and how many a flop shows."""


@dataclass(frozen=True)
class Deck:
    """A deck of 2 to 13 ranks in 1 to 4 suits, seven cards at least: two hands and a flop."""

    ranks: int = 13
    suits: int = 4

    def __post_init__(self):
        ranks, suits = whole("deck: ranks", self.ranks, 2, 13), whole("deck: suits", self.suits, 1, 4)
        object.__setattr__(self, "ranks", ranks)
        object.__setattr__(self, "suits", suits)
        if self.cards < 2 * HOLE + FLOP:
            takes = f"it takes at least {2 * HOLE + FLOP} cards, for two hands and a flop"
            raise ValueError(f"deck=({ranks}, {suits}): {takes}")

    @classmethod
    def of(cls, deck):
        """Return the deck that a pair (ranks, suits), or a `Deck`, stands for."""
        if isinstance(deck, cls):
            return deck
        return cls(*pair("deck", deck, "a pair (ranks, suits)"))

    @property
    def cards(self):
        """The number of cards."""
        return self.ranks * self.suits

    @cached_property
    def hands(self):
        """The two cards of each hand, the lower first: (hands, 2) int64, read-only. 1,326 of 52 cards."""
        return _subsets(self.cards, HOLE)

    @cached_property
    def flops(self):
        """The three cards of each flop in rising order: (flops, 3) int64, read-only. 22,100 of 52 cards."""
        return _subsets(self.cards, FLOP)

    @cached_property
    def names(self):
        """The name of each card, such as "As"."""
        return tuple(rank + suit for rank in rank_names(self.ranks) for suit in SUIT_NAMES[: self.suits])

    def label(self, cards):
        """Return the names of the cards of a hand, the higher first, "AsKd", or of a flop, rising, "2c7d9h"."""
        return "".join(self.names[card] for card in sorted(cards, reverse=len(cards) == HOLE))

    def parse(self, text, count):
        """Return the numbers of `count` different cards named in `text`, in any order there, in rising order here;
        raise ValueError if it names others."""
        takes = f"it takes {count} different cards of this deck, {self.names[0]} to {self.names[-1]}"
        if not isinstance(text, str):
            raise ValueError(f"cards={text!r}: {takes}")
        named = {text[i : i + 2] for i in range(0, len(text), 2)}
        if len(text) != 2 * count or len(named) != count or not named <= set(self.names):
            raise ValueError(f"cards={text!r}: {takes}")
        return sorted(map(self.names.index, named))


def number(cards):
    """Return the number of each hand, (..., 2), or flop, (..., 3), whatever the order of its cards: (...) int64.

    Among all sets of k cards, those whose highest card is lower come first: c1 < c2 < ... has the number C(c1, 1) +
    C(c2, 2) + ... A deck's `hands` and `flops` are in this order.
    """
    cards = np.sort(np.asarray(cards, dtype=np.int64), axis=-1)
    result = cards[..., 0] + cards[..., 1] * (cards[..., 1] - 1) // 2
    if cards.shape[-1] == FLOP:
        third = cards[..., 2]
        result = result + third * (third - 1) * (third - 2) // 6
    return result


def apart(hands, others):
    """Return which pairs of hands have no card in common: for (n, k) and (m, k) cards below 63 (n, m) bool."""
    first, second = (np.bitwise_or.reduce(np.int64(1) << cards, axis=1) for cards in (hands, others))
    return first[:, None] & second == 0


def _subsets(cards, size):
    """Return all subsets of `size` cards, in the order of `number`."""
    below = np.indices((cards,) * size).reshape(size, -1).T
    rising = below[(np.diff(below, axis=1) > 0).all(axis=1)]
    result = rising[np.argsort(number(rising))]
    result.setflags(write=False)
    return result
