"""What part of the public tree a walk carries: all infostates, or only those of the outcomes that were drawn.

A `View` says which kinds of chance a walk enumerates. `drawn` is what chance did in one walk: the first private outcome
of each player, then the first public outcomes of each stage, that the walk carries (either all, from 0, or one). The
infostates that a walk carries lie in its vectors without gaps.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit


class View(NamedTuple):
    """See `make_view`."""

    private: np.ndarray  # (2,) int64: private outcomes of each player that are carried, all or 1
    boards: np.ndarray  # (stages,) int64: public outcomes of each stage that are carried, all or 1
    offset: np.ndarray  # (2, g + 1) int64: where a bundle's infostates start in either player's vectors
    sequences: np.ndarray  # (stages,) int64: number of action sequences at each stage


def make_view(tree, private=(True, True), public=True):
    """Return the view that carries all outcomes of player 0, of player 1 and of public chance, or one where told so."""
    carried = np.where(private, tree.outcomes, 1)
    boards = tree.boards if public else np.ones_like(tree.boards)
    states = tree.sequences * boards[tree.stage]
    offset = np.array([np.concatenate([[0], np.cumsum(states * n)]) for n in carried])
    sequences = np.bincount(tree.stage, weights=tree.sequences).astype(np.int64)
    return View(carried, boards, offset, sequences)


@inner_njit
def pick(running, start, n, u):
    """Return the first of n places whose running sum is above u times the last; counting is faster than searching."""
    start, count = np.uintp(start), 0
    x = u * (1 - 2e-16) * running[start + np.uintp(n - 1)]
    for k in range(np.uintp(n)):
        count += running[start + k] <= x
    return min(count, n - 1)


@inner_njit
def draw(tree, view, rng, drawn):
    """Fill `drawn`: draw what the view does not carry in full, public outcomes, then player 0's, then player 1's."""
    for k in range(len(drawn)):
        drawn[k] = 0
    board, last = 0, len(tree.boards) - 1
    n0, n1 = tree.outcomes[0], tree.outcomes[1]
    if view.boards[last] < tree.boards[last]:
        place = pick(tree.running, tree.first_board[last], tree.boards[last], rng.random())
        board = tree.first_board[last] + place
        for stage in range(last, 0, -1):
            drawn[2 + stage] = place
            place = tree.parent[tree.first_board[stage] + place]
    if view.private[0] < n0:
        drawn[0] = pick(tree.running_one[0], board * n0, n0, rng.random())
        if view.private[1] < n1:
            drawn[1] = pick(tree.running_pair, (board * n0 + drawn[0]) * n1, n1, rng.random())
    elif view.private[1] < n1:
        drawn[1] = pick(tree.running_one[1], board * n1, n1, rng.random())


@njit
def draw_probability(tree, view, drawn, stage):
    """Return how likely `draw` is to draw those of its outcomes that a walk has met before the next public chance."""
    board = tree.first_board[stage] + drawn[2 + stage]
    if view.boards[stage] == tree.boards[stage]:
        board = 0  # public chance is not drawn, private outcomes come from the root's weights
    both = tree.outcomes
    if view.private[0] == both[0] and view.private[1] == both[1]:
        return 1.0 if view.boards[stage] == tree.boards[stage] else tree.total[board]
    if view.private[1] == both[1]:
        return tree.marginals[0][board, drawn[0]]
    if view.private[0] == both[0]:
        return tree.marginals[1][board, drawn[1]]
    return tree.weights[board, drawn[0], drawn[1]]


@inner_njit
def chance_weight(tree, view, drawn, player, board, outcome):
    """Return the joint weight of an outcome of `player`, summed over what is carried of the other player."""
    other = 1 - player
    if view.private[other] == tree.outcomes[other]:
        return tree.marginals[player][board, outcome]
    if player == 0:
        return tree.weights[board, outcome, drawn[1]]
    return tree.weights[board, drawn[0], outcome]


@inner_njit
def count_nodes(view):
    """Return the number of public nodes that a walk enters."""
    total = 0
    for stage in range(len(view.boards)):
        total += view.sequences[stage] * view.boards[stage]
    return total


@inner_njit
def count_histories(tree, view, drawn):
    """Return the number of histories that a walk enters, the deals included."""
    total = 1 + view.private[0]
    for stage in range(len(view.boards)):
        pairs = 0
        for k in range(view.boards[stage]):
            board = tree.first_board[stage] + drawn[2 + stage] + k
            if view.private[0] == tree.outcomes[0] and view.private[1] == tree.outcomes[1]:
                pairs += tree.pairs[board]
            else:
                for i in range(drawn[0], drawn[0] + view.private[0]):
                    for j in range(drawn[1], drawn[1] + view.private[1]):
                        pairs += tree.weights[board, i, j] > 0
        total += pairs * view.sequences[stage]
    return total
