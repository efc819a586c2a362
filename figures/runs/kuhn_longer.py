"""Average utility on Kuhn poker up to 30 million iterations: does it come nearer to the value (Ni and Lamb, 4)?"""

import numpy as np
import pandas as pd

from .kuhn_oscillation import average_utility

PARTS = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 1 / 3, 2 / 3, 1)
"""Of the way, where a run is measured; a sixth of it is where the paper stops."""


def run_task(task, checkpoint=None):
    """Return the points of one run, in chips."""
    marks = np.rint(task["iterations"] * np.array(PARTS)).astype(int)
    means = average_utility(marks, sampled=task["method"] != "all deals", seed=task["seed"])
    return pd.DataFrame({**task, "iterations": marks, "average_utility": means})


def distances(table):
    """Return the distance from the value, -1/18: a row for each run, (method, seed), and a column for each mark."""
    away = table.assign(distance=(table.average_utility + 1 / 18).abs())
    return away.pivot(index=["method", "seed"], columns="iterations", values="distance")
