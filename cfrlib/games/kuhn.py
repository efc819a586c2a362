"""Kuhn poker (Kuhn 1950) with any number of cards.

Both players ante, each gets one card of a deck without pairs. Player 1 passes (p) or bets (b). After a pass, Player 2
passes or bets; after a bet, the other player passes (folds) or bets (calls). The higher card wins.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from cfrlib._util.arguments import positive, whole
from cfrlib.cards import deal_weights, rank_names
from cfrlib.game import Comparison, Decision, Game, Terminal
from cfrlib.games.at_table import Table
from cfrlib.games.overrides import counted_anew

TERMINALS = ("pp", "pbp", "pbb", "bp", "bb")


class KuhnTable(Table):
    """Kuhn poker at a table."""

    def staked(self, actions):
        return tuple(self.game.ante + self.game.bet * actions[player::2].count("b") for player in (0, 1))

    def phrase(self, before, action):
        faced = before[-1:] == ("b",)
        return {"p": "fold" if faced else "check", "b": "call" if faced else "bet"}[action]


class kuhn(Game):
    """Kuhn poker.

    Parameters
    ----------
    cards : int
        Size of the deck, 2 to 1000.
    ante, bet : float
        In chips.

    Raises
    ------
    ValueError
        If `cards` is no such number, or `ante` or `bet` is not above 0.

    References
    ----------
    H. W. Kuhn, *A Simplified Two-Person Poker* (1950).

    Examples
    --------
    >>> game = kuhn()
    >>> game.outcomes(0), game.num_infosets
    (('J', 'Q', 'K'), 12)
    """

    table = KuhnTable

    def __init__(self, cards: int = 3, ante: float = 1, bet: float = 1) -> None:
        self.cards = whole("cards", cards, 2, 1000)
        self.ante = positive("ante", ante)
        self.bet = positive("bet", bet)
        super().__init__(cards=self.cards, ante=self.ante, bet=self.bet)

    def outcomes(self, player: int) -> tuple[str, ...]:
        return rank_names(self.cards)

    @cached_property
    def _deal(self):
        return deal_weights([1] * self.cards)

    def weights(self, public: tuple[str, ...]) -> np.ndarray:
        return self._deal

    def node(self, actions: tuple[str, ...]) -> Decision | Terminal:
        if "".join(actions) in TERMINALS:
            return Terminal()
        return Decision(len(actions) % 2, ("p", "b"))

    def payoff(self, actions: tuple[str, ...], public: tuple[str, ...]) -> float | Comparison:
        end = "".join(actions)
        if end == "bp":
            return self.ante
        if end == "pbp":
            return -self.ante
        stake = self.ante + self.bet * end.endswith("bb")
        rank = np.arange(self.cards)
        return Comparison((rank, rank), win=stake, lose=-stake)

    def num_keys(self, actions: tuple[str, ...]) -> int:
        return super().num_keys(actions) if counted_anew(self) else self.cards
