"""Runs beside each other: intervals of ratios, equal effort, levels."""

import comparing
import numpy as np
import pandas as pd
import pytest


def test_the_interval_of_a_median_holds_it_as_often_as_it_says():
    rng = np.random.default_rng(0)
    intervals = [comparing.median_interval(rng.exponential(size=25)) for _ in range(2000)]
    assert 0.95 < np.mean([low <= np.log(2) <= high for low, high in intervals]) < 0.985
    assert comparing.median_interval([3, 1, 2]) == (1, 3)


def test_ratio_of_geometric_means():
    rng = np.random.default_rng(0)
    a, b = np.exp(rng.normal(size=(2, 200)))
    low, high = comparing.ratio_interval(3 * a, b)
    assert low < 3 < high < 1.6 * low
    assert comparing.ratio_interval([2.0, 2.01], [1.0, 1.001]) == pytest.approx((2, 2), rel=0.1)


def test_ratio_of_ratios():
    pairs = [[x, x] for x in (6.0, 1, 4, 2)]
    assert comparing.contrast(*pairs) == pytest.approx((3, 3))
    wide = [np.exp(-1), np.exp(1)]  # its mean logarithm is 0, with a standard error of 1
    for k in range(4):
        low, high = comparing.contrast(*[wide if k == place else [1.0, 1] for place in range(4)])
        assert (np.log(low), np.log(high)) == pytest.approx((-1.96, 1.96), abs=1e-3)
    both = comparing.contrast(wide, [1.0, 1], wide, [1.0, 1], level=0.6827)
    assert np.log(both) == pytest.approx([-(2**0.5), 2**0.5], abs=1e-3)


def curve(name, points, seed=0):
    return pd.DataFrame([{"curve": name, "seed": seed, "iterations": k, "cpu_seconds": x, "exploitability": y}
                         for k, (x, y) in enumerate(points)])  # fmt: skip


def test_curves_are_compared_at_equal_effort():
    one = pd.concat([curve("a", [(1, 8.0), (100, 8.0)]), curve("a", [(1, 4.0), (100, 4.0)], seed=1)])
    other = curve("b", [(0.5, 4.0), (50, 1.0)])
    ratios = comparing.compared(one, other)
    assert ratios.index[[0, -1]].tolist() == pytest.approx([5, 50])
    assert ratios.iloc[-1].tolist() == pytest.approx([4, 8])
    assert ratios.iloc[0].tolist() == pytest.approx([2, 4])  # in the middle, on logarithmic axes
    less = comparing.compared(one, other, ratio=False, start=1)
    assert less.index[0] == pytest.approx(1)
    assert less.iloc[-1].tolist() == pytest.approx([3, 7])
    table = comparing.table_of({"a over b": ratios})
    assert table.loc["a over b"].tolist() == pytest.approx([5, 50, 2, 8])


def test_when_a_level_is_reached():
    falling = pd.concat([curve("a", [(1, 4.0), (100, 1.0)]), curve("a", [(1, 4.0), (100, 3.0)], seed=1)])
    assert comparing.reach_level(falling, 2.0) == pytest.approx([10])
    assert comparing.reach_level(falling, 5.0) == pytest.approx([1, 1])
    rising = curve("a", [(1, -4.0), (100, 0.0)])
    assert comparing.reach_level(rising, -2.0, falling=False) == pytest.approx([10])
    assert comparing.quotients([1, 2], [4, 8]) == (1 / 8, 1 / 2)


def test_how_much_sooner():
    """The worse seed of a ends at 4; there a is after 10 and 100, b after 0.1."""
    one = pd.concat([curve("a", [(1, 8.0), (100, 2.0)]), curve("a", [(1, 8.0), (100, 4.0)], seed=1)])
    other = curve("b", [(0.01, 16.0), (1, 1.0)])
    assert comparing.sooner(one, other) == pytest.approx((100, 1000))
    never = pd.concat([other, curve("b", [(0.01, 16.0), (1, 8.0)], seed=1)])
    assert comparing.sooner(one, never) == pytest.approx((0, 1000))


def test_means_are_over_the_marks_that_all_seeds_share():
    table = pd.concat([curve("a", [(1, 4.0), (3, 1.0), (9, 0.5)]), curve("a", [(2, 2.0), (5, 3.0)], seed=1)])
    drawn = comparing.means(table)
    x, y = drawn["curves"]["a"]
    assert x.tolist() == [1.5, 4]
    assert y.tolist() == [3, 2]
    assert [side.tolist() for side in drawn["bands"]["a"]] == [[2, 1], [4, 3]]
