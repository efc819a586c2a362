"""Value, best response, exploitability: equal to OpenSpiel's, to brute force, and by hand on Kuhn poker."""

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms import exploitability as spiel_exploitability
from random_games import best_response_value, coarse_trees, matrices, random_profile
from random_games import games as random_games

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, matrix
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.tree import CHANCE, TERMINAL, Tree, from_openspiel, unroll

fast = settings(deadline=None, derandomize=True, max_examples=25)
seeds = st.integers(0, 2**32 - 1)


ALWAYS_BET = {(card, public): {"p": 0, "b": 1} for card in "JQK" for public in ("", "p", "b", "pb")}
"""Both players of Kuhn poker bet and call whatever they hold."""


def test_always_betting_worked_out():
    # Every hand is played for 2 chips, so it is worth 0 and nobody gains by it. Against it, the opener checks
    # a Jack and folds (-1), calls with a King (+2); with a Queen he loses to a King, beats a Jack (0): (-1 +
    # 0 + 2)/3. The second player folds his Jack to the bet (-1) and calls the others: the same.
    profile = Profile.from_dict(kuhn(), ALWAYS_BET)
    assert cfrlib.expected_value(kuhn(), profile) == pytest.approx(0, abs=1e-15)
    assert cfrlib.best_response_values(kuhn(), profile) == pytest.approx((1 / 3, 1 / 3), abs=1e-15)
    assert cfrlib.exploitability(kuhn(), profile) == pytest.approx(1 / 3, abs=1e-15)


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 6, 0.3, 1 / 3])
def test_the_known_equilibria_of_kuhn(alpha):
    """Ni and Lamb, Fig. 2."""
    # The whole family is worth -1/18 and cannot be exploited, alpha = 0 included.
    profile = kuhn_equilibrium(alpha)
    assert cfrlib.best_response_values(kuhn(), profile) == pytest.approx((-1 / 18, 1 / 18), abs=1e-15)
    assert cfrlib.expected_value(kuhn(), profile) == pytest.approx(-1 / 18, abs=1e-15)
    assert cfrlib.exploitability(kuhn(), profile) <= 1e-15


def as_openspiel_policy(tree, profile, game):
    """Return our profile of a tree that `from_openspiel` read, as a policy of OpenSpiel."""
    policy = spiel_policy.TabularPolicy(game)
    for infoset in tree.infosets:
        name = infoset.key[0]
        row = policy.policy_for_key(name)
        row[:] = 0
        state = policy.states[policy.state_lookup[name]]
        row[state.legal_actions()] = list(profile[infoset.key].values())
    return policy


@pytest.mark.parametrize(
    "ours, theirs",
    [(kuhn(), "kuhn_poker"), (leduc(), "leduc_poker"), (bluff(faces=3), "liars_dice(dice_sides=3)")],
    ids=["Kuhn", "Leduc", "Bluff"],
)
def test_evaluation_equals_openspiels_on_random_profiles(ours, theirs):
    game = pyspiel.load_game(theirs)
    tree, ours = from_openspiel(game), unroll(ours)
    profile = random_profile(tree, 0)
    policy = as_openspiel_policy(tree, profile, game)
    nash_conv = spiel_exploitability.nash_conv(game, policy, return_only_nash_conv=False)
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    best = [values[i] + nash_conv.player_improvements[i] for i in (0, 1)]
    # Our own tree lists its information sets in the same order, so the flat probabilities carry over.
    for where, p in ((tree, profile), (ours, Profile.from_flat(ours, profile.probabilities))):
        assert cfrlib.expected_value(where, p) == pytest.approx(values[0], abs=1e-10)
        assert cfrlib.best_response_values(where, p) == pytest.approx(best, abs=1e-10)
        assert cfrlib.exploitability(where, p) == pytest.approx(nash_conv.nash_conv / 2, abs=1e-10)


@fast
@given(random_games() | coarse_trees(most=1e12), seeds)
def test_best_responses_equal_those_from_the_definition(game, seed):
    # On games too large to list strategies: maximise over what a player cannot tell apart, from the root down.
    tree, profile = unroll(game), random_profile(game, seed)

    def probability(infoset, k):
        return float(profile.probabilities[infoset.offset + k])

    expected = [best_response_value(tree, player, probability) for player in (0, 1)]
    assert cfrlib.best_response_values(game, profile) == pytest.approx(expected, abs=1e-12)


@fast
@given(random_games() | coarse_trees(most=1e12) | matrices(), seeds)
def test_a_best_response_earns_the_best_response_value(game, seed):
    # One player changes to it, the other stays; it is at least what the profile earns.
    tree, profile = unroll(game), random_profile(game, seed)
    response = cfrlib.best_response(game, profile)
    values, value = cfrlib.best_response_values(game, profile), cfrlib.expected_value(game, profile)
    assert 0 <= cfrlib.exploitability(game, profile) == pytest.approx(sum(values) / 2, abs=1e-12)
    for player, sign in ((0, 1), (1, -1)):
        assert values[player] >= sign * value - 1e-12
        mixed = profile.probabilities.copy()
        for infoset in tree.infosets:
            if infoset.player == player:
                mixed[infoset.entries] = response.probabilities[infoset.entries]
        earned = sign * cfrlib.expected_value(game, Profile.from_flat(tree, mixed))
        assert earned == pytest.approx(values[player], abs=1e-12)


@fast
@given(matrices(), st.floats(1e-3, 1e6))
def test_exploitability_of_equilibria_is_not_negative_in_any_unit(game, scale):
    # Rounding grows with the payoffs; in thousandths of a blind they are large.
    scaled = matrix(game.payoffs * scale)
    assert cfrlib.exploitability(scaled, cfrlib.equilibrium(scaled)[1]) >= 0


def test_probabilities_that_a_user_rounded_do_not_make_exploitability_negative():
    # 0.3333333 three times is accepted as a strategy; it must then count as one.
    rps = matrix([[5, 4, 6], [6, 5, 4], [4, 6, 5]])
    third = dict.fromkeys("123", 0.3333333)
    profile = Profile.from_dict(rps, {("Player 1", ""): third, ("Player 2", ""): third})
    assert cfrlib.exploitability(rps, profile) == pytest.approx(0, abs=1e-15)
    assert cfrlib.exploitability(rps, profile) >= 0
    assert cfrlib.expected_value(rps, profile) == pytest.approx(5, abs=1e-14)


def test_a_game_in_which_one_player_never_moves():
    tree = Tree()
    root = tree.add(player=1, actions=("a", "b"), key=("x", ""))
    for action, payoff in (("a", 3), ("b", -2)):
        tree.add(root, action, player=TERMINAL, payoff=payoff)
    profile = Profile.uniform(tree)
    assert cfrlib.best_response_values(tree, profile) == (0.5, 2)
    value, equilibrium = cfrlib.equilibrium(tree)
    assert (value, equilibrium["x", ""]) == (-2, {"a": 0, "b": 1})


def test_a_game_without_decisions():
    tree = Tree()
    root = tree.add(player=CHANCE, actions=("h", "t"), probabilities=(0.25, 0.75))
    for action, payoff in (("h", 4), ("t", 0)):
        tree.add(root, action, player=TERMINAL, payoff=payoff)
    profile = Profile.uniform(tree)
    assert len(profile) == 0
    assert cfrlib.expected_value(tree, profile) == 1
    assert cfrlib.best_response_values(tree, profile) == (1, -1)
    assert cfrlib.equilibrium(tree)[0] == pytest.approx(1)


EVALUATE = [cfrlib.expected_value, cfrlib.best_response_values, cfrlib.best_response, cfrlib.exploitability]


@pytest.mark.parametrize("evaluate", EVALUATE, ids=lambda f: f.__name__)
def test_a_profile_of_another_game_is_refused(evaluate):
    # Three cards lack the ace's information sets; with two raises there are actions that one raise does not allow.
    with pytest.raises(ValueError, match=r"^profile: information set \('A', '\w*'\) is missing"):
        evaluate(kuhn(cards=4), Profile.uniform(kuhn()))
    with pytest.raises(ValueError, match=r"^profile: at information set .*it has actions"):
        evaluate(leduc(ranks=2, raises=1), Profile.uniform(leduc(ranks=2)))


def test_a_profile_may_say_more_than_the_game_asks():
    # Four-card Kuhn has all information sets of three-card Kuhn; its profile plays there.
    more = Profile.uniform(kuhn(cards=4))
    assert cfrlib.exploitability(kuhn(), more) == cfrlib.exploitability(kuhn(), Profile.uniform(kuhn()))


def test_order_of_information_sets_does_not_matter():
    # A profile read from elsewhere lists them, and the actions, in its own order.
    profile = random_profile(kuhn(), 5)
    keys = sorted(profile, reverse=True)
    flat = [p for key in keys for p in reversed(profile[key].values())]
    shuffled = Profile(keys, [0] * 12, [("b", "p")] * 12, flat)
    assert cfrlib.best_response_values(kuhn(), shuffled) == cfrlib.best_response_values(kuhn(), profile)
    assert cfrlib.expected_value(kuhn(), shuffled) == cfrlib.expected_value(kuhn(), profile)
