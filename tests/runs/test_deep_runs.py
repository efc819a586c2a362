"""The runs of Deep CFR at their quick scale."""

import pandas as pd
import pytest

import cfrlib
from cfrlib.games import kuhn
from cfrlib.runs import find

pytestmark = pytest.mark.slow

deep_cfr = find("deep_cfr")
deep_retraining = find("deep_retraining")


@pytest.fixture(scope="module")
def table():
    tasks = deep_cfr.tasks("quick")
    for task in tasks:  # how well networks learn is no matter here
        task["training"] = task["training"] and task["training"] | {"steps": [40, 5, 100]}
    return pd.concat([deep_cfr.run_task(task, None) for task in tasks], ignore_index=True)


def test_curves(table):
    assert table["curve"].unique().tolist() == ["network", "network, uniform", "table", "linear ES"]
    for (curve, _), rows in table.groupby(["curve", "seed"]):
        assert rows["iterations"].tolist() == [1, 3, 8]
        assert rows["walks"].tolist() == [10, 30, 80]
        assert (rows["nodes_touched"].diff().dropna() > 0).all()
        assert rows["remembered"].isna().all() != curve.startswith("network")
    assert "network ends at" in deep_cfr.draw(table, name=None).text


def test_the_rows_of_tables_are_what_the_solver_says(table):
    rows = table[(table["curve"] == "linear ES") & (table["seed"] == 1)]
    solver = cfrlib.CFR.linear(kuhn(), sampling="es", seed=1)
    for row in rows.itertuples():
        solver.run(row.walks - solver.iterations)
        assert (row.nodes_touched, row.exploitability) == (solver.nodes_touched, solver.exploitability())


@pytest.fixture(scope="module")
def retraining():
    tasks = deep_retraining.tasks("quick")
    return pd.concat([deep_retraining.run_task(task, None) for task in tasks], ignore_index=True)


def test_one_budget_for_all(retraining):
    assert set(retraining["variant"]) == set(deep_retraining.VARIANTS)
    budget = 8 * 40
    for (variant, _), rows in retraining.groupby(["variant", "seed"]):
        last = rows.iloc[-1]
        assert last["share"] == 1
        assert last["gradient_steps"] >= budget or last["iterations"] == 60
        assert last["gradient_steps"] < budget + 2 * 40
        assert last["trainings"] >= 2
        if variant == "every iteration":
            assert last["trainings"] == 2 * last["iterations"] == 8
        if variant == "always adjusted":
            assert last["trainings"] == 2
            assert last["iterations"] > 8
    assert "one in four ends at" in deep_retraining.draw(retraining, name=None).text


def test_runs_are_the_same_again(retraining):
    task = next(t for t in deep_retraining.tasks("quick") if t["variant"] == "one in four" and t["seed"] == 1)
    again = deep_retraining.run_task(task, None)
    first = retraining[(retraining["variant"] == "one in four") & (retraining["seed"] == 1)].reset_index(drop=True)
    pd.testing.assert_frame_equal(again.drop(columns="seconds"), first.drop(columns="seconds"))
