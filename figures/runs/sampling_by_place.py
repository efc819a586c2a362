"""Sampling by place in the tree on Leduc poker: one action where the average seems clear (Meyer, Fig. 5.4)."""

import numpy as np

from cfrlib import sampling
from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.runs.curves import geometric
from cfrlib.textbook import places

RULES = {
    "after half of the run": ("after", None),
    "half-life 1024": ("half_life", 1024),
    "half-life 8": ("half_life", 8),
    "100 visits": ("visits", 100),
}
"""{name: (rule of `cfrlib.sampling`, its number)}; None is half of the run."""


def tasks(sizes):
    """Return one task for each rule and seed."""
    return [
        {"rule": rule, "seed": seed, "iterations": sizes["iterations"], "counted": seed < sizes["counted"]}
        for rule in RULES
        for seed in range(sizes["seeds"])
    ]


def confident(task, module):
    """Return the rule of a task, of `cfrlib.sampling` or of `cfrlib.textbook.places`."""
    kind, number = RULES[task["rule"]]
    return getattr(module, kind)(task["iterations"] // 2 if number is None else number)


def solver(task):
    """Return the solver of a task."""
    return CFR(leduc(), sampling.ByPlace(confident(task, sampling)), seed=task["seed"])


def marks(task):
    """Return the iterations at which it is measured."""
    return geometric(24, task["iterations"], rounded=np.floor)


def measure(task, solver):
    """Return single and never_single, which the last row of a seed that is counted has."""
    if not task["counted"] or solver.iterations < task["iterations"]:
        return {"single": float("nan"), "never_single": float("nan")}
    readable = places.ByPlace(leduc(), confident(task, places), seed=task["seed"])
    readable.run(task["iterations"])
    return counts(readable)


def counts(readable):
    """Return `single`, the share of own decisions of a readable sampler at which a single action was tried.

    And `never_single`, that of the visited information sets at which this never happened.
    """
    single, visited = readable.single, readable.visited
    return {"single": single.sum() / visited.sum(), "never_single": (single[visited > 0] == 0).mean()}
