"""Bluff in float32 and in float64: the same curve, no number that is not a number, no iteration that slows down.

Numbers below 1e-38 are *subnormal* in float32 and may cost a processor many times the work of others; reach
probabilities and decaying regrets of long runs come down to there unless they are cut off. Bluff(2,1) runs for 2,000
iterations in blocks that are timed; Bluff(2,2) runs for as many as show that the curves are one.
"""

import lazy_loader as lazy
import numpy as np

from cfrlib.course.draw import convergence
from cfrlib.course.experiments.bluff_values import bounds
from cfrlib.course.experiments.running.practice import spent
from cfrlib.engine import CFR
from cfrlib.games import bluff

pd = lazy.load("pandas")


RULES = {
    "CFR": {},
    "CFR+": {"regret": "rm+", "average": "linear"},
    "DCFR": {"regret": "discounted", "average": 2.0},
}
SCALES = {
    "quick": [([2, 1], 4, "CFR", 100, 20), ([2, 1], 4, "DCFR", 100, 20)],
    "paper": [*(([2, 1], 6, rule, 2000, 100) for rule in RULES), ([2, 2], 6, "DCFR", 60, 10)],
}
"""Dice, faces, rule, iterations, and how many make a block."""


def tasks(scale):
    """Return one task for each run and type."""
    names = ("dice", "faces", "rule", "iterations", "block")
    return [
        dict(zip(names, run, strict=True)) | {"dtype": dtype}
        for run in SCALES[scale]
        for dtype in ("float32", "float64")
    ]


def run_task(task, checkpoint):
    """Return a row for each block.

    Columns game, rule, dtype, iterations, milliseconds (processor time of an iteration in this block), exploitability,
    finite (whether every entry of the tables is a number) and subnormal (entries that are not 0 but smaller
    than the type's normal numbers).
    """
    game = bluff(tuple(task["dice"]), task["faces"])
    solver, rows = CFR(game, **RULES[task["rule"]], dtype=task["dtype"]), []
    solver.prepare()
    while solver.iterations < task["iterations"]:
        cpu = spent(solver, task["block"])
        low, high, _ = bounds(solver)
        tables, smallest = (solver.engine.tables.regret, solver.engine.tables.sums), np.finfo(task["dtype"]).tiny
        rows.append({
            "game": "({},{})".format(*task["dice"]), "rule": task["rule"], "dtype": task["dtype"],
            "iterations": solver.iterations, "milliseconds": 1000 * cpu / task["block"],
            "exploitability": (high - low) / 2,
            "finite": all(bool(np.isfinite(table).all()) for table in tables),
            "subnormal": sum(int(((table != 0) & (abs(table) < smallest)).sum()) for table in tables),
        })  # fmt: skip
    return pd.DataFrame(rows)


def draw(table, name="bluff_floats"):
    """Return the picture: exploitability on Bluff(2,1) in both types."""
    part = table[table.game == "(2,1)"]
    found = {
        f"{rule}, {dtype}": (rows["iterations"].to_numpy(), rows["exploitability"].to_numpy())
        for (rule, dtype), rows in part.groupby(["rule", "dtype"], sort=False)
    }
    return convergence(found, ylabel="exploitability (wins)", name=name)
