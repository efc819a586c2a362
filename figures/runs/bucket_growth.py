"""More buckets in two-round hold'em: what CFR needs without sampling, and what it needs with chance sampling."""

import numpy as np
import pandas as pd

from cfrlib import draw as drawing
from cfrlib.runs.reading import below


def tasks(sizes):
    """Return one task for each curve."""
    return [
        {"buckets": buckets, "curve": curve, "seed": seed, "iterations": iterations, "points": points,
         "deck": sizes["deck"]}
        for buckets in sizes["buckets"]
        for curve, (iterations, points) in sizes["lengths"].items()
        for seed in range(sizes["seeds"] if curve == "cs" else 1)
    ]  # fmt: skip


def needed(table, target):
    """Return how many iterations each curve needs until it is below the target for good: by curve, seed and sets."""
    iterations = {
        key: below(target, rows["iterations"].to_numpy(), rows["exploitability"].to_numpy())
        for key, rows in table.groupby(["curve", "seed", "sets"])
    }
    return pd.Series(iterations, dtype=float).dropna().rename_axis(["curve", "seed", "sets"])


def growth(needed):
    """Return the exponent k with which the iterations of each curve and seed grow, sets^k (least squares of logs)."""
    logs = np.log(needed.reset_index(name="needed").set_index(["curve", "seed"]))
    return logs.groupby(level=[0, 1]).apply(lambda part: float(np.polyfit(part["sets"], part["needed"], 1)[0]))


def draw(table, name):
    """Return the picture: exploitability against iterations, a curve for each number of sets and way to sample."""
    curves = {
        f"{curve.upper() if curve == 'cs' else curve}, {sets:,} sets": [
            (rows["iterations"].to_numpy(), rows["exploitability"].to_numpy()) for _, rows in part.groupby("seed")
        ]
        for (curve, sets), part in table.groupby(["curve", "sets"], sort=False)
    }
    ylabel = "exploitability in the abstract game (mbb/g)"
    return drawing.convergence(curves, xlabel="iterations", ylabel=ylabel, name=name)
