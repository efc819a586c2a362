"""Plays of explicit trees and matrix games at a table, where chance moves anywhere and moves may be hidden."""

import numpy as np

from cfrlib._util.built import derived
from cfrlib._util.samples import drawn
from cfrlib.game import Decision, PublicChance, Terminal
from cfrlib.games import matrix
from cfrlib.games.at_table import Table
from cfrlib.playing.record import Round
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll


class TreeAtTable(Table):
    """A tree at a table: a deal are two numbers, the seed of all that chance draws."""

    shown, turned, name = 1, "chance plays {}", "an explicit tree"

    def deal(self, rng):
        return tuple(rng.integers(2**32, size=2).tolist()), ()

    def paid(self, actions, public, deal):
        return unroll(self.game).find(*actions).payoff


class TreeRound(Round):
    """A play of a tree: `actions` are a history, with chance's moves."""

    at = staticmethod(derived(TreeAtTable))
    showdown, following = False, None

    @property
    def history(self):
        return self.actions

    def _find(self, actions):
        return unroll(self.game).find(*actions)

    def node(self, actions=None):
        at = self._find(self.actions if actions is None else actions)
        kinds = {TERMINAL: Terminal(), CHANCE: PublicChance()}
        return kinds[at.player] if at.player in kinds else Decision(at.player, at.actions)

    def by_chance(self):
        node, rng = self._find(self.actions), np.random.default_rng([*self.deal, len(self.actions)])
        return node.actions[drawn(np.cumsum(node.probabilities), rng)]

    def key(self, player, actions):
        return unroll(self.game).infosets[self._find(actions).infoset].key

    def _known(self, player):
        """Return the name of the last information set of a player on the way, () before there is one."""
        ways = [self._find(self.actions[:k]) for k in range(len(self.actions) + 1)]
        mine = [node.infoset for node in ways if node.player == player]
        return unroll(self.game).infosets[mine[-1]].key if mine else ()

    def shown(self, actions=None):
        return tuple(str(part) for part in self._known(self.seat)[1:] if part)

    def held(self, player):
        return "".join(map(str, self._known(player)[:1]))

    def back(self, player):
        return self.held(self.seat)


def kind_of(game):
    """Return the class of rounds of a game."""
    return TreeRound if isinstance(game, matrix | Tree) else Round
