"""The checks of lesson 09: typical wrong answers are told where and why."""

import numpy as np
from verdicts import wrong_answers

from cfrlib.lessons.sampling import checks
from cfrlib.tree import CHANCE, TERMINAL


def path_walk(tree, h, i, sigma, R, choose, q=1.0, own="uniform", divide=True, before=True, sign=1, weigh=True,
              all_draws=False, only_drawn=False):  # fmt: skip
    """The right walk, or with other arguments a typical wrong one."""
    if h.player == TERMINAL:
        return h.payoff if i == 0 else -h.payoff
    p = np.array(h.probabilities) if h.player == CHANCE else sigma[h.infoset]
    xi = np.full(len(p), 1 / len(p)) if h.player == i and own == "uniform" else p
    a = choose(xi)
    onward = q * xi[a] if h.player == i or all_draws else q
    switches = own, divide, before, sign, weigh, all_draws, only_drawn
    value = path_walk(tree, tree.nodes[h.children[a]], i, sigma, R, choose, onward, *switches)
    if h.player != i:
        return value
    u = np.zeros(len(p))
    u[a] = value / (xi[a] if divide else 1)
    regrets = sign * (u - p @ u) / ((q if before else onward) if weigh else 1)
    R[h.infoset] = R[h.infoset] + np.where((np.arange(len(p)) == a) | (not only_drawn), regrets, 0)
    return p @ u


def wrong(**switches):
    return lambda *arguments: path_walk(*arguments, **switches)


test_wrong_answers_are_told_where = wrong_answers([(checks.check_single_path, *row) for row in [
    (wrong(own="sigma"), "At ", "walking player uniformly"),
    (wrong(divide=False), "divide the drawn value"),
    (wrong(before=False), "*before*"),
    (wrong(all_draws=True), "own draws only"),
    (wrong(only_drawn=True), "also those not drawn"),
    (lambda tree, h, i, *rest: path_walk(tree, h, 0, *rest), "h.player == i"),
    (wrong(sign=-1), "sign"),
    (wrong(weigh=False), "the regret by drawn"),
    (lambda tree, h, i, sigma, R, choose, q: 0.0, "made 0"),
    (lambda tree, h, i, sigma, R, choose, q: choose([1.0, 1.0]), "sum to 1"),
]])  # fmt: skip
