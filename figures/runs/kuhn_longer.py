"""Average utility on Kuhn poker up to 30 million iterations: does it come nearer to the value (Ni and Lamb, 4)?"""

import lazy_loader as lazy
import numpy as np

from .kuhn_oscillation import average_utility

pd = lazy.load("pandas")


VALUE = -1 / 18
PARTS = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 1 / 3, 2 / 3, 1)
"""Of the way, where a run is measured; a sixth of it is where the paper stops."""


def run_task(task, checkpoint=None):
    """Return the points of one run: method, seed, iterations, average_utility (chips)."""
    last = task["iterations"]
    marks = np.rint(last * np.array(PARTS)).astype(int)
    means = average_utility(marks, sampled=task["method"] != "all deals", seed=task["seed"])
    return pd.DataFrame({**task, "iterations": marks, "average_utility": means})


def distances(table):
    """Return the distance from the value: a row for each run, (method, seed), and a column for each mark."""
    away = table.assign(distance=(table.average_utility - VALUE).abs())
    return away.pivot(index=["method", "seed"], columns="iterations", values="distance")
