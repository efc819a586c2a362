"""Bluff with one and two dice, in one round and in all; the rules once more in the test's own words."""

import itertools
import time
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pyspiel
import pytest
from random_games import best_response_value, random_profile

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.engine.following import Solution
from cfrlib.engine.tree.layout import PublicTree
from cfrlib.game import Decision, Game
from cfrlib.games import bluff
from cfrlib.games.bluff import Leaf
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll

pytestmark = pytest.mark.slow

ALL_DICE = [(1, 1), (2, 1), (1, 2), (2, 2)]


def holds(bid, rolls, star="*"):
    """Say whether a bid holds: a star is wild, a star bid counts stars only."""
    quantity, face = bid.split("-")
    return sum(die in (face, star) for die in rolls) >= int(quantity)


def all_bids(num_dice, faces):
    """Return all bids from low to high."""
    sides = [*map(str, range(1, faces)), "*"]
    return [f"{quantity}-{side}" for quantity in range(1, num_dice + 1) for side in sides]


def rolls_of(num_dice, faces):
    """Return {roll with its dice in order: how likely it is}, by throwing every die."""
    sides = [*map(str, range(1, faces)), "*"]
    thrown = Counter("".join(sorted(throw, key=sides.index)) for throw in itertools.product(sides, repeat=num_dice))
    return {roll: Fraction(n, faces**num_dice) for roll, n in thrown.items()}


@pytest.mark.parametrize("faces", [3, 6])
@pytest.mark.parametrize("dice", ALL_DICE)
def test_rolls_are_what_throwing_every_die_gives(dice, faces):
    game = bluff(dice, faces)
    for player in (0, 1):
        thrown = rolls_of(dice[player], faces)
        assert set(game.outcomes(player)) == set(thrown)
        for roll, weight in zip(game.outcomes(player), game.roll_weights(player), strict=True):
            assert weight == pytest.approx(float(thrown[roll]), abs=1e-15)
    np.testing.assert_array_equal(game.weights(()), np.multiply.outer(game.roll_weights(0), game.roll_weights(1)))


@pytest.mark.parametrize("dice", ALL_DICE)
def test_bids_and_the_dice_that_count_for_them(dice):
    game = bluff(dice, 3)
    assert list(game.bids) == all_bids(sum(dice), 3)
    assert game.quantities.tolist() == [int(bid[0]) for bid in game.bids]
    for player in (0, 1):
        counts = game.roll_counts(player)
        assert counts.dtype == np.int64
        assert counts.shape == (len(game.outcomes(player)), len(game.bids))
        for (i, roll), (k, bid) in itertools.product(enumerate(game.outcomes(player)), enumerate(game.bids)):
            for needed in range(4):
                assert (counts[i, k] >= needed) == holds(f"{needed}-{bid[-1]}", roll)


def test_two_dice_worked_out():
    game = bluff((2, 2), rounds="one")
    pays = {}
    for rolls in (("2*", "22"), ("23", "22"), ("2*", "45")):
        i, j = (game.outcomes(player).index(roll) for player, roll in enumerate(rolls))
        pays[rolls] = game.payoff_table(("1-2", "4-2", "call"), ())[i, j]  # Player 2 bid four twos, Player 1 calls
    assert pays == {("2*", "22"): -1, ("23", "22"): 1, ("2*", "45"): 1}
    assert game.node(("4-5",)) == Decision(1, ("4-*", "call"))
    assert game.node(("4-*",)) == Decision(1, ("call",))


def test_counts_that_the_papers_give():
    started = time.perf_counter()
    game = bluff(dice=(2, 2))
    assert game.num_infosets == 352_321_536 == 21 * 2**24
    assert game.num_infosets == bluff(dice=(2, 2), merged=False).num_infosets
    assert [bluff(dice).num_classes for dice in ALL_DICE] == [12_032, 787_584, 787_584, 51_527_680]
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize("dice, faces", [((1, 1), 5), *((d, 2) for d in ALL_DICE), ((2, 1), 3), ((1, 2), 3)])
def test_counts_by_brute_force(dice, faces):
    game, infosets, entries, classes = bluff(dice, faces), 0, 0, 0
    for actions, node in game.action_sequences():
        if isinstance(node, Decision):
            mine = len(game.outcomes(node.player))
            infosets += mine
            entries += mine * len(node.actions)
            assert game.num_keys(actions) == len(game.keys(actions)) == mine
            classes += len({game.row(node.player, actions, (), k) for k in range(mine)})
            # Alike is what every call still possible treats alike, against every roll of the opponent.
            bids = game.bids[game.bids.index(actions[-1]) if actions else 0 :]
            alike = set()
            for roll in game.outcomes(node.player):
                alike.add(tuple(holds(bid, roll + other) for bid in bids for other in game.outcomes(1 - node.player)))
            assert len(alike) == len({game.row(node.player, actions, (), k) for k in range(mine)})
    assert (game.num_infosets, game.num_infoset_actions, game.num_classes) == (infosets, entries, classes)
    assert (game.num_infosets, game.num_infoset_actions) == Game._sizes.func(game)


@pytest.mark.parametrize("dice, faces", [((1, 1), 3), ((2, 1), 2)])
def test_merging_loses_nothing(dice, faces):
    # The same best response values for a profile that does not tell apart what is merged, from tables of classes.
    merged, apart = bluff(dice, faces, rounds="one"), bluff(dice, faces, rounds="one", merged=False)
    solver = cfrlib.CFR.plus(merged)
    solver.run(20)
    profile = solver.average_strategy()
    assert PublicTree(merged).num_entries < PublicTree(apart).num_entries
    values = cfrlib.best_response_values(unroll(apart), profile)
    assert cfrlib.best_response_values(merged, profile) == pytest.approx(values, abs=1e-12)
    assert solver.exploitability() == pytest.approx(sum(values) / 2, abs=1e-12)


def test_rolls_are_found_in_any_order():
    game = bluff((2, 1), 3, rounds="one")
    profile = random_profile(game, 1)
    assert profile["*2", "1-1 1-2"] == profile["2*", "1-1 1-2"]
    with pytest.raises(KeyError, match="no such information set"):
        profile["x2", "1-1 1-2"]


@cache
def unrolled(dice, faces):
    """Return the explicit tree of all rounds, in the words of the rule, nothing forgotten; and who opened each round.

    A key holds all rolls of the player and the bids of all rounds.
    """
    tree = Tree()

    def deal(left, opener, rolled, past, parent, label):
        (ones, chances), (others, their_chances) = (zip(*rolls_of(n, faces).items(), strict=True) for n in left)
        first = tree.add(parent, label, player=CHANCE, actions=ones, probabilities=map(float, chances))
        for one in ones:
            second = tree.add(first, one, player=CHANCE, actions=others, probabilities=map(float, their_chances))
            for other in others:
                rolls = [[*rolled[0], one], [*rolled[1], other]]
                play(left, opener, rolls, past, (), second, other)

    def play(left, opener, rolls, past, bids, parent, label):
        if bids and bids[-1] == "call":
            bidder = (opener + len(bids)) % 2
            winner = bidder if holds(bids[-2], rolls[0][-1] + rolls[1][-1]) else 1 - bidder
            left = list(left)
            left[1 - winner] -= 1
            if left[1 - winner] == 0:
                tree.add(parent, label, player=TERMINAL, payoff=1 if winner == 0 else -1)
            else:
                deal(left, winner, rolls, [*past, (winner, bids)], parent, label)
            return
        mover = (opener + len(bids)) % 2
        ladder = all_bids(sum(left), faces)
        actions = [*ladder[ladder.index(bids[-1]) + 1 :], "call"] if bids else ladder
        openers = [opener for opener, _ in past]
        key = (" | ".join(rolls[mover]), repr((openers, [had for _, had in past], bids)))
        node = tree.add(parent, label, player=mover, actions=actions, key=key)
        for action in actions:
            play(left, opener, rolls, past, (*bids, action), node, action)

    deal(dice, 0, ((), ()), [], None, None)
    return tree


def played_out(tree, profiles):
    """Return the probabilities, flat, of the profiles of the rounds on the tree of all rounds."""
    flat = []
    for infoset in tree.infosets:
        rolls = infoset.key[0].split(" | ")
        bids = " ".join(eval(infoset.key[1])[2])
        row = profiles[len(rolls) - 1][rolls[-1], bids]
        assert tuple(row) == infoset.actions
        flat.extend(row.values())
    return np.array(flat)


def fixed(game, profile):
    """Make a profile the solution of a game, and return the game."""
    value, best = cfrlib.expected_value(game, profile), cfrlib.best_response_values(game, profile)
    game._derived = {"_solution": Solution(game, value, best, 0, 0.0, b"")}
    return game


@pytest.mark.parametrize("dice, seed", [((2, 1), 0), ((1, 2), 1)], ids=str)
def test_a_chain_is_worth_what_all_its_rounds_played_out_are(dice, seed):
    game, tree = bluff(dice, 2), unrolled(dice, 2)
    loser = dice.index(2)
    assert game.following(loser) is None
    below = game.following(1 - loser)
    assert below == bluff((1, 1), 2)
    later = random_profile(below, seed)
    fixed(below, later)
    first = random_profile(game, 100 + seed)
    whole = cfrlib.Profile.from_flat(tree, played_out(tree, (first, later)))
    value, best = cfrlib.expected_value(tree, whole), cfrlib.best_response_values(tree, whole)
    assert cfrlib.expected_value(game, first) == pytest.approx(value, abs=1e-9)
    assert cfrlib.best_response_values(game, first) == pytest.approx(best, abs=1e-9)
    assert cfrlib.exploitability(game, first) == pytest.approx(cfrlib.exploitability(tree, whole), abs=1e-9)
    # By vectors too; and it is not what the round alone would say.
    fast = layout_of(game).evaluator
    assert fast.best_response_values(*fast.read(first)) == pytest.approx(best, abs=1e-9)
    assert fast.expected_value(*fast.read(first)) == pytest.approx(value, abs=1e-9)
    alone = sum(best_response_value(unroll(game), p, lambda i, k: first[i.key][i.actions[k]]) for p in (0, 1))
    assert sum(best) > alone + 1e-3


def test_a_solved_chain_is_solved_played_out():
    # Nothing set by hand: the later game from the cache's solver, the round by ours.
    dice = 2, 1
    game, tree = bluff(dice, 2, leaf_tolerance=1e-3), unrolled(dice, 2)
    solver = cfrlib.CFR.plus(game)
    solver.run(until=1e-3)
    below = game.following(1 - dice.index(2))
    later = cfrlib.engine.following.solution(below).profile()
    whole = cfrlib.Profile.from_flat(tree, played_out(tree, (solver.average_strategy(), later)))
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(tree, whole), abs=1e-9)
    value, _ = cfrlib.equilibrium(tree)
    b0, b1 = cfrlib.best_response_values(game, solver.average_strategy())
    assert -b1 <= value <= b0
    assert abs(cfrlib.equilibrium(game)[0] - value) <= 2e-3


def test_leaves_are_seen_from_player_0():
    game = bluff((2, 2), 2)
    below = game.following(0)
    assert below is game.following(1)
    assert below == bluff((2, 1), 2)
    below._derived = {"_solution": Solution(below, 0.25, (0.5, -0.125), 0, 0.0, b"")}
    # Player 0 of the later game is who won the round.
    assert game.leaf(0) == Leaf(0.25, (0.5, -0.125))
    assert game.leaf(1) == Leaf(-0.25, (-0.125, 0.5))
    assert bluff((2, 1), 2).leaf(0) == Leaf(1, (1, -1))
    assert bluff((1, 2), 2).leaf(1) == Leaf(-1, (-1, 1))
    for winner in (0, 1):
        assert bluff((2, 2), 2, rounds="one").following(winner) is None
        assert bluff((1, 1), 2).following(winner) is None


@pytest.mark.parametrize("dice", [(1, 2), (2, 2)])
def test_best_payoffs_go_to_each_player_by_itself(dice):
    game = bluff(dice, 2)
    for winner in (0, 1):
        if game.following(winner) is not None:
            below = game.following(winner)
            below._derived = {"_solution": Solution(below, 0.25, (0.5, -0.125), 0, 0.0, b"")}
    for actions in [("1-1", "call"), ("1-1", "2-*", "call")]:
        bidder = len(actions) % 2
        value, best = game.payoff_table(actions, ()), [game.best_payoff_table(p, actions, ()) for p in (0, 1)]
        for (i, one), (j, other) in itertools.product(*map(enumerate, map(game.outcomes, (0, 1)))):
            leaf = game.leaf(bidder if holds(actions[-2], one + other) else 1 - bidder)
            assert (value[i, j], best[0][i, j], best[1][i, j]) == (leaf.value, *leaf.best)
    # Evaluation by vectors and by the sequence form agree on them.
    profile = random_profile(game, 3)
    fast = layout_of(game).evaluator
    expected = cfrlib.best_response_values(unroll(game), profile)
    assert fast.best_response_values(*fast.read(profile)) == pytest.approx(expected, abs=1e-12)


def spiel_exploitability(game, profile):
    """Return what OpenSpiel says of the exploitability of a profile of one round."""
    dice, faces = game.dice[0], str(game.faces)
    theirs = pyspiel.load_game(f"liars_dice(numdice={dice},dice_sides={faces})")
    actions = {bid: k for k, bid in enumerate(game.bids)} | {"call": len(game.bids)}
    policy = {}
    for (roll, bids), row in profile.items():
        state = " ".join([roll, bids]).strip().replace("*", faces)
        policy[state] = [(actions[action], p) for action, p in row.items()]
    return pyspiel.exploitability(theirs, pyspiel.TabularPolicy(policy))


@pytest.mark.parametrize("dice, faces, iterations", [((1, 1), 4, 30), ((2, 2), 2, 50)])
def test_one_round_is_openspiels_liars_dice(dice, faces, iterations):
    game = bluff(dice, faces, rounds="one")
    solver = cfrlib.CFR.plus(game)
    solver.run(iterations)
    assert solver.exploitability() > 1e-3
    theirs = spiel_exploitability(game, solver.average_strategy())
    assert solver.exploitability() == pytest.approx(theirs, abs=1e-7)
    assert cfrlib.exploitability(game, solver.average_strategy()) == pytest.approx(theirs, abs=1e-7)
