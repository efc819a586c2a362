"""One round of betting with all private hands at once, on one board.

Hands that the board's suit symmetry makes equal are one *class*; classes stand in the order of their strength. A round
that comes after another is played in several *lanes* side by side, one for each way of betting before it: they share
the tree and the cards, only stakes differ. Vectors are [class][lane], tables [row][class][lane]; a row is an action at
a decision.

Ends are worth what `Ends` says, O(n) for all of them together: against class k the opponent may hold everything, less
the hands with either of its cards, plus the hand itself, which was taken away twice (Johanson et al. 2012, section
3.2). A card is one of an *orbit* of cards that the symmetry exchanges, so the reach of all hands with one such card is
S[o] = sum_k m_k p_k (cards of orbit o in a hand of k) / |o|, where m_k counts the hands of a class.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.kernels import ladder_lanes, lanes, njit
from cfrlib.kernels.ladder import BEST, GAIN, MEAN, NOTHING, PLUS, PREDICTIVE, REGRETS, SHARES, WEIGHT
from cfrlib.layout.rounds import FOLD, SHOWDOWN


class Walk(NamedTuple):
    """What a walk needs; see `cfrlib.kernels.ladder.Walk`."""

    me: int
    purpose: int
    rule: int
    averaged: int
    numbers: np.ndarray
    fade: np.ndarray
    """(2,) in the tables' dtype."""
    theirs: np.ndarray
    basis: np.ndarray
    regret: np.ndarray
    sums: np.ndarray


class Room(NamedTuple):
    """What a walk writes on its way; vectors of nodes are `apart` from one another."""

    apart: int
    reach: np.ndarray
    mine: np.ndarray
    value: np.ndarray
    inverse: np.ndarray
    at: np.ndarray
    """(2, nodes) int64: where a node's reach stands in `reach` and in `mine`: who does not move passes it on as it
    is."""
    batch: np.ndarray
    """Reach at all ends, [class][end][lane]."""
    found: np.ndarray
    """What the ends are worth, likewise."""
    sums: np.ndarray
    """Reach so far: of all hands, then of those with a card of each orbit; and of all classes: (2, orbits + 1, ...)."""


@njit
def walk_down(betting, walk, room, base, width):
    """Carry reach from the start of the round, where it stands in the room already, to all its nodes."""
    numbers = walk.numbers
    room.at[0, 0] = room.at[1, 0] = 0
    for node in range(len(betting.kind)):
        player, here = betting.kind[node], node * room.apart
        if player > 1:
            continue
        first, actions = betting.edges[node], betting.edges[node + 1] - betting.edges[node]
        entry, mine = base + betting.row[node] * width, player == walk.me
        table = walk.basis if mine else walk.theirs
        if not (mine and walk.purpose == BEST):
            ladder_lanes.reciprocal_of_positives(
                room.inverse, here, table, entry, width, actions, numbers[NOTHING], numbers, width
            )
        share = numbers[SHARES + actions]
        side = 1 if mine else 0
        reach = room.mine if mine else room.reach
        for a in range(actions):
            child, e = betting.child[first + a], entry + a * width
            room.at[0, child], room.at[1, child] = room.at[0, node], room.at[1, node]
            if mine and walk.averaged != walk.me:
                continue
            room.at[side, child] = child * room.apart
            if player == walk.averaged:
                ladder_lanes.play_and_add(
                    reach, child * room.apart, True, reach, room.at[side, node], table, e, room.inverse, here, share,
                    walk.sums, numbers[WEIGHT], numbers, width,
                )  # fmt: skip
            else:
                ladder_lanes.play(
                    reach, child * room.apart, True, reach, room.at[side, node], table, e, room.inverse, here, share,
                    numbers, width,
                )  # fmt: skip


@njit
def walk_up(betting, walk, room, base, width):
    """Bring values from the ends of the round to its start, and update the regrets of the walking player."""
    numbers = walk.numbers
    for node in range(len(betting.kind) - 1, -1, -1):
        player, here = betting.kind[node], node * room.apart
        if player > 1:
            continue
        first, actions = betting.edges[node], betting.edges[node + 1] - betting.edges[node]
        entry, share = base + betting.row[node] * width, numbers[SHARES + actions]
        for a in range(actions):
            below, e = betting.child[first + a] * room.apart, entry + a * width
            if player != walk.me:
                ladder_lanes.pass_on(room.value, here, a == 0, room.value, below, width)
            elif walk.purpose == BEST:
                if a == 0:
                    lanes.copy(room.value, here, room.value, below, width)
                else:
                    lanes.raise_to(room.value, here, room.value, below, width)
            elif walk.purpose == MEAN:
                ladder_lanes.add_expected(
                    room.value, here, a == 0, room.value, below, walk.basis, e, room.inverse, here, share, numbers,
                    width,
                )  # fmt: skip
            elif walk.rule == PREDICTIVE:
                ladder_lanes.keep_expected(
                    room.value, here, a == 0, room.value, below, walk.basis, e, room.inverse, here, share, numbers,
                    width,
                )  # fmt: skip
            else:
                ladder_lanes.gain_expected(
                    room.value, here, a == 0, room.value, below, walk.basis, e, room.inverse, here, share,
                    walk.fade[0], walk.fade[1], numbers[GAIN], numbers, width,
                )  # fmt: skip
        if player == walk.me and walk.purpose == REGRETS:
            for a in range(actions):
                e = entry + a * width
                if walk.rule == PREDICTIVE:
                    ladder_lanes.take_mean_and_guess(walk.regret, walk.basis, e, room.value, here, numbers, width)
                else:
                    ladder_lanes.take_mean(
                        walk.regret, e, numbers[GAIN], room.value, here, walk.rule == PLUS, numbers, width
                    )


@njit
def ends(betting, boards, board, walk, room, many):
    """Fill in the values of all folds and showdowns on a board; `many` lanes."""
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
    wide = (betting.folds + betting.shows) * many
    for node in range(len(betting.kind)):
        if betting.kind[node] in (FOLD, SHOWDOWN):
            spread(room.batch, betting.end[node] * many, wide, room.reach, room.at[0, node], n, many)
    add_up(boards, start, n, room, wide)
    folded = betting.folds * many
    for k in range(n):
        against(boards, start, k, room, wide, 0, folded, False)
    sweep(boards, start, n, room, wide, folded)
    sign = 1.0 if walk.me == 0 else -1.0
    for node in range(len(betting.kind)):
        if betting.kind[node] in (FOLD, SHOWDOWN):
            e = betting.end[node]
            factor = sign if betting.kind[node] == FOLD else 1.0
            gather(room.value, node * room.apart, room.found, e * many, wide, betting.stakes, e, factor, n, many)


@njit
def spread(out, o, wide, x, i, n, many):
    """Copy a vector [class][lane] into its place in [class][end][lane]."""
    o, i, wide, many = np.uintp(o), np.uintp(i), np.uintp(wide), np.uintp(many)
    for _ in range(n):
        for l in range(many):
            out[o + l] = x[i + l]
        o += wide
        i += many


@njit
def gather(out, o, x, i, wide, stakes, e, factor, n, many):
    """Copy a vector [class][lane] out of [class][end][lane], times the stakes."""
    o, i, wide, many = np.uintp(o), np.uintp(i), np.uintp(wide), np.uintp(many)
    for _ in range(n):
        for l in range(many):
            out[o + l] = x[i + l] * (factor * stakes[e, l])
        o += many
        i += wide


@njit
def add_up(boards, start, n, room, wide):
    """Sum the reach of all hands and of those with a card of each orbit."""
    total = (boards.orbits + 1) * wide
    lanes.fill(room.sums, 0, 0.0, 2 * total)
    for k in range(n):
        add_class(boards, start, k, room, wide, total, 0, wide)


@njit
def add_class(boards, start, k, room, wide, sums, first, last):
    """Add lanes first to last of a class to sums that start at `sums`."""
    c, length, x = start + k, last - first, k * wide + first
    s = sums + first
    lanes.add_scaled(room.sums, s, boards.hands[c], room.batch, x, length)
    lanes.add_scaled(room.sums, s + (1 + boards.orbit[c, 0]) * wide, boards.share[c, 0], room.batch, x, length)
    lanes.add_scaled(room.sums, s + (1 + boards.orbit[c, 1]) * wide, boards.share[c, 1], room.batch, x, length)


@njit
def against(boards, start, k, room, wide, first, last, _):
    """found = the reach of all hands that can be held against class k."""
    c, total = start + k, (boards.orbits + 1) * wide
    s, x = np.uintp(total + first), np.uintp(k * wide + first)
    a = s + np.uintp((1 + boards.orbit[c, 0]) * wide)
    b = s + np.uintp((1 + boards.orbit[c, 1]) * wide)
    for l in range(np.uintp(last - first)):
        room.found[x + l] = room.sums[s + l] - room.sums[a + l] - room.sums[b + l] + room.batch[x + l]


@njit
def sweep(boards, start, n, room, wide, first):
    """found = the reach of weaker hands less that of stronger ones, at the showdowns: lanes from `first` on."""
    length, total = np.uintp(wide - first), np.uintp((boards.orbits + 1) * wide)
    k = 0
    while k < n:
        after = boards.after[start + k]
        for c in range(k, after):  # weaker
            x, s = np.uintp(c * wide + first), np.uintp(first)
            a = s + np.uintp((1 + boards.orbit[start + c, 0]) * wide)
            b = s + np.uintp((1 + boards.orbit[start + c, 1]) * wide)
            for l in range(length):
                room.found[x + l] = room.sums[s + l] - room.sums[a + l] - room.sums[b + l]
        for c in range(k, after):
            add_class(boards, start, c, room, wide, 0, first, wide)
        for c in range(k, after):  # less all, plus those not stronger: the hand itself cancels
            x, s = np.uintp(c * wide + first), np.uintp(first)
            a = s + np.uintp((1 + boards.orbit[start + c, 0]) * wide)
            b = s + np.uintp((1 + boards.orbit[start + c, 1]) * wide)
            for l in range(length):
                upto = room.sums[s + l] - room.sums[a + l] - room.sums[b + l]
                total_l = room.sums[total + s + l] - room.sums[total + a + l] - room.sums[total + b + l]
                room.found[x + l] += upto - total_l
        k = after
