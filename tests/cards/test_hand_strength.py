"""Hand strength against all hands of the opponent, one by one, and its means against all cards to come."""

import logging
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hand_strengths import counted, expected
from phevaluator import evaluate_cards

from cfrlib.cards import hand_strength as module
from cfrlib.cards.boards import canonical_boards, find
from cfrlib.cards.deck import Deck, number
from cfrlib.cards.hand_strength import final, hand_strength
from cfrlib.cards.ranks import strength
from cfrlib.cards.strength_kernels import add_card

pytestmark = pytest.mark.slow

DECK = Deck()
SMALL = [(5, 2), (3, 3), (9, 1), (3, 4)]
TWO_ROUNDS = [(4, 2), (7, 1), (2, 4)]
"""Decks of games that show three cards."""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Give a test a cache, and a memory, of its own."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path))
    monkeypatch.setattr(module, "_loaded", {})
    return tmp_path


def brute(deck, board):
    """Return twice the hands that each hand beats, plus those it ties with; 0 for hands that are not there."""
    free = np.flatnonzero(~np.isin(deck.hands, board).any(axis=1))
    hands = deck.hands[free]
    seven = np.hstack([hands, np.tile(board, (len(hands), 1))])
    level = np.max([strength(seven[:, five], deck) for five in combinations(range(seven.shape[1]), 5)], axis=0)
    doubled = np.zeros(len(deck.hands), dtype=np.int64)
    for hand, held, mine in zip(free, hands, level, strict=True):
        apart = ~np.isin(hands, held).any(axis=1)
        doubled[hand] = (1 + np.sign(mine - level[apart])).sum()
    return doubled


def to_come(deck, board, last=5):
    """Return all last boards that these cards can become."""
    left = [card for card in range(deck.cards) if card not in board]
    return np.array([[*board, *more] for more in combinations(left, last - len(board))])


@pytest.mark.parametrize("shape", SMALL)
def test_all_boards_of_small_decks(shape):
    deck = Deck(*shape)
    table = final(deck)
    assert table.total.shape == (len(canonical_boards(deck, 5).cards), len(deck.hands))
    assert table.certain == 2 * comb(deck.cards - 7, 2)
    for board, doubled in zip(table.boards.cards[::3], table.total[::3], strict=True):
        np.testing.assert_array_equal(doubled, brute(deck, board))


def test_boards_of_52_cards():
    boards = [DECK.parse(board, 5) for board in ("AsKsQsJsTs", "2c2d2h2s3c", "2c7d9hJsKc", "4h8hQh2c3d", "5c5d9h9sKc")]
    boards += np.random.default_rng(0).random((5, 52)).argsort(axis=1)[:, :5].tolist()
    for board, doubled in zip(boards, counted(DECK, boards), strict=True):
        np.testing.assert_array_equal(doubled, brute(DECK, board))
    assert set(counted(DECK, boards[:1])[0]) == {0, 990}  # all play the board


def test_a_hand_against_the_library():
    board, held = DECK.parse("2c7d9hJsKc", 5), DECK.parse("KdTd", 2)
    left = [card for card in range(52) if card not in [*board, *held]]
    mine = evaluate_cards(*board, *held)  # 1 is the best
    others = [evaluate_cards(*board, *other) for other in combinations(left, 2)]
    wins = sum(Fraction(1 + (mine < other) - (mine > other), 2) for other in others)
    assert counted(DECK, [board])[0, number(held)] == 2 * wins


@pytest.mark.parametrize("shape", [(5, 2), (3, 3), (9, 1)])
@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("shown", [0, 3, 4])
def test_sums_over_all_cards_to_come(shape, power, shown):
    deck = Deck(*shape)
    table = hand_strength(shape, shown, power)
    assert table.total.shape == (len(canonical_boards(deck, shown).cards), len(deck.hands))
    assert not table.total.flags.writeable
    every = to_come(deck, ())
    doubled = dict(zip(map(tuple, every.tolist()), counted(deck, every), strict=True))
    for board, total in zip(table.boards.cards.tolist(), table.total, strict=True):
        rows = np.array([doubled[tuple(sorted(five))] for five in to_come(deck, board).tolist()], dtype=np.int64)
        free = ~np.isin(deck.hands, board).any(axis=1)
        np.testing.assert_array_equal(total, (rows**power).sum(axis=0) * free)
    assert table.certain == comb(deck.cards - 2 - shown, 5 - shown) * (2 * comb(deck.cards - 7, 2)) ** power
    if power == 1 and shown == 0:  # what one wins the other loses, so the mean of all deals is a half
        assert 2 * table.total.sum() == table.certain * len(deck.hands)


def test_turns_of_52_cards():
    """A turn needs the boards of five that it can become only, so the rest of the table of the river is left empty."""
    turns, rivers = canonical_boards(DECK, 4), canonical_boards(DECK, 5)
    total, k = np.zeros((len(rivers.cards), len(DECK.hands)), dtype=np.uint16), 5000
    fives = to_come(DECK, turns.cards[k].tolist())
    needed = np.unique(find(rivers, fives)[0])
    total[needed] = counted(DECK, rivers.cards[needed])
    total.setflags(write=False)
    for power in (1, 2):
        sums = np.empty((1, len(DECK.hands)), dtype=np.int64)
        add_card(turns, rivers, total, power == 2, k, k + 1, sums)
        free = ~np.isin(DECK.hands, turns.cards[k]).any(axis=1)
        np.testing.assert_array_equal(sums[0], (counted(DECK, fives).astype(np.int64) ** power).sum(axis=0) * free)


def test_the_sums_of_52_cards_fit():
    certain = {shown: module.certain_wins(DECK, shown, 5, 2) for shown in (0, 3, 4, 5)}
    assert certain == {0: comb(50, 5) * 1980**2, 3: 1081 * 1980**2, 4: 46 * 1980**2, 5: 1980**2}
    assert certain[3] < 2**32  # uint32
    assert 22100 * 24 * certain[3] < 2**63  # int64, while the sums before the flop are added up
    assert module.certain_wins(DECK, 3, 3, 1) == 2 * comb(47, 2) < 2**16  # uint16
    assert module.certain_wins(DECK, 0, 3, 2) == comb(50, 3) * (2 * comb(47, 2)) ** 2 < 2**63 // 24


def test_each_street_is_kept_and_read_again(place, caplog):
    with caplog.at_level(logging.INFO, "cfrlib"):
        first = {shown: hand_strength((5, 2), shown) for shown in (0, 3, 4)}
        assert hand_strength((5, 2), 3) is first[3]
        told = [record.getMessage() for record in caplog.records if "HS^2" in record.getMessage()]
        assert len(told) == 6
        assert all("Deck(ranks=5, suits=2)" in line for line in told)
        assert len(list(place.iterdir())) == 3
        module._loaded.clear()
        caplog.clear()
        for shown, table in first.items():
            again = hand_strength((5, 2), shown)
            np.testing.assert_array_equal(again.total, table.total)
            assert again.total.dtype == table.total.dtype
            assert again.total.flags.aligned
            assert not again.total.flags.writeable
        assert not caplog.records


def test_an_interrupted_run_goes_on_with_the_street_after(place, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(module, "_before_the_flop", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            hand_strength((4, 3), 0)
    module._loaded.clear()
    monkeypatch.setattr(module, "final", lambda *_: 1 / 0)  # it is not needed again
    assert hand_strength((4, 3), 0).total.shape == (1, 66)


@pytest.mark.parametrize("arguments, message", [
    (((4, 2), 3), r"deck=\(4, 2\): it takes at least 9 cards, for two hands and a board of 5"),
    (((5, 2), 5), "shown=5: it takes one of 0, 3, 4"),
    (((5, 2), 3, 3), "power=3: it takes one of 1, 2"),
    (((5, 2), 0, 2, 4), "last=4: it takes one of 3, 5"),
    (((5, 2), 3, 2, 3), "shown=3: it takes one of 0"),
    (((3, 2), 0, 2, 3), r"deck=\(3, 2\): it takes at least 7 cards"),
])  # fmt: skip
def test_bad_arguments_compute_nothing(place, arguments, message):
    with pytest.raises(ValueError, match=message):
        hand_strength(*arguments)
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("shape", TWO_ROUNDS)
def test_all_flops_of_small_decks(shape):
    deck = Deck(*shape)
    table = final(deck, 3)
    assert table.total.shape == (len(canonical_boards(deck, 3).cards), len(deck.hands))
    assert table.certain == 2 * comb(deck.cards - 5, 2)
    for board, doubled in zip(table.boards.cards, table.total, strict=True):
        np.testing.assert_array_equal(doubled, brute(deck, board))
    rng = np.random.default_rng(0)
    for board in deck.flops[rng.integers(len(deck.flops), size=5)]:
        free, shuffled = ~np.isin(deck.hands, board).any(axis=1), rng.permutation(board)
        hands = np.flatnonzero(free)
        strengths = expected(table, np.tile(shuffled, (len(hands), 1)), hands)
        np.testing.assert_array_equal(strengths, brute(deck, board)[free] / table.certain)


@pytest.mark.parametrize("shape", TWO_ROUNDS)
@pytest.mark.parametrize("power", [1, 2])
def test_sums_over_all_flops(shape, power):
    deck = Deck(*shape)
    table = hand_strength(shape, 0, power, last=3)
    rows = np.array([brute(deck, board) for board in to_come(deck, (), last=3)])
    assert table.total.shape == (1, len(deck.hands))
    assert not table.total.flags.writeable
    np.testing.assert_array_equal(table.total[0], (rows**power).sum(axis=0))
    assert table.certain == comb(deck.cards - 2, 3) * (2 * comb(deck.cards - 5, 2)) ** power
    if power == 1:  # what one wins the other loses, so the mean of all deals is a half
        assert 2 * table.total.sum() == table.certain * len(deck.hands)


def test_three_cards_and_five_are_two_games(place):
    """Each is kept under a name of its own, and read again."""
    tables = {last: hand_strength((3, 3), 0, last=last) for last in (3, 5)}
    assert len(list(place.iterdir())) == 1 + 3
    assert not np.array_equal(tables[3].total / tables[3].certain, tables[5].total / tables[5].certain)
    assert hand_strength((3, 3), 0) is tables[5]
    module._loaded.clear()
    for last, table in tables.items():
        np.testing.assert_array_equal(hand_strength((3, 3), 0, last=last).total, table.total)
