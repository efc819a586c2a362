"""Showdowns and folds of many hands at once, compiled: by pairs, by matrix, and in one sweep.

`cfrlib.textbook.terminals` says why a sweep is enough; this is the same arithmetic on flat arrays. Each call values k
terminals that share their hands and strengths (all pots of one board): `reach` and `value` are (k, n). Strengths are
sorted by the caller, once a board. Hands have two cards; every pair without a common card has the same weight, which
the caller puts into the payoffs. Room to work is passed in.
"""

import numpy as np

from cfrlib._util.jit import inner_njit, njit

SUMS = 3
"""Running sums that a sweep keeps for each card: weaker, weaker or equal, all."""


def make_workspace(deck):
    """Return room for the sums of a deck of so many cards: (3, deck) float64."""
    return np.zeros((SUMS, deck))


@inner_njit
def add_cards(room, reach, cards):
    """Fill the last row of `room` with the reach of all hands by card; return their sum."""
    deck, total = room.shape[1], 0.0
    for s in range(SUMS):
        for c in range(deck):
            room[s, c] = 0.0
    for j in range(len(reach)):
        p = reach[j]
        total += p
        room[2, cards[j, 0]] += p
        room[2, cards[j, 1]] += p
    return total


@njit
def showdown(order, strength, cards, reach, win, lose, tie, room, value):
    """Fill `value` by a sweep from the weakest hand to the strongest: O(n) for each terminal.

    Parameters
    ----------
    order : (n,) int64
        The hands by rising strength.
    strength : (n,) array
    cards : (n, 2) int64
        The two cards of each hand, from 0.
    reach : (k, n) float64
        The opponent's reach with each hand; 0 for a hand that the board excludes.
    win, lose, tie : (k,) float64
        Payoffs to the player whose values these are.
    room : (3, deck) float64
        See `make_workspace`.
    value : (k, n) float64
    """
    n = len(order)
    for k in range(len(reach)):
        p, v = reach[k], value[k]
        total = add_cards(room, p, cards)
        below = up_to = 0.0
        start = 0
        while start < n:  # hands from start to end are equally strong
            end, level = start, strength[order[start]]
            while end < n and strength[order[end]] == level:
                j = order[end]
                up_to += p[j]
                room[1, cards[j, 0]] += p[j]
                room[1, cards[j, 1]] += p[j]
                end += 1
            for place in range(start, end):
                i = order[place]
                a, b = cards[i, 0], cards[i, 1]
                weaker = below - room[0, a] - room[0, b]
                not_stronger = up_to - room[1, a] - room[1, b] + p[i]
                everything = total - room[2, a] - room[2, b] + p[i]
                v[i] = win[k] * weaker + tie[k] * (not_stronger - weaker) + lose[k] * (everything - not_stronger)
            for place in range(start, end):
                j = order[place]
                below += p[j]
                room[0, cards[j, 0]] += p[j]
                room[0, cards[j, 1]] += p[j]
            start = end


@njit
def showdown_pairs(strength, cards, reach, win, lose, tie, value):
    """Fill `value` pair by pair: O(n^2) for each terminal; parameters as in `showdown`."""
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
def fold(cards, reach, payoff, room, value):
    """Fill `value` where somebody folded: the payoff (k,) times the opponent's reach with hands that fit. O(n)."""
    for k in range(len(reach)):
        p = reach[k]
        total = add_cards(room, p, cards)
        for i in range(len(cards)):
            value[k, i] = payoff[k] * (total - room[2, cards[i, 0]] - room[2, cards[i, 1]] + p[i])


@njit
def comparison(my_order, mine, their_order, theirs, reach, win, lose, tie, value):
    """Fill `value` where nothing is removed (dice): a sweep through both players' outcomes. O(n + m).

    Parameters
    ----------
    my_order, their_order : (n,) and (m,) int64
        Outcomes by rising strength.
    mine, theirs : (n,) and (m,) arrays
        Strengths.
    reach : (k, m) float64
    win, lose, tie : (k,) float64
    value : (k, n) float64
    """
    n, m = len(my_order), len(their_order)
    for k in range(len(reach)):
        p, total = reach[k], 0.0
        for j in range(m):
            total += p[j]
        below = up_to = 0.0
        passed = reached = 0
        for place in range(n):
            i = my_order[place]
            while passed < m and theirs[their_order[passed]] < mine[i]:
                below += p[their_order[passed]]
                passed += 1
            while reached < m and theirs[their_order[reached]] <= mine[i]:
                up_to += p[their_order[reached]]
                reached += 1
            value[k, i] = win[k] * below + tie[k] * (up_to - below) + lose[k] * (total - up_to)


@njit
def comparison_pairs(mine, theirs, reach, win, lose, tie, value):
    """Fill `value` pair by pair: O(n m) for each terminal; parameters as in `comparison`."""
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
        for i in range(n):
            v[i] = 0.0
        for j in range(m):
            p, row = reach[k, j], payoffs[j]
            for i in range(n):
                v[i] += p * row[i]
