"""What lesson 16 needs around its networks."""

import numpy as np
import pytest

import cfrlib
from cfrlib.deep import InfoSets, Reservoir, Table
from cfrlib.lessons.deep_cfr import guessing
from cfrlib.textbook import CFR
from cfrlib.tree import unroll


def test_a_card_is_told_in_two_ways():
    infosets, memory = guessing.thirteen_cards()
    assert set(infosets.players[memory.places]) == {0}
    rank, name = (guessing.features(infosets, told) for told in guessing.TOLD)
    assert rank.shape == (52, 3)
    assert name.shape == (52, 15)
    assert (name[:, :13].argmax(axis=1) / 3 == rank[:, 0]).all()
    assert len(np.unique(rank, axis=0)) == 52


def test_means_are_those_of_a_table():
    infosets, memory = guessing.thirteen_cards()
    table = Table(infosets)
    table.fit(memory, None)
    assert np.allclose(guessing.means(infosets, memory), table.predict())
    assert guessing.calling(table.predict(), infosets)[-1] == pytest.approx(3, abs=0.05)


def test_a_network_sees_only_what_is_known():
    infosets = InfoSets(cfrlib.games.kuhn())
    memory = Reservoir(2)
    memory.add(np.arange(12), np.full((12, 2), 2.0), 1)
    memory.add(np.zeros(50, int), np.full((50, 2), 1000.0), 1)
    known = np.arange(12) != 0
    values, *again = (guessing.trained(infosets.features, memory, known, steps=n) for n in (400, 10, 10))
    assert abs(values[1:] - 2).max() < 0.1
    assert np.array_equal(*again)


def test_a_network_comes_to_the_weighted_means_and_knows_the_slopes():
    memory, asked = Reservoir(1), np.eye(3)
    memory.add(np.array([0, 0, 1]), np.array([[3.0], [1.0], [-1.0]]), 1)
    memory.add(np.array([0, 2]), np.array([[-1.0], [0.5]]), 4)
    assert guessing.trained(asked, memory, steps=1500)[:, 0] == pytest.approx([0, -1, 0.5], abs=0.01)


def test_what_a_walk_met():
    tree = unroll(cfrlib.games.kuhn())
    cfr, where = CFR(cfrlib.games.kuhn(), "es", seed=1), list(range(len(tree.infosets)))
    (places, regrets), (others, strategies) = guessing.sampled(cfr, 0, 5, where)
    assert {tree.infosets[k].player for k in places} == {0}
    assert {tree.infosets[k].player for k in others} == {1}
    assert len(places) == len(regrets)
    assert np.allclose(strategies, 0.5)
