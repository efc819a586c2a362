"""The experiments on Bluff compute what they say."""

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.games import bluff
from cfrlib.runs import find
from cfrlib.runs.checkpoint import Checkpoint

pytestmark = pytest.mark.slow

bluff_time = find("bluff_time")
bluff_values = find("bluff_values")


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Keep what is solved here out of the reader's cache."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path / "cache"))
    bluff_time.opponent.cache_clear()
    yield
    bluff_time.opponent.cache_clear()


def task(curve, iterations, merged=True, seed=0, faces=4, opponent=2e-2):
    return {"curve": curve, "merged": merged, "seed": seed, "iterations": iterations,
            "faces": faces, "opponent": opponent}  # fmt: skip


def test_a_curve_is_what_the_solver_says(tmp_path):
    table = bluff_time.run_task(task("DCFR", 20), Checkpoint(tmp_path))
    solver = cfrlib.CFR.discounted(bluff((2, 2), 4), dtype="float32")
    solver.run(20)
    last = table.iloc[-1]
    assert (last["iterations"], last["nodes_touched"]) == (20, solver.nodes_touched)
    assert last["exploitability"] == pytest.approx(solver.exploitability(), abs=1e-6)
    assert last["exploitability"] == pytest.approx((last["best_0"] + last["best_1"]) / 2)
    assert table["cpu_seconds"].is_monotonic_increasing
    own = bluff_time.opponent(4, 2e-2)
    assert cfrlib.exploitability(own.game, own) <= 2e-2
    assert (table["against"] <= 2e-2 + 1e-6).all()  # nobody earns more than a best response
    assert table["against"].iloc[0] < -0.1


def test_an_opponent_is_loaded_from_the_cache(tmp_path):
    one = bluff_time.opponent(4, 3e-2)
    bluff_time.opponent.cache_clear()
    two = bluff_time.opponent(4, 3e-2)
    assert two is not one
    assert two == one


def test_an_interrupted_curve_goes_on(tmp_path, monkeypatch):
    whole = bluff_time.run_task(task("CS", 12, seed=3), Checkpoint(tmp_path))
    monkeypatch.setattr(bluff_time.code, "APART", 0.0)
    monkeypatch.setattr(bluff_time.code, "geometric", lambda points, last: [1, 2, 5])
    bluff_time.run_task(task("CS", 12, seed=3), Checkpoint(tmp_path))
    monkeypatch.undo()
    rest = bluff_time.run_task(task("CS", 12, seed=3), Checkpoint(tmp_path))
    both = rest.merge(whole, on="iterations")
    assert len(both) == len(rest)
    assert both["exploitability_x"].tolist() == both["exploitability_y"].tolist()


def test_rolls_that_are_not_merged_have_no_opponent(tmp_path):
    table = bluff_time.run_task(task("PCS", 3, merged=False), Checkpoint(tmp_path))
    assert table["against"].isna().all()
    assert not table["merged"].any()


def stored():
    """Return a small table as it would be stored."""
    rows = [("CS", True, seed, t, t * 2.0, 1 / t + seed / 100) for seed in (0, 1, 2) for t in (1, 10, 100)]
    rows += [("PCS", True, 0, t, t * 3.0, 1 / t) for t in (1, 10)]
    rows += [("PCS", False, 0, t, t * 9.0, 1 / t) for t in (1, 10)]
    table = pd.DataFrame(rows, columns=["curve", "merged", "seed", "iterations", "cpu_seconds", "exploitability"])
    return table.assign(against=-table["exploitability"])


def test_when_a_level_is_reached():
    found = bluff_time.reached(stored(), (0.5, 0.05))
    assert found.loc["CS"].tolist() == [20.0, 200.0]
    assert found.loc["PCS (21 rolls)", "0.5"] == 90.0
    assert np.isnan(found.loc["PCS", "0.05"])
    assert bluff_time.seconds_an_iteration(stored()) == {("CS", True): 2, ("PCS", False): 9, ("PCS", True): 3}


def test_bounds_enclose_the_value(tmp_path):
    task = {"dice": [1, 1], "faces": 3, "width": 1e-3, "leaf_tolerance": 1e-4, "dtype": "float64"}
    table = bluff_values.run_task(task, Checkpoint(tmp_path))
    exact = cfrlib.equilibrium(bluff((1, 1), 3))[0]
    assert (table["low"] <= exact + 1e-12).all()
    assert (table["high"] >= exact - 1e-12).all()
    last = table.iloc[-1]
    assert last["low"] <= last["value"] <= last["high"] <= last["low"] + 1e-3
    assert "Bluff(1,1) ends at" in bluff_values.draw(table, name=None).text


def test_bounds_of_a_ladder_are_those_of_its_evaluator(tmp_path):
    task = {"dice": [2, 2], "faces": 4, "width": 0.1, "leaf_tolerance": 1e-3, "dtype": "float32"}
    last = bluff_values.run_task(task, Checkpoint(tmp_path)).iloc[-1]
    game = bluff((2, 2), 4, leaf_tolerance=1e-3)
    solver = cfrlib.CFR.discounted(game, dtype="float32")
    solver.run(int(last["iterations"]))
    b1, b2 = cfrlib.best_response_values(game, solver.average_strategy())
    assert (last["low"], last["high"]) == pytest.approx((-b2, b1), abs=1e-5)
