"""An engine of one's own, for games without public chance: vanilla CFR with one matrix product for each ending.

A game says by `layout` that this module is its engine. It has a class that says how the game lies in memory (`LAYOUT`),
a class that does iterations (in `ROWS`), and a function that refuses the rest (`check`).
"""

from typing import NamedTuple

import numpy as np

import cfrlib


class Sequences(cfrlib.engine.Layout):
    """A game as its action sequences: a decision has a block (outcomes of who moves, actions) in a table."""

    def __init__(self, game):
        super().__init__(game)
        self.nodes = dict(game.action_sequences())
        self.weights, self.payoffs, self.blocks, size = game.weights(()), {}, {}, 0
        shape = self.weights.shape
        for actions, node in self.nodes.items():
            if isinstance(node, cfrlib.Decision):
                many = shape[node.player], len(node.actions)
                self.blocks[actions] = slice(size, size + many[0] * many[1]), many
                size += many[0] * many[1]
            else:
                payoff = game.payoff(actions, ())
                table = payoff.table() if isinstance(payoff, cfrlib.Comparison) else np.full(shape, payoff)
                self.payoffs[actions] = self.weights * table
        self.size = size

    def block(self, table, actions):
        """Return the part of a table that belongs to a decision."""
        part, shape = self.blocks[actions]
        return table[part].reshape(shape)

    def parts(self):
        """Return what tells this game from others."""
        return {"weights": self.weights, **{" ".join(key): payoff for key, payoff in self.payoffs.items()}}

    def strategy(self, table, actions):
        """Return probabilities in proportion to the positive numbers of a table."""
        row = np.maximum(self.block(table, actions), 0)
        total = row.sum(axis=1, keepdims=True)
        return np.where(total > 0, row / np.where(total > 0, total, 1), 1 / row.shape[1])

    def average(self, sums):
        """Return the profile of a table of summed strategies."""
        rows = {}
        for actions in self.blocks:
            node, sigma = self.nodes[actions], self.strategy(sums, actions)
            for outcome in range(len(sigma)):
                key = self.game.key(node.player, actions, (), outcome)
                rows[key] = dict(zip(node.actions, sigma[outcome].tolist(), strict=True))
        return cfrlib.Profile.from_dict(self.game, rows)

    def exploitability(self, sums):
        return cfrlib.exploitability(cfrlib.tree.unroll(self.game), self.average(sums))


class Tables(NamedTuple):
    regret: np.ndarray
    sums: np.ndarray


class MatrixWalks(cfrlib.engine.Engine):
    """Vanilla CFR with the rule of Zinkevich et al. (2007)."""

    def __init__(self, setup):
        super().__init__(setup)
        self.tables = Tables(*np.zeros((2, self.layout.size)))

    def prepare(self):
        """Nothing has to be compiled."""

    def iterate(self, rule, rng, first, count):
        for t in range(first, first + count):
            for me in (0, 1):
                ones = [np.ones(n) for n in self.layout.weights.shape]
                self._walk((), me, ones, t**rule.power)
        states = 2 * count * len(self.layout.nodes)
        return states * len(self.layout.weights), states * self.layout.weights.size

    def _walk(self, actions, me, reach, weight):
        """Return the counterfactual values of a player's outcomes at a node, and update his regrets below it."""
        layout, node = self.layout, self.layout.nodes[actions]
        if actions in layout.payoffs:
            return layout.payoffs[actions] @ reach[1] if me == 0 else -layout.payoffs[actions].T @ reach[0]
        who, sigma, values = node.player, layout.strategy(self.tables.regret, actions), []
        for a, action in enumerate(node.actions):
            below = [part * sigma[:, a] if player == who else part for player, part in enumerate(reach)]
            values.append(self._walk((*actions, action), me, below, weight))
        if who != me:
            return sum(values)
        values = np.stack(values, axis=1)
        mean = (values * sigma).sum(axis=1)
        layout.block(self.tables.regret, actions)[:] += values - mean[:, None]
        layout.block(self.tables.sums, actions)[:] += weight * reach[me][:, None] * sigma
        return mean

    def sums(self, iterations):
        return self.tables.sums

    def current(self):
        return self.layout.average(self.tables.regret)


def check(setup):
    """Refuse what this engine does not do."""
    if setup.kind not in ROWS:
        raise ValueError(f"sampling={str(setup.sampling)!r}: for {setup.game} it takes 'vanilla'")
    for name, value, takes in (("regret", setup.regret.name, "rm"), ("updates", setup.updates, "alternating")):
        if value != takes:
            raise ValueError(f"{name}={value!r}: for {setup.game} it takes {takes!r}")


LAYOUT = Sequences
ROWS = {("all", "all", "all"): MatrixWalks}
