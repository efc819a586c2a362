"""Sampling by place in the tree on Leduc poker: one action where the average seems clear (Meyer, Fig. 5.4).

Four rules say when the average is to be trusted; a cutoff from Beta(60, 10) says what is clear. By the readable
`cfrlib.textbook.places.ByPlace`, with the one weight rule.
"""

from cfrlib.evaluate import exploitability
from cfrlib.experiments.mixing import marks, on_one_axis
from cfrlib.games import leduc
from cfrlib.textbook.places import ByPlace, after, half_life, visits

SCALES = {"quick": (2**8, 2), "paper": (2**12, 5)}
"""Iterations and seeds."""
RULES = ("after half of the run", "half-life 1024", "half-life 8", "100 visits")


def tasks(scale):
    """Return one task for each rule and seed."""
    iterations, seeds = SCALES[scale]
    return [{"rule": rule, "seed": seed, "iterations": iterations} for rule in RULES for seed in range(seeds)]


def run_task(task, checkpoint):
    """Return the rows rule, seed, iterations, nodes, exploitability (chips), single, never_single.

    `single` is the share of own decisions at which a single action was tried; `never_single` that of the visited
    information sets at which that never happened.
    """
    import pandas as pd

    game, last = leduc(), task["iterations"]
    rule = dict(zip(RULES, (after(last / 2), half_life(1024), half_life(8), visits(100)), strict=True))[task["rule"]]
    cfr, rows = ByPlace(game, rule, seed=task["seed"]), []
    for t in marks(last):
        cfr.run(int(t) - cfr.iteration)
        rows.append({
            "rule": task["rule"], "seed": task["seed"], "iterations": int(t), "nodes": cfr.nodes_touched,
            "exploitability": exploitability(game, cfr.average_strategy()),
            "single": cfr.single.sum() / cfr.visited.sum(),
            "never_single": (cfr.single[cfr.visited > 0] == 0).mean(),
        })  # fmt: skip
    return pd.DataFrame(rows)


def curves(table):
    """Return {rule: its runs on one axis of nodes}."""
    runs = {}
    for (name, _), part in table.groupby(["rule", "seed"], sort=False):
        xy = part["nodes"].to_numpy(float), part["exploitability"].to_numpy()
        runs.setdefault(name, []).append(xy)
    return {name: on_one_axis(part, start=1000) for name, part in runs.items()}


def draw(table):
    """Return the picture: exploitability against nodes touched."""
    from cfrlib.draw import convergence

    return convergence(curves(table), xlabel="nodes touched", ylabel="exploitability (chips)", name="sampling_by_place")
