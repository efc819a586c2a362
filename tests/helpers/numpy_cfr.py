"""CFR stated once more, on the explicit tree with NumPy: an independent oracle for every unsampled rule."""

import numpy as np

from cfrlib.tree import CHANCE, TERMINAL, unroll

ALPHA = {"dcfr+": 1.5, "pdcfr+": 2.3}
PREDICTION = {"predictive": 1, "pcfr+": 1, "pdcfr+": 1, "apcfr+": 1, "sapcfr+": 1 / 3}


class Restated:
    """Iterations of unsampled CFR, from strategies `sigma` and sums `S` of each information set that are put in.

    The rules are written as in their papers, not as in the engine; discounted is (1.5, 0).
    """

    def __init__(self, game, rule, power):
        self.tree, self.rule, self.power, self.t = unroll(game), rule, power, 0
        self.seen = {}  # of an information set: its regrets before each iteration and after the last, and its gains

    def walk(self, player):
        """Return the instantaneous regrets of a player's walk, and add to the sums."""
        nodes, tree = self.tree.nodes, self.tree
        own, rest, value = np.ones(len(nodes)), np.ones(len(nodes)), np.zeros(len(nodes))
        for node in nodes:
            for k, child in enumerate(node.children):
                p = node.probabilities[k] if node.player == CHANCE else self.sigma[node.infoset][k]
                own[child] = own[node.index] * (p if node.player == player else 1)
                rest[child] = rest[node.index] * (1 if node.player == player else p)
        gains = [np.zeros(len(i.actions)) for i in tree.infosets]
        chance = tree.chance_reach
        for node in reversed(nodes):
            n = node.index
            if node.player == TERMINAL:
                value[n] = node.payoff if player == 0 else -node.payoff
                continue
            below = value[node.children]
            p = np.array(node.probabilities) if node.player == CHANCE else self.sigma[node.infoset]
            value[n] = p @ below
            if node.player == player:
                gains[node.infoset] += rest[n] * (below - value[n])
                self.S[node.infoset] += self.t**self.power * own[n] * chance[n] * p
        return gains

    def next_regret(self, R, g):
        t = self.t
        if self.rule == "rm":
            return R + g
        if self.rule == "linear":
            return R + t * g
        if self.rule == "discounted":  # the old is discounted, then the new comes: the paper's order up to a factor
            s = t - 1
            return R * np.where(R > 0, s**1.5 / (s**1.5 + 1), 1 / 2) + g
        if self.rule in ALPHA:
            return np.maximum(R * (t - 1) ** ALPHA[self.rule] / ((t - 1) ** ALPHA[self.rule] + 1) + g, 0)
        return np.maximum(R + g, 0)

    def next_strategy(self, R, g, before, I):
        weight = PREDICTION.get(self.rule, 0)
        if self.rule == "pdcfr+":
            R = R * self.t**2.3 / (self.t**2.3 + 1)
        if self.rule == "apcfr+":
            kept, gains = self.seen.setdefault(I, ([], [0 * g]))
            kept.append(before), gains.append(g)
            errors, steps = (np.square(np.diff(rows, axis=0)).sum() for rows in (gains, [*kept, R]))
            weight = 1 / (1 + min((errors / steps) ** 0.5, 5)) if steps > 0 else 1 / 6
        positive = np.maximum(R + weight * g, 0)
        total = positive.sum()
        return positive / total if total > 0 else np.full(len(g), 1 / len(g))
