"""Evaluation by vectors equals the sequence form, which shares no code with it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games as random_games
from random_games import random_profile

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.engine.tree import sweeps
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit
from cfrlib.tree import unroll

GAMES = [kuhn(), leduc(), leduc(suits_matter=False), leduc_no_limit(stack=5), bluff(faces=3)]
some = settings(deadline=None, derandomize=True, max_examples=60)


def assert_equal_to_the_sequence_form(game, profile):
    tree, fast = unroll(game), layout_of(game).evaluator
    strategy = fast.tree.profile_map.by_infostate(fast.tree.profile_map.flat(profile))
    assert fast.best_response_values(strategy) == pytest.approx(cfrlib.best_response_values(tree, profile), abs=1e-12)
    assert fast.expected_value(strategy) == pytest.approx(cfrlib.expected_value(tree, profile), abs=1e-12)


@some
@given(random_games(), st.integers(0, 99))
def test_random_games(game, seed):
    if layout_of(game).evaluator is not None:
        assert_equal_to_the_sequence_form(game, random_profile(game, seed))
    layout = layout_of(game)
    assert layout.profile_map.joined == layout.joined == (layout.evaluator is None)


@some
@given(random_games(outcomes=5), st.integers(0, 99))
def test_random_games_whose_payoffs_are_read_as_orders(game, seed):
    # Ties, numbers, correlated outcomes, impossible ones; matrices beside orders.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweeps, "FEWEST", 0)
        test_random_games.hypothesis.inner_test(game, seed)


def test_an_order_takes_the_place_of_a_matrix():
    game = kuhn(cards=60)
    profile = random_profile(game, 3)
    assert_equal_to_the_sequence_form(game, profile)
    layout = layout_of(game)
    assert layout.bundles.payoffs[0].size == 0
    assert layout.with_matrices.payoffs[0].shape == (2, 60, 60)  # showdown and fold


@pytest.mark.parametrize("game", [*GAMES, bluff(dice=(2, 1), faces=2), bluff(dice=(1, 1), faces=4)], ids=repr)
def test_a_solver_evaluates_its_tables(game):
    # In Bluff best responses have payoffs of their own, and rows are joined.
    solver = cfrlib.CFR.plus(game)
    solver.run(10)
    assert solver.exploitability() == pytest.approx(
        cfrlib.exploitability(unroll(game), solver.average_strategy()), abs=1e-12
    )


def test_a_profile_of_other_actions_is_refused():
    with pytest.raises(ValueError, match="^profile: information set"):
        cfrlib.exploitability(leduc(), cfrlib.Profile.uniform(kuhn()))
    with pytest.raises(TypeError, match="^profile="):
        cfrlib.exploitability(leduc(), {})
