"""Showdowns of many hands at once, compiled: by pairs, by matrix, and in one sweep.

`cfrlib.textbook.terminals` says why a sweep is enough; this is the same arithmetic on flat arrays. Each call values k
terminals that share their hands and strengths (all pots of one board): `reach`, the opponent's with each hand, and
`value` are (k, n); `win`, `lose` and `tie` are payoffs (k,) to the player whose values these are. Strengths are sorted
by the caller, once a board. Hands have two cards, (n, 2) from 0; every pair without a common card has the same weight,
which the caller puts into the payoffs.
"""

import numpy as np

from cfrlib._util.jit import inner_njit, njit


def make_workspace(deck):
    """Return memory for the sums of a deck of so many cards: (3, deck) float64."""
    return np.zeros((3, deck))  # of each card: weaker, weaker or equal, all


@inner_njit
def add_cards(sums, reach, cards):
    """Fill the last row of `sums` with the reach of all hands by card; return their sum."""
    total = 0.0
    sums[:] = 0.0
    for j in range(len(reach)):
        p = reach[j]
        total += p
        sums[2, cards[j, 0]] += p
        sums[2, cards[j, 1]] += p
    return total


@njit
def showdown(order, strength, cards, reach, win, lose, tie, sums, value):
    """Fill `value` by a sweep from the weakest hand to the strongest, their `order`: O(n) for each terminal.

    `sums` are those of `make_workspace`.
    """
    n = len(order)
    for k in range(len(reach)):
        p, v = reach[k], value[k]
        total = add_cards(sums, p, cards)
        below = up_to = 0.0
        start = 0
        while start < n:  # hands from start to end are equally strong
            end, level = start, strength[order[start]]
            while end < n and strength[order[end]] == level:
                j = order[end]
                up_to += p[j]
                sums[1, cards[j, 0]] += p[j]
                sums[1, cards[j, 1]] += p[j]
                end += 1
            for place in range(start, end):
                i = order[place]
                a, b = cards[i, 0], cards[i, 1]
                weaker = below - sums[0, a] - sums[0, b]
                not_stronger = up_to - sums[1, a] - sums[1, b] + p[i]
                everything = total - sums[2, a] - sums[2, b] + p[i]
                v[i] = win[k] * weaker + tie[k] * (not_stronger - weaker) + lose[k] * (everything - not_stronger)
            for place in range(start, end):
                j = order[place]
                below += p[j]
                sums[0, cards[j, 0]] += p[j]
                sums[0, cards[j, 1]] += p[j]
            start = end


@njit
def showdown_pairs(strength, cards, reach, win, lose, tie, value):
    """Fill `value` pair by pair: O(n^2) for each terminal."""
    n = len(strength)
    for k in range(len(reach)):
        for i in range(n):
            x, a, b = 0.0, cards[i, 0], cards[i, 1]
            for j in range(n):
                c, d = cards[j, 0], cards[j, 1]
                if a != c and a != d and b != c and b != d:
                    if strength[i] > strength[j]:
                        x += win[k] * reach[k, j]
                    elif strength[i] < strength[j]:
                        x += lose[k] * reach[k, j]
                    else:
                        x += tie[k] * reach[k, j]
            value[k, i] = x


@njit
def comparison(my_order, mine, their_order, theirs, reach, win, lose, tie, value):
    """Fill `value` where nothing is removed (dice): a sweep by strength through both players' outcomes. O(n + m)."""
    n, m = len(my_order), len(their_order)
    for k in range(len(reach)):
        p, total = reach[k], 0.0
        for j in range(m):
            total += p[j]
        below = up_to = 0.0
        less = not_more = 0
        for place in range(n):
            i = my_order[place]
            while less < m and theirs[their_order[less]] < mine[i]:
                below += p[their_order[less]]
                less += 1
            while not_more < m and theirs[their_order[not_more]] <= mine[i]:
                up_to += p[their_order[not_more]]
                not_more += 1
            value[k, i] = win[k] * below + tie[k] * (up_to - below) + lose[k] * (total - up_to)


@njit
def comparison_pairs(mine, theirs, reach, win, lose, tie, value):
    """Fill `value` pair by pair: O(n m) for each terminal."""
    for k in range(len(reach)):
        for i in range(len(mine)):
            x = 0.0
            for j in range(len(theirs)):
                if mine[i] > theirs[j]:
                    x += win[k] * reach[k, j]
                elif mine[i] < theirs[j]:
                    x += lose[k] * reach[k, j]
                else:
                    x += tie[k] * reach[k, j]
            value[k, i] = x


@njit
def matrix(payoffs, reach, value):
    """Fill `value` from payoffs made beforehand, (m, n), our outcomes last: O(n m) for each terminal, and memory."""
    m, n = payoffs.shape
    for k in range(len(reach)):
        v = value[k]
        v[:] = 0.0
        for j in range(m):
            p, row = reach[k, j], payoffs[j]
            for i in range(n):
                v[i] += p * row[i]
