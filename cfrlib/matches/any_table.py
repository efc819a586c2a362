"""A table of any other game: hands of two strategies, played out in Python."""

import numpy as np

from cfrlib.game import CHANCE, Decision, PublicChance


class AnyTable:
    """Where other games are played, hand by hand."""

    def __init__(self, game, p, q):
        self.game, self.profiles, self.known = game, (p, q), ({}, {})
        self.public, self.nodes, self.payoffs = {}, dict(game.action_sequences()), {}
        self.shown = max(actions.count(CHANCE) for actions in self.nodes)
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

    def _weights(self, public):
        if public not in self.public:
            self.public[public] = self.game.weights(public)
        return self.public[public]

    def _deal(self, rng):
        """Return the private outcomes, and all public ones that may be shown."""
        weights = self._weights(())
        i, j = np.unravel_index(_drawn(weights.ravel(), rng), weights.shape)
        public = ()
        for _ in range(self.shown):
            choices = self.game.public_outcomes(public)
            chances = np.array([self._weights((*public, choice))[i, j] for choice in choices])
            public = (*public, choices[_drawn(chances, rng)])
        return int(i), int(j), public

    def _hand(self, deal, seat, rng):
        """Return what player 0 gets when the first profile sits in a seat."""
        actions = ()
        while True:
            node = self.nodes[actions]
            if isinstance(node, PublicChance):
                actions = (*actions, CHANCE)
                continue
            public = deal[2][: actions.count(CHANCE)]
            if not isinstance(node, Decision):
                if (actions, public) not in self.payoffs:
                    self.payoffs[actions, public] = self.game.payoff_table(actions, public)
                return float(self.payoffs[actions, public][deal[0], deal[1]])
            who = 0 if node.player == seat else 1
            names, chances = self._strategy(who, node.player, actions, public, deal[node.player])
            actions = (*actions, names[_drawn(chances, rng)])

    def _strategy(self, who, player, actions, public, outcome):
        place = actions, public, outcome
        if place not in self.known[who]:
            here = self.profiles[who][self.game.key(player, actions, public, outcome)]
            self.known[who][place] = tuple(here), np.array(list(here.values()))
        return self.known[who][place]


def _drawn(weights, rng):
    """Return a place, drawn in proportion to weights."""
    upto = np.cumsum(weights)
    return int(np.searchsorted(upto, rng.random() * upto[-1], side="right"))
