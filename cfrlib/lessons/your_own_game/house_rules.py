"""Leduc hold'em under house rules: variants and slips, among which `papers/ni_lamb` looks for a published number.

Every switch is one rule that a description may leave open, or one mistake that a program may make. The stated rules are
the defaults; `cfrlib.games.leduc` has the deck, the stakes and the number of raises.
"""

import numpy as np

from cfrlib._util.arguments import one_of, whole
from cfrlib.game import CHANCE, Comparison
from cfrlib.games import leduc

OPENS = ("Player 1", "Player 2", "in turn")
"""Who opens the second round; "in turn" is whoever is next, as in a program that takes the player to move from the
parity of all actions: after three actions in the first round it is Player 2."""
TIES = ("split", "Player 1 wins", "Player 2 wins")
"""Who gets the pot if cards are equal; a program that asks only whether one card is higher does not split it."""
PAIRS = ("win", "nothing")
"""Whether a pair with the public card beats everything, or counts nothing."""
BOARDS = ("seen", "hidden", "from a full deck")
"""Whether the public card is seen when it is dealt, stays hidden to the showdown, or is seen and drawn as if the two
private cards were still in the deck."""
FOLDS = ("stake", "ante")
"""Whether who folds loses the whole stake, or only the ante."""


class house_rules(leduc):
    """Leduc hold'em with the rules of `cfrlib.games.leduc` and more; `raises` may be a pair, for both rounds, and 0."""

    def __init__(
        self, opens="Player 1", ties="split", pairs="win", board="seen", fold="stake", raises=2, suits_matter=False,
        **rules,
    ):  # fmt: skip
        self.limits = tuple(raises) if isinstance(raises, tuple | list) else (raises, raises)
        if len(self.limits) != 2:
            raise ValueError(f"raises={raises!r}: it takes a number, or one for each of the two rounds")
        for limit in self.limits:
            whole("raises", limit, 0, 20)
        self.opens, self.ties = one_of("opens", opens, OPENS), one_of("ties", ties, TIES)
        self.pairs, self.board = one_of("pairs", pairs, PAIRS), one_of("board", board, BOARDS)
        self.fold = one_of("fold", fold, FOLDS)
        super().__init__(raises=max(1, *self.limits), suits_matter=suits_matter, **rules)
        self.parameters |= {
            "raises": self.limits, "opens": opens, "ties": ties, "pairs": pairs, "board": board, "fold": fold,
        }  # fmt: skip

    def weights(self, public):
        if public and self.board == "from a full deck":
            return self._deal[()] / len(self._cards)
        return self._deal[public]

    def key(self, player, actions, public, outcome):
        shown = tuple("?" for _ in public) if self.board == "hidden" else public
        return super().key(player, actions, shown, outcome)

    def num_keys(self, actions):
        cards = len(self._cards)
        if CHANCE not in actions or self.board == "hidden":
            return cards
        return cards * cards if self.board == "from a full deck" else super().num_keys(actions)

    def payoff(self, actions, public):
        if actions[-1] == "f" and self.fold == "ante":
            return self.ante if self.stakes(actions)[1] == 0 else -self.ante
        return super().payoff(actions, public)

    def _opener(self, player):
        return player if self.opens == "in turn" else OPENS.index(self.opens)

    def _limit(self, later):
        return self.limits[later]

    def showdown(self, public, stake):
        strength = self._rank
        if self.pairs == "win":
            board = self._rank[self._cards.index(public[0])]
            strength = np.where(strength == board, self.ranks, strength)
        tie = {"split": 0, "Player 1 wins": stake, "Player 2 wins": -stake}[self.ties]
        return Comparison((strength, strength), win=stake, lose=-stake, tie=tie)
