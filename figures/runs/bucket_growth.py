"""More buckets in two-round hold'em: what CFR needs without sampling, and what it needs with chance sampling.

Zinkevich et al. (2007), footnotes 2 and 3: without sampling the bound does not depend on the card abstraction; with it
an iteration gets cheaper with the square, and iterations grow no faster than linearly. [2-1] hold'em, as many buckets
before the flop as on it, regret matching and uniform averages.
"""

import lazy_loader as lazy
import numpy as np

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.games import holdem
from cfrlib.runs.curves import geometric

pd = lazy.load("pandas")


SCALES = {
    "quick": {"deck": [4, 2], "buckets": [1, 2], "lengths": {"vanilla": [50, 6], "cs": [2000, 6]}, "seeds": 2},
    "paper": {
        "deck": [13, 4], "buckets": [2, 4, 8, 16], "lengths": {"vanilla": [1000, 16], "cs": [300_000, 30]}, "seeds": 3,
    },
}  # fmt: skip
"""Ranks and suits, the buckets, iterations and marks, and how many seeds chance sampling has."""


def tasks(scale):
    """Return one task for each curve."""
    sizes = SCALES[scale]
    return [
        {"buckets": buckets, "curve": curve, "seed": seed, "iterations": iterations, "points": points,
         "deck": sizes["deck"]}
        for buckets in sizes["buckets"]
        for curve, (iterations, points) in sizes["lengths"].items()
        for seed in range(sizes["seeds"] if curve == "cs" else 1)
    ]  # fmt: skip


def run_task(task, checkpoint=None):
    """Return the rows of a curve: buckets, sets, curve, seed, iterations, nodes_touched, exploitability (mbb/g)."""
    game = holdem(deck=tuple(task["deck"]), buckets=task["buckets"])
    solver, rows = CFR(game, task["curve"], seed=task["seed"]), []
    for mark in geometric(task["points"], task["iterations"]):
        solver.run(mark - solver.iterations)
        rows.append({
            "buckets": task["buckets"], "sets": game.num_infosets, "curve": task["curve"], "seed": task["seed"],
            "iterations": mark, "nodes_touched": solver.nodes_touched, "exploitability": solver.exploitability(),
        })  # fmt: skip
    return pd.DataFrame(rows)


def needed(table, target):
    """Return how many iterations each curve needs until it is below the target for good: by curve, seed and sets.

    Straight lines between the marks, both axes logarithmic. A curve that does not come there is left out.
    """
    found = {}
    for key, rows in table.groupby(["curve", "seed", "sets"]):
        x, y = rows["iterations"].to_numpy(), rows["exploitability"].to_numpy()
        above = np.flatnonzero(y > target)
        last = above[-1] if len(above) else -1
        if 0 <= last < len(x) - 1:
            at = np.log([y[last + 1], y[last]]), np.log([x[last + 1], x[last]])
            found[key] = float(np.exp(np.interp(np.log(target), *at)))
    return pd.Series(found, dtype=float).rename_axis(["curve", "seed", "sets"])


def growth(needed):
    """Return the exponent k with which the iterations of each curve and seed grow, sets^k (least squares of logs)."""
    logs = np.log(needed.reset_index(name="needed").set_index(["curve", "seed"]))
    return logs.groupby(level=[0, 1]).apply(lambda part: float(np.polyfit(part["sets"], part["needed"], 1)[0]))


def draw(table, name="bucket_growth"):
    """Return the picture: exploitability against iterations, a curve for each number of sets and way to sample."""
    curves = {
        f"{curve.upper() if curve == 'cs' else curve}, {sets:,} sets": [
            (rows["iterations"].to_numpy(), rows["exploitability"].to_numpy()) for _, rows in part.groupby("seed")
        ]
        for (curve, sets), part in table.groupby(["curve", "sets"], sort=False)
    }
    return convergence(curves, xlabel="iterations", ylabel="exploitability in the abstract game (mbb/g)", name=name)
