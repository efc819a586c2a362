"""Canonical flops and classes of hands against orbits found by permuting the names of the suits."""

from itertools import combinations

import numpy as np
import pytest
from hand_strengths import orbit, renamed
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib.cards.deck import Deck, number
from cfrlib.cards.flops import find, preflop_names, preflop_table, representatives
from cfrlib.cards.isomorphism import num_classes
from cfrlib.cards.tables import flop_tables

pytestmark = pytest.mark.slow

COUNTS = {  # (ranks, suits): classes before the flop, canonical flops, classes on them
    (13, 4): (169, 1755, 1286792),
    (4, 2): (16, 28, 280),
    (3, 4): (9, 20, 417),
    (4, 3): (16, 48, 1376),
    (7, 1): (21, 35, 210),
}
SMALL = [(4, 2), (3, 3), (7, 1), (2, 4)]


@pytest.mark.parametrize("shape", [*COUNTS, (2, 4), (6, 3)])
def test_counts_by_formula_and_by_enumeration(shape):
    deck, tables = Deck(*shape), flop_tables(shape)
    counts = len(preflop_table(deck).multiplicity), len(tables.cards), len(tables.group)
    assert counts == COUNTS.get(shape, counts)
    assert counts == (num_classes(deck, 0, 2), num_classes(deck, 3, 0), num_classes(deck))


@pytest.mark.parametrize("shape", [(4, 2), (3, 3), (2, 4)])
def test_pairs_with_a_first_and_a_second_card(shape):
    """Classes of flop and hand where the two cards of a pair are told apart, by listing all."""
    deck, classes = Deck(*shape), set()
    for shown in combinations(range(deck.cards), 3):
        for held in combinations([card for card in range(deck.cards) if card not in shown], 2):
            pair = deck.names[held[0]][0] == deck.names[held[1]][0]
            for order in (held, held[::-1]) if pair else (held,):
                classes.add(orbit(deck, shown, *([card] for card in order)) if pair else orbit(deck, shown, order))
    assert len(classes) == num_classes(deck, ordered=True)
    assert len(classes) > num_classes(deck)
    assert num_classes(deck, 0, ordered=True) == num_classes(deck, 0)


def test_52_cards():
    tables, preflop = flop_tables((13, 4)), preflop_table(Deck())
    assert tables.weight.sum() == 22100
    sizes = np.diff(tables.start)
    assert (sizes.min(), sizes.max()) == (344, 1176)
    assert np.bincount(preflop.multiplicity).tolist() == [0, 0, 0, 0, 78, 0, 13, 0, 0, 0, 0, 0, 78]
    names = preflop_names(Deck())
    assert len(set(names)) == 169
    for hand, name, ways in [("AsAd", "AA", 6), ("KhAh", "AKs", 4), ("2c7d", "72o", 12), ("TcJs", "JTo", 12)]:
        k = preflop.hand_class[number(Deck().parse(hand, 2))]
        assert (names[k], preflop.multiplicity[k]) == (name, ways)


@pytest.mark.parametrize("shape", SMALL)
def test_classes_are_the_orbits_under_the_suits(shape):
    deck, tables = Deck(*shape), flop_tables(shape)
    hands = np.arange(len(deck.hands))
    members = {}
    for flop, shown in enumerate(deck.flops.tolist()):
        canonical, classes = find(tables, np.full_like(hands, flop), hands)
        for hand, held in enumerate(deck.hands.tolist()):
            if set(held) & set(shown):
                assert classes[hand] == -1
            else:
                members.setdefault((canonical[hand], classes[hand]), []).append(orbit(deck, shown, held))
    assert all(len(set(orbits)) == 1 for orbits in members.values())
    assert len({orbits[0] for orbits in members.values()}) == len(members) == len(tables.group)
    for (flop, k), orbits in members.items():
        assert tables.weight[flop] * tables.multiplicity[tables.start[flop] + k] == len(orbits)


@pytest.mark.parametrize("shape", SMALL)
def test_preflop_classes_are_the_orbits_under_the_suits(shape):
    deck = Deck(*shape)
    preflop, names = preflop_table(deck), preflop_names(deck)
    orbits = [orbit(deck, held) for held in deck.hands.tolist()]
    members = {}
    for k, one in zip(preflop.hand_class.tolist(), orbits, strict=True):
        members.setdefault(one, []).append(k)
    assert all(len(set(classes)) == 1 for classes in members.values())
    assert len(members) == len(names) == len(set(names)) == len(preflop.multiplicity)
    for classes in members.values():
        assert preflop.multiplicity[classes[0]] == len(classes)


@pytest.mark.parametrize("shape", SMALL)
def test_card_orbits_are_those_of_the_stabiliser(shape):
    deck, tables = Deck(*shape), flop_tables(shape)
    for flop, shown in enumerate(tables.cards.tolist()):
        cards = [card for card in range(deck.cards) if card not in shown]
        orbits = [orbit(deck, shown, [card]) for card in cards]
        classes = slice(*tables.start[flop : flop + 2])
        held = deck.hands[representatives(tables, flop)]
        orbit_of = {}
        for pair, numbers in zip(held.tolist(), tables.orbit[classes].tolist(), strict=True):
            for card, o in zip(pair, numbers, strict=True):
                assert orbit_of.setdefault(orbits[cards.index(card)], o) == o
                assert tables.orbit_size[flop, o] == orbits.count(orbits[cards.index(card)])
        assert len(set(orbits)) == tables.orbits[flop]
        assert sorted(orbit_of.values()) == list(range(len(set(orbits))))
        assert tables.orbit_size[flop].sum() == len(cards)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_renaming_the_suits_changes_nothing(data):
    deck = Deck(*data.draw(st.sampled_from([(13, 4), *SMALL])))
    tables = flop_tables(deck)
    cards = data.draw(st.lists(st.integers(0, deck.cards - 1), min_size=5, max_size=5, unique=True))
    deals = np.array([cards, renamed(cards, deck, data.draw(st.permutations(range(deck.suits))))])
    canonical, classes = find(tables, number(deals[:, :3]), number(deals[:, 3:]))
    assert canonical[0] == canonical[1]
    assert classes[0] == classes[1] >= 0
    k = tables.start[canonical[0]] + classes[0]
    assert tables.preflop[k] == preflop_table(deck).hand_class[number(cards[3:])]
    lowest = deck.hands[representatives(tables, canonical[0])[classes[0]]]
    assert orbit(deck, tables.cards[canonical[0]], lowest) == orbit(deck, cards[:3], cards[3:])
