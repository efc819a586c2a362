"""Sampled walks of the textbook whose draws come from a script, and their exact means over all that can be drawn."""

import itertools
from math import comb

import numpy as np
import pytest

from cfrlib.textbook import CFR


class Script:
    """Answers for all draws; `runs` goes through all sequences of answers."""

    def __init__(self):
        self.answers, self.sizes = [], []

    def choice(self, options, chances):
        possible = [(o, p) for o, p in zip(options, chances, strict=True) if p > 0]
        at = len(self.sizes)
        if at == len(self.answers):
            self.answers.append(0)
        self.sizes.append(len(possible))
        option, p = possible[self.answers[at]]
        self.probability *= p
        return option

    def runs(self):
        """Yield once for each sequence of draws; `probability` is that of the run when it is over."""
        while True:
            self.sizes, self.probability = [], 1.0
            yield
            while self.answers and self.answers[-1] == self.sizes[len(self.answers) - 1] - 1:
                self.answers.pop()
            if not self.answers:
                return
            self.answers[-1] += 1


class Scripted(CFR):
    """The textbook's CFR with its draws from a script."""

    def _one(self, policy):
        return self.script.choice(range(len(policy)), policy)

    def _several(self, n, k):
        return self.script.choice(list(itertools.combinations(range(n), k)), [1 / comb(n, k)] * comb(n, k))

    def _deal(self, node):
        event = self._chance_before[node.index]
        if event not in self._dealt:
            self._dealt[event] = self._one(node.probabilities)
        return self._dealt[event]

    def look_at(self, step):
        """Do what belongs to a step beside the walk: nothing."""


def random_profile(tree, seed, avoided=0):
    """Return a random strategy; at every `avoided`-th information set the first action is never taken."""
    rng = np.random.default_rng(seed)
    profile = [rng.dirichlet(np.ones(len(i.actions))) for i in tree.infosets]
    for sigma in profile[::avoided] if avoided else ():
        if len(sigma) > 1:
            sigma[0] = 0
            sigma /= sigma.sum()
    return profile


def every_walk(tree, strategy, player, sampling, make=Scripted, **options):
    """Yield for all that can be drawn: probability, regrets and additions to the strategy sums, a list of arrays by
    information set, and the steps.
    """
    script, total = Script(), 0.0
    for _ in script.runs():
        cfr = make(tree, sampling, **options)
        cfr.script, cfr.strategy = script, strategy
        walked = {}
        steps = list(cfr.walk(player, walked))
        for step in steps:
            cfr.look_at(step)
        regrets = [walked.get(I, np.zeros(len(sums))) for I, sums in enumerate(cfr.strategy_sum)]
        total += script.probability
        yield script.probability, regrets, cfr.strategy_sum, steps
    assert total == pytest.approx(1, abs=1e-12)


def mean_walk(tree, strategy, player, sampling, **options):
    """Return the exact means, over all draws, of a walk's regrets and additions to the strategy sums."""
    means = [[np.zeros(len(i.actions)) for i in tree.infosets] for _ in range(2)]
    for probability, *added, _ in every_walk(tree, strategy, player, sampling, **options):
        for mean, part in zip(means, added, strict=True):
            for I, row in enumerate(part):
                mean[I] += probability * row
    return means
