"""The map of Kuhn poker's guarantees agrees with linear programs, and CFR's averages walk to its ridge."""

import pytest

from cfrlib.lessons.exactly import roof as room
from cfrlib.widgets import roof


@pytest.mark.parametrize("jack, king, most", [(1 / 6, 0, -1 / 9), (0, 1 / 2, -1 / 12), (0.3, 0.9, -1 / 18)])
def test_beside_the_ridge_less_can_be_guaranteed(jack, king, most):
    assert room.height(jack, king) == pytest.approx(most, abs=1e-8)


def test_the_ridge_is_the_family_of_equilibria():
    assert room.corners() == ((0, 0), pytest.approx((1 / 3, 1)))
    assert all(room.height(a, 3 * a) == pytest.approx(-1 / 18) for a in (0, 0.1, 0.2, 1 / 3))


def test_averages_walk_to_the_ridge():
    lacks = [room.height(*end) + 1 / 18 for end in room.averages()]
    assert lacks[0] < -0.1
    assert min(lacks[-4:]) > -0.001


def test_a_shade_ends_where_a_plane_is_that_high():
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert room.above(square, (0, 1, 0), 0.5) == [(0.5, 0), (1, 0), (1, 1), (0.5, 1)]
    assert room.above(square, (0, 1, 1), 3) == []
    assert room.above(square, (0, 1, 1), -1) == square


def test_keys_run_cfr():
    made = roof(1)
    assert made.canvas.svg.count('class="average"') == 2  # and the one in the legend
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        made.press(key)
    assert made.iterations == 2
    assert "After 2 iterations" in made.words
    assert made.canvas.svg.count('class="average"') == 3


def test_it_ends_at_its_last_mark():
    made = roof()
    made.press("ArrowRight")
    assert made.iterations == 1000
