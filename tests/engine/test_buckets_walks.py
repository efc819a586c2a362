"""Walks under buckets against the general engine on all real cards: every rule, and what a run is.

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
from small_buckets import GAMES, assert_same, by_key, movers, of_engine, of_sequences

import cfrlib
from cfrlib.engine.common import table_profile
from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem, texas
from cfrlib.regret import Power, RegretRule
from cfrlib.sampling import Mixed, cs, robust

pytestmark = pytest.mark.slow

RULES = [
    {"regret": "rm"}, {"regret": "rm+", "average": "linear"}, {"regret": "linear", "average": "linear"},
    {"regret": "discounted", "average": "quadratic"}, {"regret": "predictive", "average": "quadratic"},
    {"regret": "rm", "average": "quadratic", "average_at": "opponent"},
    {"regret": "discounted", "average": "uniform", "average_at": "opponent"},
    {"regret": "predictive", "average": "linear", "average_at": "opponent"},
    {"regret": "rm+", "average_at": "opponent"},
    {"regret": RegretRule("dcfr+", positive=Power(1.5), floor=0), "average": 4.0},
    {"regret": RegretRule("all of it", (0.5, 0.8, 0.9), 0.3, after=True, prediction=0.5, gain=0.5)},
]  # fmt: skip
ROWS = ["vanilla", "pcs", "opcs", "spcs", "cs", cs("sequences"), "es"]

tree_of = cache(on_the_tree)


@pytest.fixture(scope="module", params=GAMES, ids=repr)
def game(request):
    return request.param


# -- vanilla ---------------------------------------------------------------------------------


def compare_runs(game, oracle, row, marks):
    """Hold regrets and both strategies equal; `oracle` has payoffs in units of the largest stake.

    Averages are compared where their player comes with a probability that is not rounding.
    """
    fast, slow, scale = cfrlib.CFR(game, **row), cfrlib.CFR(oracle, **row), largest_stake(game)
    for mark in marks:
        fast.run(mark - fast.iterations)
        slow.run(mark - slow.iterations)
        regret = by_key(fast.layout, (fast.engine.tables.early_regret, fast.engine.tables.regret))
        expected = of_engine(slow, slow.engine.tables.regret)
        most = scale * max(np.abs(row).max() for row in expected.values())
        assert_same(regret, expected, 1e-9 * most, scale)
        assert_same(fast.current_strategy(), slow.current_strategy(), 1e-9)
        sums, average = of_engine(slow, slow.engine.tables.sums), slow.average_strategy()
        most = max(row.sum() for row in sums.values())
        average = {key: average[key] for key, row in sums.items() if row.sum() > 1e-7 * most}
        assert len(average) > len(sums) / 3
        assert_same(fast.average_strategy(), average, 1e-9)


@pytest.mark.parametrize("row", RULES, ids=str)
@pytest.mark.parametrize("game", GAMES[1:], ids=repr)
def test_full_walks_of_two_rounds_are_those_of_the_general_engine(game, row):
    compare_runs(game, tree_of(game), row, (1, 2, 12))


@pytest.mark.parametrize("row", RULES, ids=str)
def test_full_walks_of_four_rounds_are_those_of_the_general_engine(row):
    """On the abstract game itself, which chance deals from a table that was counted over all deals."""
    compare_runs(GAMES[0], of_sequences(GAMES[0]), row, (1, 2, 12))


@pytest.mark.parametrize("row", RULES, ids=str)
@pytest.mark.parametrize("game", GAMES[:2], ids=repr)
def test_full_walks_that_update_at_once_are_those_of_the_general_engine(game, row):
    compare_runs(game, of_sequences(game), {**row, "updates": "simultaneous"}, (1, 2, 12))


@pytest.mark.parametrize("row", [RULES[0], RULES[4], RULES[6]], ids=str)
def test_full_walks_on_all_deals_of_nine_cards(row):
    game = texas((2, 2, 1, 2), (0, 0, 0, 1), (3, 3))
    compare_runs(game, tree_of(game), row, (1, 4))


@settings(max_examples=20, deadline=None)
@given(
    deck=st.sampled_from([(3, 3), (9, 1), (4, 2), (7, 1), (3, 4)]),
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


# -- runs ------------------------------------------------------------------------------------


SHARED = holdem((1, 1), (5, 4), (25, 25))
"""625 sequences: products of matrices that a library would like to share."""


@pytest.mark.parametrize("row, iterations, within", [
    ({"sampling": "pcs"}, 2000, 20), ({"sampling": "cs"}, 100_000, 10), ({"sampling": cs("sequences")}, 100_000, 10),
    ({"sampling": "pcs", "regret": "rm+", "average": "linear", "dtype": "float32"}, 2000, 20),
    ({"sampling": "cs", "regret": "discounted", "average": 2.0}, 100_000, 10), ({"regret": "rm"}, 500, 5),
    ({"sampling": "opcs"}, 10_000, 20), ({"sampling": "spcs", "updates": "simultaneous"}, 10_000, 20),
    ({"sampling": "es"}, 300_000, 12), ({"sampling": "os", "average": "linear lazy"}, 600_000, 40),
    ({"sampling": Mixed("es", robust(1), 0.5), "regret": "rm+"}, 500_000, 20),
    ({"sampling": "cs", "updates": "simultaneous"}, 100_000, 10), ({"updates": "simultaneous"}, 500, 12),
    ({"sampling": "pcs", "updates": "simultaneous", "dtype": "float32"}, 2000, 25),
    ({"regret": "rm+", "average": "linear", "dtype": "float32"}, 500, 0.2),
    ({"regret": "predictive", "average": "quadratic"}, 500, 0.2),
], ids=str)  # fmt: skip
def test_runs_come_to_the_value_of_the_linear_program(row, iterations, within):
    game, rounding = GAMES[0], 1e-2 if "dtype" in row else 1e-5
    value, _ = cfrlib.equilibrium(of_sequences(game))
    value *= largest_stake(game)
    solver = cfrlib.CFR(game, seed=4, **row)
    assert solver.exploitability() > 900
    solver.run(iterations)
    b1, b2 = cfrlib.best_response_values(game, solver.average_strategy())
    assert -b2 - rounding <= value <= b1 + rounding
    assert solver.exploitability() < within


def test_float32_is_close_to_float64(game):
    """As long as no tie has been split by rounding, tables are; and whatever happened, exploitability is."""
    fine, coarse = (cfrlib.CFR(game, "pcs", seed=3, dtype=dtype) for dtype in ("float64", "float32"))
    for solver in (fine, coarse):
        solver.run(2)
    for one, other in zip(fine.engine.sums(fine.iterations), coarse.engine.sums(coarse.iterations), strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-4, atol=1e-4 * np.abs(one).max())
    assert coarse.engine.tables.regret.dtype == coarse.engine.tables.sums.dtype == np.float32
    assert coarse.engine.tables.early_regret.dtype == coarse.engine.tables.early_sums.dtype == float
    fine.run(998)
    sums = fine.engine.sums(fine.iterations)
    exact = layout_of(game).evaluator.best_response_values(sums)
    rounded = layout_of(game).evaluator.best_response_values((sums[0], sums[1].astype(np.float32)))
    assert rounded == pytest.approx(exact, abs=1e-5 * largest_stake(game))
    coarse.run(998)
    assert coarse.exploitability() == pytest.approx(fine.exploitability(), rel=0.3)


def test_what_is_touched(game):
    """Public nodes times what is carried of the walking player: a hand, the hands on a board, or all sequences."""
    nodes = Counter(actions.count("/") for actions, _ in game.action_sequences())
    hands = comb(game.deck.cards - sum(game.shows), 2)
    carried = {"cs": dict.fromkeys(nodes, 1), "pcs": dict.fromkeys(nodes, hands),
               "opcs": dict.fromkeys(nodes, hands), "spcs": dict.fromkeys(nodes, 1),
               "vanilla": dict(enumerate(game.percentiles.sequences))}  # fmt: skip
    for row, many in carried.items():
        solver = cfrlib.CFR(game, row)
        solver.run(7)
        assert solver.nodes_touched == 2 * 7 * sum(nodes[street] * many[street] for street in nodes)
        if row == "cs":
            assert solver.histories_touched == 2 * 7 * (nodes.total() + 2)
        if row == "vanilla":
            pairs = sum(nodes[street] * many[street] ** 2 for street in nodes)
            assert solver.histories_touched == 2 * 7 * (1 + many[0] + pairs)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("row", ["vanilla", "pcs", "cs"])
def test_what_rounding_leaves_is_no_regret(tmp_path, row, dtype):
    """A sum of positive regrets far below the stakes makes no strategy, for walks and for who looks at it."""
    game = GAMES[0]
    solver = cfrlib.CFR(game, row, dtype=dtype)
    value = cfrlib.expected_value(game, solver.average_strategy())
    uniform = cfrlib.exploitability(game, solver.average_strategy())
    pairs = zip(solver.engine.matched_tables(), solver.engine.tolerance(), strict=True)
    for part, (matched, tolerance) in enumerate(pairs):
        key, names, (_, entry, stride) = next(
            found for found in solver.layout.information_sets() if found[2][0] == part and len(found[1]) > 1
        )
        matched[entry + stride] = tolerance / 2
        solver.current_strategy().save(tmp_path / "profile")
        for profile in (solver.current_strategy(), cfrlib.Profile.load(tmp_path / "profile")):
            assert set(profile[key].values()) == {1 / len(names)}
            assert cfrlib.exploitability(game, profile) == uniform
        matched[entry + stride] = 4 * tolerance
        assert solver.current_strategy()[key][names[1]] == 1
        assert cfrlib.expected_value(game, solver.current_strategy()) != pytest.approx(value, rel=1e-6)
        matched[entry + stride] = tolerance / 2
    twin = cfrlib.CFR(game, row, dtype=dtype)
    for one in (solver, twin):
        one.run(1)
    for one, other in zip(solver.engine.sums(solver.iterations), twin.engine.sums(twin.iterations), strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_profile_is_saved_and_loaded(tmp_path, game):
    solver = cfrlib.CFR(game, "pcs", dtype="float32")
    assert set(map(len, map(set, map(dict.values, map(dict, solver.average_strategy().values()))))) == {1}  # uniform
    solver.run(50)
    profile = solver.average_strategy()
    profile.save(tmp_path / "profile")
    again = cfrlib.Profile.load(tmp_path / "profile")
    assert again == profile
    assert again.game == game
    solver.run(50)
    assert profile == again  # a snapshot
    assert solver.average_strategy() != again
    table = profile.table(digits=12)
    assert list(table.index) == [(movers(game)[key[1]] + 1, *key) for key in profile]
    for place, key in zip(table.index, profile, strict=True):
        assert table.loc[place].dropna().to_dict() == pytest.approx(profile[key], abs=1e-12)


def test_the_profile_of_a_large_game_is_a_view(monkeypatch):
    solver = cfrlib.CFR(GAMES[1], "pcs")
    solver.run(5)
    monkeypatch.setattr(table_profile, "VIEWED", GAMES[1].num_infoset_actions - 1)
    view, kept = solver.average_strategy(), solver.average_strategy().copy()
    assert view == kept
    solver.run(5)
    assert view == solver.average_strategy() != kept
