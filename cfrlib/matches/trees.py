"""A table of explicit trees and matrix games: one play after the other, by a walk from the root."""

import numpy as np

from cfrlib._util.samples import drawn
from cfrlib.profile import Profile, answered, in_order
from cfrlib.tree import CHANCE, TERMINAL, unroll


class TreeTable:
    """Where trees are played. A deal cannot be repeated in the other seat: chance may hang on what is done before."""

    def __init__(self, game, p, q):
        self.tree, self.game = unroll(game), game
        sets, self.strategies = self.tree.infosets, []
        for name, profile in (("p", p), ("q", q)):
            self.check(game, name, profile)
            if not isinstance(profile, Profile):
                self.strategies.append((name, profile))
                continue
            flat = in_order(profile, [i.key for i in sets], [i.actions for i in sets])
            self.strategies.append([np.cumsum(flat[i.entries]) for i in sets])
        self.chances = [np.cumsum(node.probabilities) for node in self.tree.nodes]

    @staticmethod
    def check(game, name, profile):
        """Raise ValueError if this is a profile of another game."""
        if not isinstance(profile, Profile):
            return
        own, other = unroll(game).game, profile.game
        if other is not None and not (type(other) is type(own) and other == own):  # OpenSpiel's compare only like
            raise ValueError(f"{name}={profile!r}: it takes a profile of {game}")

    def play(self, won, seats, cards, actions):
        """See `cfrlib.matches.holdem.HoldemTable.play`."""
        if len(seats) > 1:
            raise ValueError(
                "duplicate=True: in an explicit tree chance may depend on what the players do, so a deal cannot be "
                "played again with seats exchanged; it takes duplicate=False"
            )
        for d in range(won.shape[1]):
            paid = self._play(seats[0], cards, actions)
            won[0, d] = paid if seats[0] == 0 else -paid

    def _play(self, seat, cards, actions):
        """Return what player 0 gets when the first profile sits in a seat."""
        node = self.tree.root
        while node.player != TERMINAL:
            if node.player == CHANCE:
                k = drawn(self.chances[node.index], cards)
            else:
                who = self.strategies[0 if node.player == seat else 1]
                k = drawn(self._strategy(who, node.infoset, actions), actions)
            node = self.tree.nodes[node.children[k]]
        return node.payoff

    def _strategy(self, player, infoset, rng):
        """Return the running sum of a player's probabilities; a function is asked each time."""
        if isinstance(player, list):
            return player[infoset]
        known = self.tree.infosets[infoset]
        return np.cumsum(answered(*player, self.game, known.key, known.actions, rng))
