"""Bluff(2,2) with five faces: CS and PCS over time against the last profile of PCS, and against the last one of CS.

Johanson et al. (2012), Fig. 6: the opponent is the last point of the PCS curve, "the results are similar if the final
CS data point is used". Both curves are solved once for the opponents, and once more to be measured. The opponent of PCS
is itself at its end. Regret matching, uniform averages, float32, one thread; marks are numbers of iterations.
"""

import lazy_loader as lazy

from cfrlib.draw import lines
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.games import bluff
from cfrlib.runs.curves import geometric, over_seeds
from cfrlib.runs.practice import effort, spent

pd = lazy.load("pandas")


SCALES = {
    "quick": {"faces": 4, "seeds": 2, "lengths": {"PCS": 60, "CS": 100}},
    "paper": {"faces": 5, "seeds": 5, "lengths": {"PCS": 1500, "CS": 2000}},
}
"""Faces of a die, seeds of CS (PCS draws nothing here), and iterations."""
POINTS = 28
"""Marks of a curve, at most."""
OPPONENTS = ("PCS", "CS")
"""The last profiles of these, of CS that of a seed which is no learner."""


def tasks(scale):
    """Return one task: the opponents stay in memory."""
    return [SCALES[scale]]


def run_task(task, checkpoint=None):
    """Return the rows of all curves.

    Columns curve, seed, iterations, cpu_seconds (of the solve alone), exploitability, and what the average earns from
    both opponents, the mean of both seats: against_pcs and against_cs. All in wins.
    """
    others = {}
    for name in OPPONENTS:
        solver = _solver(task, name, task["seeds"])
        solver.run(task["lengths"][name])
        others[name] = solver.average_strategy().writeable
    rows = []
    for curve, iterations in task["lengths"].items():
        for seed in range(task["seeds"] if curve == "CS" else 1):
            solver, cpu = _solver(task, curve, seed), 0.0
            solver.prepare()
            for mark in geometric(POINTS, iterations):
                cpu += spent(solver, mark - solver.iterations)
                row = {"curve": curve, "seed": seed, "iterations": mark, "cpu_seconds": cpu}
                rows.append(row | _measured(solver, others))
    return pd.DataFrame(rows)


def _solver(task, curve, seed):
    return CFR(bluff((2, 2), task["faces"]), curve.lower(), seed=seed, dtype="float32")


def _measured(solver, others):
    """Return exploitability, and what the average earns from each opponent."""
    evaluator, mine = layout_of(solver.game).evaluator, solver.average_strategy().writeable
    best = evaluator.best_response_values(mine)
    found = {"exploitability": max(sum(best) / 2, 0.0)}
    for name, other in others.items():
        earned = evaluator.expected_value_of(mine, other) - evaluator.expected_value_of(other, mine)
        found[f"against_{name.lower()}"] = earned / 2
    return found


def draw(table, opponent="PCS", name="bluff_opponents"):
    """Return the picture of Fig. 6 against one of the opponents."""
    curves = {
        curve: over_seeds(part, "cpu_seconds", f"against_{opponent.lower()}")
        for curve, part in table.groupby("curve", sort=False)
    }
    return lines(curves, xlabel=effort("cpu_seconds"), ylabel="wins from the opponent", log_x=True,
                 title=f"Against the last profile of {opponent}", name=name)  # fmt: skip
