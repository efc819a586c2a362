"""How rolls merge: the picture shows what the layout says."""

from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.games import bluff
from cfrlib.lessons.bluff.merging import merging


def test_points_are_classes():
    layout = BidsLayout(bluff((2, 2), 6))
    picture = merging(layout)
    assert picture.svg.count("<circle") == sum(layout.classes[0, k] for k in range(11))
    assert "3 after 4-5, 2 after 4-*" in picture.text
    assert all(f">{roll}<" in picture.svg for roll in layout.game.outcomes(0))


def test_the_other_player_may_have_fewer_dice_and_without_merging_nothing_joins():
    assert "3 rolls of Player 2" in merging(BidsLayout(bluff((2, 1), 3)), player=1).text
    assert "3 after 2-*" in merging(BidsLayout(bluff((1, 1), 3, merged=False))).text
