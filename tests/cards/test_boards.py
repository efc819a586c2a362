"""Canonical boards, their counts by enumeration and by Burnside's lemma, and the way from any board to its own."""

from itertools import combinations

import numpy as np
import pytest
from hand_strengths import orbit

from cfrlib.cards.board_kernels import find_with
from cfrlib.cards.boards import canonical_boards, find
from cfrlib.cards.deck import Deck
from cfrlib.cards.isomorphism import canonical_flops, num_classes, suit_permutations

SMALL = [(4, 2), (3, 3), (7, 1), (2, 4)]


def test_counts_of_52_cards():
    deck = Deck()
    counts = [1, 13, 169, 1755, 16432, 134459]
    for size, (count, ways) in enumerate(zip(counts, [1, 52, 1326, 22100, 270725, 2598960], strict=True)):
        boards = canonical_boards(deck, size)
        assert boards.cards.shape == (count, size)
        assert count == num_classes(deck, size, 0)
        assert boards.weight.sum() == ways
        assert not boards.cards.flags.writeable
    assert canonical_boards(Deck(13, 4), 5) is boards


@pytest.mark.parametrize("shape", SMALL)
@pytest.mark.parametrize("size", range(6))
def test_canonical_boards_are_the_orbits_under_the_suits(shape, size):
    deck = Deck(*shape)
    boards, every = canonical_boards(deck, size), list(combinations(range(deck.cards), size))
    canonical, _ = find(boards, np.array(every, dtype=np.int64).reshape(len(every), size))
    assert len(boards.cards) == num_classes(deck, size, 0)
    members = {}
    for k, cards in zip(canonical.tolist(), every, strict=True):
        members.setdefault(k, []).append(frozenset(cards))
    assert sorted(members) == list(range(len(boards.cards)))
    for k, alike in members.items():
        assert {cards for (cards,) in orbit(deck, alike[0])} == set(alike)
        assert len(alike) == boards.weight[k]
        assert frozenset(boards.cards[k].tolist()) == min(alike, key=lambda cards: sum(1 << card for card in cards))


@pytest.mark.parametrize("shape", [(13, 4), *SMALL])
def test_boards_of_three_cards_are_the_canonical_flops(shape):
    deck = Deck(*shape)
    flops = canonical_flops(deck, suit_permutations(deck))
    boards = canonical_boards(deck, 3)
    np.testing.assert_array_equal(boards.cards, flops.cards)
    np.testing.assert_array_equal(boards.weight, flops.weight)
    np.testing.assert_array_equal(find(boards, deck.flops)[0], flops.canonical)


@pytest.mark.parametrize("shape", [(13, 4), (3, 3)])
@pytest.mark.parametrize("size", [1, 3, 4, 5])
def test_the_kernel_finds_the_same(shape, size):
    deck = Deck(*shape)
    boards = canonical_boards(deck, size)
    cards = np.random.default_rng(0).random((200, deck.cards)).argsort(axis=1)[:, :size]
    canonical, permutation = find(boards, cards)
    for k, board in enumerate(cards):
        assert find_with(boards, board[:-1], board[-1]) == (canonical[k], permutation[k])


@pytest.mark.parametrize("size", [-1, 6, 3.0])
def test_other_sizes_are_refused(size):
    with pytest.raises(ValueError, match=f"size={size}: it takes a whole number from 0 to 5"):
        canonical_boards(Deck(), size)
