"""The average comes to each place as often as a coin between the strategies, if their own reach is their vote."""

import pytest

from cfrlib.draw.parts.colors import CURRENT
from cfrlib.lessons.the_whole_algorithm.flows import PAYS
from cfrlib.widgets import flows


@pytest.mark.parametrize("goes_in", [0, 0.25, 0.5, 0.75, 1])
def test_with_own_reach_the_average_goes_where_the_coin_goes(goes_in):
    *_, coin, average = flows(goes_in, every=False).games
    assert average == pytest.approx(coin)
    assert sum(average[place] for place in PAYS) == pytest.approx(100)


def test_if_every_strategy_votes_only_equal_reach_is_harmless():
    assert flows(0.5).games[3] == pytest.approx({"A": 100, "B": 75, "out": 25, "cliff": 37.5, "bridge": 37.5})
    assert [flows(goes_in).earned for goes_in in (0, 1)] == [pytest.approx((2.5, -1)), pytest.approx((-3, -3))]


def test_keys_move_strategy_1_and_the_votes():
    made = flows()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "v"):
        made.press(key)
    assert (made.goes_in, made.every) == (0.25, False)
    assert "own reach" in made.words
    assert "37.5 out, 12.5 cliff, 50 bridge" in made.picture().text


def test_what_differs_from_the_coin_is_marked():
    assert flows().picture().svg.count(CURRENT) == 2
    assert CURRENT not in flows(every=False).picture().svg
