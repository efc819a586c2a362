"""Outcome sampling on Leduc poker with and without a learned baseline (Schmid et al. 2019)."""

import lazy_loader as lazy

from cfrlib.course.draw import convergence
from cfrlib.course.experiments.mixing import marks
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
    rows = []
    solver = CFR(leduc(), "os", baseline=task["baseline"], seed=task["seed"])
    for t in marks(task["iterations"]):
        solver.run(int(t) - solver.iterations)
        gap = solver.exploitability()
        rows.append({"baseline": task["baseline"], "seed": task["seed"], "iterations": int(t), "exploitability": gap})
    return pd.DataFrame(rows)


def curves(table):
    """Return {baseline: runs}."""
    runs = {}
    for (name, _), part in table.groupby(["baseline", "seed"], sort=False):
        xy = part["iterations"].to_numpy(), part["exploitability"].to_numpy()
        runs.setdefault(f"baseline: {name}", []).append(xy)
    return runs


def draw(table):
    """Return the picture: exploitability against iterations."""
    return convergence(curves(table), ylabel="exploitability (chips)", name="leduc_baselines")
