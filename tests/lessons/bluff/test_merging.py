"""How rolls merge: the picture shows what the layout says."""

import pytest

from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.games import bluff
from cfrlib.lessons.bluff.merging import merging


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


def test_without_merging_nothing_joins():
    layout = BidsLayout(bluff((1, 1), 3, merged=False))
    assert "3 after 2-*" in merging(layout).text
