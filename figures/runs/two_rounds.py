"""What the runs of two-round hold'em share: exploitability against processor time, nodes and iterations.

Each task is one curve of one seed, on one thread, in float32. Seeds come in turn, all curves of a seed one after
another, so that a machine that is busy for a while does not meet one curve alone. Where flops are drawn in epochs an
average is looked at when an epoch ends. Marks are numbers of iterations: everything but the seconds is the same at
every run.
"""

import numpy as np
import pandas as pd
from scipy.stats import t

from cfrlib import draw as drawing
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem
from cfrlib.runs import reading
from cfrlib.runs.curves import EFFORTS, geometric, over_seeds
from cfrlib.runs.practice import effort
from cfrlib.runs.reading import median
from cfrlib.runs.reading import reached as reached
from cfrlib.sampling import pcs, scheme

PLUS = {"regret": "rm+", "average": "linear"}
DCFR = {"regret": "discounted", "average": 2.0}
CURVES = {
    "PCS": {"sampling": "pcs"},
    "CS": {"sampling": "cs"},
    "OPCS": {"sampling": "opcs"},
    "SPCS": {"sampling": "spcs"},
    "ES": {"sampling": "es"},
    "OS": {"sampling": "os"},
    "PCS, linear": {"sampling": "pcs", "average": "linear"},
    "PCS, RM+": {"sampling": "pcs", **PLUS},
    "PCS, DCFR": {"sampling": "pcs", **DCFR},
    "strata": {"sampling": pcs("stratified")},
    "strata, RM+": {"sampling": pcs("stratified"), **PLUS},
    "epochs": {"sampling": pcs("epochs")},
    "epochs, RM+": {"sampling": pcs("epochs"), **PLUS},
    "epochs, DCFR": {"sampling": pcs("epochs"), **DCFR},
    "all flops": {},
    "all flops, CFR+": PLUS,
    "all flops, DCFR": DCFR,
}
"""What `CFR` takes. The first six have the rules of the papers, regret matching and the uniform average."""
PAPER = ("PCS", "CS", "SPCS", "OPCS")
"""The curves of Johanson et al. (2012), Fig. 2, from best to worst as they found them."""
COLUMNS = (
    "curve", "seed", "iterations", "nodes_touched", "histories_touched", "seconds", "exploitability", "cpu_seconds",
)  # fmt: skip
POINTS = 18
"""Marks of a curve, at most."""
SPAN = 300
"""The first mark of a curve that samples is at the last one over this."""


def tasks(sizes):
    """Return one task for each curve and seed of a row of the table.

    `sizes` has `raises` and `deck` of the game; `seeds` of the papers' schemes, and `fewer` of other curves that
    sample; `lengths`, the iterations of each curve, or epochs, where flops come in epochs.
    """
    game, published = {"raises": sizes["raises"], "deck": sizes["deck"]}, list(CURVES)[:6]
    many = {
        name: sizes["seeds"] if name in published else sizes["fewer"] if "sampling" in CURVES[name] else 1
        for name in sizes["lengths"]
    }
    return [
        {"curve": name, "seed": seed, "length": length, **game}
        for seed in range(sizes["seeds"])
        for name, length in sizes["lengths"].items()
        if seed < many[name]
    ]


def solver(task):
    """Return the solver of a curve."""
    game = holdem(task["raises"], task["deck"])
    return CFR(game, **CURVES[task["curve"]], seed=task["seed"], dtype="float32")


def marks(task):
    """Return the iterations at which a curve is measured."""
    curve, length = task["curve"], task["length"]
    if "sampling" not in CURVES[curve]:
        return geometric(POINTS, length)
    if curve.startswith(("epochs", "strata")):
        flops = len(layout_of(holdem(task["raises"], task["deck"])).flops.weight)
        return [flops * epoch for epoch in geometric(POINTS, length)]
    return geometric(POINTS, length, first=max(length / SPAN, 1))


def carried(table):
    """Return the table of a run with one more column: the numbers that walks have carried, `numbers_carried`.

    Nodes touched count the hands of the walking player alone; to carry those of the opponent takes as much work. The
    nodes of a player of whom one hand is drawn are those of CS, of one with all hands those of PCS.
    """
    rate = each(table)["nodes_touched"]
    one, every = rate["CS"] / 2, rate["PCS"] / 2
    walks = {name: scheme(switches.get("sampling", "vanilla")) for name, switches in CURVES.items()}

    def of_both(name):
        own, other = walks[name].own_private, walks[name].opponent_private
        return 2.0 if own == other else (one + every) / (one if own == "one" else every)

    return table.assign(numbers_carried=table["nodes_touched"] * table["curve"].map(of_both))


def curves(table, names, x="cpu_seconds"):
    """Return {name: (x, exploitability) of each seed} of some curves, as `cfrlib.draw.convergence` takes them."""
    return {name: over_seeds(table[table["curve"] == name], x) for name in names}


def at(table, names, effort, x="cpu_seconds"):
    """Return {name: exploitability of each seed at an effort}; missing where it was not measured before and after."""

    def read(run):
        where, y = run[x].to_numpy(), run["exploitability"].to_numpy()
        return reading.at(effort, where, y) if where[0] <= effort <= where[-1] else np.nan

    return {
        name: np.array([read(run) for _, run in table[table["curve"] == name].groupby("seed")], float) for name in names
    }


def overtakes(table, name, other):
    """Return after how many processor seconds a curve, its median, lies below another for good; missing if never."""
    (x, y), (u, v) = median(table, name), median(table, other)
    grid = np.geomspace(max(x[0], u[0]), min(x[-1], u[-1]), 2000)
    ahead = np.interp(np.log(grid), np.log(x), np.log(y)) < np.interp(np.log(grid), np.log(u), np.log(v))
    behind = np.flatnonzero(~ahead)
    if len(behind) == 0:
        return float(grid[0])
    return float(grid[behind[-1] + 1]) if behind[-1] + 1 < len(grid) else float("nan")


def ranking(table, names, effort, x="cpu_seconds"):
    """Return exploitability at an effort: the mean over seeds and a 95 % confidence interval, the best curve first.

    Mean and interval (Student's t) are of the logarithm: a curve is as far ahead as its ratio to another says. Curves
    that were not measured so far are missing.
    """
    rows = {}
    for name, values in at(table, names, effort, x).items():
        values = np.log(values[~np.isnan(values)])
        if len(values) < 2:
            continue
        wide = t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
        rows[name] = np.exp([values.mean(), values.mean() - wide, values.mean() + wide])
    return pd.DataFrame.from_dict(rows, orient="index", columns=["mean", "low", "high"]).sort_values("mean")


def each(table):
    """Return what an iteration of each curve takes and does: microseconds, nodes and histories, medians of seeds."""
    last = reading.last_rows(table, ["curve", "seed"])
    efforts = {"microseconds": 1e6 * last["cpu_seconds"], **{name: last[name] for name in EFFORTS[1:3]}}
    frame = pd.DataFrame({name: values / last["iterations"] for name, values in efforts.items()})
    return frame.groupby(last["curve"], sort=False).median()


def draw(table, name):
    """Return the picture of the paper's curves."""
    names = [curve for curve in PAPER if curve in set(table["curve"])]
    shown = curves(table, names)
    return drawing.convergence(shown, xlabel=effort("cpu_seconds"), ylabel="exploitability (mbb/g)", name=name)
