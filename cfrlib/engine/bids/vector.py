"""The walk of rising bids (`cfrlib.engine.bids.layout`) below their prefixes: a group of prefixes at once, depth first.

A vector holds one number for each prefix of the group. Down go the reach probabilities of the classes of rolls, summed
where classes merge; back up come values, spread where they merge. Masks in rising order are the tree depth first, the
parent of a mask lacks its lowest bit, and k only falls on the way down: so vectors have one place for each k, and there
is no stack. Strategies are not stored, but matched to a row when the walk enters it, as reciprocals of positive sums.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import regret_matching_vectors as algebra
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common import vector_walks as words
from cfrlib.engine.common.single_histories.nodes import odd
from cfrlib.engine.step import read_constants, with_discounts


class Side(NamedTuple):
    """What a walk carries of one player: all classes, or that of one roll. First index: the lowest bit k.

    There are B bids, and c is the most classes at any of them; see `layout`.
    """

    count: np.ndarray  # (B + 1,) int64: how many
    row: np.ndarray  # (B + 1, c) int64: the class of the table that each is
    into: np.ndarray  # (B + 1, B + 1, c) int64: which one it becomes at a lower k
    fresh: np.ndarray  # (B + 1, B + 1, c) bool: whether it is the first to become that one
    matches: np.ndarray  # (B + 1, c) int64: dice that count for the bid of bit k
    needs: np.ndarray  # (B + 1, c) int64: dice of the opponent that must count for it to hold
    chance: np.ndarray  # (c,) float64: at the start, the weight of each


class Walk(NamedTuple):
    """What one walk needs beside the places."""

    me: int  # the player whose values it finds
    purpose: int
    source: int
    averaged: int  # the player whose average grows, or -1
    own: Side
    their: Side
    numbers: np.ndarray  # in the tables' dtype; see `cfrlib.engine.common.vector_walks`
    constants: np.ndarray  # `cfrlib.regret.Constants` in the tables' dtype
    discounts: np.ndarray  # (B + 1, c, 2): of positive and negative regrets of a carried class
    theirs: np.ndarray  # the table that the opponent's strategies are matched to
    matched: np.ndarray  # the table that the walking player's are matched to
    regret: np.ndarray  # the same as `matched`, but for `PREDICTED`
    sums: np.ndarray  # what the average strategy is made of
    memory: np.ndarray  # of predictions that adapt: see `cfrlib.engine.step.note`


class Workspace(NamedTuple):
    """What a walk writes on its way, for one group."""

    start: np.ndarray  # (B + 1,) int64: where level k starts in the vectors
    reach: np.ndarray  # of the opponent's carried classes
    mine: np.ndarray  # of the walking player's, if their average grows
    value: np.ndarray
    inverse: np.ndarray  # reciprocals of the positive sums of the mover's rows, or 0
    spare: np.ndarray  # four vectors, and one for each class


class Boundary(NamedTuple):
    """What the walk of the prefixes of a parity hands down, and gets back: [group][bit][class][member]."""

    start: np.ndarray  # (low + 1,) int64: where bit j starts in a group; last, the length of one
    reach: np.ndarray
    mine: np.ndarray
    value: np.ndarray


@inner_njit
def lowest(mask):
    """Return the place of the lowest set bit."""
    k = 0
    while mask & 1 == 0:
        mask >>= 1
        k += 1
    return k


@inner_njit(forceinline=True)
def constants_of_class(walk, k, c):
    """Return the numbers of the iteration for a carried class, which was carried last at a time of its own."""
    return with_discounts(read_constants(walk.constants), walk.discounts[k, c, 0], walk.discounts[k, c, 1])


@inner_njit
def called(walk, k, caller, reach, r, value, v, spare, n):
    """value = what `me` gets when the bid of bit k is called, against the opponent's reach."""
    own, their, numbers = walk.own, walk.their, walk.numbers
    zero, held, failed = numbers[words.ZERO], numbers[words.WIN], numbers[words.LOSE]
    if caller == walk.me:
        held, failed = failed, held
    loops.fill(spare, 0, zero, 3 * n)
    for c in range(their.count[k]):
        loops.add(spare, their.matches[k, c] * n, reach, r + c * n, n)
    loops.add(spare, n, spare, 2 * n, n)  # now: all, with 1 die or more, with 2
    loops.add(spare, 0, spare, n, n)
    for c in range(own.count[k]):
        need = own.needs[k, c]
        if need > 2:
            algebra.scale(value, v + c * n, failed, spare, 0, n)
        elif need == 0:
            algebra.scale(value, v + c * n, held, spare, 0, n)
        else:
            algebra.scale_two(value, v + c * n, failed, held - failed, spare, 0, need * n, n)


@inner_njit
def enter(walk, workspace, side, mover, k, entry, stride, n):
    """Match the strategies of the rows that are carried of the mover."""
    table = walk.matched if mover == walk.me else walk.theirs
    for c in range(side.count[k]):
        algebra.reciprocal_of_positives(
            workspace.inverse, workspace.start[k] + c * n, table, entry + side.row[k, c] * n, stride, k + 1,
            walk.numbers, n,
        )  # fmt: skip


@inner_njit
def carry(walk, mover, k, j, entry, reach, workspace, out, o, n):
    """Carry the mover's own reach at k through one action, to bit j (or where it is, if j = k: a call)."""
    mine = mover == walk.me
    side = walk.own if mine else walk.their
    table = walk.matched if mine else walk.theirs
    share = walk.numbers[words.SHARES + k + 1]
    for c in range(side.count[k]):
        e, s = entry + side.row[k, c] * n, workspace.start[k] + c * n
        place, fresh = (o + c * n, True) if j == k else (o + side.into[k, j, c] * n, side.fresh[k, j, c])
        action = algebra.Action(table, e, workspace.inverse, s, share)
        if mover == walk.averaged:
            algebra.play_and_add(out, place, fresh, reach, s, action, walk.sums, walk.numbers, n)
        else:
            algebra.play(out, place, fresh, reach, s, action, walk.numbers, n)


@inner_njit
def merge(side, k, j, reach, r, out, o, n):
    """Pass reach on where its player does not move: classes merge from k to j."""
    for c in range(side.count[k]):
        algebra.pass_on(out, o + side.into[k, j, c] * n, side.fresh[k, j, c], reach, r + c * n, n)


@inner_njit
def descend(walk, workspace, mover, k, j, entry, to, n):
    """Carry reach at a mask with lowest bit k through the bid of bit j, to the places from `to` on."""
    if mover == walk.me:
        merge(walk.their, k, j, workspace.reach, workspace.start[k], workspace.reach, to, n)
        if walk.averaged == walk.me:
            carry(walk, mover, k, j, entry, workspace.mine, workspace, workspace.mine, to, n)
    else:
        carry(walk, mover, k, j, entry, workspace.reach, workspace, workspace.reach, to, n)
        if walk.averaged == walk.me:
            merge(walk.own, k, j, workspace.mine, workspace.start[k], workspace.mine, to, n)


@inner_njit
def ascend(walk, workspace, mover, k, j, entry, first, value, v, n):
    """Give the value of an action back to a mask with lowest bit k, from the classes at j (or at k: a call)."""
    own, numbers, place = walk.own, walk.numbers, workspace.start[k]
    share = numbers[words.SHARES + k + 1]
    for c in range(own.count[k]):
        o = place + c * n
        i = v + (c if j == k else own.into[k, j, c]) * n
        if mover != walk.me:
            algebra.pass_on(workspace.value, o, first, value, i, n)
            continue
        e = entry + own.row[k, c] * n
        action = algebra.Action(walk.matched, e, workspace.inverse, o, share)
        constants = constants_of_class(walk, k, c)
        algebra.add_value_of_action(walk, constants, workspace.value, o, first, value, i, action, n)


@inner_njit
def leave(walk, workspace, k, entry, stride, n):
    """Take the mean of their values from the regrets of the walking player's rows."""
    for c in range(walk.own.count[k]):
        v = workspace.start[k] + c * n
        e = entry + walk.own.row[k, c] * n
        algebra.subtract_mean(walk, constants_of_class(walk, k, c), e, stride, k + 1, workspace.value, v, n)


@inner_njit
def call(walk, workspace, mover, k, entry, n):
    """Try the call at a mask with lowest bit k > 0: its value is the first that the mask gets."""
    place, aside = workspace.start[k], 4 * n
    if mover == walk.me:
        called(walk, k, mover, workspace.reach, place, workspace.spare, aside, workspace.spare, n)
        if walk.averaged == walk.me:
            carry(walk, mover, k, k, entry, workspace.mine, workspace, workspace.value, place, n)  # for the average
        ascend(walk, workspace, mover, k, k, entry, True, workspace.spare, aside, n)
    else:
        carry(walk, mover, k, k, entry, workspace.reach, workspace, workspace.spare, aside, n)
        called(walk, k, mover, workspace.spare, aside, workspace.value, place, workspace.spare, n)


@inner_njit
def block(places, parity, group, mask, mover):
    """Return the entry where a mask's block starts."""
    return places.below[parity, mover] + group * places.group[parity, mover] + places.node[parity, mask]


@inner_njit
def block_of_action(places, parity, group, mask, mover, k, j):
    """Return the entry of the bid of bit j at a mask with lowest bit k."""
    return block(places, parity, group, mask, mover) + (k - 1 - j) * places.classes[mover, k] * places.batch


@inner_njit
def walk_below(places, walk, workspace, boundary, parity, group):
    """Walk everything below the prefixes of one group."""
    n = places.batch
    for top in range(places.low):
        first = 1 << top
        base = group * boundary.start[places.low] + boundary.start[top]
        loops.copy(workspace.reach, workspace.start[top], boundary.reach, base, walk.their.count[top] * n)
        if walk.averaged == walk.me:
            loops.copy(workspace.mine, workspace.start[top], boundary.mine, base, walk.own.count[top] * n)
        for mask in range(first, 2 * first):
            k = lowest(mask)
            place, mover = workspace.start[k], parity ^ odd(mask)  # an even or an odd number of bids says who moves
            if mask > first:
                parent = mask & (mask - 1)
                j = lowest(parent)
                entry = block_of_action(places, parity, group, parent, 1 - mover, j, k)
                descend(walk, workspace, 1 - mover, j, k, entry, place, n)
            if k > 0:
                entry, stride = block(places, parity, group, mask, mover), places.classes[mover, k] * n
                if mover != walk.me or walk.purpose != words.BEST:
                    enter(walk, workspace, walk.own if mover == walk.me else walk.their, mover, k, entry, stride, n)
                call(walk, workspace, mover, k, entry + k * stride, n)
                continue
            called(walk, 0, mover, workspace.reach, place, workspace.value, place, workspace.spare, n)
            # The descendants of a mask with lowest bit k are the numbers above it, up to the next multiple of 2^k. So
            # this mask is the last one of those below, the innermost first: each gives its values to its parent.
            for done in range(lowest(mask + 1)):
                child = mask + 1 - (1 << done)
                parent = child & (child - 1)
                mover = parity ^ odd(child)
                if done > 0 and mover == walk.me and walk.purpose == words.REGRETS:
                    entry = block(places, parity, group, child, mover)
                    leave(walk, workspace, done, entry, places.classes[mover, done] * n, n)
                if child > first:
                    j = lowest(parent)
                    entry = block_of_action(places, parity, group, parent, 1 - mover, j, done)
                    ascend(walk, workspace, 1 - mover, j, done, entry, False, workspace.value, workspace.start[done], n)
        loops.copy(boundary.value, base, workspace.value, workspace.start[top], walk.own.count[top] * n)


@njit
def walk_groups(places, walk, workspace, boundary, first, last):
    """Walk below the prefixes of groups first, first + 1, ... of both parities."""
    for task in range(first, last):
        parity, group = divmod(task, places.groups)
        walk_below(places, walk, workspace, boundary[parity], parity, group)
