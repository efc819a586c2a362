r"""Sampling with baselines (Schmid, Burch, Lanctot, Moravcik, Kadlec and Bowling 2019: VR-MCCFR).

Without a baseline, an action that is not tried counts 0 and the one that is tried counts 1 / xi times. A *baseline* b,
an estimate of the value that is fixed before the draw, stands for what is not tried, and only its error is blown up:

.. math::
    \tilde u(ha) = b(a) + \frac{1[a \text{ tried}]}{\xi(a)} \left( \tilde u_{below}(ha) - b(a) \right)

The mean is the same whatever b is. The better the baseline, the smaller the variance; it is corrected at the actions
of both players and at chance alike, the deal included. So with exact baselines the value of every history that the walk
visits is exact (Davis, Schmid and Bowling 2020).

Regrets are still noisy then: an information set has some if the walk comes there, and none if not. But which histories
are visited is drawn, too, by the deal and by actions, so the same correction applies to the instantaneous regrets. With
the advantage of an action by the baseline, :math:`\rho_b(h, a) = b(ha) - \sum_c \sigma(c)\, b(hc)`, and by the walk,
:math:`\tilde\rho(h, a)`,

.. math::
    \tilde r(I, a) = \sum_{h \in I} \pi_{-i}(h) \left(
    \rho_b(h, a) + \frac{1[h \text{ visited}]}{q(h)} \bigl( \tilde\rho(h, a) - \rho_b(h, a) \bigr) \right)

Again b cancels in the mean. With exact baselines the bracket is exact whether h is visited or not, every information
set has its exact regret, and what is left of sampling is vanilla CFR. This needs all histories, so only the exact
baseline, which has to see them anyway, does it. A learned one settles for the sum over visited histories alone. It
values an action alike in all histories of I, so of what the opponent was dealt there is nothing to correct once the
walk is in I, if his actions are drawn from his strategy (es, robust, os): then
:math:`\pi_{-i}(h) / q(h)` is the same for all of them.
"""

import numpy as np

from cfrlib._util.arguments import number, one_of
from cfrlib.textbook.cfr import CFR
from cfrlib.tree import CHANCE, TERMINAL


class BaselineCFR(CFR):
    """CFR whose sampled values are corrected by a baseline; `switches` are those of `CFR`.

    - "none": plain sampling.
    - "learned": of each action at an information set (of each chance outcome at a history) the running mean of the
      values found below it, in which the newest counts `rate`.
    - "exact": the true value of each history under the strategy that the walk starts from, corrected at all information
      sets: no noise is left in values and regrets. It costs full walks, so it is here to learn from.
    """

    def __init__(self, game, sampling="os", *, baseline="learned", rate=0.5, **switches):
        super().__init__(game, sampling, **switches)
        self.baseline, self.rate = one_of("baseline", baseline, ("none", "learned", "exact")), rate
        number("rate", rate, "a number above 0 and up to 1", 0, 1, above=True)
        self._learned = {self._place(n): np.zeros(len(n.actions)) for n in self.tree.nodes if n.player != TERMINAL}
        self._parent = {child: (n, a) for n in self.tree.nodes for a, child in enumerate(n.children)}
        self._exact = self._expected = None

    def steps(self):
        """Do one iteration; the baseline learns from it when it is over."""
        taken = []
        for step in super().steps():
            taken.append(step)
            yield step
        self.learn(_values(taken))

    def look(self):
        """Take the exact values of all histories for the baselines of the walk to come."""
        self.fix(history_values(self.tree, self.strategy))

    def fix(self, values):
        """Take these values to player 0 of all histories for baselines; any others leave the means alone, too."""
        self._exact = np.asarray(values)
        self._expected = [expected_regrets(self.tree, self.strategy, self._exact, player) for player in (0, 1)]

    def _walk(self, node, player, reach, q, regrets, t):
        """At the root give every information set its expected regrets; where the walk comes, take them back."""
        if self.baseline == "exact":
            if node is self.tree.root:
                self.look()
                regrets.update(self._expected[player])
            if node.player == player:
                baseline = self._baseline_values(node, player)
                advantage = baseline - self.strategy[node.infoset] @ baseline
                regrets[node.infoset] = regrets[node.infoset] - reach[1 - player] * reach[2] / q * advantage
        return (yield from super()._walk(node, player, reach, q, regrets, t))

    def learn(self, values):
        """Move the learned baseline towards values to player 0 at histories: pairs (node, value)."""
        for node, value in values:
            if node in self._parent:
                above, a = self._parent[node]
                known = self._learned[self._place(above)]
                known[a] += self.rate * (value - known[a])

    def _place(self, node):
        return ("chance", node.index) if node.player == CHANCE else node.infoset

    def _baseline_values(self, node, player):
        sign = 1 if player == 0 else -1
        if self.baseline == "learned":
            return sign * self._learned[self._place(node)]
        if self.baseline == "exact":
            return sign * self._exact[list(node.children)]
        return super()._baseline_values(node, player)


def history_values(tree, strategy):
    """Return player 0's expected payoff from each history on, (num_histories,), by strategies of information sets."""
    values = np.zeros(tree.num_histories)
    for node in reversed(tree.nodes):
        if node.player == TERMINAL:
            values[node.index] = node.payoff
        else:
            sigma = node.probabilities if node.player == CHANCE else strategy[node.infoset]
            values[node.index] = np.dot(sigma, values[list(node.children)])
    return values


def expected_regrets(tree, strategy, values, player):
    """Return a player's counterfactual regrets, {information set: array}, by the values of histories to player 0."""
    regrets, sign = {}, 1 if player == 0 else -1
    others = np.ones(tree.num_histories)  # probability that all but the player do what leads to a history
    for node in tree.nodes:
        if node.player == TERMINAL:
            continue
        children, reach = list(node.children), others[node.index]
        if node.player == player:
            others[children] = reach
            below, sigma = sign * values[children], strategy[node.infoset]
            regrets[node.infoset] = regrets.get(node.infoset, 0.0) + reach * (below - sigma @ below)
        else:
            sigma = node.probabilities if node.player == CHANCE else strategy[node.infoset]
            others[children] = reach * np.asarray(sigma)
    return regrets


def estimates(cfr, walks, player=0, lessons=0):
    """Return what each of many walks estimates while the strategy stays as it is: the player's payoff in the whole
    game (walks,), and regrets (walks, num_infoset_actions), 0 where the walk does not come, but for the exact baseline.

    So many walks before, the `lessons`, teach a learned baseline, which then stays as it is, too.
    """
    root, regrets = np.zeros(walks), np.zeros((walks, cfr.tree.num_infoset_actions))
    sums = list(cfr.strategy_sum)
    for k in range(-lessons, walks):
        walked = {}
        steps = list(cfr.walk(player, walked))
        if k < 0:
            if isinstance(cfr, BaselineCFR):
                cfr.learn(_values(steps))
            continue
        root[k] = steps[-1].value  # the root is a deal: its value comes last
        for I, regret in walked.items():
            first = cfr.tree.infosets[I].offset
            regrets[k, first : first + len(regret)] = regret
    cfr.strategy_sum[:] = sums
    return root, regrets


def _values(steps):
    """Return the values to player 0 that a walk has found at histories: pairs (node, value)."""
    return [(s.node, s.value if s.player == 0 else -s.value) for s in steps if s.kind in ("value", "terminal")]
