"""Strengths of five cards against a plain evaluator, a library that is made for it, and OpenSpiel's rules."""

from collections import Counter
from itertools import chain, combinations

import numpy as np
import pyspiel
import pytest
from phevaluator import evaluate_cards

from cfrlib.cards.deck import Deck
from cfrlib.cards.ranks import CATEGORIES, category, strength

pytestmark = pytest.mark.slow

DECK = Deck()
FALLING = [
    "AsKsQsJsTs", "5h4h3h2hAh", "AsAdAhAcKs", "KsKdKhKcAs", "AsAhAdKsKd", "KsKhKdAsAd", "2s2h2d3c3d", "AsKsQsJs9s",
    "7h5h4h3h2h", "AsKdQsJsTs", "6s5d4s3s2s", "5s4d3s2sAs", "AsAhAdKsQd", "AsAhAdKs2d", "2s2h2dAsKd", "AsAhKsKdQc",
    "AsAhKsKd2c", "KsKhQsQdAc", "AsAhKsQdJc", "AsAh4s3d2c", "2s2hAsKdQc", "AsKdQhJs9s", "AsKdQhJs8s", "7s5d4h3s2s",
]  # fmt: skip
SMALL = [(4, 2), (3, 4), (4, 3), (6, 2), (7, 1), (2, 4)]


def all_hands(deck):
    """Return every hand of five cards."""
    cards = combinations(range(deck.cards), 5)
    return np.fromiter(chain.from_iterable(cards), dtype=np.int8).reshape(-1, 5)


def plain(cards, deck):
    """Return a tuple that compares as the hand does."""
    ranks, suits = [card // deck.suits for card in cards], {card % deck.suits for card in cards}
    made = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    sizes, order = [count for count, _ in made], [rank for _, rank in made]
    if sizes == [1] * 5 and order == [12, 3, 2, 1, 0] and deck.ranks == 13:
        order = [3, 2, 1, 0, -1]
    straight, flush = sizes == [1] * 5 and order[0] - order[4] == 4, len(suits) == 1
    tests = [
        True, sizes[0] == 2, sizes[:2] == [2, 2], sizes[0] == 3, straight, flush, sizes == [3, 2], sizes[0] == 4,
        straight and flush,
    ]  # fmt: skip
    return max(k for k, test in enumerate(tests) if test), order


def test_worked_hands():
    values = strength([DECK.parse(hand, 5) for hand in FALLING], DECK)
    assert (np.diff(values) < 0).all()
    names = [CATEGORIES[k] for k in category(values)]
    assert list(dict.fromkeys(names)) == list(CATEGORIES[::-1])
    assert strength(DECK.parse("AsKdQhJs9s", 5), DECK) == strength(DECK.parse("AcKcQdJh9h", 5), DECK)


def test_the_ace_is_low_in_a_straight_of_the_full_deck_only():
    for deck, low, straight in [(DECK, "5s4d3s2sAs", True), (Deck(12, 4), "6s5d4s3sAs", False)]:
        value = strength(deck.parse(low, 5), deck)
        assert (CATEGORIES[category(value)] == "straight") == straight
    assert CATEGORIES[category(strength(DECK.parse("3sAs2dKsQs", 5), DECK))] == "high card"  # nor round the corner


def test_hands_of_52_cards_as_the_library_has_them():
    """All levels, and many hands; and of all hands, how many there are of each category."""
    hands = all_hands(DECK)
    assert len(hands) == 2598960
    values = strength(hands, DECK)
    levels, first, ours = np.unique(values, return_index=True, return_inverse=True)
    assert len(levels) == 7462
    some = np.concatenate([first, np.random.default_rng(0).choice(len(hands), 10_000, replace=False)])
    theirs = np.fromiter((evaluate_cards(*hand) for hand in hands[some].tolist()), dtype=np.int64)
    np.testing.assert_array_equal(7462 - ours[some], theirs)  # theirs: 1 is the best hand
    counts = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert np.bincount(category(values)).tolist() == counts


@pytest.mark.parametrize("shape", SMALL)
def test_every_hand_of_small_decks_against_a_plain_evaluator(shape):
    deck = Deck(*shape)
    hands = all_hands(deck)
    slow = [plain(hand, deck) for hand in hands.tolist()]
    levels = []
    for value in sorted(slow):
        if not levels or levels[-1] != value:
            levels.append(value)
    ours = np.unique(strength(hands, deck), return_inverse=True)[1]
    assert ours.tolist() == [levels.index(value) for value in slow]
    assert category(strength(hands, deck)).tolist() == [made for made, _ in slow]


@pytest.mark.parametrize("shape", [(4, 2), (3, 4), (7, 1), (12, 4), (13, 4)])
def test_showdowns_are_those_of_universal_poker(shape):
    deck = Deck(*shape)
    game = pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 2,firstPlayer=1 2,raiseSize=2 4,maxRaises=1 1,"
        f"numSuits={deck.suits},numRanks={deck.ranks},numHoleCards=2,numBoardCards=0 3,stack=1000 1000)"
    )
    start = game.new_initial_state()
    assert start.legal_actions() == list(range(deck.cards))
    suits = [start.action_to_string(card)[-1] for card in range(deck.suits)]
    assert suits == [name[1] for name in deck.names[: deck.suits]]
    rng = np.random.default_rng(0)
    for _ in range(200):
        dealt = rng.permutation(deck.cards)[:7].tolist()
        state = game.new_initial_state()
        for round_of_cards in (dealt[:4], dealt[4:]):
            for card in round_of_cards:
                state.apply_action(card)
            while not (state.is_chance_node() or state.is_terminal()):
                state.apply_action(1)  # check or call
        mine, other = strength([dealt[:2] + dealt[4:], dealt[2:]], deck).tolist()
        assert np.sign(state.returns()[0]) == np.sign(mine - other), dealt
