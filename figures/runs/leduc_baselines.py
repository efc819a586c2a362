"""Outcome sampling on Leduc poker with and without a learned baseline (Schmid et al. 2019)."""

import lazy_loader as lazy

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.runs.curves import curve, stored_runs

from .mixing import follow, marks

pd = lazy.load("pandas")


SCALES = {"quick": (2**10, 2), "paper": (2**20, 20)}
"""Iterations and seeds."""
BASELINES = ("none", "learned")


def tasks(scale):
    """Return one task for each baseline and seed."""
    iterations, seeds = SCALES[scale]
    return [{"baseline": b, "seed": seed, "iterations": iterations} for b in BASELINES for seed in range(seeds)]


def run_task(task, checkpoint):
    """Return the rows baseline, seed, iterations, exploitability (chips)."""
    last = task["iterations"]
    _, gaps = follow(CFR(leduc(), "os", baseline=task["baseline"], seed=task["seed"]), last)
    return pd.DataFrame({**task, "iterations": marks(last), "exploitability": gaps})


def race(game, points=tuple(2**k for k in range(7, 17)), seeds=20):
    """Return such a table for another game: its rows come from `cfrlib.runs.curves.curve`."""
    return pd.concat(curve(game, "os", baseline=b, points=points, seeds=seeds).assign(baseline=b) for b in BASELINES)


def left_over(table, start=1):
    """Return the median exploitability with a baseline as a part of that without one, by iterations from `start`."""
    medians = table[table.iterations >= start].groupby(["iterations", "baseline"]).exploitability.median().unstack()
    return medians["learned"] / medians["none"]


def curves(table):
    """Return {baseline: runs}."""
    return {f"baseline: {name}": runs for name, runs in stored_runs(table, "baseline").items()}


def draw(table, name="leduc_baselines"):
    """Return the picture: exploitability against iterations."""
    return convergence(curves(table), ylabel="exploitability (chips)", name=name)
