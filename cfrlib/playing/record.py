"""What is kept of the hands that were played: enough to replay every one of them, and nothing else.

In a game of several rounds, such as Bluff, a hand is the whole game and each round a game of its own: what it deals,
who sits where, and what they did.
"""

from __future__ import annotations

from dataclasses import dataclass

from cfrlib.game import CHANCE, Decision, Game

SEATS = "alternate", 0, 1
"""Where a person may sit: first as player 0 and then in turns, or in one seat."""


@dataclass(frozen=True)
class Round:
    """One round: in most games the whole hand.

    Attributes
    ----------
    game : Game
        Whose rules it follows: the game itself, or the sub-game that came after the rounds before.
    seat : {0, 1}
        The person's.
    deal : (int, int)
        The private outcomes of player 0 and of player 1, as in `Game.outcomes`.
    public : tuple of str
        All public outcomes that chance would show, also those that the hand did not come to.
    actions : tuple of str
        With `CHANCE` where public chance moved.
    """

    game: Game
    seat: int
    deal: tuple[int, int]
    public: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()

    def shown(self, actions=None):
        """Return the public outcomes seen after these actions, by default after all."""
        return self.public[: (self.actions if actions is None else actions).count(CHANCE)]

    def decisions(self):
        """Yield (player, actions before, action) of every decision that was taken."""
        for k, action in enumerate(self.actions):
            node = self.game.node(self.actions[:k])
            if isinstance(node, Decision):
                yield node.player, self.actions[:k], action

    def key(self, player, actions):
        """Return the name of a player's information set after these actions."""
        return self.game.key(player, actions, self.shown(actions), self.deal[player])


@dataclass(frozen=True)
class Hand:
    """A hand that is over.

    Attributes
    ----------
    rounds : tuple of Round
    paid : float
        To the person, in the game's unit.
    """

    rounds: tuple[Round, ...]
    paid: float
