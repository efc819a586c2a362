"""Deep CFR that does not retrain its networks in each iteration, as Meyer (2021, section 6.2) proposes, on one budget.

The budget is steps of gradient descent, which take more than 99 of 100 seconds. Whoever skips a training has steps left
for further iterations, with further walks.
"""

import lazy_loader as lazy

from cfrlib.deep import DeepCFR
from cfrlib.draw import convergence
from cfrlib.runs.curves import over_seeds
from cfrlib.sampling import HalfLife

from .deep_games import GAMES

pd = lazy.load("pandas")


VARIANTS = {
    "every iteration": {},
    "one in four": {"retrain": 0.25},
    "half-life 60": {"retrain": HalfLife(60)},
    "half-life 60, else adjusted": {"retrain": HalfLife(60), "otherwise": "adjust"},
    "half-life 20, else adjusted": {"retrain": HalfLife(20), "otherwise": "adjust"},
    "always adjusted": {"retrain": 0.0, "otherwise": "adjust"},
}
"""What `DeepCFR` takes. An adjustment goes on from the weights that are there, with an eighth of the steps."""
SCALES = {
    "quick": {"game": "kuhn", "seeds": 2, "walks": 10, "steps": [40, 5, 100], "trainings": 8, "points": 2, "most": 60},
    "paper": {
        "game": "leduc", "seeds": 5, "walks": 300, "steps": [400, 50, 4000], "trainings": 120, "points": 6, "most": 600,
    },
}  # fmt: skip
"""The budget is that of so many trainings from scratch, of both players together; no run has more than `most`
iterations."""


def tasks(scale):
    """Return one task for each variant and seed."""
    sizes = SCALES[scale]
    return [
        {"variant": variant, "seed": seed, **{name: sizes[name] for name in sizes if name != "seeds"}}
        for variant in VARIANTS
        for seed in range(sizes["seeds"])
    ]


def run_task(task, checkpoint):
    """Return the rows of a run: one for each share of the budget.

    Columns variant, seed, share (of the budget), iterations, trainings, gradient_steps, nodes_touched, seconds
    (processor seconds) and exploitability.
    """
    game = GAMES[task["game"]]()
    solver = DeepCFR(game, task["walks"], seed=task["seed"], steps=task["steps"], **VARIANTS[task["variant"]])
    rows, budget = [], task["trainings"] * task["steps"][0]
    for share in (2.0 ** (k + 1 - task["points"]) for k in range(task["points"])):
        while solver.gradient_steps < share * budget and solver.iterations < task["most"]:
            solver.run(1)
        rows.append({
            "variant": task["variant"], "seed": task["seed"], "share": share, "iterations": solver.iterations,
            "trainings": solver.trainings, "gradient_steps": solver.gradient_steps,
            "nodes_touched": solver.nodes_touched, "seconds": sum(solver.seconds.values()),
            "exploitability": solver.exploitability(),
        })  # fmt: skip
    return pd.DataFrame(rows)


def curves(table, x="gradient_steps"):
    """Return the curves as `cfrlib.draw.convergence` takes them: for each variant its seeds."""
    return {variant: over_seeds(rows, x, at="share") for variant, rows in table.groupby("variant", sort=False)}


def draw(table, x="gradient_steps", name="deep_retraining"):
    """Return the picture: medians and bands over the seeds."""
    return convergence(curves(table, x), xlabel=x.replace("_", " "), name=name)
