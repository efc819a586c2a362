r"""The family of CFR, to be read: one walk, and the rule is a plain function.

All quantities are arrays with one entry for each information set and action of a small game. A strategy, the regrets
and the strategy sums of *both* players lie in one array each; `Walk.mine` says which entries are whose.
"""

import math

import numpy as np

from cfrlib.evaluate import sequence_form
from cfrlib.textbook.regret_matching import ZERO_TOLERANCE

# NumPy's own differ in their last digits between processors, and a thousand steps of `Walk.prox` let that be seen.
exp, log = np.vectorize(math.exp, [float]), np.vectorize(math.log, [float])


class Walk:
    """A small game, matrix game or tree as the walks of CFR see it, with `size` entries.

    ``mine[player]`` (size,) says which entries are a player's; ``infosets[k].entries`` is the slice of the actions of
    information set k.

    >>> import cfrlib
    >>> W = Walk(cfrlib.games.kuhn())
    >>> W.size, round(W.value(W.uniform()), 6), round(W.exploitability(W.uniform()), 6)
    (24, 0.125, 0.458333)
    """

    def __init__(self, game):
        self._form = sequence_form(game)
        tree = self._form.tree
        self.size, self.infosets = tree.num_infoset_actions, tree.infosets
        self._counts = np.array([len(infoset.actions) for infoset in self.infosets])
        self._starts = np.cumsum(self._counts) - self._counts
        owner = np.repeat([infoset.player for infoset in self.infosets], self._counts)
        self.mine = owner == 0, owner == 1

    def uniform(self):
        """Return the strategy that takes all actions of an information set alike."""
        return 1 / self._spread(self._counts)

    def match(self, regret):
        """Return what regret matching plays: in proportion to positive regrets, uniform where there are none."""
        positive = np.maximum(regret, 0.0)
        total = self._total(positive)
        return np.divide(positive, total, out=self.uniform(), where=total > ZERO_TOLERANCE)

    def reach(self, sigma):
        """Return how likely the player of an entry plays all that leads to it, the entry's own action included."""
        plans = self._form.plans(sigma)
        return (plans[0] + plans[1])[:-1]

    def regrets(self, player, sigma):
        """Return r(I, a) = v(I, a) - sum over b of sigma(b) v(I, b) at the entries of `player`, 0 at the other's."""
        v = self.values(player, sigma)
        return v - self._total(sigma * v) * self.mine[player]

    def values(self, player, sigma):
        """Return the counterfactual values v(I, a) at the entries of `player`, 0 at the other's."""
        value = self._terminals(player, sigma)
        for layer in reversed(self._form.layers[player]):
            mean = np.add.reduceat(sigma[layer.entries] * value[layer.entries], layer.starts)
            np.add.at(value, layer.parents, mean)
        return value[:-1] * self.mine[player]

    def prox(self, player, sigma, against, step):
        r"""Return a strategy that earns more against `against` but stays near `sigma`.

        It maximizes payoff minus (1 / step) times the sum over I of reach(I) KL(new at I, sigma at I), from the last
        information sets back:

        .. math:: new(a) \propto \sigma(a) \, e^{step \cdot v(a)}, \qquad
                  v(I) = \tfrac{1}{step} \log \sum_a \sigma(a) \, e^{step \cdot v(a)}
        """
        value, new = self._terminals(player, against), sigma.copy()
        for layer in reversed(self._form.layers[player]):
            sizes = np.diff(np.append(layer.starts, len(layer.entries)))
            growth = step * value[layer.entries]
            best = np.maximum.reduceat(growth, layer.starts)  # taken out, so that no exponential overflows
            weight = sigma[layer.entries] * exp(growth - np.repeat(best, sizes))
            total = np.add.reduceat(weight, layer.starts)
            new[layer.entries] = weight / np.repeat(total, sizes)
            np.add.at(value, layer.parents, (best + log(total)) / step)
        return new

    def value(self, sigma):
        """Return the expected payoff to player 0."""
        x, y = self._form.plans(sigma)
        return float(np.sum(self._form.payoff * x[self._form.last[0]] * y[self._form.last[1]]))

    def best_response_value(self, player, sigma):
        """Return what a best response of `player` earns against the other player's part of `sigma`."""
        return self._form.best_response(player, self._form.plans(sigma)[1 - player])[0]

    def exploitability(self, sigma):
        """Return half the sum of what best responses earn."""
        return max(sum(self.best_response_value(player, sigma) for player in (0, 1)) / 2, 0.0)

    def _terminals(self, player, sigma):
        """Return the payoffs behind each last action of `player` (the last entry: no action), if they play to it."""
        other = self._form.plans(sigma)[1 - player]
        weights = (1 if player == 0 else -1) * self._form.payoff * other[self._form.last[1 - player]]
        return np.bincount(self._form.last[player] % (self.size + 1), weights=weights, minlength=self.size + 1)

    def _spread(self, numbers):
        """Repeat one number for each information set over its actions."""
        return np.repeat(numbers, self._counts)

    def _total(self, entries):
        """Return sums over the actions of an information set, repeated over its actions."""
        return self._spread(np.add.reduceat(entries, self._starts))
