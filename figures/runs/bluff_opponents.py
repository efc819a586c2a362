"""Bluff(2,2) with five faces: CS and PCS over time against the last profile of PCS, and against the last one of CS."""

import pandas as pd

from cfrlib.runs.practice import run_to_marks

from . import bluff_time

OPPONENTS = ("PCS", "CS")
"""The last profiles of these, of CS that of a seed which is no learner."""


def run_task(task, checkpoint=None):
    """Return the rows of all curves: how exploitable an average is, and what it earns from both opponents, in wins."""
    others, rows = {}, []
    for curve in OPPONENTS:
        solver = _solver(task, curve, task["seeds"])
        solver.run(task["lengths"][curve])
        others[f"against_{curve.lower()}"] = solver.average_strategy().writeable

    def measure(solver):
        best, earned_from = bluff_time.scores(solver)
        earned = {name: earned_from(other) for name, other in others.items()}
        return {"exploitability": max(sum(best) / 2, 0.0)} | earned

    for curve, iterations in task["lengths"].items():
        for seed in range(task["seeds"] if curve == "CS" else 1):
            marks = bluff_time.marks({"iterations": iterations})
            _, run = run_to_marks(lambda c=curve, s=seed: _solver(task, c, s), marks, None, measure)
            rows += [{"curve": curve, "seed": seed} | row for row in run]
    return pd.DataFrame(rows)


def _solver(task, curve, seed):
    return bluff_time.solver({"curve": curve, "seed": seed, "faces": task["faces"], "merged": True})
