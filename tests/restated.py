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
        t = self.t
        for infoset in self.tree.infosets:
            if infoset.player != player:
                continue
            I, g = infoset.index, gains[infoset.index]
            guess = 0
            if self.rule == "rm":
                self.R[I] = self.R[I] + g
            elif self.rule == "rm+":
                self.R[I] = np.maximum(self.R[I] + g, 0)
            elif self.rule == "linear":  # as Discounted CFR with (1, 1): what is old fades
                self.R[I] = (self.R[I] + g) * t / (t + 1)
            elif self.rule == "discounted":
                R = self.R[I] + g
                self.R[I] = R * np.where(R > 0, t**1.5 / (t**1.5 + 1), 1 / 2)
            else:
                self.R[I] = np.maximum(self.R[I] + g, 0)
                guess = g
            positive = np.maximum(self.R[I] + guess, 0)
            total = positive.sum()
            self.sigma[I] = positive / total if total > 0 else np.full(len(g), 1 / len(g))

    def average(self):
        return {
            i.key: s / s.sum() if s.sum() > 0 else np.full(len(s), 1 / len(s))
            for i, s in zip(self.tree.infosets, self.S, strict=True)
        }
