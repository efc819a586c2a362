"""Exact equilibria: certified by exploitability, in fractions, by linear programs over pure strategies."""

from fractions import Fraction

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import best_response_value, coarse_trees, matrices, matrix_value, normal_form, regrown, tiny_games
from random_games import games as random_games

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit, matrix
from cfrlib.tree import TERMINAL, Tree, from_openspiel, unroll

pytestmark = pytest.mark.slow

fast = settings(deadline=None, derandomize=True, max_examples=20)


def assert_solved(game):
    """Check that the profile cannot be exploited and is worth the value; return the value."""
    value, profile = cfrlib.equilibrium(game)
    assert cfrlib.exploitability(game, profile) <= 1e-9
    b1, b2 = cfrlib.best_response_values(game, profile)
    # What player 0 is sure of and what player 1 allows enclose the value, whatever the solver says.
    assert -b2 - 1e-12 <= value <= b1 + 1e-12
    assert cfrlib.expected_value(game, profile) == pytest.approx(value, abs=1e-9)
    return value


def exact_value(game):
    """Return the value as a Fraction, proved: the solver's profile in fractions, exact best responses to it.

    Best responses are computed from their definition, not by the package; if what they earn adds up to
    exactly 0, it is the value, wherever the profile came from.
    """
    tree, profile = unroll(game), cfrlib.equilibrium(game)[1]
    exact = []
    for infoset in tree.infosets:
        *first, _ = [Fraction(p).limit_denominator(10**5) for p in profile.probabilities[infoset.entries].tolist()]
        exact += [*first, 1 - sum(first)]

    def probability(infoset, k):
        return exact[infoset.offset + k]

    assert min(exact) >= 0
    b1, b2 = (
        best_response_value(tree, player, probability, lambda x: Fraction(x).limit_denominator(10**6))
        for player in (0, 1)
    )
    assert b1 + b2 == 0
    return b1


EXACT = {
    kuhn(): "-1/18",  # Kuhn 1950; the others are proved here, for good
    kuhn(cards=2): "0", kuhn(cards=4): "-1/24", kuhn(cards=13): "-5/78",
    leduc(ranks=2, raises=1, suits_matter=False): "0", leduc(bets="doubling", raises=1, suits_matter=False): "-2/65",
    leduc_no_limit(stack=3): "-26/1215", bluff(faces=2): "1/2", bluff(faces=3): "1/9", bluff(faces=4): "1/16",
    matrix([[3, 0], [1, 2]]): "3/2", matrix([[0, 0], [0, 0]]): "0",
    matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]): "0",
}  # fmt: skip


@pytest.mark.parametrize("game, value", EXACT.items(), ids=map(repr, EXACT))
def test_values_in_fractions(game, value):
    # The linear program is in floating point; fractions say whether it is right to the last digit.
    assert exact_value(game) == Fraction(value)
    assert assert_solved(game) == pytest.approx(float(Fraction(value)), abs=1e-12)


def test_suits_do_not_change_the_value_of_leduc():
    # They never decide a hand, so a player who sees them has gained nothing.
    values = [assert_solved(leduc(ranks=2, suits=3, suits_matter=shown)) for shown in (True, False)]
    assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_the_value_of_leduc_from_openspiels_tree():
    # The same linear program on a tree that OpenSpiel built; -0.0856 is what the literature reports.
    theirs = assert_solved(from_openspiel(pyspiel.load_game("leduc_poker")))
    assert assert_solved(leduc()) == pytest.approx(theirs, abs=1e-9)
    assert round(theirs, 4) == -0.0856


any_numbers = st.lists(st.lists(st.floats(-100, 100), min_size=5, max_size=5), min_size=1, max_size=8)


@settings(fast, max_examples=40)
@given(matrices() | any_numbers.map(matrix))
def test_random_matrix_games(game):
    assert assert_solved(game) == pytest.approx(matrix_value(game.payoffs), abs=1e-7)


@fast
@given(tiny_games() | coarse_trees())
def test_random_games_by_listing_pure_strategies(game):
    assert assert_solved(game) == pytest.approx(matrix_value(normal_form(unroll(game))), abs=1e-9)


@fast
@given(random_games(depth=4) | coarse_trees(most=1e12))
def test_random_games_cannot_be_exploited(game):
    assert_solved(game)


def test_play_is_uniform_where_its_player_never_gets_to():
    # "out" wins at once, so player 0 never gets to his second choice.
    tree = Tree()
    root = tree.add(player=0, actions=("out", "in"), key=("first", ""))
    tree.add(root, "out", player=TERMINAL, payoff=1)
    later = tree.add(root, "in", player=0, actions=("a", "b"), key=("second", ""))
    for action, payoff in (("a", -1), ("b", 0)):
        tree.add(later, action, player=TERMINAL, payoff=payoff)
    value, profile = cfrlib.equilibrium(tree)
    assert value == 1
    assert profile["second", ""] == {"a": 0.5, "b": 0.5}


def test_a_game_too_large_is_refused():
    with pytest.raises(ValueError, match="game=bluff.*information sets"):
        cfrlib.equilibrium(bluff(faces=9))


@pytest.mark.parametrize("stakes", [1e-300, 1e-10, 1e9, 1e300])
@pytest.mark.parametrize("game", [kuhn(), matrix([[2, -1], [-1, 1]])], ids=repr)
def test_an_equilibrium_is_one_at_all_stakes(game, stakes):
    """Payoffs times a constant are the same game: its value is times it, and its equilibria are the same."""
    tree = unroll(game)
    scaled = regrown(tree, stakes=stakes)
    value, profile = cfrlib.equilibrium(scaled)
    known, _ = cfrlib.equilibrium(game)
    assert value / stakes == pytest.approx(known, abs=1e-8)
    assert cfrlib.exploitability(tree, profile) < 1e-8
    assert cfrlib.exploitability(scaled, profile) / stakes < 1e-8
