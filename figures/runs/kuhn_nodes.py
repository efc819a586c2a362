"""Exploitability against nodes touched on Kuhn poker: CFR, CFR+ and sampled CFR (AI Poker Tutorial)."""

import numpy as np
import pandas as pd

from cfrlib import CFR
from cfrlib import draw as drawing
from cfrlib.games import kuhn

METHODS = {
    "CFR": {},
    "CFR+": {"regret": "rm+", "average": "linear"},
    "chance sampling": {"sampling": "cs"},
    "external sampling": {"sampling": "es"},
    "outcome sampling": {"sampling": "os", "average_at": "opponent"},
}
"""What `cfrlib.CFR` is told; all updates alternate."""
NODES = {"CFR": 116, "CFR+": 116, "chance sampling": 22, "external sampling": 14.5, "outcome sampling": 10.6}
"""About so many nodes an iteration, to place the points."""
SHORTER = {"outcome sampling": 0.05}
"""Methods that go only this part of the way: what they show, they show early."""
START, PER_DECADE = 100, 8
"""The first point, in nodes, and how many follow for each factor of ten."""


def tasks(sizes):
    """Return the parts: one run each."""
    return [
        {"method": method, "seed": seed, "nodes": nodes * SHORTER.get(method, 1)}
        for method, switches in METHODS.items()
        for seed in range(sizes["seeds"] if "sampling" in switches else 1)
        for nodes in [sizes["others" if seed else "longest"]]
    ]


def solver(task):
    """Return the solver of a task."""
    return CFR(kuhn(), seed=task["seed"], **METHODS[task["method"]])


def marks(task):
    """Return the iterations at which a run is measured: where it has touched so many nodes, about."""
    last = task["nodes"]
    decades = int(np.log10(last / START) * PER_DECADE + 1e-9)
    nodes = [*(START * 10 ** (k / PER_DECADE) for k in range(decades + 1)), last]
    return sorted({max(1, round(mark / NODES[task["method"]])) for mark in nodes})


def medians(table, marks):
    """Return the median exploitability over the seeds, by method, at the points next to so many nodes."""
    near = {f"{mark:g}": table[(table.nodes / mark).between(0.93, 1.07)] for mark in marks}
    return pd.DataFrame(
        {mark: part.groupby("method", sort=False).exploitability.median() for mark, part in near.items()}
    )


def draw(table, name):
    """Return the picture: seed 0, and a band over all seeds as far as all go."""
    curves, bands = {}, {}
    for method, part in table.groupby("method", sort=False):
        first = part[part.seed == 0].set_index("iterations")
        curves[method] = first.nodes.to_numpy(), first.exploitability.to_numpy()
        if part.seed.nunique() > 1:
            spread = part.groupby("iterations").exploitability.agg(["min", "max"]).loc[first.index]
            bands[method] = spread["min"].to_numpy(), spread["max"].to_numpy()
    labels = {"xlabel": "nodes touched (histories)", "ylabel": "exploitability (chips)"}
    return drawing.convergence(curves, bands=bands, **labels, name=name)
