"""What lesson 11 needs around its vector walk on Kuhn poker: tables by public state, and ends valued without pairs.

A table is a dictionary from what has been done, such as ("p", "b"), to an array with a row for each action and a column
for each card.
"""

import numpy as np

from cfrlib.game import Comparison, Decision
from cfrlib.games import kuhn
from cfrlib.textbook import public_tables
from cfrlib.textbook.kuhn_equilibria import profile_of_bets

GAME = kuhn()
CARDS = GAME.outcomes(0)
DECISIONS = [actions for actions, node in GAME.action_sequences() if isinstance(node, Decision)]


def zeros(cards=3):
    """Return a table of zeros for regrets, or for a strategy sum."""
    return {actions: np.zeros((2, cards)) for actions in DECISIONS}


def matched(R):
    """Return the strategy that regret matching plays next, for each card by itself: a table of probabilities."""
    return {actions: public_tables.matched(regrets.T).T for actions, regrets in R.items()}


def average(S):
    """Return the average strategy, a `Profile`, of a table of strategy sums that are nowhere zero."""
    bets = {actions: sums[1] / sums.sum(axis=0) for actions, sums in S.items()}
    return profile_of_bets({card + "".join(a): bet[c] for a, bet in bets.items() for c, card in enumerate(CARDS)})


def by_sweep(actions, i, theirs):
    """Return the value to player i of each card at an end, by the other's reach: weaker minus stronger, or all."""
    return _at_end(actions, i, theirs, theirs)


def without_subtracting(actions, i, theirs):
    """Return what `by_sweep` does if it forgets that the other player cannot hold the own card."""
    return _at_end(actions, i, theirs, 0 * theirs)


def _at_end(actions, i, theirs, own):
    """Return the values of an end; `own` is the part of the own card, which is subtracted where all cards count."""
    payoff, deals = GAME.payoff(actions, ()), len(theirs) * (len(theirs) - 1)
    if isinstance(payoff, Comparison):
        after = np.cumsum(theirs)
        weaker, stronger = after - theirs, theirs.sum() - after
        return payoff.win * (weaker - stronger) / deals
    return (1, -1)[i] * payoff * (theirs.sum() - own) / deals
