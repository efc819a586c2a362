"""Deep CFR that does not retrain its networks in each iteration, as Meyer (2021) proposes, on one budget."""

import pandas as pd

from cfrlib.deep import DeepCFR
from cfrlib.sampling import HalfLife

from .deep_cfr import GAMES

VARIANTS = {
    "every iteration": {},
    "one in four": {"retrain": 0.25},
    "half-life 60": {"retrain": HalfLife(60)},
    "half-life 60, else adjusted": {"retrain": HalfLife(60), "otherwise": "adjust"},
    "half-life 20, else adjusted": {"retrain": HalfLife(20), "otherwise": "adjust"},
    "always adjusted": {"retrain": 0.0, "otherwise": "adjust"},
}
"""What `DeepCFR` takes. An adjustment goes on from the weights that are there, with an eighth of the steps."""


def run_task(task, checkpoint):
    """Return the rows of a run: one for each share of the budget; seconds are processor seconds."""
    game = GAMES[task["game"]]()
    solver = DeepCFR(game, task["walks"], seed=task["seed"], steps=task["steps"], **VARIANTS[task["variant"]])
    rows, budget = [], task["trainings"] * task["steps"][0]
    for share in (2.0 ** (k + 1 - task["points"]) for k in range(task["points"])):
        while solver.gradient_steps < share * budget and solver.iterations < task["most"]:
            solver.run(1)
        counted = ("iterations", "trainings", "gradient_steps", "nodes_touched")
        rows.append({
            "variant": task["variant"], "seed": task["seed"], "share": share,
            **{name: getattr(solver, name) for name in counted},
            "seconds": sum(solver.seconds.values()), "exploitability": solver.exploitability(),
        })  # fmt: skip
    return pd.DataFrame(rows)
