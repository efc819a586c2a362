"""Mixed sampling on Liar's Dice, one six-sided die each, where a node of external sampling costs ten."""

import lazy_loader as lazy
import numpy as np

from cfrlib.engine import CFR
from cfrlib.games import bluff
from cfrlib.runs.curves import stored_runs
from cfrlib.sampling import HalfLife, os

from .mixing import Mix, follow, on_one_axis

pd = lazy.load("pandas")


CHARGE = 10
"""What a node of external sampling costs."""


def run_task(task, checkpoint):
    """Return the rows scheme, seed, charged, exploitability (wins).

    `charged` are nodes touched, those of external sampling counted tenfold.
    """
    game, last, seed = bluff(dice=(1, 1), faces=6, rounds="one"), task["iterations"], task["seed"]
    single = os(task.get("exploration", 0.6))
    if task["scheme"] == "external":
        solver, cost = CFR(game, "es", seed=seed), lambda s: CHARGE * s.nodes_touched
        last = last // 128
    elif task["scheme"] == "outcome":
        solver, cost = CFR(game, single, seed=seed), lambda s: s.nodes_touched
    else:
        solver, cost = Mix(game, HalfLife(16), seed=seed, second=single), lambda s: s.charged(CHARGE, 1)
    x, y = follow(solver, last, number=30, cost=cost)
    return pd.DataFrame({"scheme": task["scheme"], "seed": seed, "charged": x.astype(np.int64), "exploitability": y})


def curves(table):
    """Return {scheme: its runs on one axis of charged nodes}."""
    return {name: on_one_axis(part, start=1000) for name, part in stored_runs(table, "scheme", "charged").items()}
