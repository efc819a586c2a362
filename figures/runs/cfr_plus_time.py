"""Does an iteration of CFR+ take longer than one of CFR? CPU time on Kuhn poker (AI Poker Tutorial)."""

import pandas as pd

from cfrlib import draw as drawing
from cfrlib.engine import CFR
from cfrlib.games import kuhn
from cfrlib.runs.practice import spent
from cfrlib.textbook import CFR as textbook

ITERATIONS = {"textbook": 100, "engine": 200_000}
"""Of a run."""


def run_task(task, checkpoint=None):
    """Return the rows code ("textbook" in plain Python, or "engine"), pair, ratio of CPU times, CFR+ to CFR."""
    code, rows = task["code"], []
    cpu_time(code, "rm"), cpu_time(code, "rm+")  # compiled and warm
    for pair in range(task["pairs"]):
        seconds = {rule: cpu_time(code, rule) for rule in (("rm", "rm+"), ("rm+", "rm"))[pair % 2]}
        rows.append({"code": code, "pair": pair, "ratio": round(seconds["rm+"] / seconds["rm"], 4)})
    return pd.DataFrame(rows)


def cpu_time(code, rule):
    """Return the CPU seconds of one run; same updates and same averaging for both rules."""
    solver = {"textbook": textbook, "engine": CFR}[code](kuhn(), regret=rule)
    solver.run(1)
    return spent(solver, ITERATIONS[code])


def draw(table, name):
    """Return the picture: ratios in rising order."""
    curves = {code: (part["pair"] + 1, sorted(part["ratio"])) for code, part in table.groupby("code", sort=False)}
    labels = {"xlabel": "pairs of runs, in order", "ylabel": "CPU time, CFR+ / CFR"}
    return drawing.lines(curves, **labels, target={"equal": 1.0}, name=name)
