"""Games at a table: single deals and what they are paid, against whole arrays of them; and deals that add up."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from random_games import games as random_games
from small_games import SMALL, named, terminals

from cfrlib.cards import deal_weights, rank_names
from cfrlib.game import CHANCE, Decision
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.games.at_table import table_of
from cfrlib.tree import unroll

fast = settings(deadline=None, derandomize=True, max_examples=20)


@pytest.mark.parametrize("game", SMALL, ids=named)
def test_formulas_count_what_is_enumerated(game):
    tree, single = unroll(game), Counter()
    assert (game.num_infosets, game.num_infoset_actions) == (tree.num_infosets, tree.num_infoset_actions)
    for actions, node in game.action_sequences():
        if isinstance(node, Decision):
            keys = game.keys(actions)
            assert game.num_keys(actions) == len(keys)
            single.update(keys)
    assert single == Counter(infoset.key for infoset in tree.infosets)


def chained(dice, faces):
    """Return a game that goes on after its end, and what that is worth by decree."""
    game = bluff(dice, faces)
    game.fix_leaves([[0.25, 0.5, -0.125], [-0.75, -0.5, 1.0]])
    return game


PLAYED = [
    kuhn(), leduc(bets="doubling", raises=1, suits_matter=False), leduc_no_limit(4), bluff(faces=3), chained((2, 1), 2),
    chained((1, 2), 3), holdem(deck=(4, 2)),
]  # fmt: skip


def check_table(game):
    """Check single deals and what they are paid against whole arrays of them."""
    table = table_of(game)
    assert table.shown == max(actions.count(CHANCE) for actions, _ in game.action_sequences())
    rng = np.random.default_rng(0)
    for stage in range(table.shown + 1):
        for public in list(game.public_sequences(stage))[:20]:
            weights = game.weights(public)
            single = [table.weight(deal, public) for deal in np.ndindex(weights.shape)]
            np.testing.assert_allclose(single, weights.ravel(), rtol=1e-12)
    leaves = terminals(game)
    for actions in (leaves[k] for k in rng.integers(len(leaves), size=20)):
        (i, j), public = table.deal(rng)
        assert table.possible((i, j), public)
        public = public[: actions.count(CHANCE)]
        paid = game.payoff_table(actions, public)
        assert table.paid(actions, public, (i, j)) == paid[i, j]
        best = [table.best_paid(player, actions, public, (i, j)) for player in (0, 1)]
        assert best == [game.best_payoff_table(player, actions, public)[i, j] for player in (0, 1)]
        assert table.winner(actions, public, (i, j)) == {1: 0, -1: 1, 0: None}[np.sign(paid[i, j])]
        if not table.showdown(actions, public):
            assert np.ptp(paid) == 0


@pytest.mark.parametrize("game", PLAYED, ids=named)
def test_a_table_deals_and_pays_by_the_rules(game):
    check_table(game)


@fast
@given(random_games())
def test_a_table_deals_and_pays_random_games_by_the_rules(game):
    check_table(game)


def test_a_board_of_several_streets_is_dealt():
    # Buckets or not: chance is the same.
    game, rng = texas(1, deck=(4, 3)), np.random.default_rng(0)
    table = table_of(game)
    for _ in range(100):
        deal, public = table.deal(rng)
        assert [len(shown) // 2 for shown in public] == [3, 1, 1]
        assert table.possible(deal, public)
        assert not table.possible(deal, public[:2])
        assert not table.possible(deal, (*public[:2], public[1]))
        assert math.isclose(table.weight(deal, public), game.weights(public)[deal])


def test_a_chain_has_every_game_that_may_follow_once():
    assert [game.dice for game in bluff((2, 2), 3).chain] == [(2, 2), (2, 1), (1, 1)]
    assert [game.dice for game in bluff((1, 2), 3).chain] == [(1, 2), (1, 1)]
    for game in (*SMALL, bluff((2, 2), 3, "one")):
        assert game.chain == [game]


@pytest.mark.parametrize("game", PLAYED, ids=named)
def test_a_grid_has_all_actions(game):
    if grid := table_of(game).grid:
        assert {action for row in grid for action in row} == {
            action for _, node in game.action_sequences() if isinstance(node, Decision) for action in node.actions
        }


def test_dice_that_count_are_those_of_the_verdict():
    game = bluff((2, 1), 3)
    table = table_of(game)
    for actions in terminals(game)[::7]:
        for deal in np.ndindex(len(game.outcomes(0)), len(game.outcomes(1))):
            count = sum(sum(table.counting(player, actions, deal[player])) for player in (0, 1))
            holds = "the bid holds" if count >= int(actions[-2][0]) else "it was a bluff"
            assert table.verdict(actions, deal) == (f"{count} of 3 dice count", holds)
    assert table.counting(0, ("1-1",), 0) == ()


def test_cards_are_named_from_the_top():
    assert [rank_names(n) for n in (2, 3, 4)] == [("Q", "K"), ("J", "Q", "K"), ("J", "Q", "K", "A")]
    assert rank_names(13) == tuple("23456789TJQKA")
    assert rank_names(14) == tuple(map(str, range(1, 15)))


@pytest.mark.parametrize("counts, shown", [([1, 1, 1], 0), ([2, 2, 2], 1), ([2, 1, 3], 1), ([2, 2], 2), ([1, 3], 2)])
def test_deals_without_replacement_by_listing_all_of_them(counts, shown):
    deck = [rank for rank, n in enumerate(counts) for _ in range(n)]
    deals = Counter(itertools.permutations(range(len(deck)), 2 + shown))
    expected = np.zeros((len(counts),) * (2 + shown))
    for deal in deals:
        expected[tuple(deck[card] for card in deal)] += 1 / len(deals)
    np.testing.assert_allclose(deal_weights(counts, shown), expected, rtol=0, atol=1e-15)
