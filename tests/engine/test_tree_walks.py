"""The vector walk against two oracles that know nothing of it: a NumPy statement on explicit trees, and the walk over
vectors that looks every bundle up. `test_single_walks.py` has the textbook beside it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy_cfr import PREDICTION, Restated
from random_games import games as random_games
from same_steps import entries_of

import cfrlib
from cfrlib.engine.tree.engine import VectorWalks
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit
from cfrlib.regret import Power, RegretRule

pytestmark = pytest.mark.slow

UPDATES = ["alternating", "simultaneous"]
RULES = {"rm": 0, "rm+": 1, "linear": 1, "discounted": 2, "predictive": 2}
RULES |= {"pcfr+": 2, "dcfr+": 4, "pdcfr+": 5, "sapcfr+": 2, "apcfr+": 2}
RESTATED = [leduc_no_limit(stack=3), leduc(ranks=2, suits_matter=False)]
some = settings(deadline=None, derandomize=True, max_examples=15)


def assert_every_step_is_the_restated_one(game, rule, updates, iterations):
    """Give the oracle the engine's tables before each iteration, and compare what both make of them.

    Whole runs cannot be compared where regrets tie: rounding then decides between pure strategies. One step at a time
    nothing is amplified, and by induction the runs are the same.
    """
    fast, slow = cfrlib.CFR(game, regret=rule, average=RULES[rule], updates=updates), Restated(game, rule, RULES[rule])
    fast.engine = fast.engine.without_merging()
    where, sets = entries_of(fast, slow), slow.tree.infosets

    def tables():
        return [[table[entries].copy() for entries in where] for table in fast.engine.tables[:3]]

    for t in range(1, iterations + 1):
        regret, sums, before = tables()
        fast.run(1)
        new_regret, new_sums, after = tables()
        slow.t, slow.S = t, sums
        for player in (0, 1):
            # Under alternating updates player 1 meets what player 0 has just made of his regrets.
            slow.sigma = [
                a if updates == "alternating" and i.player < player else b
                for i, a, b in zip(sets, after, before, strict=True)
            ]
            gains = slow.walk(player)
            for i in (i for i in sets if i.player == player):
                I = i.index
                scale = max(1.0, np.abs(new_regret[I]).max())
                assert new_regret[I] == pytest.approx(slow.next_regret(regret[I], gains[I]), abs=1e-12 * scale)
                matched = slow.next_strategy(new_regret[I], gains[I], regret[I], I)
                if np.abs(new_regret[I]).max() > 1e-9:
                    assert after[I] == pytest.approx(matched, abs=1e-5 if rule in PREDICTION else 1e-12)
        assert np.concatenate(new_sums) == pytest.approx(np.concatenate(slow.S), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("game, rule, updates", [
    (game, rule, UPDATES[k // 2 % 2]) for k, rule in enumerate(RULES) for game in (kuhn(), RESTATED[k % 2])
], ids=repr)  # fmt: skip
def test_every_step_is_the_restated_one(game, rule, updates):
    assert_every_step_is_the_restated_one(game, rule, updates, 12)


SWITCHES = {"average": [0, 3], "average_at": ["own", "opponent"], "updates": UPDATES}


def assert_equal_to_vectors(game, turn, tolerance=0.0, **switches):
    """Compare the flat list with walks over vectors that look every bundle up, which share no code but the update.

    Both add in the same order, so all bits are equal; but where payoffs are read as orders.
    """
    switches |= {name: choice[turn >> k & 1] for k, (name, choice) in enumerate(SWITCHES.items())}
    flat, vectors = (cfrlib.CFR(game, **switches) for _ in range(2))
    flat.engine = flat.engine.without_merging()
    vectors.engine = VectorWalks(flat.engine.setup)
    for solver in (flat, vectors):
        solver.run(7)
        solver.run(5)
    for name, one, other in zip(flat.engine.tables._fields, flat.engine.tables, vectors.engine.tables, strict=True):
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance, err_msg=f"{name}, {switches}")
    assert flat.nodes_touched == vectors.nodes_touched
    assert flat.histories_touched == vectors.histories_touched


EVERYTHING = RegretRule("everything", Power(1.5), Power(0), after=True, prediction=0.5, gain=1)
FLAT = [kuhn(), kuhn(cards=5), kuhn(cards=23), leduc(), leduc(ranks=2, suits_matter=False), leduc_no_limit(stack=3)]


@pytest.mark.parametrize("rule", [*RULES, EVERYTHING], ids=str)
@pytest.mark.parametrize("game", [*FLAT, bluff(faces=3), bluff(faces=6, merged=False, rounds="one")], ids=repr)
def test_the_flat_list_is_the_walk_by_vectors(game, rule):
    assert_equal_to_vectors(game, len(repr(game) + str(rule)) % 8, regret=rule)


@pytest.mark.parametrize("game", [kuhn(cards=40), leduc(ranks=8, suits=3)], ids=repr)
def test_orders_take_the_place_of_matrices(game):
    assert_equal_to_vectors(game, 0, tolerance=1e-11, regret="rm+")


@some
@given(random_games(), st.sampled_from(sorted(RULES)), st.integers(0, 7))
def test_the_flat_list_is_the_walk_by_vectors_on_random_games(game, rule, turn):
    assert_equal_to_vectors(game, turn, regret=rule)


@some
@given(random_games(depth=2), st.sampled_from(sorted(RULES)), st.sampled_from(UPDATES))
def test_every_step_is_the_restated_one_on_random_games(game, rule, updates):
    assert_every_step_is_the_restated_one(game, rule, updates, 15)
