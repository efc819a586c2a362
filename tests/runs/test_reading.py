"""Reading curves between their marks, on logarithmic axes."""

import numpy as np
import pandas as pd
import pytest

from cfrlib.runs import code_of, reading

two_rounds = code_of("two_rounds")


def test_curves_come_to_one_axis():
    y = np.array([4.0, 2.0, 1.0])
    runs = [(np.array([1.0, 10.0, 100.0]), y), (np.array([2.0, 20.0, 200.0]), y)]
    (x, y), (x2, _) = reading.on_one_axis(runs)
    assert np.array_equal(x, x2)
    assert (x[0], x[-1], y[-1]) == pytest.approx((2, 100, 1))
    assert reading.on_one_axis(runs, start=10)[0][0][0] == pytest.approx(10)
    assert code_of("mixing").at(runs, 10) == pytest.approx([2, 4 * 0.5 ** np.log10(5)])


def test_below_a_level_for_good():
    x, y = np.array([1, 10, 100, 1000]), np.array([8.0, 2.0, 4.0, 1.0])
    assert reading.below(2, x, y) == pytest.approx(100 * 10**0.5)
    assert reading.below(0.5, x, y) is None
    assert reading.below(9, x, y) is None  # it was there from the start


def test_spread_reads_as_a_median_with_its_range():
    assert code_of("mixing").spread([3, 1, 2]) == "2.00 (1.00 to 3.00)"


def test_reading_a_table():
    """Two curves of three seeds: a falls like 10 / t, b like 8 / t², three seconds late."""
    rows = []
    for seed in range(3):
        for t in (1, 2, 4, 8):
            shape = {"seed": seed, "iterations": 10 * t, "nodes_touched": 5 * t}
            rows.append({"curve": "a", **shape, "cpu_seconds": t, "exploitability": (9 + seed) / t})
            rows.append({"curve": "b", **shape, "cpu_seconds": t + 3, "exploitability": 8 / t**2})
    table = pd.DataFrame(rows)
    assert np.allclose(two_rounds.at(table, ["a"], 2.0)["a"], [4.5, 5, 5.5])
    assert np.allclose(two_rounds.at(table, ["a"], 2**0.5)["a"], np.array([9, 10, 11]) / 2**0.5)
    assert np.isnan(two_rounds.at(table, ["a"], 9)["a"]).all()
    assert reading.last_rows(table, ["curve", "seed"])["iterations"].tolist() == [80] * 6
    when = reading.reached(table, (5, 1, 0.5))
    assert when.loc["a"].tolist()[:1] == [2]
    assert when.loc["b"].tolist() == [5, 7, 7]
    assert when.loc["a"].isna().tolist() == [False, True, True]
    assert reading.reached(table, (5,), ["b"]).index.tolist() == ["b"]
    rank = two_rounds.ranking(table, ["a", "b"], 7)
    assert list(rank.index) == ["b", "a"]
    assert (rank["low"] <= rank["mean"]).all()
    assert (rank["mean"] <= rank["high"]).all()
    assert 4 < two_rounds.overtakes(table, "b", "a") < 5.5
    assert np.isnan(two_rounds.overtakes(table, "a", "b"))
