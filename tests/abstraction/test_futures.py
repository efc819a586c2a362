"""What a hand may still become, against every board that can come and against the means that buckets are made of."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hand_strengths import counted, expected

from cfrlib.abstraction.futures import Futures, futures
from cfrlib.cards.boards import canonical_boards, read_cards, read_deal
from cfrlib.cards.deck import Deck, number
from cfrlib.cards.hand_strength import hand_strength

DECK = Deck()


@pytest.mark.parametrize("shape", [(3, 3), (9, 1), (6, 2)], ids=str)
@pytest.mark.parametrize("last", [5, 3])
def test_the_means_are_those_of_the_tables(shape, last):
    deck = Deck(*shape)
    for shown in (0, 3, 4)[: last - 2]:
        tables = [hand_strength(deck, shown, power, last) for power in (1, 2)]
        boards = canonical_boards(deck, shown).cards[::7]
        for board in boards[:12].tolist():
            for hand in deck.hands[::5].tolist():
                if set(hand) & set(board):
                    continue
                future = futures(deck, hand, board, last)
                deal = np.array(board, dtype=int), number(hand)
                assert (future.mean, future.mean_square) == tuple(expected(table, *deal) for table in tables)
                assert future.boards == comb(deck.cards - 2 - shown, last - shown)
                assert future.mean**2 <= future.mean_square * (1 + 1e-12)


@pytest.mark.parametrize(
    "shape, hand, board, last",
    [((13, 4), "AsKd", "2c7d9hJs", 5), ((13, 4), "7h6h", "2h9hKc", 5), ((13, 4), "7h6h", "2h9hKc3s4d", 5),
     ((4, 3), "AhKh", "", 5), ((6, 2), "AdTc", "", 3), ((13, 4), "2c2d", "2h9hKc", 3)],
)  # fmt: skip
def test_every_board_is_counted_once(shape, hand, board, last):
    deck = Deck(*shape)
    held, shown = read_deal(deck, hand, board, last)
    left = [card for card in range(deck.cards) if card not in {*held, *shown}]
    boards = [[*shown, *more] for more in combinations(left, last - len(shown))]
    every = Counter(counted(deck, boards)[:, number(held)].tolist())
    future = futures(shape, hand, board, last)
    assert dict(zip(future.wins.tolist(), future.weights.tolist(), strict=True)) == every
    assert (np.diff(future.wins) > 0).all()
    assert not future.weights.flags.writeable


def test_names_of_suits_and_the_order_of_the_board_do_not_matter():
    future = futures(DECK, "AsKs", "2s7d9h")
    for hand, board in (("Kc Ac", "9d,7h,2c"), ("KHAH", "7S9C2H"), (DECK.parse("AdKd", 2), DECK.parse("2d7s9c", 3))):
        other = futures(DECK, hand, board)
        np.testing.assert_array_equal(other.wins, future.wins)
        np.testing.assert_array_equal(other.weights, future.weights)


def test_bins_meet_at_boundaries_that_belong_to_the_part_above():
    future = Futures(np.array([0, 1, 5, 9, 10]), np.array([3, 1, 4, 1, 5]), 10)
    assert future.bins(2).tolist() == [4, 10]
    with pytest.raises(ValueError, match="count=0: it takes a whole number"):
        future.bins(0)
    assert future.bins(10).tolist() == [3, 1, 0, 0, 0, 4, 0, 0, 0, 6]
    assert futures(DECK, "AsKd", "2c7d9h").bins(20).sum() == 1081


@pytest.mark.parametrize("arguments, message", [
    ((DECK, "As", ""), "^hand='As': it takes 2 different cards, 2c to As"), ((DECK, "AsXs", ""), "^hand='AsXs'"),
    ((DECK, "AsAs", ""), "^hand='AsAs'"), ((DECK, [3, 52], ""), r"^hand=\[3, 52\]"), ((DECK, None, ""), "^hand=None"),
    ((DECK, "AsKd", "2c"), "^board='2c': it takes 0, 3, 4 or 5 different cards"),
    ((DECK, "AsKd", "2c3c4c5c6c7c"), "^board='2c3c4c5c6c7c'"), ((DECK, "AsKd", "", 4), "^last=4"),
    ((DECK, "AsKd", "2c3c4c5c", 3), "^board='2c3c4c5c': it takes 0 or 3 different cards"),
    ((DECK, "AsKd", "2c3cAs"), "^board='2c3cAs': the hand has As; it takes other cards"),
    (((4, 2), "AcKc"), r"^deck=\(4, 2\): it takes at least 9 cards"),
])  # fmt: skip
def test_what_is_wrong_is_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        futures(*arguments)


def test_cards_keep_their_order():
    assert read_cards("board", "Kd 2c,9h", DECK, (3,)) == tuple(DECK.names.index(name) for name in ("Kd", "2c", "9h"))
    with pytest.raises(ValueError, match="^cards='Kd': it takes 2 or 3 different cards"):
        read_cards("cards", "Kd", DECK, (2, 3))
