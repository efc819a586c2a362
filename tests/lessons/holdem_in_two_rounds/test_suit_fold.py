"""Hands that fold together: the classes of a cell, with and without a flop, by click, key and field."""

import pytest

from cfrlib.cards.deck import Deck
from cfrlib.cards.isomorphism import canonical_flops, num_classes, suit_permutations
from cfrlib.widgets import suit_fold


def test_before_the_flop_a_cell_is_a_class():
    fold = suit_fold(hand="AKo")
    assert len(fold.counts) == 169
    assert set(fold.counts.values()) == {1}
    assert fold.sizes == [12]
    assert "All cells together: 1,326 hands, 169 classes." in fold.words
    fold.hand = "77"
    assert fold.sizes == [6]
    fold.canvas.click(node="AKs")
    assert fold.classes == [["AsKs", "AhKh", "AdKd", "AcKc"]]


def test_a_cell_has_its_hands_or_its_classes_and_the_heading_says_which():
    fold = suit_fold(hand="AKs")
    svg = fold.picture().svg
    assert "no flop: hands" in svg
    assert [svg.count(f">{n}</text>") for n in (4, 6, 12)] == [78, 13, 78]
    assert "class of 4" in svg
    fold.flop = "2s7s9s"
    svg = fold.picture().svg
    assert "2♠ 7♠ 9♠: classes" in svg
    assert "1 of its 4" in svg
    assert "3 of its 12" in svg
    assert sum(n * svg.count(f">{n}</text>") for n in (1, 2, 3)) == 344


def test_a_flop_unfolds_what_it_tells_apart():
    fold = suit_fold(hand="AKs", flop="2s7s9s")
    assert fold.classes == [["AsKs"], ["AhKh", "AdKd", "AcKc"]]
    assert fold.sizes == [4, 12]
    fold.flop = "2s 7h 9d"
    assert fold.sizes == [24] * 4
    assert sum(fold.counts.values()) == 1176
    fold.hand, fold.flop = "77", "7s7h7d"
    assert fold.classes == []
    assert "77 on 7♦ 7♥ 7♠: 0 hands, 0 classes." in fold.words
    assert "The flop has these cards." in fold.picture().svg


@pytest.mark.parametrize("deck", [(4, 2), (3, 3)])
def test_the_classes_of_all_flops_are_those_of_the_game(deck):
    full, fold = Deck(*deck), suit_fold(deck)
    flops, total, members = canonical_flops(full, suit_permutations(full)), 0, 0
    for cards, weight in zip(flops.cards, flops.weight, strict=True):
        fold.flop = full.label(cards)
        total += sum(fold.counts.values())
        for name in fold.counts:
            fold.hand = name
            members += sum(fold.sizes)
            assert len(fold.classes) == fold.counts[name]
            assert all(weight * len(hands) == size for hands, size in zip(fold.classes, fold.sizes, strict=True))
    assert total == num_classes(full)
    assert members == len(full.flops) * (full.cards - 3) * (full.cards - 4) // 2


def test_keys_walk_over_the_square_and_draw_flops():
    fold = suit_fold()
    assert fold.hand == "AA"
    for key, hand in (("Left", "AA"), ("Right", "AKs"), ("Down", "KK")):
        fold.press(f"Arrow{key}")
        assert fold.hand == hand
    fold.press("n")
    first = fold.flop
    assert "KK on " in fold.words
    fold.press("Home")
    assert (fold.flop, fold.message) == ("", "")
    again = suit_fold()
    again.another_flop()
    assert again.flop == first


def test_what_is_no_flop_is_said_and_the_last_one_stays():
    fold = suit_fold(flop="2s7s9s")
    before = fold.canvas.svg
    fold.flop = "2s7s"
    assert "flop='2s7s': it takes three different cards" in fold.message
    assert 'role="alert"' in fold.says.value
    assert fold.canvas.svg == before


@pytest.mark.parametrize(
    "wrong, name",
    [({"hand": "KA"}, "hand"), ({"flop": "2s"}, "flop"), ({"seed": -1}, "seed"), ({"deck": (1, 1)}, "deck")],
)
def test_wrong_arguments_are_named(wrong, name):
    with pytest.raises(ValueError, match=name):
        suit_fold(**wrong)
