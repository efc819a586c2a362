"""What Bluff(1,1), (2,1) and (2,2) are worth to the player who opens, between bounds that are proved.

Discounted CFR, until the bounds are narrow. They are what best responses earn against the average: the value of the
game lies between what the opener surely gets and what the other one surely leaves. Where a round leads to another game,
a best response counts what a best response earns there. Best responses are computed in float64, whatever the solver's
tables are.
"""

import time

import lazy_loader as lazy

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.evaluate import best_response_values, expected_value
from cfrlib.games import bluff
from cfrlib.runs.practice import spent

pd = lazy.load("pandas")


SCALES = {
    "quick": {
        (1, 1): {"faces": 6, "width": 1e-3, "leaf_tolerance": 1e-4, "dtype": "float64"},
        (2, 1): {"faces": 4, "width": 1e-2, "leaf_tolerance": 1e-4, "dtype": "float64"},
        (2, 2): {"faces": 4, "width": 1e-2, "leaf_tolerance": 1e-4, "dtype": "float32"},
    },
    "paper": {
        (1, 1): {"faces": 6, "width": 1e-6, "leaf_tolerance": 1e-4, "dtype": "float64"},
        (2, 1): {"faces": 6, "width": 1e-6, "leaf_tolerance": 1e-7, "dtype": "float64"},
        (2, 2): {"faces": 6, "width": 5e-4, "leaf_tolerance": 1e-5, "dtype": "float32"},
    },
}
"""For each game: faces, how far apart the bounds may be, how exploitable the sub-games, and the type of the tables."""
STEP = 1.12
"""From one look to the next the iterations grow by this factor."""
APART = 60.0
"""Seconds between two checkpoints."""


def tasks(scale):
    """Return one task for each game."""
    return [{"dice": list(dice), **sizes} for dice, sizes in SCALES[scale].items()]


def run_task(task, checkpoint):
    """Return a row for each look: game, iterations, cpu_seconds (of the solve), low, high, value (in wins).

    `value` is what the average profile earns when both follow it.
    """
    game = bluff(tuple(task["dice"]), task["faces"], leaf_tolerance=task["leaf_tolerance"])
    new = CFR.discounted(game, dtype=task["dtype"])
    large = layout_of(game).num_entries > 10**8
    solver, rows = (new, []) if large else checkpoint.load(lambda: new)
    cpu, saved = (rows[-1]["cpu_seconds"] if rows else 0.0), time.monotonic()
    while not rows or rows[-1]["high"] - rows[-1]["low"] > task["width"]:
        solver.prepare()
        cpu += spent(solver, max(4, int(solver.iterations * STEP) - solver.iterations))
        low, high, value = bounds(solver)
        rows.append({"game": "({},{})".format(*task["dice"]), "iterations": solver.iterations, "cpu_seconds": cpu,
                     "low": low, "high": high, "value": value})  # fmt: skip
        if not large and time.monotonic() - saved > APART:
            checkpoint.save(solver, rows)
            saved = time.monotonic()
    return pd.DataFrame(rows)


def bounds(solver):
    """Return (lowest, highest) that the game may be worth, and what the average profile is worth, to player 0."""
    layout = layout_of(solver.game)
    profile = solver.average_strategy()
    if hasattr(profile, "sums"):
        sums = profile.sums.astype(float)
        best, value = layout.evaluator.best_response_values(sums), layout.evaluator.expected_value(sums)
    else:
        best, value = best_response_values(solver.game, profile), expected_value(solver.game, profile)
    return -best[1], best[0], value


def draw(table, name="bluff_values"):
    """Return the picture: how far apart the bounds are, against the iterations."""
    found = {
        f"Bluff{game}": (part["iterations"].to_numpy(), (part["high"] - part["low"]).to_numpy())
        for game, part in table.groupby("game", sort=False)
    }
    return convergence(found, ylabel="width of the interval (wins)", name=name)
