"""Chance against external sampling on Kuhn poker at 2 · 10^8 nodes touched, seed by seed (AI Poker Tutorial).

The tutorial finds both "quite close at the end". `kuhn_nodes` takes one seed of each to the end; these are more seeds
of the same runs, a twentieth of the way, so that a ratio has an interval. Nodes are counted as there.
"""

import lazy_loader as lazy

from cfrlib import CFR
from cfrlib.draw import convergence
from cfrlib.games import kuhn
from cfrlib.runs.curves import stored_runs

from .kuhn_nodes import METHODS, NODES

pd = lazy.load("pandas")


SCALES = {"quick": (1e6, 2), "paper": (2e8, 8)}
"""Nodes, and seeds from 1 on."""
PAIR = ("chance sampling", "external sampling")
MARKS = (0.01, 0.1, 1)
"""Parts of the way at which a run is measured."""


def tasks(scale):
    """Return the parts: one run each."""
    nodes, seeds = SCALES[scale]
    return [{"method": method, "seed": seed, "nodes": nodes} for seed in range(1, seeds + 1) for method in PAIR]


def run_task(task, checkpoint=None):
    """Return the points of one run: method, seed, iterations, nodes, exploitability (chips)."""
    method, seed, points = task["method"], task["seed"], []
    solver = CFR(kuhn(), seed=seed, **METHODS[method])
    for part in MARKS:
        solver.run(round(part * task["nodes"] / NODES[method]) - solver.iterations)
        points.append((method, seed, solver.iterations, solver.histories_touched, solver.exploitability()))
    return pd.DataFrame(points, columns=["method", "seed", "iterations", "nodes", "exploitability"])


def by_seed(table):
    """Return the exploitability at the last mark: a row for each seed, a column for each method."""
    return table.groupby(["method", "seed"]).exploitability.last().unstack("method")


def draw(table, name="kuhn_nodes_end"):
    """Return the picture: median and range over the seeds."""
    return convergence(stored_runs(table, "method"), ylabel="exploitability (chips)", name=name)
