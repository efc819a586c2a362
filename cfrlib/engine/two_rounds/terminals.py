"""The values of all terminals of a round to all hands at once, O(n) for all n classes together.

Against class k the opponent may hold everything, less the hands with either of its cards, plus the hand itself, which
was taken away twice (Johanson et al. 2012, section 3.2). A card is one of an *orbit* of cards that the symmetry
exchanges, so the reach of all hands with one such card is S[o] = sum_k m_k p_k (cards of orbit o in a hand of k) / |o|,
where m_k counts the hands of a class. At a showdown the same is done with weaker and with stronger hands alone, in one
sweep in order of strength. All terminals and lanes are the *columns* of a class, side by side, folds first; folds and
showdowns are each padded to a multiple of 8. The *worth* of a column is its value before it is multiplied by stakes.
"""

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.rounds import FOLD, SHOWDOWN
from cfrlib.engine.common.vector_loops import EIGHT, load, minus, plus, store, times


def columns(terminals, lanes):
    """Return the number of columns of `terminals` folds, or showdowns: one for each lane, padded."""
    return -(-terminals * lanes // EIGHT) * EIGHT


@inner_njit
def value_terminals(betting, boards, board, walk, workspace, lanes):
    """Fill in the values of all folds and showdowns on a board."""
    start, n, row_stride = boards.start[board], boards.start[board + 1] - boards.start[board], workspace.columns
    for node in range(len(betting.kind)):
        if betting.kind[node] in (FOLD, SHOWDOWN):
            first = column(betting, workspace, node, lanes)
            spread(workspace.batch, first, row_stride, workspace.reach, workspace.at[0, node], n, lanes)
    sweep(boards, start, n, workspace)
    for node in range(len(betting.kind)):
        if betting.kind[node] in (FOLD, SHOWDOWN):
            negative, stakes = walk.me == 1 and betting.kind[node] == FOLD, betting.stakes[betting.end[node]]
            first, to = column(betting, workspace, node, lanes), node * workspace.stride
            gather(workspace.value, to, workspace.worth, first, row_stride, stakes, negative, n, lanes)


@inner_njit
def column(betting, workspace, node, lanes):
    """Return the first column of a terminal."""
    end = betting.end[node]
    return end * lanes if betting.kind[node] == FOLD else workspace.folded + (end - betting.folds) * lanes


@inner_njit
def spread(out, to, row_stride, vector, from_, n, lanes):
    """Copy a vector [class][lane] into its columns."""
    to, from_, row_stride, lanes = np.uintp(to), np.uintp(from_), np.uintp(row_stride), np.uintp(lanes)
    for _ in range(n):
        for l in range(lanes):
            out[to + l] = vector[from_ + l]
        to += row_stride
        from_ += lanes


@inner_njit
def gather(out, to, worth, from_, row_stride, stakes, negative, n, lanes):
    """Copy a vector [class][lane] out of its columns, times the stakes, or times their negatives."""
    to, from_, row_stride, lanes = np.uintp(to), np.uintp(from_), np.uintp(row_stride), np.uintp(lanes)
    for _ in range(n):
        for l in range(lanes):
            value = worth[from_ + l] * stakes[l]
            out[to + l] = -value if negative else value
        to += lanes
        from_ += row_stride


@inner_njit
def sweep(boards, start, n, workspace):
    """Set the worth of each class: at folds all reach held against it, at showdowns weaker less stronger."""
    row_stride = workspace.columns
    all_at = (boards.orbits + 1) * row_stride  # sums[:all_at]: classes no stronger so far; sums[all_at:]: all classes
    loops.fill(workspace.sums, 0, 0.0, 2 * all_at)
    for k in range(n):
        add_class(boards, start, k, workspace, row_stride, all_at)
    k = 0
    while k < n:
        after = boards.after[start + k]  # classes k to after - 1 are equally strong
        for c in range(k, after):
            set_weaker(boards, start, c, workspace, row_stride, all_at)
        for c in range(k, after):
            add_class(boards, start, c, workspace, row_stride, 0)
        for c in range(k, after):
            subtract_stronger(boards, start, c, workspace, row_stride, all_at)
        k = after


@inner_njit(forceinline=True)
def sums_of(boards, c, row_stride, first):
    """Return the indices, from `first` on, of the sum over all hands, and of those over both orbits of class c."""
    one, other = first + (1 + boards.orbit[c, 0]) * row_stride, first + (1 + boards.orbit[c, 1]) * row_stride
    return np.uintp(first), np.uintp(one), np.uintp(other)


@inner_njit(forceinline=True)
def add_class(boards, start, k, workspace, row_stride, first):
    """Add class k to the sums that start at `first`: that of all hands, and those of its two orbits."""
    c, x, sums = start + k, np.uintp(k * row_stride), workspace.sums
    hands, one_share, other_share = boards.hands[c], boards.share[c, 0], boards.share[c, 1]
    all_hands, one, other = sums_of(boards, c, row_stride, first)
    for l in range(np.uintp(0), np.uintp(row_stride), np.uintp(EIGHT)):
        reach = load(workspace.batch, x + l)
        store(sums, all_hands + l, plus(load(sums, all_hands + l), times(hands, reach)))
        store(sums, one + l, plus(load(sums, one + l), times(one_share, reach)))
        store(sums, other + l, plus(load(sums, other + l), times(other_share, reach)))


@inner_njit(forceinline=True)
def held(sums, at, l):
    """Return all - with first card - with second card; the hand itself is removed twice, so folds add it back."""
    all_hands, one, other = at
    return minus(minus(load(sums, all_hands + l), load(sums, one + l)), load(sums, other + l))


@inner_njit(forceinline=True)
def set_weaker(boards, start, k, workspace, row_stride, all_at):
    """Set worth: at folds reach(all compatible), at showdowns reach(weaker)."""
    x, folded, sums = np.uintp(k * row_stride), np.uintp(workspace.folded), workspace.sums
    every, so_far = sums_of(boards, start + k, row_stride, all_at), sums_of(boards, start + k, row_stride, 0)
    for l in range(np.uintp(0), folded, np.uintp(EIGHT)):
        store(workspace.worth, x + l, plus(held(sums, every, l), load(workspace.batch, x + l)))
    for l in range(folded, np.uintp(row_stride), np.uintp(EIGHT)):
        store(workspace.worth, x + l, held(sums, so_far, l))


@inner_njit(forceinline=True)
def subtract_stronger(boards, start, k, workspace, row_stride, all_at):
    """Subtract reach(stronger) = reach(all) - reach(not stronger).

    Both contain the class itself, so its double removal cancels.
    """
    x, sums = np.uintp(k * row_stride), workspace.sums
    every, so_far = sums_of(boards, start + k, row_stride, all_at), sums_of(boards, start + k, row_stride, 0)
    for l in range(np.uintp(workspace.folded), np.uintp(row_stride), np.uintp(EIGHT)):
        minus_stronger = minus(held(sums, so_far, l), held(sums, every, l))
        store(workspace.worth, x + l, plus(load(workspace.worth, x + l), minus_stronger))
