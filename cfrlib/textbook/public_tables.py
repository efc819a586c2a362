"""Tables of regrets and strategies over a public tree: one array for each decision, a row for each information set."""

import numpy as np

from cfrlib.game import CHANCE, Decision
from cfrlib.profile import Profile
from cfrlib.textbook.regret_matching import matched


class PublicTables:
    """What a solver of the public tree knows: a table (rows, actions) of regrets, sums, and so on for each action
    sequence.

    ``rows[actions, public]`` (outcomes,) is the row of each private outcome. Information sets share a row where the
    game says so (`Game.row`), or, unless `shared`, each has its own.
    """

    def __init__(self, game, shared=True):
        self.game, self.rows, sizes = game, {}, {}
        name = game.row if shared else game.key
        for actions, node in game.action_sequences():
            if not isinstance(node, Decision):
                continue
            names = {}
            for public in game.public_sequences(actions.count(CHANCE)):
                possible = game.weights(public).any(axis=1 - node.player)
                row = [name(node.player, actions, public, o) if can else None for o, can in enumerate(possible)]
                self.rows[actions, public] = np.array([names.setdefault(name, len(names)) for name in row])
            sizes[actions] = len(names), len(node.actions)
        zeros = ({a: np.zeros(size) for a, size in sizes.items()} for _ in range(3))
        self.regret, self.sums, self.instantaneous = zeros
        self.strategy = {actions: matched(regret) for actions, regret in self.regret.items()}

    def update(self, player):
        """Add what a walk has found to the regrets of `player`; match the next strategy to them (line 21)."""
        for actions, instantaneous in self.instantaneous.items():
            if self.game.node(actions).player == player:
                self.regret[actions] += instantaneous
                self.strategy[actions] = matched(self.regret[actions])
                instantaneous[:] = 0

    def freeze(self, profile):
        """Take the current strategy from a profile."""
        for key, _, sigma in self.by_key(self.strategy):
            sigma[:] = list(profile[key].values())
        for key, _, sigma in self.by_key(self.strategy):
            if sigma.tolist() != list(profile[key].values()):
                raise ValueError(f"profile: at {key!r} it differs from an information set that shares its row")

    def by_key(self, table):
        """Yield (key, node, row of a table) for each information set; with rows of `table` one may write to."""
        listed = set()
        for (actions, public), rows in self.rows.items():
            node = self.game.node(actions)
            for outcome in np.flatnonzero(self.game.weights(public).any(axis=1 - node.player)):
                key = self.game.key(node.player, actions, public, int(outcome))
                if (actions, key) not in listed:
                    listed.add((actions, key))
                    yield key, node, table[actions][rows[outcome]]

    def profile(self, table):
        """Return the profile of a table of strategies."""
        keys, nodes, rows = zip(*self.by_key(table), strict=True)
        players, actions = [node.player for node in nodes], [node.actions for node in nodes]
        return Profile(keys, players, actions, np.concatenate(rows), self.game)
