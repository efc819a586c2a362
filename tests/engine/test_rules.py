"""Every rule that has a name: it comes to the value of random games, and textbook and engine agree on it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games as random_games
from test_single_walks import assert_the_same_steps

import cfrlib
from cfrlib.regret import NAMES
from cfrlib.textbook import CFR

pytestmark = pytest.mark.slow

AVERAGES = {"rm": 0, "rm+": 1, "linear": 1, "dcfr+": 4, "pdcfr+": 5}
"""Of their papers, where these are not quadratic."""
some = settings(deadline=None, derandomize=True, max_examples=20)


@some
@given(random_games(), st.sampled_from(NAMES), st.sampled_from(["alternating", "simultaneous"]))
def test_every_rule_comes_to_the_value(game, rule, updates):
    value, _ = cfrlib.equilibrium(game)
    solver = cfrlib.CFR(game, regret=rule, average=AVERAGES.get(rule, 2), updates=updates)
    solver.run(1000)
    assert solver.exploitability() < 0.02, solver
    assert cfrlib.expected_value(game, solver.average_strategy()) == pytest.approx(value, abs=0.02)


@some
@given(random_games(), st.sampled_from(NAMES), st.sampled_from(["vanilla", "es"]))
def test_every_step_is_the_textbooks(game, rule, row):
    fast, slow = (
        solver(game, row, regret=rule, average=AVERAGES.get(rule, 2), updates="simultaneous", seed=1)
        for solver in (cfrlib.CFR, CFR)
    )
    assert_the_same_steps(fast, slow, 15)


def test_a_rule_of_other_numbers_takes_another_name():
    with pytest.raises(ValueError, match=r"^name='dcfr\+': this rule has other numbers"):
        cfrlib.regret.RegretRule("dcfr+", positive=cfrlib.regret.Power(2), floor=0)
    assert str(cfrlib.regret.regret_rule("pdcfr+")) == "pdcfr+"
