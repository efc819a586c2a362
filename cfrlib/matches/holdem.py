"""A table of hold'em: hands of two strategies with real cards, by compiled code."""

import numpy as np

from cfrlib.cards.best_five import best_five
from cfrlib.engine.common.limit_holdem.rounds import NEXT
from cfrlib.engine.contract import layout_of
from cfrlib.games.limit_base import BLINDS, LimitHoldem
from cfrlib.matches import kernels as kernel
from cfrlib.matches.kernels import Player
from cfrlib.profile import checked_profile


class HoldemTable:
    """Where hold'em is played, with compiled code."""

    def __init__(self, game, p, q):
        self.game, self.tables = game, best_five(game.deck)
        self.players = [Seated(game, name, profile) for name, profile in (("p", p), ("q", q))]
        bettings = [part.betting for part in self.players[0].layout.rounds]
        self.bettings = tuple(bettings[min(k, len(bettings) - 1)] for k in range(4))
        self.ways, self.blinds = np.array([(b.kind == NEXT).sum() for b in bettings]), np.array(BLINDS)

    @staticmethod
    def check(game, name, profile):
        """Raise ValueError if this is a profile of other rules or cards."""
        Seated(game, name, profile)

    def play(self, won, seats, cards, actions):
        """Play deals, each with the first player in these seats, and fill in what that player wins, (seats, deals).

        Cards and actions are drawn by generators of their own, so the same seed deals the same cards to all players.
        """
        deals = won.shape[1]
        shown = sum(self.game.shows)
        boards, hands = np.empty((deals, shown), dtype=np.int8), np.empty((2, deals), dtype=np.int64)
        wins = np.empty(deals)
        kernel.deal(self.tables, self.game.deck.cards, boards, hands, wins, cards)
        players = [player.at(boards, hands) for player in self.players]
        turned = seats == (1,)  # kernels begin with the player in seat 0
        if turned:
            players.reverse()
        kernel.play(self.bettings, self.ways, self.blinds, *players, wins, len(seats) == 2, won, actions)
        if turned:
            won *= -1


class Seated:
    """A player at a table of hold'em."""

    def __init__(self, game, name, profile):
        checked_profile(profile, name)
        layout = getattr(profile, "layout", layout_of(game) if profile.game == game else None)
        if layout is None or not isinstance(layout.game, LimitHoldem) or _rules(layout.game) != _rules(game):
            takes = f"a profile of {game}; as a solver returns it, of the same game with other buckets, too"
            raise ValueError(f"{name}={profile!r}: it takes {takes}")
        self.layout, self.tables = layout, layout.evaluator.strategy(profile)
        self.tolerance = tuple(map(float, getattr(profile, "tolerance", (0, 0))))
        self.gives_up = getattr(profile, "gives_up", False)

    def at(self, boards, hands):
        """Return the `Player` of kernels, at these deals."""
        return Player(*self.tables, self.tolerance, *self.layout.places(boards, hands), self.gives_up)


def _rules(game):
    """Return what two abstractions of one game have in common."""
    return game.raises, game.deck, game.shows, game.bets


TABLE = HoldemTable
