"""The checks of lesson 15 accept the right answer and say where a wrong one is wrong."""

from math import sqrt

import numpy as np
import pytest
from verdicts import right_answers, wrong_answers

import cfrlib
from cfrlib.games import kuhn, matrix
from cfrlib.lessons.one_on_one import checks
from cfrlib.matches import match
from cfrlib.matches.duplicate import SURE
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.tree import unroll


def both(p, q, A):
    return [p @ (A @ q), max(-(p @ A))]


CIRCLE = [[0.2, 0.6, 0.2], [0.6, 0.2, 0.2], [0.2, 0.2, 0.6]]
test_right_answers_pass = right_answers([
    (checks.check_circle, lambda: np.array([[0.5, 0.25, 0.25], [0.25, 0.25, 0.5], [0.25, 0.5, 0.25]])),
    (checks.check_both, both),
])  # fmt: skip
WRONG = [
    (checks.check_circle, lambda: CIRCLE[::-1], "The first wins", "it takes 0.05", "what beats it"),
    (checks.check_circle, lambda: CIRCLE[:2], "expected three strategies"),
    (checks.check_circle, lambda: np.eye(3), "plays an action with 0"),
    (checks.check_circle, lambda: np.ones((3, 3)), "adds up to 3"),
    (checks.check_circle, lambda: np.full((3, 3), 1 / 3), "wins 0 a round"),
    (checks.check_circle, lambda: "a", "expected three strategies"),
]  # fmt: skip

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)


@pytest.mark.parametrize("duplicated", [True, False])
def test_intervals_are_those_of_a_match(duplicated):
    game = kuhn()
    played = match(game, kuhn_equilibrium(0.2), Profile.uniform(game), hands=2000, duplicate=duplicated, seed=4)
    samples = played.hands // 2 if duplicated else played.hands
    assert played.half_width == pytest.approx(SURE * played.deviation / sqrt(samples), rel=1e-12)


def test_the_best_response_is_that_of_the_library():
    for case in checks.check_both.cases():
        p, q, payoffs = case.given
        game = matrix(payoffs)
        tree = unroll(game)
        profile = Profile.from_flat(tree, np.concatenate([p, q]))
        won, lost = both(p, q, payoffs)
        assert cfrlib.expected_value(game, profile) == pytest.approx(won, abs=1e-12), case.name
        assert cfrlib.best_response_values(game, profile)[1] == pytest.approx(lost, abs=1e-12), case.name


def test_the_deals_of_the_last_case_have_more_luck_than_skill():
    *_, case = checks.check_sure.cases()
    first, second = case.given
    assert ((first + second) / 2).std(ddof=1) < np.r_[first, second].std(ddof=1) / 4
