r"""The average strategy under sampling, by several rules at once, from the steps of one run.

What is wanted is, for each information set I of player i and each action,

.. math:: S(I, a) = \pi_c(I) \sum_t \pi_i^t(I)\, \sigma^t(a \mid I), \qquad \pi_c(I) = \sum_{h \in I} \pi_c(h),

but a walk visits only some sets. The rules (Lanctot, Waugh, Zinkevich and Bowling 2009; Gibson 2014):

stochastic
    At a visit with probability q(h), count ``pi_i(h) pi_c(h) / q(h)``.
optimistic
    At a visit, count the strategy of now for all iterations since the last visit.
lazy
    Let what a set has missed wait at the set above it, and push it down before the strategy there changes.
"""

import numpy as np

from cfrlib._util.arguments import typed, whole
from cfrlib._util.interrupts import alone
from cfrlib.textbook.cfr import CFR

RULES = ("exact", "stochastic", "stochastic, own nodes", "optimistic", "lazy")


class Averages:
    """Sums of strategies by each of `RULES`, by name in `sums`, fed by a new `cfrlib.textbook.CFR` with simultaneous
    updates.

    Visits for "stochastic" and "optimistic" are those by the opponent's walk, which tries every action of its own
    sooner or later; "stochastic, own nodes" takes the visits by the player's own walk instead. "exact" looks at every
    set in every iteration.
    """

    def __init__(self, cfr):
        if typed("cfr", cfr, CFR, "a cfrlib.textbook.CFR").updates != "simultaneous" or cfr.iterations:
            raise ValueError(
                f"cfr: updates={cfr.updates!r} after {cfr.iterations} iterations; it takes simultaneous "
                f"updates and a new run"
            )
        self.cfr, self.tree = cfr, cfr.tree
        sets, size = self.tree.infosets, self.tree.num_infoset_actions
        self.sums = {rule: np.zeros(size) for rule in RULES}
        self.chance = np.array([self.tree.chance_reach[I.nodes].sum() for I in sets])
        owner = np.repeat([I.index for I in sets], [len(I.actions) for I in sets])
        self.above = [int(owner[entry]) if entry >= 0 else None for entry in self.tree.parent_sequence]
        self.waiting, self.last = np.zeros(len(sets)), np.zeros(len(sets), dtype=int)

    @alone
    def run(self, iterations):
        """Do so many iterations and count them by each rule."""
        for _ in range(whole("iterations", iterations, 0)):
            sigma, t = list(self.cfr.strategy), self.cfr.iterations + 1
            self._count_all(sigma)
            for step in self.cfr.steps():
                if step.kind == "regret":
                    self._own_visit(step, sigma)
                elif step.kind == "average":
                    self._opponents_visit(step, t)

    def _count_all(self, sigma):
        """Count the iteration exactly, and let it wait at every first decision."""
        reach = np.ones(len(sigma))
        for I in self.tree.infosets:
            if self.above[I.index] is None:
                self.waiting[I.index] += 1
            else:
                J = self.tree.infosets[self.above[I.index]]
                reach[I.index] = reach[J.index] * sigma[J.index][self.tree.parent_sequence[I.index] - J.offset]
            self.sums["exact"][I.entries] += self.chance[I.index] * reach[I.index] * sigma[I.index]

    def _own_visit(self, step, sigma):
        """The strategy is about to change: first hand down what waits."""
        I = self.tree.infosets[step.infoset]
        own, chance = step.reach[step.player], step.reach[2]
        self.sums["stochastic, own nodes"][I.entries] += own * chance / step.visited * step.strategy
        line = [I.index]
        while self.above[line[-1]] is not None:
            line.append(self.above[line[-1]])
        for J in reversed(line):
            self._push(J, sigma)

    def _opponents_visit(self, step, t):
        I, who = self.tree.infosets[step.infoset], 1 - step.player
        self.sums["stochastic"][I.entries] += step.reach[who] * step.reach[2] / step.visited * step.strategy
        missed = t - self.last[I.index]
        self.sums["optimistic"][I.entries] += missed * step.reach[who] * self.chance[I.index] * step.strategy
        self.last[I.index] = t

    def _push(self, k, sigma):
        """Count what waits at a set with its strategy by the lazy rule, and let it wait at the sets below."""
        I, waiting = self.tree.infosets[k], self.waiting[k]
        if waiting:
            self.sums["lazy"][I.entries] += self.chance[k] * waiting * sigma[k]
            for below in self.tree.infosets:
                if self.above[below.index] == k:
                    self.waiting[below.index] += waiting * sigma[k][self.tree.parent_sequence[below.index] - I.offset]
            self.waiting[k] = 0.0

    def finish(self):
        """Hand down all that still waits under the lazy rule."""
        for I in self.tree.infosets:  # in the order of the tree: sets above come first
            self._push(I.index, self.cfr.strategy)
