"""The tables of the flop: hands in order of strength, and cards removed in the space of classes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib.cards.deck import Deck, number
from cfrlib.cards.preflop import preflop_table
from cfrlib.cards.ranks import strength
from cfrlib.cards.tables import flop_tables

pytestmark = pytest.mark.slow

DECK = Deck()
SMALL = [(4, 2), (3, 4), (4, 3), (5, 2), (7, 1), (2, 4)]
TEXTURES = ["2c7d9h", "AcAdAh", "2c2dKh", "2c2dKc", "4h8hQh", "TcJcQd", "5c6d7c"]
"""Rainbow, three of a kind, a pair without and with a suit twice, one suit, two suits."""


def sweep(tables, flop, reach, fold, showdown):
    """Fill the reach of all hands without a common card, and that of weaker less that of stronger ones, by class."""
    begin, n = tables.start[flop], tables.start[flop + 1] - tables.start[flop]
    size = tables.orbit_size[flop]
    held = np.zeros((3, tables.orbits[flop]))  # by card: weaker, weaker or equal, all
    total = below = up_to = 0.0
    for i in range(n):
        p = tables.multiplicity[begin + i] * reach[i]
        total += p
        for o in tables.orbit[begin + i]:
            held[2, o] += p / size[o]
    first = 0
    while first < n:
        end = first
        while end < n and tables.group[begin + end] == tables.group[begin + first]:
            p = tables.multiplicity[begin + end] * reach[end]
            up_to += p
            for o in tables.orbit[begin + end]:
                held[1, o] += p / size[o]
            end += 1
        for i in range(first, end):
            a, b = tables.orbit[begin + i]
            weaker = below - held[0, a] - held[0, b]
            not_stronger = up_to - held[1, a] - held[1, b] + reach[i]
            fold[i] = total - held[2, a] - held[2, b] + reach[i]
            showdown[i] = weaker - (fold[i] - not_stronger)
        below = up_to
        held[0] = held[1]
        first = end


def brute(deck, cards, reach):
    """Return the same by raw hands, from the reach of every hand of the deck; NaN for hands that are not there."""
    free = ~np.isin(deck.hands, cards).any(axis=1)
    hands = deck.hands[free]
    disjoint = ~(hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    level = strength(np.hstack([hands, np.tile(cards, (len(hands), 1))]), deck)
    fold, showdown = np.full((2, len(deck.hands)), np.nan)
    fold[free] = disjoint @ reach[free]
    showdown[free] = (np.sign(level[:, None] - level[None, :]) * disjoint) @ reach[free]
    return fold, showdown


def compare(deck, flop, seed):
    """Hold the sweep and the sums over raw hands equal, for random reach probabilities of classes."""
    tables = flop_tables(deck)
    n = tables.start[flop + 1] - tables.start[flop]
    rng = np.random.default_rng(seed)
    reach = rng.random(n) * (rng.random(n) < rng.random())
    fold, showdown = np.empty((2, n))
    sweep(tables, flop, reach, fold, showdown)
    of_hand = tables.hand_class[flop]
    expected = brute(deck, tables.cards[flop], np.where(of_hand < 0, np.nan, reach[of_hand]))
    for ours, theirs in zip((fold, showdown), expected, strict=True):
        np.testing.assert_allclose(np.where(of_hand < 0, np.nan, ours[of_hand]), theirs, rtol=0, atol=1e-11 * n)


@settings(max_examples=40, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_folds_and_showdowns_in_class_space_on_small_decks(data, seed):
    deck = Deck(*data.draw(st.sampled_from(SMALL)))
    compare(deck, data.draw(st.integers(0, len(flop_tables(deck).cards) - 1)), seed)


@pytest.mark.parametrize("shown", TEXTURES)
def test_folds_and_showdowns_in_class_space_on_flops_of_52_cards(shown):
    compare(DECK, flop_tables(DECK).canonical[number(DECK.parse(shown, 3))], 1)


@settings(max_examples=5, deadline=None)
@given(flop=st.integers(0, 1754), seed=st.integers(0, 2**32 - 1))
def test_folds_and_showdowns_in_class_space_on_any_flop(flop, seed):
    compare(DECK, flop, seed)


@pytest.mark.parametrize("shape", [*SMALL, (13, 4)])
def test_folds_before_the_flop(shape):
    deck = Deck(*shape)
    table = preflop_table(deck)
    reach = np.random.default_rng(0).random(len(table.multiplicity))
    by_card = np.zeros(deck.ranks)
    for o in table.orbits.T:
        np.add.at(by_card, o, table.multiplicity * reach / table.orbit_size[o])
    ours = (table.multiplicity * reach).sum() - by_card[table.orbits].sum(axis=1) + reach
    disjoint = ~(deck.hands[:, None, :, None] == deck.hands[None, :, None, :]).any(axis=(2, 3))
    np.testing.assert_allclose(ours[table.hand_class], disjoint @ reach[table.hand_class], rtol=1e-12)


@pytest.mark.parametrize("shape", [*SMALL, (13, 4)])
def test_every_flop_has_every_hand_once(shape):
    deck, tables = Deck(*shape), flop_tables(shape)
    left = deck.cards - 3
    assert (np.add.reduceat(tables.multiplicity, tables.start[:-1], dtype=int) == left * (left - 1) // 2).all()
    assert ((tables.hand_class >= 0).sum(axis=1) == left * (left - 1) // 2).all()
    assert (tables.hand_class.max(axis=1) + 1 == np.diff(tables.start)).all()
    assert tables.weight.sum() == len(deck.flops)
    assert (tables.orbit_size.sum(axis=1, dtype=int) == left).all()
    assert ((tables.orbit_size > 0).sum(axis=1) == tables.orbits).all()


@pytest.mark.parametrize("shape", [*SMALL, (13, 4)])
def test_classes_are_in_order_of_strength(shape):
    deck, tables = Deck(*shape), flop_tables(shape)
    flops = range(len(tables.cards)) if deck != DECK else tables.canonical[number([DECK.parse(f, 3) for f in TEXTURES])]
    for flop in flops:
        group = tables.group[tables.start[flop] : tables.start[flop + 1]]
        assert (np.diff(group, prepend=0) >= 0).all()
        of_hand = tables.hand_class[flop]
        hands = deck.hands[of_hand >= 0]
        levels = strength(np.hstack([hands, np.tile(tables.cards[flop], (len(hands), 1))]), deck)
        expected = np.unique(levels, return_inverse=True)[1]
        np.testing.assert_array_equal(group[of_hand[of_hand >= 0]], expected)
