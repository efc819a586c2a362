"""A game of one's own: both get a number, player 0 may double, player 1 may give up; then the higher number wins.

What is written down is what the players see and what they are paid. The tree, the linear program and all solvers
follow.
"""

import numpy as np

import cfrlib


class Double(cfrlib.Game):
    """Both put in a chip and draw one of so many numbers; the same one cannot be drawn twice.

    Parameters
    ----------
    numbers : int
    """

    def __init__(self, numbers=4):
        self.numbers = numbers
        super().__init__(numbers=numbers)

    def outcomes(self, player):
        return tuple(str(number) for number in range(1, self.numbers + 1))

    def weights(self, public):
        different = 1 - np.eye(self.numbers)
        return different / different.sum()

    def node(self, actions):
        if not actions:
            return cfrlib.Decision(0, ("check", "double"))
        if actions == ("double",):
            return cfrlib.Decision(1, ("fold", "call"))
        return cfrlib.Terminal()

    def payoff(self, actions, public):
        if actions == ("double", "fold"):
            return 1.0
        stake = 2.0 if "call" in actions else 1.0
        strength = np.arange(self.numbers)
        return cfrlib.Comparison((strength, strength), win=stake, lose=-stake)
