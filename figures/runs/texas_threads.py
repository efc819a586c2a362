"""Abstract Texas hold'em on one thread and on two: iterations a second (Zinkevich et al. 2007, section 4: on four)."""

import time

import pandas as pd

from cfrlib import draw as drawing
from cfrlib.engine import CFR
from cfrlib.games import texas


def run_task(task, checkpoint=None):
    """Return the speed: iterations and seconds of the best repeat."""
    rules = {name: tuple(value) for name, value in task["rules"].items()}
    solver = CFR(texas(task["buckets"], **rules), task["sampling"], threads=task["threads"], dtype="float32")
    solver.run(1)
    speeds = [_measured(solver, task["seconds"]) for _ in range(task["repeats"])]
    iterations, seconds = max(speeds, key=lambda pair: pair[0] / pair[1])
    named = {name: task[name] for name in ("buckets", "sampling", "threads")}
    return pd.DataFrame([{**named, "iterations": iterations, "seconds": seconds}])


def _measured(solver, seconds):
    """Return how many iterations a solver does in about so many seconds, and how many these were."""
    before, began = solver.iterations, time.perf_counter()
    solver.run(seconds=seconds)
    return solver.iterations - before, time.perf_counter() - began


def speeds(table):
    """Return iterations a second by buckets and scheme, and by threads."""
    each = table.assign(speed=table["iterations"] / table["seconds"])
    return each.pivot(index=["buckets", "sampling"], columns="threads", values="speed")


def draw(table, name):
    """Return the picture: bars of how many times as fast more threads are."""
    speed = speeds(table)
    times = speed.div(speed[1], axis=0).drop(columns=1)
    values = {
        f"{n} threads": {f"{row.upper()}, {buckets} buckets": float(ratio) for (buckets, row), ratio in part.items()}
        for n, part in times.items()
    }
    return drawing.bars(values, ylabel="times as fast as one thread", name=name)
