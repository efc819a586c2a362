"""What decisions lose against the machine: it adds up exactly to what a best response earns more than the person."""

from functools import cache

import numpy as np
import pytest
from every_hand import SEATED, all_hands, drawn_hand
from random_games import RandomGame, random_profile

import cfrlib
from cfrlib.engine.following import solution
from cfrlib.playing.aivat import breakdown
from cfrlib.playing.losses import costliest, losses
from cfrlib.playing.record import Hand, Round
from cfrlib.profile import Profile

pytestmark = pytest.mark.slow

games = cfrlib.games


def by_hand(found, hands):
    """Return what each hand lost, all its decisions together."""
    return found.groupby("hand")["lost"].sum().reindex(range(len(hands)), fill_value=0).to_numpy()


@pytest.mark.parametrize("game, seat", SEATED, ids=str)
def test_losses_are_what_a_best_response_earns_more(game, seat):
    machine, person = random_profile(game, 1), random_profile(game, 2)
    chances, hands = all_hands(game, person, machine, seat)
    lost = losses(game, machine, hands)
    best = cfrlib.best_response_values(game, machine)[seat]
    earned = chances @ [hand.paid for hand in hands]
    assert (lost["lost"] >= 0).all()
    assert chances @ by_hand(lost, hands) == pytest.approx(best - earned, abs=1e-12)
    if not isinstance(game, RandomGame):  # where one information set joins outcomes, this holds in the mean only
        corrected = breakdown(game, machine, hands, "best")["corrected"]
        assert corrected.to_numpy() == pytest.approx(best - by_hand(lost, hands), abs=1e-12)


def test_losses_add_up_over_all_rounds_of_a_chain():
    seat, game = 1, games.bluff(dice=(2, 1), faces=2)
    machine, person = cache(lambda of: solution(of).profile()), cache(lambda of: random_profile(of, 6))
    chances, hands = all_hands(game, person, machine, seat)
    lost = losses(game, machine(game), hands)
    best = cfrlib.best_response_values(game, machine(game))[seat]
    earned = chances @ [hand.paid for hand in hands]
    assert set(lost["round"]) == {0, 1}
    assert chances @ by_hand(lost, hands) == pytest.approx(best - earned, abs=1e-12)


def test_every_decision_has_its_row():
    game = games.kuhn()
    machine = Profile.uniform(game)
    hands = [
        Hand((Round(game, 0, (2, 1), (), ("p", "b", "p")),), -1.0),
        Hand((Round(game, 1, (1, 0), (), ("b", "b")),), -2.0),
        Hand((Round(game, 1, (0, 1), (), ("b", "p")),), -1.0),
    ]
    found = losses(game, machine, hands)
    expected = [
        # The King bets for 1 + 1/2; after a pass, half of the time 1 and half of the time 2, by the call.
        (0, 0, 0, "K", "", "p", 0.0, "p", {"p": 0.5, "b": 0.5}),
        (0, 0, 0, "K", "pb", "p", 3.0, "b", {"p": 0.5, "b": 0.5}),
        (1, 0, 1, "J", "b", "b", 1.0, "p", {"p": 0.5, "b": 0.5}),
        # Against King and Jack alike the Queen calls for 0, where passing costs 1.
        (2, 0, 1, "Q", "b", "p", 1.0, "b", {"p": 0.5, "b": 0.5}),
    ]
    names = ["hand", "round", "seat", "private", "public", "action", "lost", "best", "profile"]
    assert list(found["game"]) == [game] * 4
    assert list(found[names].itertuples(index=False, name=None)) == expected


def test_what_cost_most_comes_first():
    game, rng = games.leduc(suits_matter=False), np.random.default_rng(3)
    machine, uniform = cfrlib.equilibrium(game)[1], Profile.uniform(game)
    found = losses(game, machine, [drawn_hand(game, uniform, machine, k % 2, rng) for k in range(300)])
    table = costliest(found, rows=5)
    every = costliest(found, rows=10_000)
    assert len(table) == 5
    assert table.equals(every.head(5))
    assert (np.diff(every["lost"]) <= 0).all()
    assert every["lost"].sum() == pytest.approx(found["lost"].sum())
    for (seat, private, public, action), row in table.iterrows():
        same = found[["seat", "private", "public", "action"]].eq([seat, private, public, action]).all(axis=1)
        assert (row["times"], row["lost"]) == (same.sum(), pytest.approx(found["lost"][same].sum()))
        assert row["each"] == pytest.approx(row["lost"] / row["times"])
        assert row["profile"] == machine[private, public]
        assert row["best"] != action


def test_rounds_with_the_same_names_are_kept_apart():
    game = games.bluff(dice=(2, 2), faces=2)
    both = game, game.following(0)
    parts = tuple(Round(one, 0, (0, 0), (), ("3-*", "call")) for one in both)  # three stars, with two ones
    table = costliest(losses(game, solution(game).profile(), [Hand(parts, -1.0)]))
    assert list(table.index) == [(0, "11", "", "3-*")] * 2
    assert set(table["game"]) == set(both)
    assert (table["times"] == 1).all()


def test_nothing_is_costliest_where_nothing_was_lost():
    game = games.kuhn()
    machine = Profile.uniform(game)
    found = losses(game, machine, [Hand((Round(game, 0, (2, 1), (), ("p", "b", "b")),), 2.0)])
    assert len(found) == 2
    assert len(costliest(found)) == 0
    assert list(costliest(found).columns) == ["times", "lost", "each", "best", "profile", "game"]
    with pytest.raises(ValueError, match="rows=0: it takes a whole number of at least 1"):
        costliest(found, rows=0)


def test_losses_refuse_what_is_no_hand_of_the_game():
    game = games.kuhn()
    uniform, rounds = Profile.uniform(game), (Round(game, 0, (0, 1), (), ("p", "p")),)
    with pytest.raises(ValueError, match=r"hands\[0\]: round of kuhn\(cards=3.*it takes a round of kuhn\(cards=4"):
        losses(games.kuhn(cards=4), Profile.uniform(games.kuhn(cards=4)), [Hand(rounds, -1.0)])
    never = uniform.replace({(card, "p"): {"p": 1} for card in "JQK"})
    bet = Round(game, 0, (0, 1), (), ("p", "b", "p"))
    with pytest.raises(ValueError, match=r"hands\[1\]: .*cannot be reached against this profile"):
        losses(game, never, [Hand(rounds, -1.0), Hand((bet,), -1.0)])
