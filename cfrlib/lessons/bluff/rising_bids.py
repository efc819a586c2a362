"""What lesson 14 needs around its walk over numbers: a small game of Bluff, tables that may share rows, a profile.

A history of bids is a number: the lowest bid is its highest bit. The game has one die each with four faces, so eight
bids and 256 histories.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

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


def higher(history: int) -> int:
    """Return how many higher bids are left: the zeros at the end of the number.

    Parameters
    ----------
    history : int

    Returns
    -------
    int
    """
    return (history & -history).bit_length() - 1 if history else BIDS


def matched(R: np.ndarray) -> np.ndarray:
    """Return what regret matching plays next, roll by roll.

    Parameters
    ----------
    R : (actions, rolls) array

    Returns
    -------
    (actions, rolls) array
    """
    return public_tables.matched(R.T).T


def last_bid(history: int) -> Hashable:
    """Return the last bid and who moves: what is left of a history if the path is forgotten.

    Parameters
    ----------
    history : int

    Returns
    -------
    tuple of int
    """
    return higher(history), history.bit_count() % 2


def by_all_bids(k: int) -> list[Hashable]:
    """Return a name for each roll; rolls have the same one if no bid that can still be challenged tells them apart.

    Parameters
    ----------
    k : int
        How many higher bids are left.

    Returns
    -------
    list
    """
    return [tuple(needs) for needs in NEED[: k + 1].T]


def by_last_bid(k: int) -> list[Hashable]:
    """Return what `by_all_bids` does if it looks at the last bid only, as if no higher one could follow.

    Parameters
    ----------
    k : int
        How many higher bids are left.

    Returns
    -------
    list
    """
    return list(NEED[k]) if k < BIDS else list(range(len(ROLLS)))


class Table:
    """An array for each history, with a row for each action and a column for each roll.

    Parameters
    ----------
    where : callable, optional
        From a history to a name; histories with the same name share their array.
    alike : callable, optional
        From the number of higher bids to a name for each roll; rolls with the same name share a column. What is put
        into a shared column is its mean.
    """

    def __init__(
        self, where: Callable[[int], Hashable] | None = None, alike: Callable[[int], list[Hashable]] | None = None
    ) -> None:
        self.where, self.arrays = where or int, {}
        names = [alike(k) if alike else list(range(len(ROLLS))) for k in range(BIDS + 1)]
        same = [np.array([[float(a == b) for b in row] for a in row]) for row in names]
        self.means = [part / part.sum(axis=0) for part in same] if alike else None

    def __getitem__(self, history: int) -> np.ndarray:
        name = self.where(history)
        if name not in self.arrays:
            self.arrays[name] = np.zeros((higher(history) + (history > 0), len(ROLLS)))
        return self.arrays[name]

    def __setitem__(self, history: int, array: np.ndarray) -> None:
        self.arrays[self.where(history)] = array @ self.means[higher(history)] if self.means else array


def average(S: Table) -> Profile:
    """Return the average strategy of a table of strategy sums.

    Parameters
    ----------
    S : Table

    Returns
    -------
    Profile
    """
    rows = {}
    for history in range(2**BIDS):
        bids = [bid for b, bid in enumerate(GAME.bids) if history >> (BIDS - 1 - b) & 1]
        actions = [*GAME.bids[::-1][: higher(history)], *["call"] * (history > 0)]
        for roll, column in zip(ROLLS, matched(S[history]).T, strict=True):
            rows[roll, " ".join(bids)] = dict(zip(actions, column, strict=True))
    return Profile.from_dict(GAME, rows)
