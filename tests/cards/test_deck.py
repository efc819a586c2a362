"""Cards, hands and flops: their numbers and names, and what is not a deck."""

from itertools import combinations

import numpy as np
import pytest

from cfrlib.cards.deck import Deck, number

DECKS = [(13, 4), (4, 2), (3, 4), (4, 3), (7, 1), (2, 4)]


@pytest.mark.parametrize("shape", DECKS)
def test_every_hand_and_flop_has_its_number(shape):
    deck = Deck(*shape)
    rng = np.random.default_rng(0)
    for sets, size in [(deck.hands, 2), (deck.flops, 3)]:
        assert sorted(map(tuple, sets.tolist())) == list(combinations(range(deck.cards), size))
        assert number(sets).tolist() == list(range(len(sets)))
        assert number(rng.permuted(sets, axis=1)).tolist() == list(range(len(sets)))


def test_names():
    assert Deck().names[:5] == ("2c", "2d", "2h", "2s", "3c")
    assert Deck().names[-1] == "As"
    assert Deck(4, 2).names == ("Jc", "Jd", "Qc", "Qd", "Kc", "Kd", "Ac", "Ad")
    assert Deck(3, 4).names[::4] == ("Jc", "Qc", "Kc")
    deck = Deck()
    assert deck.label(deck.parse("KdAs", 2)) == "AsKd"
    assert deck.label(np.array(deck.parse("9h2c7d", 3))[::-1]) == "2c7d9h"
    assert deck.parse("2c3c2d", 3) == [0, 1, 4]
    assert all(number(deck.parse(deck.label(cards), 2)) == hand for hand, cards in enumerate(deck.hands))
    assert all(number(deck.parse(deck.label(cards), 3)) == flop for flop, cards in enumerate(deck.flops))


@pytest.mark.parametrize(
    "text, count", [("AsKx", 2), ("AsAs", 2), ("As", 2), ("AsKdQ", 2), ("AsKdQh", 2), (7, 2), ("", 2)]
)
def test_what_is_not_so_many_cards_is_refused(text, count):
    with pytest.raises(ValueError, match="cards=.*it takes 2 different cards of this deck, 2c to As"):
        Deck().parse(text, count)


def test_a_card_of_another_deck_is_refused():
    with pytest.raises(ValueError, match="Jc to Ad"):
        Deck(4, 2).parse("AsKd", 2)


@pytest.mark.parametrize("deck, message", [
    ((1, 4), "ranks=1: it takes a whole number from 2 to 13"), ((14, 4), "ranks=14"), ((13, 5), "suits=5"),
    ((13, 0), "suits=0: it takes a whole number from 1 to 4"), ((13.0, 4), "ranks=13.0"), ((13, True), "suits=True"),
    ((3, 2), r"deck=\(3, 2\): it takes at least 7 cards"), ((6, 1), r"deck=\(6, 1\)"),
    ((13,), r"deck=\(13,\): it takes a pair"), (52, "deck=52: it takes a pair"), ("big", "deck='big'"),
])  # fmt: skip
def test_bad_decks_are_refused(deck, message):
    with pytest.raises(ValueError, match=message):
        Deck.of(deck)


def test_a_deck_of_a_pair():
    assert Deck.of([4, 2]) == Deck.of((np.int64(4), 2)) == Deck.of(Deck(4, 2))
    assert Deck.of((13, 4)) == Deck()
    assert (Deck().cards, len(Deck().hands), len(Deck().flops)) == (52, 1326, 22100)
