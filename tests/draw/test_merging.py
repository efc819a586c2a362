"""How rolls merge, and which pairs a walk carries: the pictures show what the ladder says."""

import pytest

from cfrlib.course.draw.merging import merging
from cfrlib.course.draw.pairs import pairs
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.games import bluff


@pytest.fixture(scope="module")
def layout():
    return BidsLayout(bluff((2, 2), 6))


def test_points_are_classes(layout):
    picture = merging(layout)
    assert picture.svg.count("<circle") == sum(layout.classes[0, k] for k in range(11))
    assert "3 after 4-5, 2 after 4-*" in picture.text
    for roll in layout.game.outcomes(0):
        assert f">{roll}<" in picture.svg


def test_the_other_player_may_have_fewer_dice():
    layout = BidsLayout(bluff((2, 1), 3))
    assert "3 rolls of Player 2" in merging(layout, player=1).text


def test_pairs_are_counted(layout):
    picture = pairs(layout, {"one": (24, (0, 0)), "all": (24, None), "late": (1, None)})
    assert picture.svg.count('fill="#56B4E9"') == 1 + 441 + 441
    assert "one: 1 pair; all: 21 × 21 = 441; late: 3 × 3 = 9" in picture.text


def test_without_merging_nothing_joins():
    layout = BidsLayout(bluff((1, 1), 3, merged=False))
    assert "3 × 3 = 9" in pairs(layout, {"last": (0, None)}).text
