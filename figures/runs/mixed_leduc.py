"""Mixed sampling on Leduc poker with and without exploration: its solvers, and its curves."""

import numpy as np

from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.runs.curves import geometric, stored_runs
from cfrlib.sampling import HalfLife, Linear, Mixed, os

NONE = 1e-12
"""The exploration that stands for 0."""
EXPLORATIONS = (0.0, 0.6)
AVERAGES = ("opponent", "custom")
METHODS = {"mixed": "linear, each node", "pure": "outcome"}
"""Schemes by the names that `exploration_leduc` gives them."""


def solver(task):
    """Return the solver of a task."""
    single, seed, custom = os(task["exploration"] or NONE), task["seed"], task["average"] == "custom"
    name = METHODS.get(task.get("method"), task.get("scheme"))
    if name == "external":
        return CFR(leduc(), "es", seed=seed)
    if name == "outcome":
        return CFR(leduc(), single, average_at="own" if custom else "opponent", seed=seed)
    linear = Linear(task["iterations"])
    rule = {"linear": linear, "half-life 1024": HalfLife(1024), "half-life 8": HalfLife(8),
            "linear, each node": linear, "fair coin": 0.5}[name]  # fmt: skip
    mix = Mixed("es", single, rule, per_node=name.endswith("each node"), scale="published" if custom else "one")
    return CFR(leduc(), mix, average_at=task["average"], seed=seed)


def marks(task):
    """Return the iterations at which a task is measured: outcome sampling has four times as many, to come as far."""
    if "method" in task:
        return [task["iterations"]]
    return geometric(24, task["iterations"] * (4 if task["scheme"] == "outcome" else 1), rounded=np.floor)


def part(table, exploration=0.0, average="opponent"):
    """Return the rows of one exploration and one average, those of external sampling included."""
    same = (table.exploration == exploration) & (table.average == average)
    return table[same | (table.scheme == "external")]


def runs(table, exploration=0.0, average="opponent"):
    """Return {scheme: [(nodes, exploitability) of each seed]}."""
    return stored_runs(part(table, exploration, average), "scheme", "nodes")
