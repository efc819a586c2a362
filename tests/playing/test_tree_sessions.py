"""Sessions of explicit trees and matrix games: played by the rules, secrets kept, luck corrected exactly."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import coarse_tree, random_profile
from sessions import at_random, play

import cfrlib
from cfrlib.games import kuhn, matrix
from cfrlib.playing.aivat import EVENTS, breakdown, summary
from cfrlib.playing.record import Hand
from cfrlib.playing.session import Session
from cfrlib.playing.trees import TreeRound
from cfrlib.profile import Profile
from cfrlib.tree import CHANCE, TERMINAL, from_openspiel, unroll

COINS = matrix([[2, -1], [-1, 1]], rows=("heads", "tails"))
TREES = [unroll(kuhn()), from_openspiel("kuhn_poker"), COINS, unroll(COINS), coarse_tree(3), coarse_tree(8)]
every_tree = pytest.mark.parametrize("game", TREES, ids=["Kuhn", "OpenSpiel", "matrix", "its tree", "one", "another"])


def every_hand(game, person, machine, seat):
    """Yield all (probability, Hand) of a tree, by a walk over its nodes."""
    tree = unroll(game)
    chances = np.ones(tree.num_histories)
    for node in tree.nodes:
        if node.player == TERMINAL:
            part = TreeRound(game, seat, (), (), node.history)
            yield chances[node.index], Hand((part,), node.payoff * (1, -1)[seat])
            continue
        shares = node.probabilities
        if node.player != CHANCE:
            strategy = (person if node.player == seat else machine)[tree.infosets[node.infoset].key]
            shares = [strategy[action] for action in node.actions]
        chances[node.children] = chances[node.index] * np.array(shares)


@every_tree
def test_a_session_is_played_and_paid_by_the_tree(game):
    tree, session = unroll(game), Session(game, random_profile(game, 1), seed=4)
    play(session, 40, at_random(0))
    for k, hand in enumerate(session.hands):
        (part,) = hand.rounds
        end = tree.find(*part.actions)
        assert end.player == TERMINAL
        assert hand.paid == end.payoff * (1, -1)[k % 2]
        assert part.winner == (None if end.payoff == 0 else int(end.payoff < 0))
    again = play(Session(game, random_profile(game, 1), seed=4), 40, at_random(0))
    assert again.hands == session.hands


@every_tree
def test_players_of_a_tree_earn_what_it_says(game):
    """In each seat the exact value is in the interval; and a function plays as the table that it reads."""
    tree, machine, person = unroll(game), random_profile(game, 1), random_profile(game, 2)
    for seat in (0, 1):
        seats = (person, machine) if seat == 0 else (machine, person)
        both = Profile.from_dict(tree, {i.key: seats[i.player][i.key] for i in tree.infosets})
        exact = cfrlib.expected_value(tree, both) * (1, -1)[seat]
        session = Session(game, machine, seat=seat, seed=1)
        session.play_by(lambda game, key, actions, rng: person[key], 500)
        mean, half = session.interval
        assert abs(mean - exact) <= 1.6 * half + 1e-12
        same = Session(game, lambda game, key, actions, rng: machine[key], seat=seat, seed=1)
        same.play_by(person, 500)
        assert same.hands == session.hands


def test_nothing_is_told_that_the_person_cannot_see():
    session = Session(TREES[0], cfrlib.equilibrium(kuhn())[1], seat=1, seed=1)
    card, *before = session.round.actions[1:]
    assert (session.private, session.shown, session.history) == (card, tuple(before), [])
    session.act("p")
    assert [who for who, _ in session.history] == ["chance", "chance", "machine", "person"]
    assert session.revealed is None
    hidden = Session(COINS, Profile.uniform(COINS), seat=1)
    assert (hidden.private, hidden.history, hidden.actions) == ("Player 2", [], ("heads", "tails"))
    hidden.act("heads")
    assert len(hidden.history) == 2
    assert hidden.paid == {"heads": -2, "tails": 1}[hidden.history[0][1]]


def test_the_table_shows_a_tree():
    table = cfrlib.play(COINS, seat=1, seed=1)
    assert table.words == "Hand 1. You hold Player 2. Your turn."
    before = table.draw(standalone=False).svg
    assert "play heads" in before
    assert before.count("play ") == cfrlib.play(COINS, seat=0, seed=1).draw(standalone=False).svg.count("play ")
    table.act("tails")
    assert "The opponent plays " in table.words
    after = table.draw(standalone=True).svg
    assert "A hand of an explicit tree" in after
    assert after.count(">play ") == 2
    with pytest.raises(ValueError, match="a page takes a game of one round"):
        table.for_page()


# -- AIVAT ---------------------------------------------------------------------------


@pytest.mark.parametrize("as_function", [False, True])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), seat=st.sampled_from([0, 1]))
def test_luck_has_mean_zero_in_any_tree(as_function, seed, seat):
    tree = coarse_tree(seed, depth=5)
    machine, person = random_profile(tree, 1), random_profile(tree, 2)
    chances, hands = zip(*every_hand(tree, person, machine, seat), strict=True)
    found = breakdown(tree, (lambda game, key, actions, rng: machine[key]) if as_function else machine, hands)
    for event in EVENTS:
        assert np.dot(chances, found[event]) == pytest.approx(0, abs=1e-12)
    assert np.dot(chances, found["corrected"]) == pytest.approx(np.dot(chances, found["paid"]), abs=1e-12)


@every_tree
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_left_of_who_plays_as_the_profile_without_drawing_lots(game, seat):
    mixed = random_profile(game, 5)
    profile = mixed.replace({
        i.key: {max(mixed[i.key], key=mixed[i.key].get): 1} for i in unroll(game).infosets if i.player == seat
    })  # fmt: skip
    hands = [hand for chance, hand in every_hand(game, profile, profile, seat) if chance > 0]
    value = cfrlib.expected_value(game, profile) * (1, -1)[seat]
    np.testing.assert_allclose(breakdown(game, profile, hands)["corrected"], value, rtol=0, atol=1e-12)


def test_luck_refuses_what_is_no_hand_of_the_tree():
    tree = TREES[0]
    session = Session(tree, Profile.uniform(tree))
    session.play_by(Profile.uniform(tree), 2)
    assert summary(tree, Profile.uniform(tree), session.hands).hands == 2
    for game, kind in ((TREES[4], "mean"), (tree, "best")):
        with pytest.raises(ValueError, match=r"^hands\[0\]: round of|^kind='best'"):
            breakdown(game, Profile.uniform(game), session.hands, kind)


# -- what is wrong with a tree -------------------------------------------------------


@every_tree
def test_nothing_is_wrong_with_these(game):
    assert cfrlib.check(game) == []


def test_what_is_wrong_with_a_tree_is_said():
    tree = cfrlib.tree.Tree()
    assert "the tree has no nodes yet; grow it from the root with add" in cfrlib.check(tree)[0]
    root = tree.add(player=0, actions=("left", "right"), key=("A", ""))
    tree.add(root, "left", player=TERMINAL, payoff=1)
    (wrong,) = cfrlib.check(tree)
    assert "after () nothing is added below some of ('left', 'right')" in wrong
    with pytest.raises(ValueError, match="nothing is added below"):
        Session(tree)
    below = tree.add(root, "right", player=0, actions=("left", "right"), key=("A", ""))
    for action, paid in product(("left", "right"), (2,)):
        tree.add(below, action, player=TERMINAL, payoff=paid)
    (wrong,) = cfrlib.check(tree)
    assert "('A', '') joins () and ('right',), before which its player did or knew different things" in wrong
