"""What lesson 16 needs around its networks."""

import numpy as np
import pytest

import cfrlib
from cfrlib.deep import InfoSets, Reservoir, Table
from cfrlib.lessons.deep_cfr import guessing
from cfrlib.textbook import CFR, match_regrets
from cfrlib.tree import unroll


def test_memories_differ_once_they_are_full():
    all_of_them, played = guessing.remember("all", 60, [10, 50, 200])
    for keep in guessing.KEEP[1:]:
        ((marks, gaps),), alike = guessing.remember(keep, 200, [10, 50, 200], [3])
        assert marks == [10, 50, 200]
        assert np.allclose(gaps, all_of_them[0][1])
        assert np.allclose(alike, played)
    last, _ = guessing.remember("the last ones", 20, [200])
    fair, _ = guessing.remember("a fair sample", 20, [200], [1, 2])
    assert len({run[1][-1] for run in (*all_of_them, *last, *fair)}) == 4
    with pytest.raises(ValueError, match="keep"):
        guessing.remember("some", 20, [10])


def test_a_twin_differs_in_its_suit_only():
    infosets = InfoSets(cfrlib.games.leduc())
    rows = np.arange(len(infosets))[:, None]
    for (held, public), row in zip(infosets.keys, guessing.twins(rows, infosets, "Ks")[:, 0], strict=True):
        twin = public.replace("s", "x").replace("h", "s").replace("x", "h")
        assert infosets.keys[row] == (("Kh", twin) if held == "Ks" else (held, public))


def test_a_card_is_told_in_two_ways():
    infosets, memory = guessing.thirteen_cards()
    assert set(infosets.players[memory.places]) == {0}
    rank, name = (guessing.features(infosets, told) for told in guessing.TOLD)
    assert rank.shape == (52, 3)
    assert name.shape == (52, 15)
    assert (name[:, :13].argmax(axis=1) / 3 == rank[:, 0]).all()
    assert len(np.unique(rank, axis=0)) == 52
    assert guessing.named_cards(InfoSets(cfrlib.games.leduc())).shape[1] == 17 - 5 + 6


def test_means_are_those_of_a_table_and_what_is_hidden_is_nothing():
    infosets, memory = guessing.thirteen_cards()
    table = Table(infosets)
    table.fit(memory, None)
    assert np.allclose(guessing.means(infosets, memory), table.predict())
    known = np.array([card != "Q" for card, _ in infosets.keys])
    hidden = guessing.means(infosets, memory, known)
    assert (hidden[~known] == 0).all()
    assert np.allclose(hidden[known], table.predict()[known])
    assert guessing.calling(hidden, infosets)[10] == 0
    inside, outside = guessing.off(hidden, infosets, memory, known)
    assert inside == pytest.approx(0, abs=1e-12)
    assert outside > 0.3


def test_a_network_sees_only_what_is_known():
    infosets = InfoSets(cfrlib.games.kuhn())
    memory = Reservoir(2)
    memory.add(np.arange(12), np.full((12, 2), 2.0), 1)
    memory.add(np.zeros(50, int), np.full((50, 2), 1000.0), 1)
    known = np.arange(12) != 0
    values, *again = (guessing.trained(infosets.features, memory, known, steps=n, batch=32) for n in (150, 10, 10))
    assert abs(values[1:] - 2).max() < 1
    assert np.array_equal(*again)


def test_what_a_walk_met_and_what_is_played():
    tree = unroll(cfrlib.games.kuhn())
    cfr, where = CFR(cfrlib.games.kuhn(), "es", seed=1), list(range(len(tree.infosets)))
    (places, regrets), (others, strategies) = guessing.sampled(cfr, 0, 5, where)
    assert {tree.infosets[k].player for k in places} == {0}
    assert {tree.infosets[k].player for k in others} == {1}
    assert len(places) == len(regrets)
    assert np.allclose(strategies, 0.5)
    expected = np.array([[1.0, 3.0]] * 6 + [[-2.0, -1.0]] * 6)
    guessing.play(cfr, 0, expected, where)
    for infoset in tree.infosets:
        row = expected[infoset.index]
        right = [0.5, 0.5] if infoset.player else match_regrets(row) if row.max() > 0 else [0, 1]
        assert np.allclose(cfr.strategy[infoset.index], right)
