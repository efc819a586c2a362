"""Mixed sampling on Leduc poker with and without exploration, averaged in two ways (Meyer 2021, Fig. 5.2).

The thesis draws the action of outcome sampling from the strategy alone. `cfrlib.sampling.os` refuses that, because an
action that is never tried is never learned about; so an exploration too small to happen in these runs stands for none.
Averages are kept where all schemes can share one sum, in the opponent's walks, or each as is customary for it.
"""

import lazy_loader as lazy

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.runs.curves import stored_runs
from cfrlib.sampling import HalfLife, Linear, Mixed, os

from .mixing import follow, marks, on_one_axis

pd = lazy.load("pandas")


SCALES = {"quick": (2**8, 2), "paper": (2**12, 20)}
"""Iterations and seeds; outcome sampling has four times the iterations, to come as far in nodes."""
NONE = 1e-12
"""The exploration that stands for 0."""
EXPLORATIONS = (0.0, 0.6)
AVERAGES = ("opponent", "custom")
SCHEMES = ("external", "outcome", "linear", "half-life 1024", "half-life 8", "linear, each node", "fair coin")


def tasks(scale):
    """Return one task for each exploration, average, scheme and seed; external sampling explores nothing."""
    iterations, seeds = SCALES[scale]
    return [
        {"exploration": e, "average": average, "scheme": s, "seed": seed, "iterations": iterations}
        for e in EXPLORATIONS
        for average in AVERAGES
        for s in SCHEMES
        for seed in range(seeds)
        if s != "external" or (e == EXPLORATIONS[0] and average == AVERAGES[0])
    ]


def run_task(task, checkpoint):
    """Return the rows exploration, average, scheme, seed, iterations, nodes, exploitability (chips)."""
    last = task["iterations"] * (4 if task["scheme"] == "outcome" else 1)
    nodes, gaps = follow(solver(task), last)
    named = {name: task[name] for name in ("exploration", "average", "scheme", "seed")}
    return pd.DataFrame({**named, "iterations": marks(last), "nodes": nodes.astype(int), "exploitability": gaps})


def solver(task):
    """Return the solver of a task."""
    single, seed, custom = os(task["exploration"] or NONE), task["seed"], task["average"] == "custom"
    if task["scheme"] == "external":
        return CFR(leduc(), "es", seed=seed)
    if task["scheme"] == "outcome":
        return CFR(leduc(), single, average_at="own" if custom else "opponent", seed=seed)
    mix = mixed(task["scheme"], single, task["iterations"], "published" if custom else "one")
    return CFR(leduc(), mix, average_at=task["average"], seed=seed)


def mixed(name, single, iterations, scale="one"):
    """Return the mix of external sampling and `single` that has this name in `SCHEMES`."""
    rule = {"linear": Linear(iterations), "half-life 1024": HalfLife(1024), "half-life 8": HalfLife(8),
            "linear, each node": Linear(iterations), "fair coin": 0.5}[name]  # fmt: skip
    return Mixed("es", single, rule, per_node=name.endswith("each node"), scale=scale)


def part(table, exploration=0.0, average="opponent"):
    """Return the rows of one exploration and one average, those of external sampling included."""
    same = (table.exploration == exploration) & (table.average == average)
    return table[same | (table.scheme == "external")]


def runs(table, exploration=0.0, average="opponent"):
    """Return {scheme: [(nodes, exploitability) of each seed]}."""
    return stored_runs(part(table, exploration, average), "scheme", "nodes")


def draw(table, exploration=0.0, average="opponent", schemes=SCHEMES, name="mixed_leduc", title=None):
    """Return the picture: exploitability against nodes touched."""
    found = runs(table, exploration, average)
    curves = {label: on_one_axis(found[label], start=1000) for label in schemes}
    return convergence(curves, xlabel="nodes touched", ylabel="exploitability (chips)", name=name, title=title)
