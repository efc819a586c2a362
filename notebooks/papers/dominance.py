"""Dominated actions and dominated plans of a small game, in the three senses that a text may mean.

At an information set
    An action is dominated if in every history of the set every end below it pays its player less than every end below
    some other action. This is strict, local and stronger than any definition that looks at strategies.
Strictly, in the normal form
    A plan is dominated if a mixture of other plans earns more against *every* plan of the other player.
Weakly, in the normal form
    A mixture never earns less, and earns more against at least one.

A plan says what to do at each set that it comes to. An action that is dominated at its set need not make its plans
strictly dominated: against a player who never lets the set come up, it costs nothing.
"""

from itertools import product

import numpy as np
from scipy.optimize import linprog

from cfrlib.tree import TERMINAL

ROUNDING = 1e-9


def dominated_actions(tree):
    """Return {(key, action): entry in the flat arrays} of all actions that are dominated at their information set."""
    low, high = np.zeros((2, tree.num_histories))
    for h in reversed(tree.nodes):  # children stand behind their parents
        below = h.children
        low[h.index] = h.payoff if h.player == TERMINAL else low[below].min()
        high[h.index] = h.payoff if h.player == TERMINAL else high[below].max()
    dominated = {}
    for I in tree.infosets:
        children = np.array([tree.nodes[h].children for h in I.nodes])  # (histories, actions)
        best, worst = (high[children], low[children]) if I.player == 0 else (-low[children], -high[children])
        for a, action in enumerate(I.actions):
            if any((best[:, a] < worst[:, b]).all() for b in range(len(I.actions))):
                dominated[I.key, action] = I.offset + a
    return dominated


def normal_form(W):
    """Return the plans of both players of a small game, a `Walk`, and what they pay to player 0, (n, m).

    Plans are (n, size) bool arrays; row by row: the entries that a plan comes to and takes.
    """
    plans = []
    for player in (0, 1):
        mine, different = [I for I in W.infosets if I.player == player], {}
        for choice in product(*(range(I.offset, I.offset + len(I.actions)) for I in mine)):
            taken = np.zeros(W.size)
            taken[list(choice)] = 1
            different[tuple(W.reach(taken) > 0)] = None
        plans.append(np.array(list(different)))
    payoff = np.array([[W.value((x | y).astype(float)) for y in plans[1]] for x in plans[0]])
    return plans, payoff


def dominated_plans(payoff, weakly=False):
    """Return which rows a mixture of rows dominates.

    A linear program for each row r: over mixtures y it makes as large as possible the smallest of y's gains over r, or
    with `weakly` the sum of its gains while none is below 0.
    """
    n, m = payoff.shape
    dominated = np.zeros(n, dtype=bool)
    for r, row in enumerate(payoff):
        surplus = (payoff - row).T  # (m, n)
        if weakly:
            goal, limits, extra = surplus.sum(axis=0), -surplus, []
        else:
            goal, limits, extra = np.append(np.zeros(n), 1), np.column_stack([-surplus, np.ones(m)]), [(None, None)]
        one = np.append(np.ones(n), np.zeros(len(extra)))[None]
        best = linprog(-goal, limits, np.zeros(m), one, [1], bounds=[(0, None)] * n + extra)
        dominated[r] = -best.fun > ROUNDING
    return dominated


def weights(plans, sigma):
    """Return how likely each plan is under a strategy: the product of the probabilities of what it takes."""
    return np.where(plans, sigma, 1.0).prod(axis=1)
