"""What the experiments on two-round hold'em share: exploitability against processor time, nodes and iterations.

Each task is one curve of one seed, on one thread, in float32. Seeds come in turn, all curves of a seed one after
another, so that a machine that is busy for a while does not meet one curve alone. Where flops are drawn in epochs an
average is looked at when an epoch ends. Marks are numbers of iterations: everything but the seconds is the same at
every run.
"""

import lazy_loader as lazy
import numpy as np
from scipy.stats import t

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem
from cfrlib.runs.curves import EFFORTS, geometric, measure, over_seeds
from cfrlib.runs.practice import effort, spent
from cfrlib.sampling import pcs, scheme

pd = lazy.load("pandas")


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
POINTS = 18
"""Marks of a curve, at most."""
SPAN = 300
"""The first mark of a curve that samples is at the last one over this."""


def tasks(sizes):
    """Return one task for each curve and seed.

    Parameters
    ----------
    sizes : dict
        `raises` and `deck` of the game; `seeds` of the papers' schemes, and `fewer` of other curves that sample;
        `lengths`, the iterations of each curve, or epochs, where flops come in epochs.
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


def marks(game, curve, length):
    """Return the iterations at which a curve is measured."""
    if "sampling" not in CURVES[curve]:
        return geometric(POINTS, length)
    if curve.startswith(("epochs", "strata")):
        flops = len(layout_of(game).flops.weight)
        return [flops * epoch for epoch in geometric(POINTS, length)]
    return np.unique(np.rint(np.geomspace(max(length / SPAN, 1), length, POINTS)).astype(int)).tolist()


def run_task(task, checkpoint):
    """Return the rows of a curve; a task takes minutes, and keeps no checkpoint.

    Columns curve, seed, iterations, nodes_touched, histories_touched, seconds, cpu_seconds (both of the solve alone)
    and exploitability.
    """
    game = holdem(task["raises"], task["deck"])
    solver = CFR(game, **CURVES[task["curve"]], seed=task["seed"], dtype="float32")
    rows, cpu = [], 0.0
    solver.prepare()  # what is compiled once counts for nobody
    for mark in marks(game, task["curve"], task["length"]):
        cpu += spent(solver, mark - solver.iterations)
        rows.append({"curve": task["curve"], "seed": task["seed"], **measure(solver), "cpu_seconds": cpu})
    return pd.DataFrame(rows)


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


def curves(table, names=None, x="cpu_seconds"):
    """Return {name: runs} as `cfrlib.draw.convergence` takes them, of all curves or some.

    The seeds of a curve were measured at the same iterations; a point stands at the median of their `x`.
    """
    names = table["curve"].unique() if names is None else names
    return {name: over_seeds(table[table["curve"] == name], x) for name in names}


def at(table, names, effort, x="cpu_seconds"):
    """Return exploitability at an effort, read off each seed's curve between its marks: {name: array over seeds}.

    Missing where a curve was not measured before and after it. Between two marks a curve is a straight line on
    logarithmic axes.
    """
    found = {}
    for name in names:
        parts = table[table["curve"] == name].groupby("seed")
        found[name] = np.array([
            _read(part[x].to_numpy(), part["exploitability"].to_numpy(), effort) for _, part in parts
        ])  # fmt: skip
    return found


def median(table, name, x="cpu_seconds"):
    """Return effort and exploitability of a curve, medians of the seeds, as two arrays."""
    by_mark = table[table["curve"] == name].groupby("iterations")
    gap = by_mark["exploitability"].median()
    where = gap.index if x == "iterations" else by_mark[x].median()
    return where.to_numpy(), gap.to_numpy()


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
    found = {}
    for name, values in at(table, names, effort, x).items():
        values = np.log(values[~np.isnan(values)])
        if len(values) < 2:
            continue
        wide = t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
        found[name] = np.exp([values.mean(), values.mean() - wide, values.mean() + wide])
    frame = pd.DataFrame.from_dict(found, orient="index", columns=["mean", "low", "high"])
    return frame.sort_values("mean")


def _read(x, y, effort):
    if not x[0] <= effort <= x[-1]:
        return np.nan
    return float(np.exp(np.interp(np.log(effort), np.log(x), np.log(y))))


def reached(table, levels, names=None):
    """Return when the median of the seeds first lay at or below each level: processor seconds, by curve and level.

    Missing where a curve did not get there.
    """
    found = {}
    for name in table["curve"].unique() if names is None else names:
        x, y = median(table, name)
        found[name] = [x[y <= level][0] if (y <= level).any() else float("nan") for level in levels]
    return pd.DataFrame.from_dict(found, orient="index", columns=[f"{level:g}" for level in levels])


def each(table):
    """Return what an iteration of each curve takes and does: microseconds, nodes and histories, medians of seeds."""
    last = table.loc[table.groupby(["curve", "seed"], sort=False)["iterations"].idxmax()]
    efforts = {"microseconds": 1e6 * last["cpu_seconds"], **{name: last[name] for name in EFFORTS[1:3]}}
    frame = pd.DataFrame({name: values / last["iterations"] for name, values in efforts.items()})
    return frame.groupby(last["curve"], sort=False).median()


def draw(table, names=None, x="cpu_seconds", name=None):
    """Return the picture of some curves, by default of those of the paper."""
    names = [curve for curve in PAPER if curve in set(table["curve"])] if names is None else names
    return convergence(curves(table, names, x), xlabel=effort(x), ylabel="exploitability (mbb/g)", name=name)
