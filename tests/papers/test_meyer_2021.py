"""What the replication of Meyer's thesis computes, against what is known otherwise."""

import meyer_2021
import meyer_sizes
import numpy as np
import pytest

import cfrlib
from cfrlib.runs import code_of
from cfrlib.sampling import robust
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

mixed_leduc = code_of("mixed_leduc")
no_limit_states = code_of("no_limit_states")


def test_classes_of_hands_are_the_known_ones():
    classes = meyer_sizes.classes()
    assert classes[0] == 169
    assert classes == sorted(classes)
    every = (1326, 1326 * 19600, 1326 * 19600 * 47, 1326 * 19600 * 47 * 46)
    for renamed, all_deals in zip(classes, every, strict=True):
        assert all_deals / 24 < renamed < all_deals


def test_actions_of_a_tiny_no_limit_game():
    """Stacks of one blind: the small blind folds or calls, and all else is checked; then no actions are left."""
    deals = np.ones(4)
    assert no_limit_states._decisions(2, 2, deals) == 2
    assert meyer_sizes._actions(2, 2, deals) == 2 + 1
    ratio = meyer_sizes._actions(50, 2, deals) / no_limit_states._decisions(50, 2, deals)
    assert 2 < ratio < 4


@pytest.mark.parametrize("b, d", [(3, 4), (2, 5)])
def test_levels_are_those_of_counted_walks(b, d):
    tree = meyer_sizes.full_tree(b, d)
    assert tree.num_infosets == sum(b**k for k in range(d))  # one for each decision
    walks = {("all", "all"): "vanilla", ("all", "one"): "es", ("one", "one"): "os", (2, "one"): robust(2)}
    for (own, other), sampling in walks.items():
        for player in (0, 1):
            assert meyer_sizes.nodes(b, d, own, other, first=player) == meyer_sizes.decisions(b, d, sampling, player)


def test_the_cost_of_a_mix_is_the_sum_over_its_coin():
    mix, outcome = meyer_sizes.mixed_cost(3, 4, 100, 8)
    coin = 2.0 ** (-np.arange(1, 101) / 8)
    walks = meyer_sizes.nodes(3, 4, first=0) + meyer_sizes.nodes(3, 4, first=1)
    assert outcome == 100 * 2 * 4
    assert mix == pytest.approx((coin * walks + (1 - coin) * 8).sum())
    assert meyer_2021.share(lambda i: 2.0 ** (-i / 8), 100) == pytest.approx(coin.mean())


def test_shapes_agree_where_both_ways_count():
    game = cfrlib.games.bluff(dice=(1, 1), faces=2, rounds="one")
    assert meyer_sizes.shape(game) == meyer_sizes.tree_shape(unroll(game))
    assert len(meyer_2021.names(game)) == 5


def test_clear_places_and_a_ship_that_is_found_and_sunk():
    """The worst is a ship in the second column: two shots find it, and the third goes astray along its row."""
    assert [meyer_2021.battleship(n) for n in (1, 2)] == [(1, 1), (2, 4)]
    game = cfrlib.games.kuhn()
    solver, tree = cfrlib.CFR(game), unroll(game)
    assert set(meyer_2021.clear(solver, tree, cutoff=0.4).values()) == {1.0, 24 / 58}
    assert set(meyer_2021.clear(solver, tree, cutoff=0.5).values()) == {0.0}


def test_runs_are_compared_at_equal_nodes():
    x = np.array([1.0, 10, 100])
    runs = {"mix": [(x[:2], 1 / x[:2])] * 3, "other": [(x, 2 / x)] * 3}
    mix, other = meyer_2021.at_equal_nodes(runs, "mix", "other")
    assert mix == pytest.approx([0.1] * 3)
    assert other == pytest.approx([0.2] * 3)
    ratios = meyer_2021.over_vanilla(cfrlib.games.kuhn(), "vanilla", 16, 64, seeds=1)
    assert ratios == pytest.approx((1, 1))
