"""What is kept of the hands that were played: enough to replay every one of them, and nothing else.

In a game of several rounds, such as Bluff, a hand is the whole game and each round a game of its own: what it deals,
who sits where, and what they did.
"""

from __future__ import annotations

from dataclasses import dataclass

from cfrlib.game import CHANCE, Decision, Game, Terminal
from cfrlib.games.at_table import table_of

SEATS = "alternate", 0, 1
"""Where a person may sit: first as player 0 and then in turns, or in one seat."""


@dataclass(frozen=True)
class Round:
    """One round, in most games the whole hand: which private outcomes were dealt, who sat where, and what they did.

    `game` is the one whose rules it follows: the game itself, or a later game, after the rounds before. `seat`
    is the person's. `deal` are the places of the private outcomes in `Game.outcomes`, `public` all public outcomes that
    chance would show, also those that the hand did not come to, and `actions` have `CHANCE` where public chance moved.
    """

    game: Game
    seat: int
    deal: tuple[int, int]
    public: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()

    at = staticmethod(table_of)
    """The game at a table, a `cfrlib.games.at_table.Table`."""

    @property
    def table(self):
        """The game at a table."""
        return self.at(self.game)

    def node(self, actions=None):
        """Return what happens after these actions, by default after all."""
        return self.game.node(self.actions if actions is None else actions)

    def by_chance(self):
        """Return how actions go on where chance moves."""
        return CHANCE

    def held(self, player):
        """Return the private outcome of a player."""
        return self.game.outcomes(player)[self.deal[player]]

    def back(self, player):
        """Return a private outcome that looks like any other of a player from behind."""
        return self.game.outcomes(player)[0]

    @property
    def over(self):
        """Whether the game ends after these actions."""
        return isinstance(self.node(), Terminal)

    @property
    def showdown(self):
        """Whether the round has ended with the private outcomes shown."""
        return self.over and self.table.showdown(self.actions, self.shown())

    @property
    def history(self):
        """What happened as `cfrlib.tree.unroll` has it: private outcomes, actions, and what public chance showed."""
        public = iter(self.public)
        return (self.held(0), self.held(1), *(next(public) if action == CHANCE else action for action in self.actions))

    def pay(self):
        """Return what player 0 gets when the round is over; if another one follows, what that is worth to them."""
        if not self.over:
            raise ValueError(f"round={self!r}: it takes a round that is over")
        return self.table.paid(self.actions, self.shown(), self.deal)

    @property
    def winner(self):
        """Who has won a round that is over: 0, 1, or None if nobody has."""
        return self.table.winner(self.actions, self.shown(), self.deal)

    @property
    def following(self):
        """The game of the next round, in which the winner is player 0; None after the last round."""
        return self.game.following(self.winner)

    def shown(self, actions=None):
        """Return the public outcomes seen after these actions, by default after all."""
        return self.public[: (self.actions if actions is None else actions).count(CHANCE)]

    def decisions(self):
        """Yield (player, actions before, action) of every decision that was taken."""
        for k, action in enumerate(self.actions):
            node = self.node(self.actions[:k])
            if isinstance(node, Decision):
                yield node.player, self.actions[:k], action

    def key(self, player, actions):
        """Return the name of a player's information set after these actions."""
        return self.game.key(player, actions, self.shown(actions), self.deal[player])


@dataclass(frozen=True)
class Hand:
    """A hand that is over; `paid` is what it paid the person, in the game's unit."""

    rounds: tuple[Round, ...]
    paid: float
