"""Runs for the paper on public chance: terminals, the bound of Theorem 1, and Bluff."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.runs import find, store

pytestmark = pytest.mark.slow

bluff_opening = find("bluff_opening")
bluff_opponents = find("bluff_opponents")
bluff_time = find("bluff_time")
bluff_values = find("bluff_values")
regret_bounds = find("regret_bounds")
regret_bounds_long = find("regret_bounds_long")
terminal_times = find("terminal_times")


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory):
    """Keep what is solved here out of the cache of others; each game solves the later ones once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CFRLIB_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(bluff_time.code, "bluff", cache(bluff))
        bluff_time.opponent.cache_clear()
        yield
        bluff_time.opponent.cache_clear()


# -- terminals and the bound -----------------------------------------------------------


def test_all_methods_value_alike():
    for make, size, n in ((terminal_times.poker, 8, 28), (terminal_times.dice_rolls, 2, 36)):
        count, methods = make(size)
        values = {name: evaluate().copy() for name, evaluate in methods.items()}
        assert count == n
        assert set(values) == {"pairs", "matrix", "sweep"}
        assert np.abs(values["pairs"]).max() > 0.1
        for value in values.values():
            assert value == pytest.approx(values["pairs"], abs=1e-10)


def test_slopes_are_powers():
    n = np.array([6, 66, 200, 1000, 1300])
    table = pd.DataFrame({"game": "poker", "method": "pairs", "n": n, "microseconds": 3.0 * n**1.7})
    assert terminal_times.slopes(table) == {("poker", "pairs"): pytest.approx(1.7)}
    assert "poker, pairs: n^1.70" in terminal_times.draw(table, name=None).text


@pytest.mark.parametrize("row", ["vanilla", "pcs"])
def test_regrets_are_those_of_the_average(row):
    # With simultaneous updates the mean of both regrets is the exploitability of the exact average (notebook 08), which
    # vanilla's tables hold. Sampled tables hold an estimate: there the regrets must not come from them.
    game = leduc(suits_matter=False)
    solver = cfrlib.CFR(game, row, updates="simultaneous", seed=3)
    solver.run(40)
    *_, (T, regrets) = regret_bounds.overall_regrets(game, row, 3, [5, 40])
    mean = sum(regrets) / 2
    assert T == 40
    assert (mean == pytest.approx(solver.exploitability(), abs=1e-9)) == (row == "vanilla")
    assert mean > 0


def test_sizes_of_kuhn():
    # Player 1 has three sets before and three after a pass; Player 2 six with the empty past.
    assert regret_bounds.sizes(kuhn(), 0) == {"delta": 4, "M": pytest.approx(2 * 3**0.5), "A": 2, "infosets": 6}
    assert regret_bounds.sizes(kuhn(), 1)["M"] == pytest.approx(6**0.5)
    assert regret_bounds.bound(100, 1, 4, 6**0.5, 2) == pytest.approx(3 * 4 * 12**0.5 / 10)
    (first, *_), bound = regret_bounds_long.row["paper"]["kuhn"]["marks"], regret_bounds.bound
    assert bound(first, 1, delta=4, M=2 * 3**0.5, A=2) == pytest.approx(4)  # long runs begin where it can fail


def test_a_task_is_a_run():
    table = regret_bounds.run_task({"row": "cs", "seed": 1, "iterations": 20})
    assert table.iterations.tolist() == [1, 2, 3, 5, 7, 10, 15, 20]
    both = regret_bounds_long.run_task({"game": "leduc", "row": "cs", "seeds": [1, 2], "marks": [5, 20]})
    assert both.seed.tolist() == [1, 1, 2, 2]
    assert both.regret_0[:2].tolist() == table.set_index("iterations").regret_0[[5, 20]].tolist()


# -- Bluff -----------------------------------------------------------------------------


def task(curve, iterations, merged=True, seed=0, faces=4, opponent=0.1):
    return {"curve": curve, "merged": merged, "seed": seed, "iterations": iterations,
            "faces": faces, "opponent": opponent}  # fmt: skip


def test_a_curve_is_what_the_solver_says():
    table = bluff_time.run_task(task("DCFR", 10))
    solver = cfrlib.CFR.discounted(bluff_time.bluff((2, 2), 4), dtype="float32")
    solver.run(10)
    assert table.columns.tolist() == store.load("bluff_time")[0].columns.tolist()
    last = table.iloc[-1]
    assert (last["iterations"], last["nodes_touched"]) == (10, solver.nodes_touched)
    assert last["exploitability"] == pytest.approx(solver.exploitability(), abs=1e-6)
    assert last["exploitability"] == pytest.approx((last["best_0"] + last["best_1"]) / 2)
    assert table["cpu_seconds"].is_monotonic_increasing
    own = bluff_time.opponent(4, 0.1)
    assert cfrlib.exploitability(own.game, own) <= 0.1
    assert (table["against"] <= 0.1 + 1e-6).all()  # nobody earns more than a best response
    assert table["against"].iloc[0] < -0.1
    bluff_time.opponent.cache_clear()
    loaded = bluff_time.opponent(4, 0.1)
    assert loaded is not own
    assert loaded == own


def test_rolls_that_are_not_merged_have_no_opponent():
    table = bluff_time.run_task(task("PCS", 2, merged=False))
    assert table["against"].isna().all()
    assert not table["merged"].any()


def test_when_a_level_is_reached():
    rows = [("CS", True, seed, t, t * 2.0, 1 / t + seed / 100) for seed in (0, 1, 2) for t in (1, 10, 100)]
    rows += [("PCS", True, 0, t, t * 3.0, 1 / t) for t in (1, 10)]
    rows += [("PCS", False, 0, t, t * 9.0, 1 / t) for t in (1, 10)]
    table = pd.DataFrame(rows, columns=["curve", "merged", "seed", "iterations", "cpu_seconds", "exploitability"])
    when = bluff_time.reached(table, (0.5, 0.05))
    assert when.loc["CS"].tolist() == [20.0, 200.0]
    assert when.loc["PCS (21 rolls)", "0.5"] == 90.0
    assert np.isnan(when.loc["PCS", "0.05"])
    assert bluff_time.seconds_an_iteration(table) == {("CS", True): 2, ("PCS", False): 9, ("PCS", True): 3}


def test_opponents_are_the_last_profiles():
    """The last mark of PCS meets itself: it earns nothing."""
    table = bluff_opponents.run_task({"faces": 4, "seeds": 1, "lengths": {"PCS": 12, "CS": 12}})
    assert table.columns.tolist() == store.load("bluff_opponents")[0].columns.tolist()
    last = table.groupby("curve").last()
    assert last.against_pcs["PCS"] == pytest.approx(0, abs=1e-9)
    assert last.against_cs["PCS"] > last.against_cs["CS"]
    assert (table.against_pcs <= last.exploitability["PCS"] + 1e-6).all()  # nobody earns more than a best response


def test_openings_are_those_of_the_average():
    table = bluff_opening.run_task({"faces": 3, "iterations": 20})
    assert table.columns.tolist() == store.load("bluff_opening")[0].columns.tolist()
    solver = cfrlib.CFR.discounted(bluff((2, 2), 3), dtype="float32")
    solver.run(20)
    played, row = solver.average_strategy(), table.set_index(["bid", "roll"]).loc["2-1", "1*"]
    assert row.opens == pytest.approx(played["1*", ""]["2-1"], abs=1e-6)
    assert row.challenges == pytest.approx(played["1*", "2-1"]["call"], abs=1e-6)
    assert table.groupby("roll").opens.sum().to_numpy() == pytest.approx(np.ones(6), abs=1e-6)


def test_bounds_enclose_the_value():
    task = {"dice": [1, 1], "faces": 3, "width": 1e-3, "leaf_tolerance": 1e-4, "dtype": "float64"}
    table = bluff_values.run_task(task)
    exact = cfrlib.equilibrium(bluff((1, 1), 3))[0]
    assert (table["low"] <= exact + 1e-12).all()
    assert (table["high"] >= exact - 1e-12).all()
    last = table.iloc[-1]
    assert last["low"] <= last["value"] <= last["high"] <= last["low"] + 1e-3
    assert (table["high"] - table["low"] > 1e-3)[:-1].all()
    assert "Bluff(1,1) ends at" in bluff_values.draw(table, name=None).text


def test_bounds_of_a_ladder_are_those_of_its_evaluator():
    task = {"dice": [2, 2], "faces": 4, "width": 0.5, "leaf_tolerance": 1e-2, "dtype": "float32"}
    last = bluff_values.run_task(task).iloc[-1]
    game = bluff((2, 2), 4, leaf_tolerance=1e-2)
    solver = cfrlib.CFR.discounted(game, dtype="float32")
    solver.run(int(last["iterations"]))
    b1, b2 = cfrlib.best_response_values(game, solver.average_strategy())
    assert (last["low"], last["high"]) == pytest.approx((-b2, b1), abs=1e-5)
