"""Chance against external sampling on Kuhn poker, seed by seed: the runs of `kuhn_nodes`, measured at three marks."""

from .kuhn_nodes import NODES
from .kuhn_nodes import solver as solver

PARTS = (0.01, 0.1, 1)
"""Of the way, where a run is measured."""


def marks(task):
    """Return the iterations at which a run is measured."""
    return [round(part * task["nodes"] / NODES[task["method"]]) for part in PARTS]


def by_seed(table):
    """Return the exploitability at the last mark: a row for each seed, a column for each method."""
    return table.groupby(["method", "seed"]).exploitability.last().unstack("method")
