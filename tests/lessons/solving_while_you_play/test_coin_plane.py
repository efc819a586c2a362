"""A plane in which Player 2's mix is a point to drag, and what is carried from one public state to the next."""

import numpy as np
import pytest

import cfrlib
from cfrlib.lessons.solving_while_you_play.carried import carried
from cfrlib.widgets import coin_plane


def test_one_point_of_the_line_gives_nothing_away():
    made = coin_plane()
    assert (made.stored.tolist(), made.wins) == ([6, -6], 0)
    assert "neither side gets more" in made.words
    for at in made.spots:
        made.click(at)
        assert (made.wins == 0) == (at == "2 6")
        assert made.wins == pytest.approx(cfrlib.best_response_values(*_played(made))[0])


@pytest.mark.parametrize("method, mix, wins", [("naive", (1, 0), 9), ("gadget", (1 / 4, 3 / 4), 0)])
def test_what_methods_find(method, mix, wins):
    made = coin_plane()
    made.press(method[0])
    assert (made.mix, made.wins) == (pytest.approx(mix, abs=1e-6), pytest.approx(wins))
    assert f">{method}</text>" in made.canvas.svg


def test_arrows_move_the_point_along_the_line():
    made = coin_plane()
    made.press("ArrowRight")
    assert made.at == "1 7"
    assert "heads gets 3 more." in made.words
    for _ in range(3):
        made.press("ArrowDown")
    assert made.at == "0 8"
    made.press("ArrowUp")
    assert made.at == "1 7"
    made.click("3 3")
    assert made.at == "1 7"


def test_all_that_a_point_can_be_dragged_to_is_in_the_picture():
    assert len(coin_plane.spots) == coin_plane().canvas.svg.count("data-pull") == 9


def test_what_is_carried_is_said():
    seen = {
        "first": ({"J": 1.0, "Q": 1.0}, {"J": -0.5, "Q": 0.25}),
        "then": ({"J": 0.5, "Q": 0.0}, {"J": 0.0, "Q": 1.0}),
    }
    drawn = carried(seen)
    assert "then: range J 0.5, Q 0, stored J 0, Q 1" in drawn.text
    assert (drawn.svg.count("what each"), drawn.svg.count("−0.50")) == (1, 1)


def _played(made):
    coin = cfrlib.lessons.solving_while_you_play.coin.Coin()
    return coin, coin.plan((1, 1), np.asarray(made.mix))
