"""The checks of lesson 09: right answers pass, typical wrong ones are told where and why."""

import re

import numpy as np
import pytest
from verdicts import other_attempts, right_answers

from cfrlib.lessons.sampling import checks
from cfrlib.tree import CHANCE, TERMINAL


def estimate(u, sigma, q, a):
    return sigma[a] * u[a] / q[a]


def nodes(own, other, depth, first):
    return sum(own ** ((k + first) // 2) * other ** ((k + (not first)) // 2) for k in range(depth))


def weight(own, opponent, chance, q):
    return opponent * chance / q


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
    gains = sign * (u - p @ u) / ((q if before else onward) if weigh else 1)
    R[h.infoset] = R[h.infoset] + np.where((np.arange(len(p)) == a) | (not only_drawn), gains, 0)
    return p @ u


RIGHT = [
    (checks.check_estimate, estimate),
    (checks.check_nodes, nodes),
    (checks.check_weight, weight),
    (checks.check_single_path, path_walk),
]

test_right_answers_pass = right_answers(RIGHT)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "three", lambda *_: np.zeros(5), lambda: 1, None)


def wrong(**switches):
    return lambda *arguments: path_walk(*arguments, **switches)


@pytest.mark.parametrize(
    "check, answer, words",
    [
        (checks.check_single_path, wrong(own="sigma"), "walking player uniformly"),
        (checks.check_single_path, wrong(divide=False), "divide the drawn value"),
        (checks.check_single_path, wrong(before=False), "before"),
        (checks.check_single_path, wrong(all_draws=True), "own draws only"),
        (checks.check_single_path, wrong(only_drawn=True), "also those not drawn"),
        (checks.check_single_path, lambda tree, h, i, *rest: path_walk(tree, h, 0, *rest), "h.player == i"),
        (checks.check_single_path, wrong(sign=-1), "sign"),
        (checks.check_single_path, wrong(weigh=False), "divide the drawn value|/ q"),
        (checks.check_single_path, lambda tree, h, i, sigma, R, choose, q: 0.0, "made 0"),
        (checks.check_single_path, lambda tree, h, i, sigma, R, choose, q: choose([1.0, 1.0]), "sum to 1"),
    ],
)
def test_wrong_answers_are_told_where(check, answer, words):
    verdict = check(answer)
    assert verdict.state == "wrong"
    assert verdict.message.startswith(("At ", "choose"))
    assert re.search(words, verdict.message), verdict
