"""Buckets in two-round hold'em, judged in the real game: overfitting, refinements that do worse, CFR-BR as the cure.

[2-1] hold'em under percentile buckets of E[HS^2] is solved by CFR+ over all sequences of buckets, and by CFR-BR. The
average strategies are measured twice: against best responses that see buckets, and against those that see cards,
exactly, over all flops.
"""

import lazy_loader as lazy

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.engine.buckets.cfr_br import CFRBR
from cfrlib.engine.buckets.lifting import lifted_profile, real_game
from cfrlib.evaluate import exploitability
from cfrlib.games import holdem
from cfrlib.runs.curves import geometric
from cfrlib.runs.practice import spent

pd = lazy.load("pandas")


SCALES = {
    "quick": {"deck": [4, 2], "curves": [[2, 2]], "CFR+": [300, 8], "CFR-BR": [40, 5], "grid": [[1, 2], [1, 2]]},
    "paper": {
        "deck": [13, 4],
        "curves": [[2, 2], [5, 5], [10, 10], [20, 20]],
        "CFR+": [3000, 22],
        "CFR-BR": [250, 12],
        "grid": [[1, 2, 4, 8, 16], [1, 2, 4, 8, 16, 32]],
    },
}
"""Buckets of each curve before the flop and on it, iterations and marks, and the buckets of the grid."""


def tasks(scale):
    """Return one task for each curve, and one for each abstraction of the grid."""
    sizes = SCALES[scale]
    curves = [
        {"buckets": buckets, "curve": curve, "iterations": sizes[curve][0], "points": sizes[curve][1]}
        for buckets in sizes["curves"]
        for curve in ("CFR+", "CFR-BR")
    ]
    grid = [
        {"buckets": [before, after], "curve": "grid", "iterations": sizes["CFR+"][0], "points": 1}
        for before in sizes["grid"][0]
        for after in sizes["grid"][1]
    ]
    return [{**task, "deck": sizes["deck"]} for task in curves + grid]


def run_task(task, checkpoint):
    """Return the rows of an abstraction.

    Columns before and after (buckets before the flop and on it), curve, iterations, cpu_seconds (of the solve alone),
    abstract and real: the exploitability in mbb/g inside the abstract game, and in the real one. The curve "grid" has
    the last iteration of CFR+ only.
    """
    game = holdem(deck=tuple(task["deck"]), buckets=tuple(task["buckets"]))
    solver = CFRBR(game) if task["curve"] == "CFR-BR" else CFR.plus(game)
    solver.run(0)
    rows, cpu = [], 0.0
    for mark in geometric(task["points"], task["iterations"]) if task["points"] > 1 else [task["iterations"]]:
        cpu += spent(solver, mark - solver.iterations)
        profile = solver.average_strategy()
        rows.append({
            "before": task["buckets"][0], "after": task["buckets"][1], "curve": task["curve"], "iterations": mark,
            "cpu_seconds": cpu, "abstract": exploitability(game, profile),
            "real": exploitability(real_game(game), lifted_profile(profile)),
        })  # fmt: skip
    return pd.DataFrame(rows)


def draw(table, name="holdem_buckets"):
    """Return the picture of 5 buckets, or else of the most: exploitability in the real game."""
    known = table[table.curve != "grid"]["before"].unique().tolist()
    shown = curves(table, 5 if 5 in known else max(known), ["real"])
    return convergence(shown, xlabel="iterations", ylabel="exploitability in the real game (mbb/g)", name=name)


def curves(table, buckets, games=("abstract", "real")):
    """Return the curves of an abstraction: {name: [(iterations, exploitability)]}."""
    part = table[(table.before == buckets) & (table.after == buckets) & (table.curve != "grid")]
    found = {}
    for curve, rows in part.groupby("curve", sort=False):
        for where in games:
            found[f"{curve}, {where} game"] = [(rows["iterations"].to_numpy(), rows[where].to_numpy())]
    return found


def grid(table):
    """Return the real exploitability of each abstraction of the grid: rows before the flop, columns on it."""
    return table[table.curve == "grid"].pivot(index="before", columns="after", values="real")
