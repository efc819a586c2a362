"""Bluff(2,2) with five faces: CS and PCS over time against the last profile of PCS, and against the last one of CS."""

import lazy_loader as lazy

from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.games import bluff
from cfrlib.runs.curves import geometric
from cfrlib.runs.practice import spent

pd = lazy.load("pandas")


POINTS = 28
"""Marks of a curve, at most."""
OPPONENTS = ("PCS", "CS")
"""The last profiles of these, of CS that of a seed which is no learner."""


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
