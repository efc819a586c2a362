r"""Sampling with baselines (Schmid, Burch, Lanctot, Moravcik, Kadlec and Bowling 2019: VR-MCCFR).

Without a baseline, an action that is not tried counts 0 and the one that is tried counts 1 / xi times. With a
*baseline* b, a guess of the value that is fixed before the draw, the guess stands for what is not tried, and only
the error of the guess is blown up:

.. math::
    \tilde u(ha) = b(a) + \frac{1[a \text{ tried}]}{\xi(a)} \left( \tilde u_{below}(ha) - b(a) \right)

The mean is the same whatever b is. The better the guess, the smaller the variance; it is corrected at the actions of
both players and at chance alike.
"""

import numpy as np

from cfrlib.arguments import one_of
from cfrlib.textbook.cfr import CFR
from cfrlib.tree import CHANCE, TERMINAL


class BaselineCFR(CFR):
    """CFR whose sampled values are corrected by a baseline.

    Parameters
    ----------
    game : Game or Tree
    sampling : str or Scheme
        One that samples.
    baseline : {"none", "learned", "exact"}
        - none: plain sampling.
        - learned: of each action at an information set (of each chance outcome at a history) the running mean of the
          values found below it, in which the newest counts `rate`.
        - exact: the true value of each history under the current strategy; it costs a full walk, so it is here to
          learn from.
    rate : float
    **switches
        Of `CFR`.
    """

    def __init__(self, game, sampling="os", baseline="learned", rate=0.5, **switches):
        super().__init__(game, sampling, **switches)
        self.baseline, self.rate = one_of("baseline", baseline, ("none", "learned", "exact")), rate
        self._learned = {self._place(n): np.zeros(len(n.actions)) for n in self.tree.nodes if n.player != TERMINAL}
        self._parent = {child: (n, a) for n in self.tree.nodes for a, child in enumerate(n.children)}
        self._exact = None

    def steps(self):
        """Do one iteration; the baseline learns from it when it is over."""
        self.look()
        found = []
        for step in super().steps():
            found.append(step)
            yield step
        self.learn(_values(found))

    def look(self):
        """Work out the exact values for the walks to come, if those are the baseline."""
        if self.baseline == "exact":
            self._exact = history_values(self.tree, self.strategy)

    def learn(self, found):
        """Move the learned baseline towards values to player 0 found at histories: pairs (node, value)."""
        for node, value in found:
            if node in self._parent:
                above, a = self._parent[node]
                known = self._learned[self._place(above)]
                known[a] += self.rate * (value - known[a])

    def _place(self, node):
        return ("chance", node.index) if node.player == CHANCE else node.infoset

    def _guess(self, node, player):
        sign = 1 if player == 0 else -1
        if self.baseline == "learned":
            return sign * self._learned[self._place(node)]
        if self.baseline == "exact":
            return sign * self._exact[list(node.children)]
        return super()._guess(node, player)


def history_values(tree, strategy):
    """Return what player 0 expects from each history on.

    Parameters
    ----------
    tree : Tree
    strategy : list of arrays
        By information set.

    Returns
    -------
    (num_histories,) float64 array
    """
    values = np.zeros(tree.num_histories)
    for node in reversed(tree.nodes):
        if node.player == TERMINAL:
            values[node.index] = node.payoff
        else:
            sigma = node.probabilities if node.player == CHANCE else strategy[node.infoset]
            values[node.index] = np.dot(sigma, values[list(node.children)])
    return values


def estimates(cfr, walks, player=0, lessons=0):
    """Return what each of many walks says, while the strategy stays as it is.

    Parameters
    ----------
    cfr : CFR or BaselineCFR
    walks : int
    player : int
        Who walks.
    lessons : int
        So many walks before teach a learned baseline, which then stays as it is too.

    Returns
    -------
    root : (walks,) float64 array
        Estimate of the player's payoff in the whole game.
    gains : (walks, num_infoset_actions) float64 array
        Estimated regret of each action, 0 where the walk does not come.
    """
    root, gains = np.zeros(walks), np.zeros((walks, cfr.tree.num_infoset_actions))
    if isinstance(cfr, BaselineCFR):
        cfr.look()
    sums = list(cfr.strategy_sum)
    for k in range(-lessons, walks):
        seen, cfr._dealt = {}, {}
        steps = list(cfr._walk(cfr.tree.root, player, (1.0, 1.0, 1.0), 1.0, seen, 1))
        if k < 0:
            if isinstance(cfr, BaselineCFR):
                cfr.learn(_values(steps))
            continue
        root[k] = steps[-1].value  # the root is a deal: its value comes last
        for I, gain in seen.items():
            first = cfr.tree.infosets[I].offset
            gains[k, first : first + len(gain)] = gain
    cfr.strategy_sum[:] = sums
    return root, gains


def largest_error(gains, exact):
    """Return how far the means of estimates are from the exact numbers: the largest distance, in standard errors.

    Parameters
    ----------
    gains : (walks, k) array
    exact : (k,) array

    Returns
    -------
    float
    """
    standard = np.maximum(gains.std(axis=0) / len(gains) ** 0.5, 1e-12)
    return float(np.abs((gains.mean(axis=0) - exact) / standard).max())


def _values(steps):
    """Return the values to player 0 that a walk has found at histories: pairs (node, value)."""
    return [(s.node, s.value if s.player == 0 else -s.value) for s in steps if s.kind in ("value", "terminal")]
