"""Deep CFR on Kuhn, Leduc and Bluff(1,1) beside the same sampling with tables (Brown et al. 2019; Meyer 2021, 4.3)."""

import lazy_loader as lazy

from cfrlib.deep import DeepCFR
from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.evaluate import exploitability
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.runs.curves import geometric, runs

pd = lazy.load("pandas")

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


def tasks(sizes):
    """Return one task for each game, curve and seed."""
    compared = "leduc" if "leduc" in sizes else "kuhn"
    return [
        {"game": game, "curve": curve, "seed": seed,
         **{name: of[name] for name in ("iterations", "points", "walks")},
         "training": of["training"] if curve.startswith("network") else {}}
        for game, of in sizes.items()
        for curve in (*CURVES, "linear ES")
        for seed in range(of["seeds"])
        if curve != ONCE or game == compared
    ]  # fmt: skip


def run_task(task, checkpoint):
    """Return the rows of a curve.

    Columns game, curve, seed, iterations, walks (of each player so far), nodes_touched, seconds (processor seconds, of
    walks and trainings), exploitability, and remembered: the exploitability of the mean of the memory of strategies,
    which the network of the average strategy is asked to learn; missing without networks.
    """
    game, tabular = GAMES[task["game"]](), task["curve"] == "linear ES"
    if tabular:
        solver = CFR.linear(game, sampling="es", seed=task["seed"])
    else:
        switches = CURVES[task["curve"]] | task["training"]
        solver = DeepCFR(game, task["walks"], seed=task["seed"], **switches)
    rows, each = [], task["walks"] if tabular else 1
    for mark in geometric(task["points"], task["iterations"]):
        solver.run(mark * each - solver.iterations)
        networks = task["curve"].startswith("network")
        rows.append({
            **{name: task[name] for name in ("game", "curve", "seed")}, "iterations": mark,
            "walks": mark * task["walks"], "nodes_touched": solver.nodes_touched,
            "seconds": solver.seconds if tabular else sum(solver.seconds.values()),
            "exploitability": solver.exploitability(),
            "remembered": exploitability(game, solver.remembered_strategy()) if networks else float("nan"),
        })  # fmt: skip
    return pd.DataFrame(rows)


def draw(table, game=None, x="nodes_touched", name="deep_cfr", once=False):
    """Return the picture of a game, by default of the first: medians and bands over the seeds; `once`: all curves."""
    game = game or table["game"].iloc[0]
    part, unit = table[table["game"] == game], GAMES[game]().unit
    labels = {"nodes_touched": "states carried", "seconds": "processor seconds"}
    found = runs(part, x=x, by="curve")
    drawn = {curve: part for curve, part in found.items() if once or curve != ONCE}
    return convergence(drawn, xlabel=labels.get(x, x), ylabel=f"exploitability ({unit})", name=name)
