"""What Bluff(1,1), (2,1) and (2,2) are worth to the player who opens, between bounds that are proved."""

import time

import lazy_loader as lazy

from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.evaluate import best_response_values, expected_value
from cfrlib.games import bluff
from cfrlib.runs.practice import spent

pd = lazy.load("pandas")


STEP = 1.12
"""From one look to the next the iterations grow by this factor."""
APART = 60.0
"""Seconds between two checkpoints."""


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
