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
