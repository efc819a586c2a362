"""The playable round, driven without a browser: by clicks and keys as a reader would."""

import re

import numpy as np
import pytest

import cfrlib
from cfrlib.games import bluff
from cfrlib.widgets import bluff_round


@pytest.fixture(scope="module")
def profile():
    solver = cfrlib.CFR.discounted(bluff((2, 2), 3, "one"))
    solver.run(100)
    return solver.average_strategy()


def payoff(table):
    """Return what the rules of the game say of a round that is over, to the reader."""
    worth = table.game.payoff_table(tuple(table.actions), ())[tuple(table.rolls)]
    return worth if table.seat == 0 else -worth


@pytest.mark.parametrize("seat", [0, 1])
def test_rounds_end_as_the_game_says(profile, seat):
    table, rng = bluff_round(opponent=profile, seat=seat, seed=1), np.random.default_rng(2)
    for n in range(60):
        while not table.over:
            table.canvas.click(node=str(rng.choice(table.possible)))
        assert payoff(table) == (1 if table.won else -1)
        assert table.wins + table.losses == n + 1
        table.canvas.press("n")
    assert 0 < table.wins < 60


def test_the_opponent_follows_the_profile(profile):
    counts, table = {}, bluff_round(opponent=profile, seat=1, seed=5)
    for _ in range(3000):
        table.new_round()
        roll = table.game.outcomes(0)[table.rolls[0]]
        counts.setdefault(roll, []).append(table.actions[0])
    for roll, opened in counts.items():
        for bid, wanted in profile[roll, ""].items():
            assert np.mean([bid == other for other in opened]) == pytest.approx(wanted, abs=0.12)


def test_keys_choose_and_take(profile):
    table = bluff_round(opponent=profile, seed=3)
    assert table.chosen == "1-1"
    table.canvas.press("ArrowRight")
    assert table.chosen == "1-2"
    table.canvas.press("ArrowDown")
    assert table.chosen == "2-2"
    table.canvas.press("ArrowUp")
    table.canvas.press("ArrowLeft")
    table.canvas.press("ArrowLeft")
    assert table.chosen == "1-1"
    table.canvas.press("c")  # there is nothing to call yet
    assert table.actions == []
    table.canvas.press("Enter")
    assert table.actions[0] == "1-1"
    if not table.over:
        table.canvas.press("c")
    assert table.over
    table.canvas.press("Enter")
    assert not table.over
    assert table.rounds == 2


def test_what_cannot_be_done_is_refused(profile):
    table = bluff_round(opponent=profile, seed=3)
    with pytest.raises(ValueError, match="bid='call': it takes one of 1-1, 1-2"):
        table.bid("call")
    table.canvas.click(node="call")  # a click there does nothing
    assert table.actions == []
    table.bid("4-*")
    with pytest.raises(ValueError, match="nothing: the round is over"):
        table.bid("4-*")


def test_only_what_is_possible_can_be_clicked(profile):
    table = bluff_round(opponent=profile, seed=3)
    clickable = re.findall(r'data-node="([^"]+)"', table.canvas.svg)
    assert clickable == list(table.possible) == list(table.game.bids)
    table.bid("4-*")
    assert "data-node" not in table.canvas.svg


def test_hidden_dice_stay_hidden_until_the_call(profile):
    table = bluff_round(opponent=profile, seed=3)
    assert table.canvas.svg.count(">?<") == 2
    table.bid("4-*")
    assert ">?<" not in table.canvas.svg
    assert "The opponent calls 4-*" in table.words


def test_hints_show_the_profile(profile):
    table = bluff_round(opponent=profile, seed=3)
    assert "σ = " not in table.canvas.svg
    table.canvas.press("h")
    assert table.canvas.svg.count("σ = ") == len(table.possible)
    assert table.hints == profile[table.game.key(0, (), (), table.rolls[0])]


def test_the_picture_that_is_left(profile):
    table = bluff_round(opponent=profile, seed=3)
    data, _ = table._repr_mimebundle_()
    assert data["image/svg+xml"] == table.picture().svg
    assert data["text/plain"].startswith("A round of bluff. Round 1. You hold")


@pytest.mark.parametrize(
    "arguments, named",
    [({"game": 3}, "game=3"), ({"game": bluff()}, "faces"), ({"seat": 2}, "seat"), ({"seed": -1}, "seed")],
)
def test_wrong_input_is_named(arguments, named):
    with pytest.raises(ValueError, match=named):
        bluff_round(**arguments)


def test_by_default_it_solves_its_own_opponent():
    table = bluff_round(bluff((1, 1), 3))
    assert cfrlib.exploitability(table.game, table.opponent) < 1e-2
