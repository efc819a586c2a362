"""Sampling by place in the tree (Meyer 2021, section 5.3): external sampling that saves itself what seems clear.

A walk tries all actions of its own player, as external sampling does. But where the average strategy already plays
one action with a probability above a cutoff, and the *confidence* rule agrees, it tries a single one. The one weight
rule of `cfrlib.textbook.CFR` keeps the estimates unbiased: whoever is tried with probability xi counts 1 / xi times.
(Fast: `cfrlib.sampling.ByPlace`, with rules of the same names.)
"""

from collections.abc import Callable

import numpy as np

from cfrlib._util.arguments import number, pair, positive, typed
from cfrlib.textbook.cfr import CFR
from cfrlib.textbook.regret_matching import normalized


class ByPlace(CFR):
    """External sampling; at clear places it draws one action, from ``epsilon * uniform + (1 - epsilon) * strategy``.

    ``confident(cfr, I)`` says whether to trust the average at an information set: see `after`, `half_life`, `visits`.
    `cutoff` are the parameters of the beta distribution from which each visit draws its cutoff. `visited` (infosets,)
    counts how often walks for its own player came to each information set, `single` how often they tried a single
    action there; `nodes_touched` leaves out the deals of private cards, as the fast solver does.
    """

    def __init__(self, game, confident, *, cutoff=(60, 10), epsilon=0.6, seed=0):
        super().__init__(game, "es", seed=seed)
        typed("confident", confident, Callable, "a function, such as after(n) or visits(n)")
        both = pair("cutoff", cutoff, "the two parameters of a beta distribution")
        self.confident, self.cutoff = confident, tuple(positive("cutoff", parameter) for parameter in both)
        self.epsilon = number("epsilon", epsilon, "a number above 0 and up to 1", 0, 1, above=True)
        self.visited = np.zeros(len(self.tree.infosets), dtype=int)
        self.single = np.zeros_like(self.visited)
        self.nodes_touched, self._coin = 0, None

    @property
    def now(self):
        """The iteration that is under way."""
        return self.iterations + 1

    def steps(self):
        """Throw the coin of `coin`, and do one iteration, counting nodes."""
        self._coin = self.rng.random()
        for step in super().steps():
            self.nodes_touched += step.kind in ("visit", "terminal")
            yield step
        self.nodes_touched -= 4

    def coin(self, probability):
        """Return one throw for the whole iteration: True so likely."""
        return self._coin < probability

    def _likely(self, I):
        """Return the strategy that is compared with the cutoff at an information set: the average."""
        return normalized(self.strategy_sum[I])

    def _follow(self, node, player, sigma):
        I = node.infoset
        if node.player != player:
            return super()._follow(node, player, sigma)
        self.visited[I] += 1
        if not (self.confident(self, I) and self._likely(I).max() > self.rng.beta(*self.cutoff)):
            return super()._follow(node, player, sigma)
        self.single[I] += 1
        xi = self.epsilon / len(sigma) + (1 - self.epsilon) * sigma
        a = self._one(xi)
        return [(a, float(xi[a]))]


def after(iteration):
    """Return the rule that trusts everything after so many iterations."""
    return lambda cfr, I: cfr.now > iteration


def half_life(iterations):
    """Return the rule that distrusts whole iterations, with a probability that halves every so many."""
    return lambda cfr, I: not cfr.coin(2 ** (-cfr.now / iterations))


def visits(number):
    """Return the rule that trusts an information set once it has been visited more often than this."""
    return lambda cfr, I: cfr.visited[I] > number
