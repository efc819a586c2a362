"""Outcome sampling with RM+ on Leduc poker, with and without a learned baseline (Schmid et al. 2019: MCCFR+)."""

import lazy_loader as lazy

from cfrlib.engine import CFR
from cfrlib.games import leduc

from . import leduc_baselines
from .mixing import follow, marks

pd = lazy.load("pandas")


SCALES = leduc_baselines.SCALES
tasks = leduc_baselines.tasks


def run_task(task, checkpoint):
    """Return the rows baseline, seed, iterations, exploitability (chips)."""
    last = task["iterations"]
    _, gaps = follow(CFR(leduc(), "os", regret="rm+", baseline=task["baseline"], seed=task["seed"]), last)
    return pd.DataFrame({**task, "iterations": marks(last), "exploitability": gaps})


def draw(table, name="leduc_baselines_plus"):
    """Return the picture: exploitability against iterations."""
    return leduc_baselines.draw(table, name=name)
