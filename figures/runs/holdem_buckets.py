"""Buckets in two-round hold'em, judged in the real game: overfitting, refinements that do worse, CFR-BR as the cure."""

from cfrlib import draw as drawing
from cfrlib.engine import CFR
from cfrlib.engine.buckets.cfr_br import CFRBR
from cfrlib.engine.buckets.lifting import lifted_profile, real_game
from cfrlib.evaluate import exploitability
from cfrlib.games import holdem
from cfrlib.runs.curves import geometric

COLUMNS = ("before", "after", "curve", "iterations", "cpu_seconds", "abstract", "real")


def solver(task):
    """Return the solver of an abstraction; buckets on the flop are as many as before, where a task says no more."""
    game = holdem(deck=tuple(task.get("deck", (13, 4))), buckets=(task["before"], task.get("after", task["before"])))
    return CFRBR(game) if task["curve"] == "CFR-BR" else CFR.plus(game)


def marks(task):
    """Return the iterations at which it is measured."""
    return geometric(task["points"], task["iterations"]) if task["points"] > 1 else [task["iterations"]]


def measure(task, solver):
    """Return the exploitability of the average in the abstract game and in the real one, in mbb/g."""
    profile = solver.average_strategy()
    return {
        "after": task.get("after", task["before"]), "abstract": exploitability(solver.game, profile),
        "real": exploitability(real_game(solver.game), lifted_profile(profile)),
    }  # fmt: skip


def draw(table, name):
    """Return the picture of 5 buckets, or else of the most: exploitability in the real game."""
    known = table[table.curve != "grid"]["before"].unique().tolist()
    shown = curves(table, 5 if 5 in known else max(known), ["real"])
    return drawing.convergence(shown, xlabel="iterations", ylabel="exploitability in the real game (mbb/g)", name=name)


def curves(table, buckets, games):
    """Return {curve and game: [(iterations, exploitability)]} of an abstraction, in the games "abstract" or "real"."""
    part = table[(table.before == buckets) & (table.after == buckets) & (table.curve != "grid")]
    return {
        f"{curve}, {where} game": [(rows["iterations"].to_numpy(), rows[where].to_numpy())]
        for curve, rows in part.groupby("curve", sort=False)
        for where in games
    }


def doublings(table):
    """Return {(b, 2 b): exploitability in the real game with 2 b buckets on each round over that with b}."""
    real = table.set_index("before")["real"]
    return {(b, 2 * b): real[2 * b] / real[b] for b in real.index if 2 * b in real.index}
