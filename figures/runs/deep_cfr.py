"""Deep CFR on Kuhn, Leduc and Bluff(1,1) beside the same sampling with tables (Brown et al. 2019; Meyer 2021, 4.3)."""

from cfrlib import draw as drawing
from cfrlib.deep import DeepCFR
from cfrlib.engine import CFR
from cfrlib.evaluate import exploitability
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.runs.curves import geometric, runs

GAMES = {"kuhn": kuhn, "leduc": leduc, "bluff": bluff}
"""`bluff` is Bluff(1,1) with six faces."""
CURVES = {
    "network": {},
    "network, uniform": {"no_positive": "uniform"},
    "table": {"learner": "table", "capacity": None},
}
"""What `DeepCFR` takes."""
ONCE = "network, uniform"
"""A curve for one game only."""
TABULAR = "linear ES"
"""The curve of a `CFR`: each of its iterations is one walk of each player."""


def tasks(sizes):
    """Return one task for each game, curve and seed."""
    compared = "leduc" if "leduc" in sizes else "kuhn"
    return [
        {"game": game, "curve": curve, "seed": seed,
         **{name: of[name] for name in ("iterations", "points", "walks")},
         "training": of["training"] if curve.startswith("network") else {}}
        for game, of in sizes.items()
        for curve in (*CURVES, TABULAR)
        for seed in range(of["seeds"])
        if curve != ONCE or game == compared
    ]  # fmt: skip


def solver(task):
    """Return the solver of a curve."""
    game = GAMES[task["game"]]()
    if task["curve"] == TABULAR:
        return CFR.linear(game, sampling="es", seed=task["seed"])
    return DeepCFR(game, task["walks"], seed=task["seed"], **CURVES[task["curve"]], **task["training"])


def marks(task):
    """Return the iterations at which it is measured: where as many walks have been done."""
    each = task["walks"] if task["curve"] == TABULAR else 1
    return [each * mark for mark in geometric(task["points"], task["iterations"])]


def measure(task, solver):
    """Return iterations of Deep CFR, walks of each player so far, processor seconds of walks and trainings, and ...

    remembered: the exploitability of the mean of the memory of strategies, which the network of the average strategy is
    asked to learn; missing without networks.
    """
    tabular = task["curve"] == TABULAR
    iterations, remembered = solver.iterations // (task["walks"] if tabular else 1), float("nan")
    if task["curve"].startswith("network"):
        remembered = exploitability(solver.game, solver.remembered_strategy())
    return {
        "iterations": iterations, "walks": iterations * task["walks"], "remembered": remembered,
        "seconds": solver.seconds if tabular else sum(solver.seconds.values()),
    }  # fmt: skip


def draw(table, name, game=None, x="nodes_touched"):
    """Return the picture of a game, by default of the first, without the curve `ONCE`."""
    game = game or table["game"].iloc[0]
    shown = runs(table[(table["game"] == game) & (table["curve"] != ONCE)], x=x, by="curve")
    labels = {"nodes_touched": "states carried", "seconds": "processor seconds"}
    ylabel = f"exploitability ({GAMES[game]().unit})"
    return drawing.convergence(shown, xlabel=labels.get(x, x), ylabel=ylabel, name=name)
