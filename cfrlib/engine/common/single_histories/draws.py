"""What chance does in a walk on single histories: of a public tree drawn before it, of an explicit tree on the way."""

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.single_histories import nodes as of
from cfrlib.tree.explicit import CHANCE


@njit(forceinline=True)
def begin(public, tree, rng, deal):
    """Draw what is drawn before a walk: on a public tree all, by one random number."""
    if public is None:
        deal.rest[0] = rng.random() if tree.nodes[of.KIND] == CHANCE else -1.0
        return
    u, size, drawn = rng.random(), len(public.running), deal.drawn
    x, place = u * (1 - 2e-16) * public.running[size - 1], np.uintp(public.guide[np.uintp(u * size)])
    while public.running[place] <= x:
        place += np.uintp(1)
    last, n0, n1 = len(public.boards) - 1, public.outcomes[0], np.uintp(public.outcomes[1])
    number, boards = np.uintp(public.deals[place]), np.uintp(public.boards[last])
    pair = number // boards
    board, i, j = np.intp(number - pair * boards), np.intp(pair // n1), np.intp(pair - pair // n1 * n1)
    drawn[0], drawn[1] = i, j
    for stage in range(last, -1, -1):
        drawn[2 + stage], shown = board, public.first_board[stage] + board
        deal.at[3 * stage], deal.at[3 * stage + 1] = board * n0 + i, board * np.intp(n1) + j
        deal.at[3 * stage + 2] = (board * np.intp(n1) + j) * n0 + i
        deal.weight[stage] = public.weights[shown, i, j]
        board = public.parent[shown]


@inner_njit(forceinline=True)
def after_chance(draws, nodes, n, rng, deal):
    """Return which edge chance takes at a node."""
    if draws is None:
        return 0
    place, actions, first = nodes[n + of.STAGE], nodes[n + of.ACTIONS], nodes[n + of.BLOCK]
    if place == 0 and deal.rest[0] < 0:
        deal.rest[0] = rng.random()
    u, last, rest = deal.rest[place], 0, 0.0
    for e in range(actions):
        p = draws.probability[first + e]
        if p > 0:
            last = e
            if u < p:
                rest = u / p  # it decides what comes next
                break
        u -= p  # at last the number was 1, but for rounding
    after = draws.after[first + last]
    deal.rest[after], deal.weight[after] = rest, deal.weight[place] * draws.probability[first + last]
    return last
