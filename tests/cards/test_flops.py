"""The tables of the flop: hands in order of strength, and before it cards removed in the space of classes.

That they take cards away on the flop is held against real cards in `tests/core/test_holdem_openspiel.py`.
"""

import numpy as np
import pytest

from cfrlib.cards.deck import Deck, number
from cfrlib.cards.flops import preflop_table
from cfrlib.cards.ranks import strength
from cfrlib.cards.tables import flop_tables

pytestmark = pytest.mark.slow

DECK = Deck()
SMALL = [(4, 2), (3, 4), (4, 3), (7, 1), (2, 4)]
TEXTURES = ["2c7d9h", "AcAdAh", "2c2dKc", "4h8hQh"]
"""Rainbow, three of a kind, a pair with a suit twice, one suit."""


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
