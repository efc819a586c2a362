"""Sessions against the rules replayed independently, what can be done in them, and what they are played against."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games
from sessions import CHAIN, FLOP, KUHN, LEDUC, at_random, every_game, play, profile_of, sit

import cfrlib
from cfrlib.game import CHANCE, Decision, PublicChance, Terminal
from cfrlib.games import bluff, holdem, kuhn, texas
from cfrlib.playing import machine
from cfrlib.playing.record import Round
from cfrlib.playing.session import Session
from cfrlib.profile import Profile
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

# -- a referee -------------------------------------------------------------------------------


def replay(round):
    """Follow a round by the rules of the game alone."""
    game, actions = round.game, ()
    for action in round.actions:
        node = game.node(actions)
        assert action in (node.actions if isinstance(node, Decision) else (CHANCE,) * isinstance(node, PublicChance))
        actions = (*actions, action)
    assert isinstance(game.node(actions), Terminal)
    assert len(round.public) == max(found.count(CHANCE) for found, _ in game.action_sequences())
    assert game.weights(round.public)[round.deal] > 0


def winner_of_dice(round):
    """Count the dice of a called bid by their faces."""
    quantity, face = round.actions[-2].split("-")
    dice = "".join(round.game.outcomes(player)[round.deal[player]] for player in (0, 1))
    held = sum(die in (face, "*") for die in dice) >= int(quantity)
    bidder = (len(round.actions) - 2) % 2
    return bidder if held else 1 - bidder


def refereed(hand, game, seat):
    """Return what the person is paid, all rounds replayed."""
    for round in hand.rounds:
        assert (round.game, round.seat) == (game, seat)
        replay(round)
        last = round is hand.rounds[-1]
        if not isinstance(game, bluff):
            assert last
            return game.payoff_table(round.actions, round.shown())[round.deal] * (1 if seat == 0 else -1)
        winner = winner_of_dice(round)
        game, seat = game.following(winner), 0 if winner == seat else 1
        assert last == (game is None)
    return 1 if seat == 0 else -1


@every_game
def test_scores_are_those_of_the_rules(game):
    session = play(sit(game), 40, at_random(0))
    paid = [refereed(hand, game, k % 2) for k, hand in enumerate(session.hands)]
    assert [hand.paid for hand in session.hands] == paid
    assert session.score == pytest.approx(sum(paid), abs=1e-9)
    assert session.paid == paid[-1]
    assert len(set(paid)) > 1


def test_a_chain_has_rounds_of_all_kinds():
    """Of two dice each: two rounds, or three if the second goes to the other player, who then opens."""
    session, dice = play(sit(bluff((2, 2), 2)), 100, at_random(0)), Counter()
    for hand in session.hands:
        dice[tuple(round.game.dice for round in hand.rounds)] += 1
    assert set(dice) == {((2, 2), (2, 1)), ((2, 2), (2, 1), (1, 1))}
    seats = {tuple(round.seat for round in hand.rounds) for hand in session.hands}
    assert seats == {*product((0, 1), repeat=2), *((a, b, 1 - b) for a, b in product((0, 1), repeat=2))}


@settings(max_examples=12, deadline=None)
@given(game=games(), seed=st.integers(0, 100))
def test_any_game_is_played_and_paid_as_it_says(game, seed):
    """Every kind of payoff, public chance anywhere, moves in any order."""
    tree = unroll(game)
    session = play(Session(game, Profile.uniform(tree.game), seed=seed), 6, at_random(seed))
    for k, hand in enumerate(session.hands):
        (round,) = hand.rounds
        assert round.seat == k % 2
        replay(round)
        table = game.payoff_table(round.actions, round.shown())
        assert hand.paid == table[round.deal] * (1 if round.seat == 0 else -1)
        assert round.table.paid(round.actions, round.shown(), round.deal) == table[round.deal]


# -- what can be done ------------------------------------------------------------------------


@every_game
def test_what_is_illegal_is_refused_and_changes_nothing(game):
    session, choose = sit(game), at_random(1)
    for _ in range(20):
        before = session.round, session.rounds, list(session.hands)
        known = {action for actions, node in [((), game.node(()))] for action in node.actions} | {"f", "call", "0"}
        for wrong in [*(known - set(session.actions)), CHANCE, "", "nonsense", None, 0, ("p",), ["p"]]:
            with pytest.raises(ValueError) as error:
                session.act(wrong)
            listed = ", ".join(map(repr, session.actions))
            says = "the hand is over" if session.over else f"it takes one of {listed}"
            assert str(error.value) == f"action={wrong!r}: {says}"
        assert (session.round, session.rounds, session.hands) == before
        if session.over:
            session.next_hand()
        else:
            with pytest.raises(ValueError, match="^next_hand: this one is not over; it takes one of '"):
                session.next_hand()
            session.act(choose(session))


# -- profiles --------------------------------------------------------------------------------


@pytest.mark.parametrize("game, enough", [(CHAIN, 1e-2), (FLOP, 1.0), (bluff(faces=7), 1e-2)], ids=repr)
def test_a_profile_is_found_on_the_spot(game, enough, capsys, monkeypatch):
    monkeypatch.setattr(machine, "POINTLESS_ELSE", 1e-2)
    session = Session(game, seconds=60)
    assert capsys.readouterr().err == ""
    assert session.exploitability == pytest.approx(cfrlib.exploitability(game, session.profile), rel=1e-6, abs=1e-12)
    assert session.exploitability <= enough
    assert refereed(play(session, 1, at_random(0)).hands[0], game, 0) == session.paid
    if game.layout == "bids":
        assert {table.dtype for table in session.profile.tables} == {np.dtype("float32")}


def test_no_more_time_is_taken_than_was_given(monkeypatch, capsys):
    """Of a game that cannot be solved in it; a bar is shown where that is wished."""
    monkeypatch.setitem(machine.POINTLESS, "chips", 1e-12)
    solvers, made = [], cfrlib.CFR.discounted

    def kept(*args, **switches):
        solvers.append(made(*args, **switches))
        return solvers[-1]

    monkeypatch.setattr(cfrlib.CFR, "discounted", kept)
    session = Session(LEDUC, seconds=0.3, progress=True)
    assert 0.3 <= solvers[0].seconds < 1
    assert session.exploitability == solvers[0].exploitability() > 1e-12
    assert f"{solvers[0].iterations}it" in capsys.readouterr().err


def test_how_exploitable_a_given_profile_is_can_be_asked():
    assert sit(LEDUC).exploitability == cfrlib.exploitability(LEDUC, profile_of(LEDUC))


def test_a_profile_need_not_say_its_game(tmp_path):
    """One of a game of one's own, that was saved and loaded, does not."""
    given = profile_of(KUHN)
    nameless = Profile(given._keys, given.players, given._actions, given.probabilities)
    one, other = (play(sit(KUHN, profile=profile), 20, at_random(0)) for profile in (nameless, given))
    assert one.hands == other.hands
    with pytest.raises(ValueError, match=r"^profile=<Profile of a tree: 12 .*profile of leduc.*'Js', ''\) is missing"):
        Session(LEDUC, nameless)


WRONG = {
    "game=texas.*real cards are dealt here; it takes cfrlib.games.holdem..": {"game": texas(2)},
    "game=holdem.*buckets=2.*lifted_profile": {"game": holdem(deck=(4, 2), buckets=2)},
    "profile=<Profile of kuhn.*it takes a profile of leduc": {"game": LEDUC},
    "profile=<Profile of kuhn.*it takes a profile of kuhn.cards=4": {"game": kuhn(4)},
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_wrong_is_named(message):
    with pytest.raises(ValueError, match=f"^{message}"):
        Session(**{"game": KUHN, "profile": profile_of(KUHN), **WRONG[message]})


def test_a_round_that_is_not_over_is_not_paid():
    with pytest.raises(ValueError, match="^round=Round.*: it takes a round that is over"):
        Round(KUHN, 0, (0, 1), (), ("p",)).pay()
    assert not Round(KUHN, 0, (0, 1), (), ("p",)).showdown


def test_a_lifted_profile_is_played_against():
    from cfrlib.engine.buckets.lifting import lifted_profile

    solver = cfrlib.CFR(holdem(deck=(4, 2), buckets=2))
    solver.run(3)
    session = play(sit(FLOP, profile=lifted_profile(solver.average_strategy())), 20, at_random(0))
    for k, hand in enumerate(session.hands):
        assert hand.paid == refereed(hand, FLOP, k % 2)
