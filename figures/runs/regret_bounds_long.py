"""Runs in which the bound of Theorem 1 of Johanson et al. (2012) could fail: many on Kuhn poker, long ones on Leduc."""

from cfrlib.runs.curves import geometric

from . import regret_bounds
from .regret_bounds import GAMES as GAMES
from .regret_bounds import ROWS, points

TOGETHER = 50
"""Seeds of Kuhn poker that are one task."""


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
    return points(task)


def draw(table, name):
    """Return the picture: the larger of the two regrets in the long runs, by row, under the bound that could fail."""
    return regret_bounds.draw(table[table["game"] == "leduc"], name, pace=False)
