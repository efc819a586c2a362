"""How much should outcome sampling explore? Mixed with external sampling, and alone, on Leduc poker (Meyer, Table 5.1).

The last exploitability of short runs. 0 is handled as in `mixed_leduc`.
"""

import lazy_loader as lazy

from cfrlib.draw import lines
from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.sampling import os

from .mixed_leduc import AVERAGES, NONE, mixed

pd = lazy.load("pandas")


SCALES = {"quick": (2**6, 2), "paper": (2**10, 100)}
"""Iterations and seeds."""
EXPLORATIONS = (0.0, 0.25, 0.5, 0.75, 1.0)
METHODS = ("mixed", "pure")
"""The linear mix that chooses at each node, and outcome sampling."""


def tasks(scale):
    """Return one task for each exploration and seed."""
    iterations, seeds = SCALES[scale]
    return [{"exploration": e, "seed": seed, "iterations": iterations} for e in EXPLORATIONS for seed in range(seeds)]


def run_task(task, checkpoint):
    """Return the rows exploration, method, average, seed, exploitability (chips)."""
    rows = []
    for method in METHODS:
        for average in AVERAGES:
            solver = _solver(task, method, average)
            solver.run(task["iterations"])
            rows.append({"exploration": task["exploration"], "method": method, "average": average,
                         "seed": task["seed"], "exploitability": solver.exploitability()})  # fmt: skip
    return pd.DataFrame(rows)


def _solver(task, method, average):
    single, seed, custom = os(task["exploration"] or NONE), task["seed"], average == "custom"
    if method == "pure":
        return CFR(leduc(), single, average_at="own" if custom else "opponent", seed=seed)
    mix = mixed("linear, each node", single, task["iterations"], "published" if custom else "one")
    return CFR(leduc(), mix, average_at=average, seed=seed)


def draw(table, name="exploration_leduc"):
    """Return the picture: exploitability against exploration."""
    curves = {
        method: [(run.exploration.to_numpy(), run.exploitability.to_numpy()) for _, run in rows.groupby("seed")]
        for method, rows in table[table.average == AVERAGES[0]].groupby("method", sort=False)
    }
    return lines(curves, xlabel="exploration λ", ylabel="exploitability (chips)", name=name)
