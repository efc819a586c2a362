"""Members of the CFR family as settings of five controls, at single decisions and on games."""

from functools import cache
from math import inf
from typing import NamedTuple

import numpy as np

from cfrlib.engine import CFR
from cfrlib.games import kuhn, leduc
from cfrlib.regret import Power, RegretRule
from cfrlib.runs.curves import geometric
from cfrlib.tree import unroll

GAMES, MARKS = {"Kuhn": kuhn(), "Leduc": leduc(suits_matter=False)}, geometric(18, 1000)
WINDS = {
    "change": [(1, 0)] * 1000 + [(0, 1)] * 1500,
    "disaster": [(1, 0, -1000)] * 600,
    "rhythm": [(0, 1) if t // 10 % 2 else (1, 0) for t in range(240)],
}
"""What each action is worth, in each iteration."""


class Settings(NamedTuple):
    """What the controls say: `praise` and `debts` are the powers by which regrets fade, infinity if they do not."""

    floor: bool = False
    praise: float = inf
    debts: float = inf
    ahead: float = 0.0
    average: float = 0.0

    @property
    def rule(self) -> RegretRule:
        """What becomes of regrets."""
        up, down = (1.0 if power == inf else Power(power) for power in (self.praise, self.debts))
        floor = 0 if self.floor else None
        return RegretRule("a setting", positive=up, negative=down, floor=floor, prediction=self.ahead)


FAMILY = {
    "CFR": Settings(),
    "CFR+": Settings(floor=True, average=1),
    "Linear CFR": Settings(praise=1, debts=1, average=1),
    "Discounted CFR": Settings(praise=1.5, debts=0, average=2),
    "Predictive CFR+": Settings(floor=True, ahead=1, average=2),
}


@cache
def played(wind, settings):
    """Return the probability of the second action in each iteration of a wind, and what is earned, on average."""
    values, floor, ahead = WINDS[wind], 0.0 if settings.floor else -inf, settings.ahead
    kept = [(1.0, 1.0), *settings.rule.factors(1, len(values)).T.tolist()]
    R = seen = [0.0] * len(values[0])
    second, total = [], 0.0
    for u, (up, down) in zip(values, kept, strict=False):
        best = [max(x, 0.0) for x in seen]
        sigma = [x / sum(best) for x in best] if sum(best) > 1e-12 else [1 / len(u)] * len(u)
        earned = sum(p * x for p, x in zip(sigma, u, strict=True))
        r = [x - earned for x in u]
        R = [max(x * (up if x > 0 else down) + y, floor) for x, y in zip(R, r, strict=True)]
        seen = [x + ahead * y for x, y in zip(R, r, strict=True)]
        second.append(sigma[1])
        total += earned
    return second, total / len(values)


@cache
def copies(game):
    """Return a game, and three trees of it whose payoffs differ in the ninth digit."""
    made = [GAMES[game]]
    for seed in range(3):
        rng = np.random.default_rng(seed)
        made.append(unroll(GAMES[game]))
        for end in made[-1].terminals:
            end.payoff += 1e-8 * rng.normal()
    return made


@cache
def exploitabilities(game, settings):
    """Return the exploitability of each of the `copies` after each of the `MARKS`."""
    curves = np.zeros((4, len(MARKS)))
    for curve, copy in zip(curves, copies(game), strict=True):
        solver = CFR(copy, regret=settings.rule, average=settings.average)
        for k, mark in enumerate(MARKS):
            solver.run(mark - solver.iterations)
            curve[k] = solver.exploitability()
    return curves
