"""The runs about buckets and luck for Zinkevich et al. 2007, at the small scale."""

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.engine.buckets.lifting import real_game
from cfrlib.games import holdem
from cfrlib.runs import find

pytestmark = pytest.mark.slow

bucket_growth = find("bucket_growth")
bucket_metrics = find("bucket_metrics")
texas_luck = find("texas_luck")


@pytest.fixture(scope="module")
def metrics():
    tasks = bucket_metrics.tasks("quick")
    return pd.concat([bucket_metrics.run_task(task) for task in tasks], ignore_index=True)


def test_metrics_are_compared_on_equal_terms(metrics):
    assert len(metrics) == 4
    assert metrics.groupby(["before", "after"]).wins.sum().abs().max() < 1e-9
    leads = bucket_metrics.leads(metrics)
    one = metrics[(metrics.before == 2) & (metrics.after == 2)].set_index("metric")
    assert leads.loc[(2, 2), "wins"] == one.wins["E[HS^2]"]
    assert leads.loc[(2, 2), "safer"] == one.real["E[HS]"] - one.real["E[HS^2]"]
    assert (metrics.real > metrics.abstract).all()
    assert "E[HS] ends at" in bucket_metrics.draw(metrics, name=None).text


def test_a_game_of_the_mean_is_another_game():
    rules = {"deck": (4, 2), "buckets": (2, 2)}
    mean, square = bucket_metrics.by_mean(**rules), holdem(**rules)
    assert mean != square
    assert mean.percentiles.name != square.percentiles.name
    assert real_game(mean) == real_game(square)
    assert (mean.percentiles.tables.preflop != square.percentiles.tables.preflop).any()
    solvers = [cfrlib.CFR.plus(game) for game in (mean, square)]
    for solver in solvers:
        solver.run(50)
        assert solver.exploitability() < 20


@pytest.fixture(scope="module")
def growing():
    tasks = bucket_growth.tasks("quick")
    assert len(tasks) == 6
    return pd.concat([bucket_growth.run_task(task) for task in tasks], ignore_index=True)


def test_growth(growing):
    assert growing.groupby(["curve", "sets"]).seed.nunique().tolist() == [2, 2, 1, 1]
    needed = bucket_growth.needed(growing, 60)
    assert needed.index.names == ["curve", "seed", "sets"]
    assert (needed["cs"].xs(56, level="sets") > needed["cs"].xs(16, level="sets")).all()
    assert "vanilla, 16 sets ends at" in bucket_growth.draw(growing, name=None).text


def test_growth_of_curves_that_are_known():
    table = pd.concat([
        pd.DataFrame({"curve": "cs", "seed": 0, "sets": n, "iterations": [1, 10, 100, 1000],
                      "exploitability": n / np.array([1.0, 10, 100, 1000])})
        for n in (10, 100, 10_000)
    ])  # fmt: skip
    needed = bucket_growth.needed(table, 5)
    assert needed["cs", 0].to_dict() == {10: pytest.approx(2), 100: pytest.approx(20)}  # the last does not come there
    assert bucket_growth.growth(needed)["cs", 0] == pytest.approx(1)


def test_luck():
    table = pd.concat([texas_luck.run_task(task) for task in texas_luck.tasks("quick")], ignore_index=True)
    assert table[["longer", "shorter"]].to_numpy().tolist() == [[2, 2], [20, 2], [20, 20]]
    assert table["mean"][1] > 0
    assert texas_luck.hands_for(5000, 10, sides=2) == pytest.approx((1.96 * 500) ** 2, rel=1e-3)
    assert texas_luck.hands_for(5000, 10) == pytest.approx((1.645 * 500) ** 2, rel=1e-3)
