"""Full walks of hold'em against the general engine on all real cards: every rule, and what a run under buckets is.

The general engine plays out every deal of a small deck, with buckets that brute force has found (`every_deal`).
"""

from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pytest
from every_deal import OfSequences, largest_stake, on_the_tree
from hypothesis import given, settings
from hypothesis import strategies as st
from small_buckets import GAMES, RULES, assert_same, by_key, of_engine, of_sequences

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem, texas

pytestmark = pytest.mark.slow

tree_of = cache(on_the_tree)


@pytest.fixture(scope="module", params=GAMES, ids=repr)
def game(request):
    return request.param


def compare_runs(game, oracle, row, marks):
    """Hold regrets and both strategies equal; `oracle` has payoffs in units of the largest stake under buckets.

    Averages under buckets are compared where their player comes with a probability that is not rounding.
    """
    fast, slow = cfrlib.CFR(game, **row), cfrlib.CFR(oracle, **row)
    for mark in marks:
        fast.run(mark - fast.iterations)
        slow.run(mark - slow.iterations)
        average = slow.average_strategy()
        if game.buckets:  # else a class of hands stands for all that are like it, and its regrets are others
            scale, expected = largest_stake(game), of_engine(slow, slow.engine.tables.regret)
            regret = by_key(fast.layout, (fast.engine.tables.early_regret, fast.engine.tables.regret))
            most = scale * max(np.abs(row).max() for row in expected.values())
            assert_same(regret, expected, 1e-9 * most, scale)
            sums = of_engine(slow, slow.engine.tables.sums)
            most = max(row.sum() for row in sums.values())
            average = {key: average[key] for key, row in sums.items() if row.sum() > 1e-7 * most}
            assert len(average) > len(sums) / 3
        assert_same(fast.current_strategy(), slow.current_strategy(), 1e-9)
        assert_same(fast.average_strategy(), average, 1e-9)


class OnTheTree(holdem):
    """All real cards for the general engine."""

    layout = "tree"


UPDATES = "alternating", "simultaneous"
WHOLE = {
    "all cards": lambda k: (holdem((0, 1), (3, 3)), OnTheTree((0, 1), (3, 3)), UPDATES[k % 2], (2, 10)),
    "two rounds": lambda k: (GAMES[1 + k // 2 % 2], tree_of(GAMES[1 + k // 2 % 2]), UPDATES[1 - k % 2], (2, 12)),
    "four rounds": lambda k: (GAMES[0], of_sequences(GAMES[0]), UPDATES[k % 2], (2, 12)),
}
"""Games and the same ones for the general engine: on real cards, or the abstract game itself, which chance deals from a
table that was counted over all deals."""


@pytest.mark.parametrize("k", range(len(RULES)), ids=lambda k: str(RULES[k]))
@pytest.mark.parametrize("rounds", WHOLE)
def test_full_walks_are_those_of_the_general_engine(rounds, k):
    game, oracle, updates, marks = WHOLE[rounds](k)
    compare_runs(game, oracle, {**RULES[k], "updates": updates}, marks)


@settings(max_examples=8, deadline=None)
@given(
    deck=st.sampled_from([(3, 3), (9, 1), (4, 2), (7, 1)]),
    raises=st.tuples(*[st.integers(0, 2)] * 4),
    counts=st.tuples(*[st.integers(1, 3)] * 4),
    row=st.sampled_from(RULES),
)
def test_full_walks_on_random_games(deck, raises, counts, row):
    if deck in ((3, 3), (9, 1)):
        game = texas(counts, raises if sum(raises) <= 4 else (1, 1, 1, 1), deck)
    else:
        game = holdem(raises[:2], deck, counts[:2])
    compare_runs(game, OfSequences(game), row, (1, 2, 6))


def test_rounded_sums_are_worth_nearly_the_same(game):
    fine, coarse = (cfrlib.CFR(game, dtype=dtype) for dtype in ("float64", "float32"))
    assert coarse.engine.tables.regret.dtype == coarse.engine.tables.sums.dtype == np.float32
    assert coarse.engine.tables.early_regret.dtype == coarse.engine.tables.early_sums.dtype == float
    fine.run(100)
    sums = fine.engine.sums(fine.iterations)
    exact = layout_of(game).evaluator.best_response_values(sums)
    rounded = layout_of(game).evaluator.best_response_values((sums[0], sums[1].astype(np.float32)))
    assert rounded == pytest.approx(exact, abs=1e-5 * largest_stake(game))


def test_what_is_touched(game):
    """Public nodes times what is carried of the walking player: a hand, the hands on a board, or all sequences."""
    nodes = Counter(actions.count("/") for actions, _ in game.action_sequences())
    hands = comb(game.deck.cards - sum(game.shows), 2)
    carried = {"cs": dict.fromkeys(nodes, 1), "pcs": dict.fromkeys(nodes, hands),
               "opcs": dict.fromkeys(nodes, hands), "spcs": dict.fromkeys(nodes, 1),
               "vanilla": dict(enumerate(game.percentiles.sequences))}  # fmt: skip
    for row, many in carried.items():
        solver = cfrlib.CFR(game, row, dtype="float32")
        solver.run(7)
        assert solver.nodes_touched == 2 * 7 * sum(nodes[street] * many[street] for street in nodes)
        if row == "cs":
            assert solver.histories_touched == 2 * 7 * (nodes.total() + 2)
        if row == "vanilla":
            pairs = sum(nodes[street] * many[street] ** 2 for street in nodes)
            assert solver.histories_touched == 2 * 7 * (1 + many[0] + pairs)
