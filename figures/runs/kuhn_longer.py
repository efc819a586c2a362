"""Average utility on Kuhn poker up to 30 million iterations: does it come nearer to the value (Ni and Lamb, 4)?

The paper stops its figure at five million iterations and says that more of them go on "to higher precision". These are
runs like those of `kuhn_oscillation`, six times as long: all deals once, one deal with several seeds.
"""

import lazy_loader as lazy
import numpy as np

from cfrlib.draw import convergence
from cfrlib.runs.curves import stored_runs

from .kuhn_oscillation import average_utility

pd = lazy.load("pandas")


SCALES = {"quick": (400_000, 2), "paper": (30_000_000, 6)}
"""Iterations, and seeds of the runs that deal one hand."""
VALUE = -1 / 18
PARTS = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 1 / 3, 2 / 3, 1)
"""Of the way, where a run is measured; a sixth of it is where the paper stops."""


def tasks(scale):
    """Return the parts: one run each."""
    iterations, seeds = SCALES[scale]
    runs = [("all deals", 0), *(("one deal", seed) for seed in range(seeds))]
    return [{"method": method, "seed": seed, "iterations": iterations} for method, seed in runs]


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


def draw(table, name="kuhn_longer"):
    """Return the picture: distance from the value, median and range over the seeds."""
    away = table.assign(distance=(table.average_utility - VALUE).abs())
    return convergence(stored_runs(away, "method", y="distance"), ylabel="distance from −1/18 (chips)", name=name)
