"""A coin that one player sees and the other guesses.

N. Brown, T. Sandholm, *Safe and Nested Subgame Solving for Imperfect-Information Games* (2017), with other payoffs.
"""

import numpy as np

from cfrlib.game import Decision, Game, Terminal
from cfrlib.profile import Profile

SELLS = 6.0, -6.0
"""What Player 1 gets for heads and for tails."""
GUESSES = {"heads": (-12.0, 12.0), "tails": (12.0, -12.0)}
"""What Player 1 gets with heads and with tails, by what Player 2 does."""


class Coin(Game):
    """Player 1 sees a coin, and sells it or plays; then Player 2 guesses it."""

    guesses = GUESSES

    def outcomes(self, player):
        return ("H", "T") if player == 0 else ("?",)

    def weights(self, public):
        return np.full((2, 1), 0.5)

    def node(self, actions):
        if not actions:
            return Decision(0, ("sell", "play"))
        return Decision(1, tuple(self.guesses)) if actions == ("play",) else Terminal()

    def payoff(self, actions, public):
        return np.array(SELLS if actions == ("sell",) else self.guesses[actions[1]])[:, None]

    def plan(self, plays, guesses):
        """Return a profile: how often Player 1 plays with heads and with tails, how often Player 2 makes each guess."""
        first = {(side, ""): {"play": p, "sell": 1 - p} for side, p in zip("HT", plays, strict=True)}
        return Profile.from_dict(self, first | {("?", "play"): dict(zip(self.guesses, guesses, strict=True))})
