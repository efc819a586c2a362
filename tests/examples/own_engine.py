"""An engine of one's own, for games without public chance: CFR and CFR+ with one matrix product for each ending.

A game says by `layout` that this module is its engine. `LAYOUT` says where tables have an information set, `ROWS` what
does iterations, `check` what else it takes than plain CFR. Averages, best responses, locks and files follow.
"""

import numpy as np

import cfrlib


class Sequences(cfrlib.engine.Layout):
    """A decision has a matrix of entries of a table: a row for each outcome of who moves, a column for each action."""

    def __init__(self, game):
        super().__init__(game)
        self.nodes, self.weights = dict(game.action_sequences()), game.weights(())
        self.entries, self.payoffs, self.places, size = {}, {}, {}, 0
        for actions, node in self.nodes.items():
            if isinstance(node, cfrlib.Decision):
                first = []
                for outcome in range(self.weights.shape[node.player]):
                    key = game.key(node.player, actions, (), outcome)  # several outcomes may have the same
                    _, (_, entry, _) = self.places.setdefault(key, (node.actions, (0, size, 1)))
                    first, size = [*first, entry], max(size, entry + len(node.actions))
                self.entries[actions] = np.add.outer(first, np.arange(len(node.actions)))
            else:
                payoff = game.payoff(actions, ())
                self.payoffs[actions] = self.weights * (payoff.table() if hasattr(payoff, "table") else payoff)
        self.num_entries = size

    def find(self, key):
        return self.places.get(key)


class MatrixWalks(cfrlib.engine.Engine):
    """A walk carries how likely each outcome of either player is to come along, as far as their actions go."""

    def iterate(self, rule, rng, first, count):
        layout, regret = self.layout, self.tables.regret
        for t in range(first, first + count):
            for me in (0, 1):
                self._walk((), me, [np.ones(n) for n in layout.weights.shape], t**rule.power)
                np.maximum(regret, rule.floor, out=regret)
        nodes = count * len(layout.nodes)
        return nodes * sum(layout.weights.shape), 2 * nodes * layout.weights.size

    def _walk(self, actions, me, reach, weight):
        """Return the counterfactual values of a player's outcomes at a node, and update his regrets below it."""
        if actions in self.layout.payoffs:
            payoff = self.layout.payoffs[actions]
            return payoff @ reach[1] if me == 0 else -payoff.T @ reach[0]
        node, entries, values = self.layout.nodes[actions], self.layout.entries[actions], []
        positive = np.maximum(self.tables.regret[entries], 0)
        total = positive.sum(axis=1, keepdims=True)
        strategy = np.divide(positive, total, out=np.full_like(positive, 1 / len(node.actions)), where=total > 0)
        for a, action in enumerate(node.actions):
            below = [part * strategy[:, a] if player == node.player else part for player, part in enumerate(reach)]
            values.append(self._walk((*actions, action), me, below, weight))
        if node.player != me:
            return sum(values)
        mean = (np.transpose(values) * strategy).sum(axis=1)
        np.add.at(self.tables.regret, entries, np.transpose(values) - mean[:, None])
        np.add.at(self.tables.sums, entries, weight * reach[me][:, None] * strategy)
        return mean


def check(setup):
    cfrlib.engine.refuse_others(setup, regret="rm rm+", average="uniform linear quadratic")


LAYOUT = Sequences
ROWS = {("all", "all", "all"): MatrixWalks}
