"""Sampling by place in the tree on Leduc poker: one action where the average seems clear (Meyer, Fig. 5.4)."""

import lazy_loader as lazy

from cfrlib import sampling
from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.textbook import places

from .mixing import follow, marks

pd = lazy.load("pandas")


RULES = {
    "after half of the run": ("after", None),
    "half-life 1024": ("half_life", 1024),
    "half-life 8": ("half_life", 8),
    "100 visits": ("visits", 100),
}
"""{name: (rule of `cfrlib.sampling`, its number)}; None is half of the run."""


def tasks(sizes):
    """Return one task for each rule and seed."""
    return [
        {"rule": rule, "seed": seed, "iterations": sizes["iterations"], "counted": seed < sizes["counted"]}
        for rule in RULES
        for seed in range(sizes["seeds"])
    ]


def run_task(task, checkpoint):
    """Return the rows rule, seed, iterations, nodes, exploitability (chips), single, never_single.

    The last two stand in the last row of a seed that is counted: `single` is the share of own decisions at which a
    single action was tried; `never_single` that of the visited information sets at which that never happened.
    """
    game, last, seed = leduc(), task["iterations"], task["seed"]
    kind, number = RULES[task["rule"]]
    number = last // 2 if number is None else number
    solver = CFR(game, sampling.ByPlace(getattr(sampling, kind)(number)), seed=seed)
    nodes, exploitability = follow(solver, last)
    table = pd.DataFrame({
        "rule": task["rule"], "seed": seed, "iterations": marks(last), "nodes": nodes.astype(int),
        "exploitability": exploitability, "single": float("nan"), "never_single": float("nan"),
    })  # fmt: skip
    if task["counted"]:
        readable = places.ByPlace(game, getattr(places, kind)(number), seed=seed)
        readable.run(last)
        single, visited = readable.single, readable.visited
        counts = single.sum() / visited.sum(), (single[visited > 0] == 0).mean()
        table.loc[table.index[-1], ["single", "never_single"]] = counts
    return table
