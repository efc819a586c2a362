"""What Bluff(1,1), (2,1) and (2,2) are worth to the player who opens, between bounds that are proved."""

from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.evaluate import best_response_values, expected_value
from cfrlib.games import bluff

STEP = 1.12
"""From one look to the next the iterations grow by this factor."""


def solver(task):
    """Return the solver of a task."""
    game = bluff(tuple(task["dice"]), task["faces"], leaf_tolerance=task["leaf_tolerance"])
    return CFR.discounted(game, dtype=task["dtype"])


def marks(task):
    """Yield the iterations after which the bounds are looked at."""
    mark = 0
    while True:
        mark += max(4, int(mark * STEP) - mark)
        yield mark


def measure(task, solver):
    """Return what the game may be worth at least and at most, and what the average profile is worth, to player 0."""
    layout, profile = layout_of(solver.game), solver.average_strategy()
    if hasattr(profile, "sums"):
        sums = profile.sums.astype(float)
        best, value = layout.evaluator.best_response_values(sums), layout.evaluator.expected_value(sums)
    else:
        best, value = best_response_values(solver.game, profile), expected_value(solver.game, profile)
    return {"game": "({},{})".format(*task["dice"]), "low": -best[1], "high": best[0], "value": value}


def enough(task, row):
    """Say whether the bounds are as narrow as they are to be."""
    return row["high"] - row["low"] <= task["width"]
