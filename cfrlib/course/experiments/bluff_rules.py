"""Every regret rule with every average, and every row of vectors, on Bluff(2,2) at full size.

Sixty full iterations for each rule; each sampled row for about as much processor time.
"""

from itertools import product

import lazy_loader as lazy

from cfrlib.course.draw import bars
from cfrlib.course.experiments.running.practice import spent
from cfrlib.engine import CFR
from cfrlib.games import bluff

pd = lazy.load("pandas")


REGRETS = ("rm", "rm+", "linear", "discounted", "predictive")
AVERAGES = ("uniform", "linear", "quadratic")
SCALES = {
    "quick": {"faces": 4, "iterations": {"pcs": 10, "opcs": 15, "spcs": 15, "cs": 30}},
    "paper": {"faces": 6, "iterations": {"pcs": 60, "opcs": 90, "spcs": 90, "cs": 170}},
}


def tasks(scale):
    """Return one task for each rule, average and row."""
    faces, iterations = SCALES[scale].values()
    rows = [("pcs", *pair) for pair in product(REGRETS, AVERAGES)]
    rows += [(row, "rm", "uniform") for row in ("opcs", "spcs", "cs")]
    return [
        {"sampling": row, "regret": regret, "average": average, "iterations": iterations[row], "faces": faces}
        for row, regret, average in rows
    ]


def run_task(task, checkpoint):
    """Return a row: sampling, regret, average, iterations, cpu_seconds (of the solve), exploitability (wins)."""
    switches = {name: task[name] for name in ("sampling", "regret", "average")}
    solver = CFR(bluff((2, 2), task["faces"]), **switches, dtype="float32")
    solver.prepare()
    cpu = spent(solver, task["iterations"])
    return pd.DataFrame([{
        **switches, "iterations": task["iterations"], "cpu_seconds": cpu, "exploitability": solver.exploitability(),
    }])  # fmt: skip


def draw(table, name="bluff_rules"):
    """Return the picture: a group of bars for each regret rule, a bar for each average."""
    full = table[table.sampling == "pcs"]
    groups = {
        average: dict(zip(part["regret"], part["exploitability"], strict=True))
        for average, part in full.groupby("average", sort=False)
    }
    return bars(groups, ylabel="exploitability (wins)", name=name)
