"""Outcome sampling on Leduc poker with and without a learned baseline (Schmid et al. 2019)."""

import lazy_loader as lazy

from cfrlib.course.curves import stored_runs
from cfrlib.course.draw import convergence
from cfrlib.course.experiments.mixing import follow, marks
from cfrlib.engine import CFR
from cfrlib.games import leduc

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


def curves(table):
    """Return {baseline: runs}."""
    return {f"baseline: {name}": runs for name, runs in stored_runs(table, "baseline").items()}


def draw(table):
    """Return the picture: exploitability against iterations."""
    return convergence(curves(table), ylabel="exploitability (chips)", name="leduc_baselines")
