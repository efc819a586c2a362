"""How many of the 1,081 hands on a board fall into the same buckets? (Johanson et al. 2012, section 4, on Fig. 3a.)"""

import numpy as np
import pandas as pd

from cfrlib import draw as drawing
from cfrlib.games import texas


def run_task(task, checkpoint=None):
    """Return a row for each board: its hands, their different sequences of buckets, and all sequences of the game."""
    game = texas(task["buckets"], deck=tuple(task["deck"]), raises=(1, 0, 0, 1))
    deck, abstraction, rng, rows = game.deck, game.percentiles, np.random.default_rng(0), []
    for board in range(task["boards"]):
        cards = rng.choice(len(deck.names), 5, replace=False)
        free = np.flatnonzero(~np.isin(deck.hands, cards).any(axis=1))
        sequences = len(set(abstraction.find([cards] * len(free), free)[:, 3].tolist()))
        rows.append((task["buckets"], board, len(free), sequences, abstraction.sequences[3]))
    return pd.DataFrame(rows, columns=["buckets", "board", "hands", "sequences", "all"])


def draw(table, name):
    """Return the picture: hands for each sequence, by buckets, with the range over the boards."""
    each = (table["hands"] / table["sequences"]).groupby(table["buckets"])
    x = sorted(table["buckets"].unique())
    return drawing.lines({"hands for each sequence": (x, each.mean())}, name=name, xlabel="buckets", ylabel="hands",
                 bands={"hands for each sequence": (each.min(), each.max())})  # fmt: skip
