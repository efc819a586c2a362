"""The picture of what a walk carries; the paper's notebook draws it for Leduc poker."""

from mask_tables import masks

from cfrlib.games import bluff, leduc


def test_dice_and_the_other_player():
    assert "PCS carries 3 × 3, 9 pairs" in masks(bluff(faces=3), (), (0, 1)).text
    picture = masks(leduc(), ("Ks",), (1, 3), player=1)
    assert picture.svg != masks(leduc(), ("Ks",), (1, 3)).svg
    assert picture.svg.count("#56B4E9") == 20 + 20 + 4 + 4 + 1
