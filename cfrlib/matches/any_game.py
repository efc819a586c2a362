"""A table of any other game: hands of two strategies, played out in Python."""

from functools import cache

import numpy as np

from cfrlib._util.samples import drawn
from cfrlib.game import CHANCE, Decision, PublicChance
from cfrlib.games.at_table import table_of
from cfrlib.profile import Profile, answered


class AnyTable:
    """Where other games are played, hand by hand."""

    def __init__(self, game, p, q):
        self.game, self.players, self.known = game, (p, q), ({}, {})
        self.table = table_of(game)
        self.node, self.paid = cache(game.node), cache(self.table.paid)
        for name, profile in (("p", p), ("q", q)):
            self.check(game, name, profile)

    @staticmethod
    def check(game, name, profile):
        """Raise ValueError if this is a profile of another game."""
        if isinstance(profile, Profile) and profile.game not in (None, game):
            raise ValueError(f"{name}={profile!r}: it takes a profile of {game}")

    def play(self, won, seats, cards, actions):
        """See `cfrlib.matches.holdem.HoldemTable.play`."""
        for d in range(won.shape[1]):
            deal, public = self.table.deal(cards)
            for k, seat in enumerate(seats):
                paid = self._hand(deal, public, seat, actions)
                won[k, d] = paid if seat == 0 else -paid

    def _hand(self, deal, public, seat, rng):
        """Return what player 0 gets when the first profile sits in a seat."""
        actions = ()
        while True:
            node = self.node(actions)
            if isinstance(node, PublicChance):
                actions = (*actions, CHANCE)
                continue
            shown = public[: actions.count(CHANCE)]
            if not isinstance(node, Decision):
                return self.paid(actions, shown, deal)
            who = 0 if node.player == seat else 1
            names, running = self._strategy(who, node, actions, shown, deal[node.player], rng)
            actions = (*actions, names[drawn(running, rng)])

    def _strategy(self, who, node, actions, public, outcome, rng):
        """Return the names of actions, and their running sum of probabilities; a function is asked each time."""
        place, player = (actions, public, outcome), self.players[who]
        if place in self.known[who]:
            return self.known[who][place]
        key = self.game.key(node.player, actions, public, outcome)
        if not isinstance(player, Profile):
            return node.actions, np.cumsum(answered("pq"[who], player, self.game, key, node.actions, rng))
        strategy = player[key]
        self.known[who][place] = tuple(strategy), np.cumsum(list(strategy.values()))
        return self.known[who][place]


TABLE = AnyTable
