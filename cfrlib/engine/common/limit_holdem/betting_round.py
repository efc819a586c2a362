"""One round of betting with many private hands at once, on one board: reach goes down, values come up.

Hands that the board's suit symmetry makes equal are one *class*; classes stand in the order of their strength. A round
is played in several *lanes* side by side, one for each way of betting before it: only stakes differ. Vectors are
[class][lane], tables [row][class][lane]. A player of whom one hand is drawn has vectors of [lane]: a part of the rows.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common import regret_matching_vectors as algebra
from cfrlib.engine.common import vector_walks as words
from cfrlib.engine.step import read_constants


class Walk(NamedTuple):
    """What a walk needs; `words` is `cfrlib.engine.common.vector_walks`."""

    me: int  # the player whose values it finds
    purpose: int  # such as `words.REGRETS`
    source: int  # what strategies are matched to, such as `words.MATCHED`
    averaged: int  # the player whose average grows, or -1
    numbers: np.ndarray  # see `words.make_numbers`
    constants: np.ndarray  # `cfrlib.regret.Constants` in the tables' dtype; see `set_time`
    theirs: np.ndarray  # the table that the opponent's strategies are matched to
    matched: np.ndarray  # the table that the walking player's are matched to
    regret: np.ndarray  # the same as `matched`, but for `words.PREDICTED` and `words.COPIED`
    sums: np.ndarray  # what the average strategy is made of
    memory: np.ndarray  # of predictions that adapt: see `cfrlib.engine.step.note`


class Parts(NamedTuple):
    """Which part of each row a walk is about: that of the walking player's vectors, and of the opponent's."""

    mine: int  # the first entry
    mine_length: int
    theirs: int
    theirs_length: int


class Workspace(NamedTuple):
    """What a walk writes on its way; vectors of nodes are `stride` from one another."""

    stride: int
    reach: np.ndarray
    mine: np.ndarray
    value: np.ndarray
    inverse: np.ndarray
    at: np.ndarray  # (2, nodes) int64: where a node's reach stands in `reach`, in `mine`
    folded: int  # columns of folds in the next arrays, see `two_rounds.terminals`
    columns: int
    batch: np.ndarray  # reach at all ends, [class][column]
    worth: np.ndarray  # what the ends are worth, likewise
    sums: np.ndarray  # of reach: of the hands so far, and of all, each by orbit and in all: (2, orbits + 1, ...)


@inner_njit
def walk_down(betting, walk, workspace, base, width, parts):
    """Carry reach from the start of the round, where it stands in the workspace already, to all its nodes."""
    carry(betting, walk, workspace, False, base + parts.theirs, width, parts.theirs_length)
    carry(betting, walk, workspace, True, base + parts.mine, width, parts.mine_length)


@inner_njit
def carry(betting, walk, workspace, mine, base, width, length):
    """Carry the reach of one player through the round: of the walking one (`mine`), or of the opponent.

    `base` is the first entry of the round in the table, `width` the entries from a row to the next, and `length` how
    many numbers a vector has: classes times lanes, or lanes.
    """
    numbers, side = walk.numbers, 1 if mine else 0
    table, reach, who = walk.matched if mine else walk.theirs, workspace.mine if mine else workspace.reach, walk.me
    if not mine:
        who = 1 - who
    workspace.at[side, 0] = 0
    for node in range(len(betting.kind)):
        player, place = betting.kind[node], node * workspace.stride
        if player > 1:
            continue
        first, actions = betting.edges[node], betting.edges[node + 1] - betting.edges[node]
        for a in range(actions):
            workspace.at[side, betting.child[first + a]] = workspace.at[side, node]
        if player != who:
            continue
        entry, share = base + betting.row[node] * width, numbers[words.SHARES + actions]
        if not (mine and (walk.purpose == words.BEST or walk.purpose == words.ANSWER)):
            algebra.reciprocal_of_positives(workspace.inverse, place, table, entry, width, actions, numbers, length)
        if mine and walk.averaged != walk.me:  # own reach is for the average only
            continue
        for a in range(actions):
            child, e, start = betting.child[first + a], entry + a * width, workspace.at[side, node]
            to = workspace.at[side, child] = child * workspace.stride
            action = algebra.Action(table, e, workspace.inverse, place, share)
            if player == walk.averaged:
                algebra.play_and_add(reach, to, True, reach, start, action, walk.sums, numbers, length)
            else:
                algebra.play(reach, to, True, reach, start, action, numbers, length)


@inner_njit
def walk_up(betting, walk, workspace, base, width, parts):
    """Bring values from the ends of the round to its start, and update the regrets of the walking player."""
    value, length, constants = workspace.value, parts.mine_length, read_constants(walk.constants)
    for node in range(len(betting.kind) - 1, -1, -1):
        player, place = betting.kind[node], node * workspace.stride
        if player > 1:
            continue
        first, actions = betting.edges[node], betting.edges[node + 1] - betting.edges[node]
        entry, share = base + betting.row[node] * width + parts.mine, walk.numbers[words.SHARES + actions]
        for a in range(actions):
            below, e = betting.child[first + a] * workspace.stride, entry + a * width
            action = algebra.Action(walk.matched, e, workspace.inverse, place, share)
            if player != walk.me:
                algebra.pass_on(value, place, a == 0, value, below, length)
            else:
                algebra.add_value_of_action(walk, constants, value, place, a == 0, value, below, action, length)
        if player == walk.me and walk.purpose == words.ANSWER:
            for a in range(actions):
                below = betting.child[first + a] * workspace.stride
                algebra.mark_best(walk.sums, entry + a * width, value, below, place, walk.numbers, length)
        if player == walk.me and walk.purpose == words.REGRETS:
            algebra.subtract_mean(walk, constants, entry, width, actions, value, place, length)


@inner_njit(forceinline=True)
def time_since(last_update, me, place, t):
    """Return the iteration in which a player updated a class, flop or sequence last, and record t; 0 if not tracked."""
    if last_update.size == 0:
        return 0
    since = last_update[me, place]
    last_update[me, place] = t
    return since
