"""What the replications need of their sources, against what is known otherwise."""

import numpy as np
import pytest

import cfrlib
from cfrlib.course.exercises.walkthrough import side_by_side
from cfrlib.course.kuhn_equilibria import kuhn_equilibrium
from cfrlib.course.papers import ai_poker_tutorial as tutorial
from cfrlib.course.papers import ni_lamb
from cfrlib.textbook import CFR
from cfrlib.tree import unroll


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 3])
def test_figure_2_is_the_family_of_equilibria(alpha):
    printed = ni_lamb.profile(ni_lamb.figure_2(alpha))
    assert np.allclose(printed.probabilities, kuhn_equilibrium(alpha).probabilities)
    assert ni_lamb.bets(printed) == pytest.approx(ni_lamb.figure_2(alpha))


def test_only_one_row_of_figure_4_is_no_strategy():
    sums = ni_lamb.figure_4().sum(axis=1)
    assert sums[sums != 1].to_dict() == {"Kpb": 2}


def test_ends_of_kuhn_poker():
    assert ni_lamb.kuhn_ends() == {"pp": "±1", "pbp": "-1", "pbb": "±2", "bp": "+1", "bb": "±2"}


def test_the_second_iteration_repeats_the_first():
    first, second = tutorial.page(1), tutorial.page(2)
    assert len(first) == len(second) == 29
    assert [k for k, (a, b) in enumerate(zip(first, second, strict=True)) if str(a) != str(b)] == [0, 1]
    deal = unroll(cfrlib.games.kuhn()).given("Q", "K")
    assert set(side_by_side(first, CFR(deal, updates="simultaneous").steps()).verdict) == {"holds", "unfinished"}


def test_averaging_errors():
    errors = tutorial.averaging_errors(cfrlib.games.kuhn(), iterations=50, seeds=3)
    assert {rule: e.shape for rule, e in errors.items()} == dict.fromkeys(errors, (3, 24))
    assert abs(errors["lazy"]).max() < 1e-12
    assert tutorial.biased(errors["lazy"]) == 0
    assert (errors["final iteration"] >= errors["optimistic"]).all()  # it adds what was missed
    assert (errors["final iteration"] > errors["optimistic"]).any()


def test_entries_that_are_off_every_time_are_biased():
    assert tutorial.biased(np.array([[0.1, 0.2, -0.3], [-0.1, 0.2, -0.3]])) == 2


def test_the_interval_of_a_median_holds_it_as_often_as_it_says():
    rng = np.random.default_rng(0)
    found = [tutorial.median_interval(rng.exponential(size=25)) for _ in range(2000)]
    assert 0.95 < np.mean([low <= np.log(2) <= high for low, high in found]) < 0.985
    assert tutorial.median_interval([3, 1, 2]) == (1, 3)
