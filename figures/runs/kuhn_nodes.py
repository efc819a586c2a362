"""Exploitability against nodes touched on Kuhn poker: CFR, CFR+ and sampled CFR (AI Poker Tutorial).

The tutorial compares the first four "up to 4 * 10^9 nodes touched". A node here is a history that a walk enters,
chance nodes and terminals included; both walks of an iteration count. Seed 0 goes all the way, the other seeds as far
as `SCALES` says.
"""

import lazy_loader as lazy
import numpy as np

from cfrlib import CFR
from cfrlib.draw import convergence
from cfrlib.games import kuhn

pd = lazy.load("pandas")


SCALES = {"quick": (1e7, 1e6, 3), "paper": (4e9, 1e8, 5)}
"""Nodes of seed 0, nodes of the other seeds, number of seeds."""
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


def tasks(scale):
    """Return the parts: one run each."""
    longest, others, seeds = SCALES[scale]
    return [
        {"method": method, "seed": seed, "nodes": (longest if seed == 0 else others) * SHORTER.get(method, 1)}
        for method, switches in METHODS.items()
        for seed in range(seeds if "sampling" in switches else 1)
    ]


def run_task(task, checkpoint=None):
    """Return the points of one run: method, seed, iterations, nodes, exploitability (chips)."""
    method, seed, last = task["method"], task["seed"], task["nodes"]
    solver, points = CFR(kuhn(), seed=seed, **METHODS[method]), []
    decades = int(np.log10(last / START) * PER_DECADE + 1e-9)
    for mark in [*(START * 10 ** (k / PER_DECADE) for k in range(decades + 1)), last]:
        at = max(1, round(mark / NODES[method]))
        if at > solver.iterations:
            solver.run(at - solver.iterations)
            points.append((method, seed, at, solver.histories_touched, solver.exploitability()))
    return pd.DataFrame(points, columns=["method", "seed", "iterations", "nodes", "exploitability"])


def medians(table, marks):
    """Return the median exploitability over the seeds, by method, at the points next to so many nodes."""
    near = {f"{mark:g}": table[(table.nodes / mark).between(0.93, 1.07)] for mark in marks}
    return pd.DataFrame(
        {mark: part.groupby("method", sort=False).exploitability.median() for mark, part in near.items()}
    )


def draw(table, name="kuhn_nodes"):
    """Return the picture: seed 0, and a band over all seeds as far as all go."""
    curves, bands = {}, {}
    for method, part in table.groupby("method", sort=False):
        first = part[part.seed == 0].set_index("iterations")
        curves[method] = first.nodes.to_numpy(), first.exploitability.to_numpy()
        if part.seed.nunique() > 1:
            spread = part.groupby("iterations").exploitability.agg(["min", "max"]).loc[first.index]
            bands[method] = spread["min"].to_numpy(), spread["max"].to_numpy()
    return convergence(
        curves, bands=bands, xlabel="nodes touched (histories)", ylabel="exploitability (chips)", name=name
    )
