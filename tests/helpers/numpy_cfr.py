"""CFR stated once more, on the explicit tree with NumPy: an independent oracle for every unsampled rule."""

import numpy as np

from cfrlib.tree import CHANCE, TERMINAL, unroll


class Restated:
    """Unsampled CFR; the rules are written as in their papers, not as in the engine.

    Parameters
    ----------
    game : Game
    rule : str
        rm, rm+, linear, discounted (1.5, 0) or predictive.
    power : float
        Of the iteration, in the average.
    updates : str
    """

    def __init__(self, game, rule, power, updates="alternating"):
        self.tree, self.rule, self.power, self.updates = unroll(game), rule, power, updates
        self.t = 0
        self.R = [np.zeros(len(i.actions)) for i in self.tree.infosets]
        self.S = [np.zeros(len(i.actions)) for i in self.tree.infosets]
        self.sigma = [np.full(len(i.actions), 1 / len(i.actions)) for i in self.tree.infosets]

    def iterate(self):
        self.t += 1
        found = []
        for player in (0, 1):
            gains = self.walk(player)
            found.append(gains)
            if self.updates == "alternating":
                self.update(player, gains)
        if self.updates == "simultaneous":
            for player in (0, 1):
                self.update(player, found[player])

    def walk(self, player):
        nodes, tree = self.tree.nodes, self.tree
        own, rest, value = np.ones(len(nodes)), np.ones(len(nodes)), np.zeros(len(nodes))
        for node in nodes:
            for k, child in enumerate(node.children):
                p = node.probabilities[k] if node.player == CHANCE else self.sigma[node.infoset][k]
                own[child] = own[node.index] * (p if node.player == player else 1)
                rest[child] = rest[node.index] * (1 if node.player == player else p)
        gains = [np.zeros_like(r) for r in self.R]
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

    def update(self, player, gains):
        for infoset in self.tree.infosets:
            if infoset.player == player:
                I = infoset.index
                self.R[I] = self.next_regret(self.R[I], gains[I])
                self.sigma[I] = self.next_strategy(self.R[I], gains[I])

    def next_regret(self, R, g):
        t = self.t
        if self.rule == "rm":
            return R + g
        if self.rule == "linear":
            return R + t * g
        if (
            self.rule == "discounted"
        ):  # what is there fades, then the new comes: in the paper's order up to a positive factor
            s = t - 1
            return R * np.where(R > 0, s**1.5 / (s**1.5 + 1), 1 / 2) + g
        return np.maximum(R + g, 0)

    def next_strategy(self, R, g):
        positive = np.maximum(R + g if self.rule == "predictive" else R, 0)
        total = positive.sum()
        return positive / total if total > 0 else np.full(len(g), 1 / len(g))

    def average(self):
        return {
            i.key: s / s.sum() if s.sum() > 0 else np.full(len(s), 1 / len(s))
            for i, s in zip(self.tree.infosets, self.S, strict=True)
        }
