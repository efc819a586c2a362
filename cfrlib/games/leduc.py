"""Leduc hold'em (Southey et al. 2005) and its rule variants.

Both players ante and get one card. A round of betting, a public card, a second round of betting; a pair with the
public card wins, else the higher card, equal cards split. Actions: f fold, c check or call, r bet or raise.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from cfrlib._util.arguments import flag, pair, positive, whole
from cfrlib.cards import SUITS, deal_weights, rank_names
from cfrlib.game import CHANCE, Comparison
from cfrlib.games.fixed_limit import FixedLimit
from cfrlib.games.overrides import counted_anew


class leduc(FixedLimit):
    """Leduc hold'em.

    Parameters
    ----------
    ranks, suits : int
        The deck: 2 to 13 ranks of 1 to 4 suits, three cards at least.
    ante : float
        In chips.
    bets : pair of float or "doubling"
        Size of a bet or raise in the first and in the second round, in chips. With "doubling" every bet doubles the
        stake of the player who makes it (the rules of Ni and Lamb without re-raise).
    raises : int
        At most so many bets and raises together in a round.
    suits_matter : bool
        Whether players see suits. Suits never decide a hand, so False is the same game with fewer information sets.

    Raises
    ------
    ValueError
        If an argument is wrong.

    References
    ----------
    F. Southey and others, *Bayes' Bluff: Opponent Modelling in Poker* (2005).

    Examples
    --------
    >>> leduc().num_infosets, leduc(suits_matter=False).num_infosets
    (936, 288)
    """

    def __init__(
        self, ranks: int = 3, suits: int = 2, ante: float = 1, bets: tuple[float, float] | str = (2, 4),
        raises: int = 2, suits_matter: bool = True,
    ) -> None:  # fmt: skip
        self.ranks = whole("ranks", ranks, 2, 13)
        self.suits = whole("suits", suits, 1, 4)
        if self.ranks * self.suits < 3:
            raise ValueError(f"ranks={ranks}, suits={suits}: the deck takes at least three cards")
        self.ante = positive("ante", ante)
        if not isinstance(bets, str) or bets != "doubling":
            bets = tuple(positive("bets", bet) for bet in pair("bets", bets, "a pair of bet sizes or 'doubling'"))
        self.bets = bets
        self.raises = whole("raises", raises, 1, 20)
        self.suits_matter = flag("suits_matter", suits_matter)
        names = "ranks", "suits", "ante", "bets", "raises", "suits_matter"
        super().__init__(**{name: getattr(self, name) for name in names})

    @cached_property
    def _cards(self):
        names = rank_names(self.ranks)
        return tuple(r + s for r in names for s in SUITS[: self.suits]) if self.suits_matter else names

    @cached_property
    def _rank(self):
        return np.arange(len(self._cards)) // (self.suits if self.suits_matter else 1)

    @cached_property
    def _deal(self):
        counts = [1 if self.suits_matter else self.suits] * len(self._cards)
        shown = deal_weights(counts, 1)
        return {(): deal_weights(counts)} | {(c,): shown[:, :, k] for k, c in enumerate(self._cards)}

    def outcomes(self, player: int) -> tuple[str, ...]:
        return self._cards

    def public_outcomes(self, public: tuple[str, ...]) -> tuple[str, ...]:
        return self._cards

    def weights(self, public: tuple[str, ...]) -> np.ndarray:
        return self._deal[public]

    def num_keys(self, actions: tuple[str, ...]) -> int:
        if counted_anew(self):
            return super().num_keys(actions)
        n = len(self._cards)
        if CHANCE not in actions:
            return n
        return n * n - (n if self.suits_matter or self.suits == 1 else 0)

    def canonical(self, key: tuple[str, str]) -> tuple[str, str]:
        if self.suits_matter:
            return key
        private, public = key
        betting, shown, rest = public.partition("/")
        board, colon, after = rest.partition(":")
        return private.rstrip(SUITS), betting + shown + board.rstrip(SUITS) + colon + after

    def _posted(self):
        return self.ante, self.ante

    def _bet(self, later, call):
        return call if self.bets == "doubling" else super()._bet(later, call)

    def _opener(self, player):
        return 0

    def _limit(self, later):
        return self.raises

    def showdown(self, public: tuple[str, ...], stake: float) -> Comparison:
        board = self._rank[self._cards.index(public[0])]
        strength = np.where(self._rank == board, self.ranks, self._rank)
        return Comparison((strength, strength), win=stake, lose=-stake)
