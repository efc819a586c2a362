"""A plane in which Player 2's mix is a point to drag, and what is carried from one public state to the next."""

import numpy as np
import pytest

import cfrlib
from cfrlib.lessons.solving_while_you_play.carried import carried
from cfrlib.widgets import coin_plane


def test_one_point_of_the_line_gives_nothing_away():
    made = coin_plane()
    assert (made.stored.tolist(), made.wins, made.gift.tolist()) == ([6, -6], 0, [0, 0])
    assert "neither side gets more" in made.words
    for at in made.spots:
        made.click(at)
        assert (made.wins == 0) == (at == "2 6")
        assert made.wins == pytest.approx(cfrlib.best_response_values(*_played(made))[0])


@pytest.mark.parametrize("method, mix, wins, t", [
    ("naive", (1, 0, 0), 9, 0), ("gadget", (1 / 3, 1 / 3, 1 / 3), 7 / 3, 0), ("margin", (0, 0, 1), 1, 4),
    ("reach", (0, 0.25, 0.75), 0, 6),
])  # fmt: skip
def test_methods_and_how_far_they_lower_the_numbers(method, mix, wins, t):
    made = coin_plane(hedge=True)
    made.press(method[0])
    assert made.mix == pytest.approx(mix, abs=1e-6)
    assert (made.wins, made.t) == (pytest.approx(wins), t)
    assert f">{method}</text>" in made.canvas.svg


def test_arrows_move_the_point_along_the_line_and_into_the_triangle():
    made = coin_plane()
    made.press("ArrowRight")
    assert made.at == "1 7"
    made.press("ArrowDown")  # there is no hedge
    assert made.at == "1 7"
    made.press("h")
    assert (made.hedge, made.at, made.stored.tolist(), made.wins) == (True, "4 4", [0, 0], 3)
    made.press("ArrowDown")
    assert made.mix.tolist() == [3 / 8, 3 / 8, 1 / 4]
    assert "hedge 25 %" in made.words
    made.press("r")
    assert "heads gets 6 more, its gift" in made.words
    with pytest.raises(ValueError, match="method"):
        made.go("maxmargin")


def test_all_that_a_point_can_be_dragged_to_is_in_the_picture():
    made = coin_plane(hedge=True)
    assert len(made.spots) == made.canvas.svg.count("data-pull") == 45


def test_what_is_carried_is_said():
    seen = {
        "first": ({"J": 1.0, "Q": 1.0}, {"J": -0.5, "Q": 0.25}),
        "then": ({"J": 0.5, "Q": 0.0}, {"J": 0.0, "Q": 1.0}),
    }
    drawn = carried(seen)
    assert "then: range J 0.5, Q 0, stored J 0, Q 1" in drawn.text
    assert (drawn.svg.count("what each"), drawn.svg.count("−0.50")) == (1, 1)


def _played(made):
    coin = cfrlib.lessons.solving_while_you_play.coin.Coin(made.hedge)
    return coin, coin.plan((1, 1), np.asarray(made.mix))
