"""What lesson 14 needs around its walk over numbers: a small game of Bluff, tables that may share rows, a profile.

A history of bids is a number: the lowest bid is its highest bit. The game has one die each with four faces, so eight
bids and 256 histories. Where a bid is counted by `k`, that is how many higher ones are left.
"""

import numpy as np

from cfrlib.games import bluff
from cfrlib.profile import Profile
from cfrlib.textbook import public_tables

GAME = bluff((1, 1), faces=4, rounds="one", merged=False)
BIDS = len(GAME.bids)
ROLLS = GAME.outcomes(0)
COUNT = GAME.roll_counts(0)[:, ::-1].T
"""For each bid, from the highest to the lowest, and each roll: how many dice count."""
NEED = np.clip(GAME.quantities[::-1, None] - COUNT, 0, 2)
"""How many dice of the other player the bid needs then; 2 is more than there are."""


def higher(history):
    """Return how many higher bids are left: the zeros at the end of the number."""
    return (history & -history).bit_length() - 1 if history else BIDS


def matched(R):
    """Return what regret matching plays next, roll by roll: (actions, rolls) array."""
    return public_tables.matched(R.T).T


def last_bid(history):
    """Return the last bid and who moves: what is left of a history if the path is forgotten."""
    return higher(history), history.bit_count() % 2


class Table:
    """An array for each history, with a row for each action and a column for each roll.

    Histories share it whose names by `where` are the same, such as `last_bid`.
    """

    def __init__(self, where=int):
        self.where, self.arrays = where, {}

    def __getitem__(self, history):
        zeros = np.zeros((higher(history) + (history > 0), len(ROLLS)))
        return self.arrays.setdefault(self.where(history), zeros)

    def __setitem__(self, history, array):
        self.arrays[self.where(history)] = array


def average(S):
    """Return the average strategy of a `Table` of strategy sums, a `Profile`."""
    rows = {}
    for history in range(2**BIDS):
        bids = [bid for b, bid in enumerate(GAME.bids) if history >> (BIDS - 1 - b) & 1]
        actions = [*GAME.bids[::-1][: higher(history)], *["call"] * (history > 0)]
        for roll, column in zip(ROLLS, matched(S[history]).T, strict=True):
            rows[roll, " ".join(bids)] = dict(zip(actions, column, strict=True))
    return Profile.from_dict(GAME, rows)
