"""A table of any other game: hands of two strategies, played out in Python."""

import numpy as np

from cfrlib.game import CHANCE, Decision, PublicChance
from cfrlib.playing.table import Table, drawn


class AnyTable:
    """Where other games are played, hand by hand."""

    def __init__(self, game, p, q):
        self.game, self.profiles, self.known = game, (p, q), ({}, {})
        self.table = Table(game)
        for name, profile in (("p", p), ("q", q)):
            if profile.game is not None and profile.game != game:
                raise ValueError(f"{name}={profile!r}: it takes a profile of {game}")

    def play(self, won, cards, actions, duplicate, seat=0):
        """See `cfrlib.matches.holdem_table.HoldemTable.play`."""
        for d in range(won.shape[1]):
            deal = self._deal(cards)
            for k, place in enumerate((0, 1) if duplicate else (seat,)):
                paid = self._hand(deal, place, actions)
                won[k, d] = paid if place == 0 else -paid

    def _deal(self, rng):
        """Return the private outcomes, and all public ones that may be shown."""
        deal, public = self.table.deal(rng)
        return *deal, public

    def _hand(self, deal, seat, rng):
        """Return what player 0 gets when the first profile sits in a seat."""
        actions = ()
        while True:
            node = self.table.node(actions)
            if isinstance(node, PublicChance):
                actions = (*actions, CHANCE)
                continue
            public = deal[2][: actions.count(CHANCE)]
            if not isinstance(node, Decision):
                return self.table.paid(actions, public, deal[:2])
            who = 0 if node.player == seat else 1
            names, chances = self._strategy(who, node.player, actions, public, deal[node.player])
            actions = (*actions, names[drawn(chances, rng)])

    def _strategy(self, who, player, actions, public, outcome):
        place = actions, public, outcome
        if place not in self.known[who]:
            here = self.profiles[who][self.game.key(player, actions, public, outcome)]
            self.known[who][place] = tuple(here), np.array(list(here.values()))
        return self.known[who][place]
