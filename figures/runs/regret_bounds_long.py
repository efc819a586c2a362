"""Runs in which the bound of Theorem 1 of Johanson et al. (2012) could fail: many on Kuhn poker, long ones on Leduc."""

import lazy_loader as lazy

from cfrlib.draw import convergence
from cfrlib.games import kuhn, leduc
from cfrlib.runs.curves import geometric, stored_runs

from .regret_bounds import ROWS, bound, larger, overall_regrets, sizes

pd = lazy.load("pandas")


TOGETHER = 50
"""Seeds of Kuhn poker that are one task."""
GAMES = {"kuhn": kuhn(), "leduc": leduc(suits_matter=False)}


def tasks(sizes):
    """Return the parts: some seeds of one row on Kuhn poker, one seed of one row on Leduc poker.

    Kuhn poker has no public chance, so there PCS draws nothing, and one seed is all.
    """
    short, long = sizes["kuhn"], sizes["leduc"]
    seeds = {row: range(1 if row == "pcs" else short["seeds"]) for row in ROWS}
    marks = geometric(long["points"], long["iterations"])
    return [
        {"game": "kuhn", "row": row, "seeds": list(seeds[row][first : first + TOGETHER]), "marks": short["marks"]}
        for row in ROWS
        for first in range(0, len(seeds[row]), TOGETHER)
    ] + [
        {"game": "leduc", "row": row, "seeds": [seed], "marks": marks} for row in ROWS for seed in range(long["seeds"])
    ]


def run_task(task, checkpoint=None):
    """Return the points of some runs: game, row, seed, iterations, regret of player 0 and of player 1 (chips)."""
    game, marks = GAMES[task["game"]], set(task["marks"])
    points = [
        (task["game"], task["row"], seed, t, *regrets)
        for seed in task["seeds"]
        for t, regrets in overall_regrets(game, task["row"], seed, max(marks))
        if t in marks
    ]
    return pd.DataFrame(points, columns=["game", "row", "seed", "iterations", "regret_0", "regret_1"])


def shares(table, p=1.0):
    """Return regrets as shares of the bound: one column for each player more, `share_0` and `share_1`."""
    of = {(name, player): sizes(game, player) for name, game in GAMES.items() for player in (0, 1)}

    def bounds(row, player):
        facts = of[row["game"], player]
        return bound(row["iterations"], p, *(facts[name] for name in ("delta", "M", "A")))

    return table.assign(**{
        f"share_{player}": table[f"regret_{player}"] / table.apply(bounds, axis=1, player=player) for player in (0, 1)
    })  # fmt: skip


def draw(table, name="regret_bounds_long"):
    """Return the picture: the larger of the two regrets in the long runs, by row, under the bound that could fail."""
    game, long = GAMES["leduc"], larger(table[table["game"] == "leduc"])
    facts = [sizes(game, player) for player in (0, 1)]
    largest = {key: max(f[key] for f in facts) for key in ("delta", "M", "A")}
    return convergence(
        {row.upper(): part for row, part in stored_runs(long, "row", y="regret").items()},
        ylabel="larger average overall regret (chips)",
        reference={f"Theorem 1, p = {p:g}": lambda T, p=p: bound(T, p, **largest) for p in (0.05, 1)},
        target={f"Δ = {largest['delta']:g}": largest["delta"]}, name=name,
    )  # fmt: skip
