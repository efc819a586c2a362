"""The checks of notebook 07: right answers pass, typical wrong ones are told where and why."""

import re

import numpy as np
import pytest

from cfrlib.exercises import sampling as checks
from cfrlib.tree import CHANCE, TERMINAL


def estimate(u, sigma, q, a):
    return sigma[a] * u[a] / q[a]


def variance(u, sigma, q):
    return (sigma**2 * u**2 / q).sum() - (sigma @ u) ** 2


def nodes(branching, depth, first):
    return sum(branching ** ((level + first) // 2) for level in range(depth))


def path_walk(tree, h, i, sigma, R, choose, q=1.0, own="uniform", divide=True, before=True, sign=1, weigh=True):
    """The right walk, or with other arguments a typical wrong one."""
    if h.player == TERMINAL:
        return h.payoff if i == 0 else -h.payoff
    p = np.array(h.probabilities) if h.player == CHANCE else sigma[h.infoset]
    xi = np.full(len(p), 1 / len(p)) if h.player == i and own == "uniform" else p
    a = choose(xi)
    onward = q * xi[a] if h.player == i else q
    value = path_walk(tree, tree.nodes[h.children[a]], i, sigma, R, choose, onward, own, divide, before, sign, weigh)
    if h.player != i:
        return value
    u = np.zeros(len(p))
    u[a] = value / (xi[a] if divide else 1)
    R[h.infoset] = R[h.infoset] + sign * (u - p @ u) / ((q if before else onward) if weigh else 1)
    return p @ u


RIGHT = [
    (checks.check_estimate, estimate),
    (checks.check_variance, variance),
    (checks.check_nodes, nodes),
    (checks.check_single_path, path_walk),
]


@pytest.mark.parametrize("check, answer", RIGHT)
def test_right_answers_pass(check, answer):
    assert check(answer).ok, check(answer)


@pytest.mark.parametrize("check, answer", RIGHT)
def test_no_answer_and_nonsense_give_verdicts(check, answer):
    def todo(*_):
        raise NotImplementedError("your turn")

    assert check(todo).state == "open"
    for nonsense in (lambda *_: None, lambda *_: "three", lambda *_: 1 / 0, lambda *_: np.zeros(5), lambda: 1, None):
        assert check(nonsense).state == "wrong"


def wrong(**switches):
    return lambda *arguments: path_walk(*arguments, **switches)


@pytest.mark.parametrize(
    "check, answer, words",
    [
        (checks.check_estimate, lambda u, sigma, q, a: u[a], "value of the action itself"),
        (checks.check_estimate, lambda u, sigma, q, a: u[a] / q[a], "multiply by it"),
        (checks.check_estimate, lambda u, sigma, q, a: sigma[a] * u[a], "divide by q"),
        (checks.check_estimate, lambda u, sigma, q, a: sigma[a] * u[a] * q[a], "do not multiply"),
        (checks.check_estimate, lambda u, sigma, q, a: sigma @ u, "the drawn action only"),
        (checks.check_variance, lambda u, sigma, q: (sigma**2 * u**2 / q).sum(), "subtract the square"),
        (checks.check_variance, lambda u, sigma, q: max(variance(u, sigma, q), 0) ** 0.5, "standard deviation"),
        (checks.check_variance, lambda u, sigma, q: sigma @ u**2 - (sigma @ u) ** 2, "probability q"),
        (checks.check_variance, lambda u, sigma, q: np.var(sigma * u / q), "plain mean"),
        (checks.check_nodes, lambda b, d, first: nodes(b, d, not first), "moves first"),
        (checks.check_nodes, lambda b, d, first: sum(b**k for k in range(d)), "vanilla"),
        (checks.check_nodes, lambda b, d, first: d, "outcome sampling"),
        (checks.check_nodes, lambda b, d, first: nodes(b, d + 1, first), "One level too many"),
        (checks.check_single_path, wrong(own="sigma"), "himself uniformly"),
        (checks.check_single_path, wrong(divide=False), "divide the drawn value"),
        (checks.check_single_path, wrong(before=False), "before"),
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


def test_full_tree_has_one_information_set_for_each_decision():
    tree = checks.full_tree(3, 2)
    assert (tree.num_histories, tree.num_infosets) == (13, 4)
