"""The best five of up to seven cards, looked up, against all fives and against a library that is made for it."""

from itertools import chain, combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards

from cfrlib.cards.best_five import best_five, levels_of
from cfrlib.cards.deck import Deck
from cfrlib.cards.ranks import strength

DECK = Deck()
DECKS = [(13, 4), (4, 2), (3, 4), (4, 3), (7, 1), (13, 1), (2, 4), (12, 4), (8, 3)]


def deal(deck, size, count, seed=0):
    """Return `count` random hands of `size` cards: (count, size)."""
    return np.random.default_rng(seed).random((count, deck.cards)).argsort(axis=1)[:, :size]


@pytest.mark.parametrize("shape", DECKS)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_best_five_of_random_hands(shape, size):
    deck = Deck(*shape)
    hands = deal(deck, size, 1000)
    fives = np.array(list(combinations(range(size), 5)))
    expected = strength(hands[:, fives], deck).max(axis=1)
    np.testing.assert_array_equal(best_five(deck).levels[levels_of(hands, deck)], expected)


@pytest.mark.parametrize("shape", [(4, 2), (3, 4), (5, 3), (7, 1), (2, 4)])
def test_every_five_of_small_decks_and_no_level_without_a_hand(shape):
    deck = Deck(*shape)
    hands = np.fromiter(chain.from_iterable(combinations(range(deck.cards), 5)), dtype=np.int64).reshape(-1, 5)
    expected, levels = np.unique(strength(hands, deck), return_inverse=True)
    np.testing.assert_array_equal(best_five(deck).levels, expected)
    np.testing.assert_array_equal(levels_of(hands, deck), levels)


def test_52_cards():
    tables = best_five(DECK)
    assert len(tables.levels) == 7462
    assert len(tables.value) == 49205 + 18395 + 6175  # multisets of seven, six and five ranks
    assert tables.value.min() == 0
    assert sum(array.nbytes for array in tables) < 1.2e6
    assert best_five(DECK) is tables
    assert not any(array.flags.writeable for array in tables)


def test_seven_cards_as_the_library_has_them():
    hands = deal(DECK, 7, 5000, 1)
    theirs = np.array([evaluate_cards(*hand) for hand in hands.tolist()])  # 1 is the best of 7,462
    np.testing.assert_array_equal(7462 - levels_of(hands, DECK), theirs)


@pytest.mark.parametrize(
    "weaker, stronger",
    [
        ("AsKsQsJs9s9h9d", "AsKsQsJsTs2h2d"),  # a flush with three of a kind; a royal flush
        ("As2s3s4s5s6h7h", "2s3s4s5s6s7hAh"),  # the wheel of one suit; six high
        ("2s3s4s5s7s8s9s", "2s3s4s5s7s8sTs"),  # seven of a suit
        ("AsAhKsKhQsQhJs", "2s2h2d3s3h4s4h"),  # three pairs; a full house
        ("2s2h2d3s3h3dAs", "2s2h2d3s3h3d3c"),  # two threes; four of a kind
        ("9s8h7d6s5hAsAd", "Ts9h8d7s6hAsAd"),  # a straight with a pair
    ],
)
def test_worked_hands(weaker, stronger):
    cards = [DECK.parse(weaker, 7), DECK.parse(stronger, 7)]
    low, high = levels_of(cards, (13, 4))
    assert low < high


@pytest.mark.parametrize("cards", [[0, 1, 2, 3], list(range(8)), 7, [[1], [2]]])
def test_other_numbers_of_cards_are_refused(cards):
    with pytest.raises(ValueError, match="it takes five, six or seven cards"):
        levels_of(cards, DECK)
