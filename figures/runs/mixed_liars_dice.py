"""Mixed sampling on Liar's Dice, one six-sided die each, where a node of external sampling costs ten."""

import numpy as np

from cfrlib.engine import CFR
from cfrlib.games import bluff
from cfrlib.runs.curves import geometric, stored_runs
from cfrlib.runs.reading import on_one_axis
from cfrlib.sampling import HalfLife, os

from .mixing import Mix

CHARGE = 10
"""What a node of external sampling costs."""
COLUMNS = ("scheme", "seed", "charged", "exploitability")


def solver(task):
    """Return the solver of a task."""
    game, single = bluff(dice=(1, 1), faces=6, rounds="one"), os(task.get("exploration", 0.6))
    if task["scheme"] == "mixed":
        return Mix(game, HalfLife(16), seed=task["seed"], second=single)
    return CFR(game, "es" if task["scheme"] == "external" else single, seed=task["seed"])


def marks(task):
    """Return the iterations at which it is measured; external sampling stops where all have the same bill."""
    return geometric(30, task["iterations"] // (128 if task["scheme"] == "external" else 1), rounded=np.floor)


def measure(task, solver):
    """Return the bill: nodes touched, those of external sampling counted tenfold."""
    if task["scheme"] == "mixed":
        return {"charged": solver.charged(CHARGE)}
    return {"charged": solver.nodes_touched * (CHARGE if task["scheme"] == "external" else 1)}


def curves(table):
    """Return {scheme: its runs on one axis of charged nodes}."""
    return {name: on_one_axis(part, start=1000) for name, part in stored_runs(table, "scheme", "charged").items()}
