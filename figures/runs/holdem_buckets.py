"""Buckets in two-round hold'em, judged in the real game: overfitting, refinements that do worse, CFR-BR as the cure."""

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


def run_task(task, checkpoint):
    """Return the rows of an abstraction.

    Columns before and after (buckets before the flop and on it), curve, iterations, cpu_seconds (of the solve alone),
    abstract and real: the exploitability in mbb/g inside the abstract game, and in the real one. The curve "grid" has
    the last iteration of CFR+ only.
    """
    after = task.get("after", task["before"])
    game = holdem(deck=tuple(task.get("deck", (13, 4))), buckets=(task["before"], after))
    solver = CFRBR(game) if task["curve"] == "CFR-BR" else CFR.plus(game)
    solver.run(0)
    rows, cpu = [], 0.0
    for mark in geometric(task["points"], task["iterations"]) if task["points"] > 1 else [task["iterations"]]:
        cpu += spent(solver, mark - solver.iterations)
        profile = solver.average_strategy()
        rows.append({
            "before": task["before"], "after": after, "curve": task["curve"], "iterations": mark,
            "cpu_seconds": cpu, "abstract": exploitability(game, profile),
            "real": exploitability(real_game(game), lifted_profile(profile)),
        })  # fmt: skip
    return pd.DataFrame(rows)


def draw(table, name):
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
