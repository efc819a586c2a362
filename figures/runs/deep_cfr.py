"""Deep CFR on Kuhn, Leduc and Bluff(1,1) beside the same sampling with tables (Brown et al. 2019; Meyer 2021, 4.3).

Curves: "network" is Deep CFR as published; "network, uniform" plays any action where no advantage is above zero;
"table" has tables of means in place of both networks, everything else alike; "linear ES" is external sampling with
linear weights and one walk of each player an iteration, the best that tables can do with these samples.
"""

import lazy_loader as lazy

from cfrlib.deep import DeepCFR
from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.evaluate import exploitability
from cfrlib.runs.curves import geometric, runs

from .deep_games import GAMES

pd = lazy.load("pandas")


CURVES = {
    "network": {},
    "network, uniform": {"no_positive": "uniform"},
    "table": {"learner": "table", "capacity": None},
}
"""What `DeepCFR` takes."""
ONCE = "network, uniform"
"""A curve for one game only."""
SCALES = {
    "quick": {"kuhn": {"iterations": 8, "points": 3, "walks": 10, "seeds": 2, "training": {"hidden": [8]}}},
    "paper": {
        "kuhn": {"iterations": 200, "points": 11, "walks": 50, "seeds": 5, "training": {"hidden": [32, 32]}},
        "leduc": {"iterations": 150, "points": 9, "walks": 300, "seeds": 5, "training": {}},
        "bluff": {"iterations": 100, "points": 7, "walks": 300, "seeds": 3, "training": {}},
    },
}


def tasks(scale):
    """Return one task for each game, curve and seed."""
    compared = "leduc" if "leduc" in SCALES[scale] else "kuhn"
    return [
        {"game": game, "curve": curve, "seed": seed,
         **{name: sizes[name] for name in ("iterations", "points", "walks")},
         "training": sizes["training"] if curve.startswith("network") else {}}
        for game, sizes in SCALES[scale].items()
        for curve in (*CURVES, "linear ES")
        for seed in range(sizes["seeds"])
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
