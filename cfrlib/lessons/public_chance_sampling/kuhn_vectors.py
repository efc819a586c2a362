"""What lesson 11 needs around its vector walk on Kuhn poker: tables by public state, and ends valued without pairs.

A table is a dictionary from what has been done, such as ("p", "b"), to an array with a row for each action and a column
for each card.
"""

from __future__ import annotations

import numpy as np

from cfrlib.game import Comparison, Decision
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.textbook import public_tables
from cfrlib.textbook.kuhn_equilibria import profile_of_bets

GAME = kuhn()
CARDS = GAME.outcomes(0)
DECISIONS = [actions for actions, node in GAME.action_sequences() if isinstance(node, Decision)]


def zeros() -> dict[tuple[str, ...], np.ndarray]:
    """Return a table of zeros for regrets, or for a strategy sum.

    Returns
    -------
    dict of tuple of str to (2, 3) array
        An array for each public state in which somebody decides.
    """
    return {actions: np.zeros((2, len(CARDS))) for actions in DECISIONS}


def matched(R: dict[tuple[str, ...], np.ndarray]) -> dict[tuple[str, ...], np.ndarray]:
    """Return the strategy that regret matching plays next, for each card by itself.

    Parameters
    ----------
    R : dict
        The table of cumulative regrets.

    Returns
    -------
    dict
        A table of probabilities.
    """
    return {actions: public_tables.matched(regrets.T).T for actions, regrets in R.items()}


def average(S: dict[tuple[str, ...], np.ndarray]) -> Profile:
    """Return the average strategy.

    Parameters
    ----------
    S : dict
        The table of strategy sums, nowhere zero.

    Returns
    -------
    Profile
    """
    bets = {actions: sums[1] / sums.sum(axis=0) for actions, sums in S.items()}
    return profile_of_bets({card + "".join(a): bet[c] for a, bet in bets.items() for c, card in enumerate(CARDS)})


def by_sweep(actions: tuple[str, ...], i: int, theirs: np.ndarray) -> np.ndarray:
    """Return the value of each card at an end: weaker minus stronger reach, or after a fold all that fits.

    Parameters
    ----------
    actions : tuple of str
        An end of Kuhn poker.
    i : int
        Whose values: 0 or 1.
    theirs : (3,) array
        The other player's reach with each card.

    Returns
    -------
    (3,) array
    """
    return _at_end(actions, i, theirs, theirs)


def without_subtracting(actions: tuple[str, ...], i: int, theirs: np.ndarray) -> np.ndarray:
    """Return what `by_sweep` does if it forgets that the other player cannot hold the own card.

    Parameters
    ----------
    actions : tuple of str
        An end of Kuhn poker.
    i : int
        Whose values: 0 or 1.
    theirs : (3,) array
        The other player's reach with each card.

    Returns
    -------
    (3,) array
    """
    return _at_end(actions, i, theirs, 0 * theirs)


def _at_end(actions, i, theirs, own):
    """Return the values of an end; `own` is the part of the own card, which is subtracted where all cards count."""
    payoff = GAME.payoff(actions, ())
    if isinstance(payoff, Comparison):
        after = np.cumsum(theirs)
        weaker, stronger = after - theirs, theirs.sum() - after
        return payoff.win * (weaker - stronger) / 6
    return (1, -1)[i] * payoff * (theirs.sum() - own) / 6
