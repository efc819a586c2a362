"""Kuhn poker learned before your eyes: the average strategy of CFR, closer together at the start."""

import pandas as pd

from cfrlib import Profile
from cfrlib.draw.parts.moving import moving
from cfrlib.draw.picture import finished
from cfrlib.games import kuhn
from cfrlib.lessons.start_here import played_tree
from cfrlib.lessons.start_here.learning import learned

BEAT, REST = 0.2, 5
"""Seconds that a picture stands for, and the last one in addition."""


def run_task(task, checkpoint=None):
    """Return how often each hand bets or calls, and what can be won from all of them, in chips."""
    times, profiles, errors = learned(task["iterations"])
    rows = [
        {"iterations": time, "hand": card + actions, "bets": choice["b"], "exploitability": error}
        for time, profile, error in zip(times, profiles, errors, strict=True)
        for (card, actions), choice in profile.items()
    ]
    return pd.DataFrame(rows)


def draw(table, name):
    """Return the tree, its edges as wide as they are played: a picture that moves, for README."""
    half, frames = Profile.uniform(kuhn()), []
    last = table[table.iterations == table.iterations.max()].set_index("hand")
    words = (
        f"From half and half to {last.iterations['J']:,} iterations of CFR: in the end Player 1 bets "
        f"{last.bets['J']:.0%} of the Jacks, and the best opponent wins {last.exploitability['J']:.3f} chips a hand."
    )
    for time, rows in table.groupby("iterations"):
        bets = {(row.hand[0], row.hand[1:]): {"p": 1 - row.bets, "b": row.bets} for row in rows.itertuples()}
        heading = f"After {time:,} iteration{'s' * (time != 1)}"
        frames.append(played_tree.picture(half.replace(bets), True, heading, words))
    return finished(moving([frame.svg for frame in frames], BEAT, REST), frames[-1].text, name)
