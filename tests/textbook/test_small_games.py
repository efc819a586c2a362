"""The small games of the lessons are worth what they are meant to be, and show the mistakes they are made for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib import Profile, best_response_values, equilibrium, exploitability
from cfrlib.games import kuhn
from cfrlib.lessons.counterfactual_regret import plans
from cfrlib.textbook import CFR, small_games
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow


class OwnReachIn(CFR):
    def regret_weight(self, own, opponent, chance):
        return own * opponent * chance


def after(kind, game, iterations):
    solver = kind(game)
    solver.run(iterations)
    return exploitability(solver.tree, solver.average_strategy())


@pytest.mark.parametrize("make, value", [(small_games.stay_or_go, 1), (small_games.guests, 1.6)])
def test_their_values_by_linear_programming(make, value):
    assert equilibrium(make())[0] == pytest.approx(value)


def test_the_grown_queen_is_a_part_of_kuhn_poker():
    tree, whole = small_games.queen_grows(3), unroll(kuhn())
    for node in whole.nodes:
        if len(node.history) >= 2 and node.history[0] == "Q":
            found = tree.find("".join(node.history[:2]), *node.history[2:])
            assert (found.player, found.actions, found.payoff) == (node.player, node.actions, node.payoff)
            assert node.infoset < 0 or tree.infosets[found.infoset].key == whole.infosets[node.infoset].key


def test_the_trap_shuts_only_with_the_own_reach_in_the_regret():
    assert after(CFR, small_games.stay_or_go(), 300) < 0.01
    assert after(OwnReachIn, small_games.stay_or_go(), 300) == 0.5


@pytest.mark.parametrize("make", [small_games.two_steps, small_games.two_plans])
def test_games_for_one_have_no_second_player(make):
    tree = make()
    best, _ = best_response_values(tree, Profile.uniform(tree))
    assert best == max(node.payoff for node in tree.terminals)


# -- plans -------------------------------------------------------------------------------

KUHN = unroll(kuhn())
KEYS = [infoset.key for infoset in KUHN.infosets]
MIXES = st.lists(st.floats(0, 1), min_size=len(KEYS), max_size=len(KEYS))


@settings(max_examples=30)
@given(MIXES, st.lists(st.sampled_from("pb"), min_size=len(KEYS), max_size=len(KEYS)), st.sampled_from([0, 1]))
def test_local_regrets_along_any_plan_add_up_to_what_it_gains(mix, actions, player):
    profile = Profile.from_dict(KUHN, {key: {"p": 1 - b, "b": b} for key, b in zip(KEYS, mix, strict=True)})
    every = zip(KUHN.infosets, actions, strict=True)
    table = plans.along(KUHN, {I.key: action for I, action in every if I.player == player}, profile)["local regret"]
    assert table["sum"] == pytest.approx(table["gain of the whole plan"], abs=1e-12)


def test_what_a_plan_never_comes_to_may_be_left_out():
    plan = {("J", ""): "b", ("K", ""): "b", ("Q", ""): "p", ("Q", "pb"): "b"}
    assert list(plans.along(KUHN, plan).index[:4]) == ["J", "Q", "Qpb", "K"]
    with pytest.raises(ValueError, match=r"comes to \('Q', 'pb'\)"):
        plans.along(KUHN, {key: action for key, action in plan.items() if key != ("Q", "pb")})
    with pytest.raises(ValueError, match="decisions of one player"):
        plans.along(KUHN, plan | {("K", "b"): "b"})
