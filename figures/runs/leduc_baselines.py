"""Outcome sampling on Leduc poker with and without a learned baseline (Schmid et al. 2019)."""

import pandas as pd

from cfrlib.runs.curves import curve

BASELINES = ("none", "learned")


def race(game, points=tuple(2**k for k in range(7, 17)), seeds=20):
    """Return such a table for another game: its rows come from `cfrlib.runs.curves.curve`."""
    return pd.concat(curve(game, "os", baseline=b, points=points, seeds=seeds).assign(baseline=b) for b in BASELINES)


def left_over(table, start=1):
    """Return the median exploitability with a baseline as a part of that without one, by iterations from `start`."""
    medians = table[table.iterations >= start].groupby(["iterations", "baseline"]).exploitability.median().unstack()
    return medians["learned"] / medians["none"]
