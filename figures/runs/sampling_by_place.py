"""Sampling by place in the tree on Leduc poker: one action where the average seems clear (Meyer, Fig. 5.4).

Four rules say when the average is to be trusted; a cutoff from Beta(60, 10) says what is clear. The fast solver runs
the race. How often a single action is tried it does not keep: for that, some seeds run on the readable
`cfrlib.textbook.places.ByPlace`, which counts. (The two draw a deal of Leduc in different ways: same chances, other
runs.)
"""

import lazy_loader as lazy

from cfrlib import sampling
from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.runs.curves import stored_runs
from cfrlib.textbook import places

from .mixing import follow, marks, on_one_axis

pd = lazy.load("pandas")


SCALES = {"quick": (2**8, 2, 1), "paper": (2**12, 20, 5)}
"""Iterations, seeds of the race, and how many of them are counted."""
RULES = {
    "after half of the run": ("after", None),
    "half-life 1024": ("half_life", 1024),
    "half-life 8": ("half_life", 8),
    "100 visits": ("visits", 100),
}
"""{name: (rule of `cfrlib.sampling`, its number)}; None is half of the run."""


def tasks(scale):
    """Return one task for each rule and seed."""
    iterations, seeds, counted = SCALES[scale]
    return [
        {"rule": rule, "seed": seed, "iterations": iterations, "counted": seed < counted}
        for rule in RULES
        for seed in range(seeds)
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


def curves(table):
    """Return {rule: its runs on one axis of nodes}."""
    return {name: on_one_axis(part, start=1000) for name, part in stored_runs(table, "rule", "nodes").items()}


def draw(table, name="sampling_by_place"):
    """Return the picture: exploitability against nodes touched."""
    return convergence(curves(table), xlabel="nodes touched", ylabel="exploitability (chips)", name=name)
