"""The regret matching explorer, driven without a browser."""

import numpy as np
import pytest

import cfrlib
from cfrlib.textbook import regret_matching
from cfrlib.widgets import regret_explorer


def test_rounds_are_those_of_the_textbook():
    explorer = regret_explorer(push=2)
    explorer.step(3)
    explorer.run(20)
    wanted = list(regret_matching(explorer.game, 23, start=([2, 0, 0], [0, 0, 0])))[-1]
    for mine, other in zip(explorer.round.totals + explorer.average, wanted.totals + wanted.averages, strict=True):
        assert mine.tolist() == other.tolist()


def test_the_table_of_a_round_by_hand():
    explorer = regret_explorer()
    explorer.step()
    rock, paper, scissors, *_ = explorer.table()
    assert [row["strategy"] for row in (rock, paper, scissors)] == [1, 0, 0]  # the push
    other = explorer.table()[3:]
    assert [row["value"] for row in other] == [0, 1, -1]  # against rock
    assert [row["regret"] for row in other] == [0, 1, -1]
    assert [row["next"] for row in other] == [0, 1, 0]


def test_without_a_push_nothing_moves():
    explorer = regret_explorer(push=0)
    explorer.run(10)
    assert np.allclose(explorer.current, 1 / 3)


def test_the_average_comes_to_rest_where_the_current_strategy_does_not():
    explorer = regret_explorer()
    explorer.run(3000)
    assert explorer.exploitability < 0.02
    assert max(np.ptp([r.strategies[0] for r in explorer.rounds[-500:]], axis=0)) > 0.5


def test_payoffs_can_be_edited():
    explorer = regret_explorer()
    explorer.run(5)
    explorer.cells[1].value = -2
    assert explorer.game.payoffs[0, 1] == -2
    assert explorer.round is None
    before = explorer.canvas.svg
    explorer.step(5)
    assert explorer.canvas.svg != before


@pytest.mark.parametrize("payoffs", [[[1, 2, 3, 4], [4, 3, 2, 1]], [[1]]])
def test_other_shapes(payoffs):
    explorer = regret_explorer(payoffs)
    explorer.run(10)
    assert len(explorer.cells) == len(payoffs) * len(payoffs[0])
    assert explorer.picture().svg.startswith("<svg")


def test_keys_and_the_picture_that_is_left():
    explorer = regret_explorer()
    explorer.canvas.press("ArrowRight")
    assert explorer.round.t == 1
    explorer.canvas.press("n")
    assert explorer.round.t == 101
    explorer.canvas.press("Home")
    assert explorer.round is None
    assert explorer.picture().text.startswith("Regret matching. Before round 1")


@pytest.mark.parametrize("arguments, named", [
    ({"game": np.zeros((7, 7))}, "game"),
    ({"push": float("inf")}, "push"),
])  # fmt: skip
def test_wrong_input_is_named(arguments, named):
    with pytest.raises(ValueError, match=named):
        regret_explorer(**arguments)


def test_a_game_can_be_passed():
    game = cfrlib.games.matrix([[3, 1], [0, 2]], rows=("up", "down"), columns=("left", "right"))
    explorer = regret_explorer(game)
    explorer.run(3000)
    value, _ = cfrlib.equilibrium(game)
    x, y = explorer.average
    assert x @ game.payoffs @ y == pytest.approx(value, abs=0.05)
