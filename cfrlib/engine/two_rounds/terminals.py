"""What the ends of a round are worth to all hands at once, O(n) for all ends together.

Against class k the opponent may hold everything, less the hands with either of its cards, plus the hand itself, which
was taken away twice (Johanson et al. 2012, section 3.2). A card is one of an *orbit* of cards that the symmetry
exchanges, so the reach of all hands with one such card is S[o] = sum_k m_k p_k (cards of orbit o in a hand of k) / |o|,
where m_k counts the hands of a class. At a showdown the same is done with weaker and with stronger hands alone, in one
sweep in order of strength.

All ends and lanes stand side by side as the *columns* of a class, folds first. Either kind fills up to whole vectors
of `VECTOR` columns: what is left of a vector would take as long as all of it.
"""

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.rounds import FOLD, SHOWDOWN

VECTOR = 8


def columns(ends, many):
    """Return how many columns so many ends take, with so many lanes."""
    return -(-ends * many // VECTOR) * VECTOR


@inner_njit
def ends(betting, boards, board, walk, room, many):
    """Fill in the values of all folds and showdowns on a board; `many` lanes."""
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
    for node in range(len(betting.kind)):
        if betting.kind[node] in (FOLD, SHOWDOWN):
            spread(room.batch, column(betting, room, node, many), room.columns, room.reach, room.at[0, node], n, many)
    sweep(boards, start, n, room)
    for node in range(len(betting.kind)):
        if betting.kind[node] in (FOLD, SHOWDOWN):
            negative = walk.me == 1 and betting.kind[node] == FOLD
            gather(
                room.value, node * room.stride, room.found, column(betting, room, node, many), room.columns,
                betting.stakes, betting.end[node], negative, n, many,
            )  # fmt: skip


@inner_njit
def column(betting, room, node, many):
    """Return the first column of an end."""
    end = betting.end[node]
    return end * many if betting.kind[node] == FOLD else room.folded + (end - betting.folds) * many


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
def gather(out, o, x, i, wide, stakes, e, negative, n, many):
    """Copy a vector [class][lane] out of its columns, times the stakes, which are negative if so asked."""
    o, i, wide, many = np.uintp(o), np.uintp(i), np.uintp(wide), np.uintp(many)
    for _ in range(n):
        for l in range(many):
            y = x[i + l] * stakes[e, l]
            out[o + l] = -y if negative else y
        o += many
        i += wide


@inner_njit
def sweep(boards, start, n, room):
    """Find the reach of all hands that can be held against each class, at folds, and at showdowns that of weaker hands
    less that of stronger ones."""
    wide, folded = room.columns, np.uintp(room.folded)
    total = (boards.orbits + 1) * wide
    loops.fill(room.sums, 0, 0.0, 2 * total)
    for k in range(n):
        add_class(boards, start, k, room, wide, total)
    k = 0
    while k < n:
        after = boards.after[start + k]
        for c in range(k, after):
            weaker(room, c * wide, total, *cards(boards, start + c, wide), folded, np.uintp(wide))
        for c in range(k, after):
            add_class(boards, start, c, room, wide, 0)
        for c in range(k, after):
            less_stronger(room, c * wide, total, *cards(boards, start + c, wide), folded, np.uintp(wide))
        k = after


@inner_njit(forceinline=True)
def cards(boards, c, wide):
    """Return where the sums of the two orbits of a class start."""
    return np.uintp((1 + boards.orbit[c, 0]) * wide), np.uintp((1 + boards.orbit[c, 1]) * wide)


@inner_njit
def add_class(boards, start, k, room, wide, sums):
    """Add a class to sums that start at `sums`."""
    c, x = start + k, k * wide
    loops.add_scaled(room.sums, sums, boards.hands[c], room.batch, x, wide)
    loops.add_scaled(room.sums, sums + (1 + boards.orbit[c, 0]) * wide, boards.share[c, 0], room.batch, x, wide)
    loops.add_scaled(room.sums, sums + (1 + boards.orbit[c, 1]) * wide, boards.share[c, 1], room.batch, x, wide)


@inner_njit
def weaker(room, x, total, a, b, folded, wide):
    """found = at folds, all that can be held against a class whose cards have sums at a and b; at showdowns the
    weaker."""
    x, total, sums = np.uintp(x), np.uintp(total), room.sums
    for l in range(folded):
        room.found[x + l] = sums[total + l] - sums[total + a + l] - sums[total + b + l] + room.batch[x + l]
    for l in range(folded, wide):
        room.found[x + l] = sums[l] - sums[a + l] - sums[b + l]


@inner_njit
def less_stronger(room, x, total, a, b, folded, wide):
    """found -= all, less those not stronger, which are summed by now: the hand itself cancels."""
    x, total, sums = np.uintp(x), np.uintp(total), room.sums
    for l in range(folded, wide):
        upto = sums[l] - sums[a + l] - sums[b + l]
        room.found[x + l] += upto - (sums[total + l] - sums[total + a + l] - sums[total + b + l])
