"""What the terminals of a round are worth to all hands at once, O(n) for all of them together.

Against class k the opponent may hold everything, less the hands with either of its cards, plus the hand itself, which
was taken away twice (Johanson et al. 2012, section 3.2). A card is one of an *orbit* of cards that the symmetry
exchanges, so the reach of all hands with one such card is S[o] = sum_k m_k p_k (cards of orbit o in a hand of k) / |o|,
where m_k counts the hands of a class. At a showdown the same is done with weaker and with stronger hands alone, in one
sweep in order of strength. All terminals and lanes stand side by side as the *columns* of a class, folds first, each
filled up to whole vectors of `VECTOR` columns.
"""

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.rounds import FOLD, SHOWDOWN

VECTOR = 8


def columns(terminals, many):
    """Return how many columns so many terminals take, with so many lanes."""
    return -(-terminals * many // VECTOR) * VECTOR


@inner_njit
def value_terminals(betting, boards, board, walk, workspace, many):
    """Fill in the values of all folds and showdowns on a board; `many` lanes."""
    start, n, wide = boards.start[board], boards.start[board + 1] - boards.start[board], workspace.columns
    for node in range(len(betting.kind)):
        if betting.kind[node] in (FOLD, SHOWDOWN):
            first = column(betting, workspace, node, many)
            spread(workspace.batch, first, wide, workspace.reach, workspace.at[0, node], n, many)
    sweep(boards, start, n, workspace)
    for node in range(len(betting.kind)):
        if betting.kind[node] in (FOLD, SHOWDOWN):
            negative, stakes = walk.me == 1 and betting.kind[node] == FOLD, betting.stakes[betting.end[node]]
            first = column(betting, workspace, node, many)
            gather(workspace.value, node * workspace.stride, workspace.worth, first, wide, stakes, negative, n, many)


@inner_njit
def column(betting, workspace, node, many):
    """Return the first column of a terminal."""
    end = betting.end[node]
    return end * many if betting.kind[node] == FOLD else workspace.folded + (end - betting.folds) * many


@inner_njit
def spread(out, o, wide, x, i, n, many):
    """Copy a vector [class][lane] into its columns."""
    o, i, wide, many = np.uintp(o), np.uintp(i), np.uintp(wide), np.uintp(many)
    for _ in range(n):
        for l in range(many):
            out[o + l] = x[i + l]
        o += wide
        i += many


@inner_njit
def gather(out, o, x, i, wide, stakes, negative, n, many):
    """Copy a vector [class][lane] out of its columns, times the stakes, which are negative if so asked."""
    o, i, wide, many = np.uintp(o), np.uintp(i), np.uintp(wide), np.uintp(many)
    for _ in range(n):
        for l in range(many):
            y = x[i + l] * stakes[l]
            out[o + l] = -y if negative else y
        o += many
        i += wide


@inner_njit
def sweep(boards, start, n, workspace):
    """Sum up the reach that can be held against each class: all at folds, weaker less stronger at showdowns."""
    wide, folded = workspace.columns, np.uintp(workspace.folded)
    total = (boards.orbits + 1) * wide
    loops.fill(workspace.sums, 0, 0.0, 2 * total)
    for k in range(n):
        add_class(boards, start, k, workspace, wide, total)
    k = 0
    while k < n:
        after = boards.after[start + k]
        for c in range(k, after):
            weaker(workspace, c * wide, total, *cards(boards, start + c, wide), folded, np.uintp(wide))
        for c in range(k, after):
            add_class(boards, start, c, workspace, wide, 0)
        for c in range(k, after):
            less_stronger(workspace, c * wide, total, *cards(boards, start + c, wide), folded, np.uintp(wide))
        k = after


@inner_njit(forceinline=True)
def cards(boards, c, wide):
    """Return where the sums of the two orbits of a class start."""
    return np.uintp((1 + boards.orbit[c, 0]) * wide), np.uintp((1 + boards.orbit[c, 1]) * wide)


@inner_njit
def add_class(boards, start, k, workspace, wide, first):
    """Add a class to the sums that start at `first`: that of all hands, and those of its two orbits."""
    c, x, sums, batch = start + k, k * wide, workspace.sums, workspace.batch
    loops.add_scaled(sums, first, boards.hands[c], batch, x, wide)
    loops.add_scaled(sums, first + (1 + boards.orbit[c, 0]) * wide, boards.share[c, 0], batch, x, wide)
    loops.add_scaled(sums, first + (1 + boards.orbit[c, 1]) * wide, boards.share[c, 1], batch, x, wide)


@inner_njit
def weaker(workspace, x, total, a, b, folded, wide):
    """worth = at folds, all that can be held against a class whose cards have sums at a, b; at showdowns the weaker."""
    x, total, sums = np.uintp(x), np.uintp(total), workspace.sums
    for l in range(folded):
        workspace.worth[x + l] = sums[total + l] - sums[total + a + l] - sums[total + b + l] + workspace.batch[x + l]
    for l in range(folded, wide):
        workspace.worth[x + l] = sums[l] - sums[a + l] - sums[b + l]


@inner_njit
def less_stronger(workspace, x, total, a, b, folded, wide):
    """worth -= all, less those not stronger, which are summed by now: the hand itself cancels."""
    x, total, sums = np.uintp(x), np.uintp(total), workspace.sums
    for l in range(folded, wide):
        upto = sums[l] - sums[a + l] - sums[b + l]
        workspace.worth[x + l] += upto - (sums[total + l] - sums[total + a + l] - sums[total + b + l])
