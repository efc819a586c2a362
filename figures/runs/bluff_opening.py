"""What the solved Bluff(2,2) plays: how it opens with each roll, and how often each opening is challenged."""

import pandas as pd

from cfrlib.draw.picture import finished
from cfrlib.lessons.bluff.opening_view import opening_view
from cfrlib.runs.practice import run_to_marks

from . import bluff_time


def run_task(task, checkpoint=None):
    """Return a row for each bid and each roll: how often the opener bids so, how often the other challenges the bid."""

    def make():
        return bluff_time.solver({"curve": "DCFR", "seed": 0, "faces": task["faces"], "merged": True})

    solver, rows = run_to_marks(make, [task["iterations"]], checkpoint, lambda one: {"gap": one.exploitability()})
    game, played = solver.game, solver.average_strategy()
    return pd.DataFrame(
        {
            "bid": bid,
            "roll": roll,
            "opens": float(played[roll, ""][bid]),
            "challenges": float(played[roll, bid]["call"]),
            "exploitability": rows[-1]["gap"],
        }
        for bid in game.bids
        for roll in game.outcomes(0)
    )


def draw(table, *, name=None):
    """Return the map of rolls and bids."""
    picture = opening_view(table).picture()
    return finished(picture.svg, picture.text, name)
