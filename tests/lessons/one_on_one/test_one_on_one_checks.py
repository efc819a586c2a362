"""The checks of lesson 15 accept the right answer and say where a wrong one is wrong."""

from math import sqrt

import numpy as np
import pytest
from verdicts import right_answers

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


test_right_answers_pass = right_answers([(checks.check_both, both)])


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
