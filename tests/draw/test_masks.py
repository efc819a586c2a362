"""The picture of what a walk carries."""

import pytest

from cfrlib.draw.mask_tables import masks
from cfrlib.games import bluff, leduc


def test_it_says_how_much_each_scheme_carries():
    picture = masks(leduc(), ("Ks",), (1, 3))
    for words in ("vanilla carries 6 × 6, 20 pairs", "PCS carries 6 × 6, 20 pairs", "OPCS carries 6 × 1, 4 pairs",
                  "SPCS carries 1 × 6, 4 pairs", "CS carries 1 × 1, 1 pair."):  # fmt: skip
        assert words in picture.text
    assert picture.svg.count("#56B4E9") == 20 + 20 + 4 + 4 + 1


def test_a_scheme_can_be_called_as_the_page_calls_it():
    picture = masks(leduc(), ("Ks",), (1, 3), labels={"vanilla": "full walk"})
    assert "full walk carries" in picture.text
    assert "vanilla" not in picture.svg
    with pytest.raises(ValueError, match="^labels='full'"):
        masks(leduc(), ("Ks",), (1, 3), labels={"full": "full walk"})


def test_the_other_player_and_dice():
    assert masks(leduc(), ("Ks",), (1, 3), player=1).svg != masks(leduc(), ("Ks",), (1, 3)).svg
    assert "PCS carries 3 × 3, 9 pairs" in masks(bluff(faces=3), (), (0, 1)).text
    with pytest.raises(ValueError, match="^player=2"):
        masks(leduc(), ("Ks",), (1, 3), player=2)
