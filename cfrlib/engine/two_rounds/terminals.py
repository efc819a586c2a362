"""What the terminals of a round are worth to all hands at once, O(n) for all of them together.

Against class k the opponent may hold everything, less the hands with either of its cards, plus the hand itself, which
was taken away twice (Johanson et al. 2012, section 3.2). A card is one of an *orbit* of cards that the symmetry
exchanges, so the reach of all hands with one such card is S[o] = sum_k m_k p_k (cards of orbit o in a hand of k) / |o|,
where m_k counts the hands of a class. At a showdown the same is done with weaker and with stronger hands alone, in one
sweep in order of strength. All terminals and lanes stand side by side as the *columns* of a class, folds first, each
filled up to eights.
"""

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.rounds import FOLD, SHOWDOWN
from cfrlib.engine.common.vector_loops import EIGHT, load, minus, plus, store, times


def columns(terminals, many):
    """Return how many columns so many terminals take, with so many lanes."""
    return -(-terminals * many // EIGHT) * EIGHT


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
    wide = workspace.columns
    total = (boards.orbits + 1) * wide
    loops.fill(workspace.sums, 0, 0.0, 2 * total)
    for k in range(n):
        add_class(boards, start, k, workspace, wide, total)
    k = 0
    while k < n:
        after = boards.after[start + k]
        for c in range(k, after):
            weaker(boards, start, c, workspace, wide, total)
        for c in range(k, after):
            add_class(boards, start, c, workspace, wide, 0)
        for c in range(k, after):
            less_stronger(boards, start, c, workspace, wide, total)
        k = after


@inner_njit(forceinline=True)
def places(boards, c, wide, first):
    """Return where in the sums that start at `first` those of all hands stand, and of the two orbits of a class."""
    one, other = first + (1 + boards.orbit[c, 0]) * wide, first + (1 + boards.orbit[c, 1]) * wide
    return np.uintp(first), np.uintp(one), np.uintp(other)


@inner_njit(forceinline=True)
def add_class(boards, start, k, workspace, wide, first):
    """Add a class to the sums that start at `first`: that of all hands, and those of its two orbits."""
    c, x, sums = start + k, np.uintp(k * wide), workspace.sums
    hands, one_share, other_share = boards.hands[c], boards.share[c, 0], boards.share[c, 1]
    all_hands, one, other = places(boards, c, wide, first)
    for l in range(np.uintp(0), np.uintp(wide), np.uintp(EIGHT)):
        reach = load(workspace.batch, x + l)
        store(sums, all_hands + l, plus(load(sums, all_hands + l), times(hands, reach)))
        store(sums, one + l, plus(load(sums, one + l), times(one_share, reach)))
        store(sums, other + l, plus(load(sums, other + l), times(other_share, reach)))


@inner_njit(forceinline=True)
def held(sums, at, l):
    """Return what of the sums at these places can be held against a class, less the hand itself."""
    all_hands, one, other = at
    return minus(minus(load(sums, all_hands + l), load(sums, one + l)), load(sums, other + l))


@inner_njit(forceinline=True)
def weaker(boards, start, k, workspace, wide, total):
    """worth = at folds, all that can be held against a class; at showdowns the weaker."""
    x, folded, sums = np.uintp(k * wide), np.uintp(workspace.folded), workspace.sums
    every, so_far = places(boards, start + k, wide, total), places(boards, start + k, wide, 0)
    for l in range(np.uintp(0), folded, np.uintp(EIGHT)):
        store(workspace.worth, x + l, plus(held(sums, every, l), load(workspace.batch, x + l)))
    for l in range(folded, np.uintp(wide), np.uintp(EIGHT)):
        store(workspace.worth, x + l, held(sums, so_far, l))


@inner_njit(forceinline=True)
def less_stronger(boards, start, k, workspace, wide, total):
    """worth -= all, less those not stronger, which are summed by now: the hand itself cancels."""
    x, sums = np.uintp(k * wide), workspace.sums
    every, so_far = places(boards, start + k, wide, total), places(boards, start + k, wide, 0)
    for l in range(np.uintp(workspace.folded), np.uintp(wide), np.uintp(EIGHT)):
        stronger = minus(held(sums, so_far, l), held(sums, every, l))
        store(workspace.worth, x + l, plus(load(workspace.worth, x + l), stronger))
