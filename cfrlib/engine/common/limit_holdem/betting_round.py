"""One round of betting with many private hands at once, on one board: reach goes down, values come up.

Hands that the board's suit symmetry makes equal are one *class*; classes stand in the order of their strength. A round
that comes after another is played in several *lanes* side by side, one for each way of betting before it: they share
the tree and the cards, only stakes differ. Vectors are [class][lane], tables [row][class][lane]; a row is an action at
a decision. A player of whom one hand is drawn has vectors of [lane] alone: a part of the same rows.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import regret_matching_vectors as algebra
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.regret_matching import discount, gain_weight, next_discounts, weight_of
from cfrlib.engine.common.vector_walks import (
    ANSWER,
    BEST,
    COPIED,
    GAIN,
    NEXT_DOWN,
    NEXT_UP,
    PREDICTED,
    REGRETS,
    SHARES,
    TOLERANCE,
    WEIGHT,
)  # fmt: skip


class Walk(NamedTuple):
    """What a walk needs; see `cfrlib.engine.bids.vector.Walk`."""

    me: int
    purpose: int
    source: int
    averaged: int
    numbers: np.ndarray
    discounts: np.ndarray
    """(2,) in the tables' dtype: what positive and negative regrets are multiplied by."""
    theirs: np.ndarray
    matched: np.ndarray
    regret: np.ndarray
    sums: np.ndarray


class Parts(NamedTuple):
    """Which part of each row a walk is about: that of the walking player's vectors, and of the opponent's."""

    mine: int
    """The first entry."""
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
    at: np.ndarray
    """(2, nodes) int64: where a node's reach stands in `reach` and in `mine`: who does not move passes it on as it
    is."""
    folded: int
    """Columns of folds in the next arrays, and of all ends: full vectors, see `cfrlib.engine.two_rounds.terminals`."""
    columns: int
    batch: np.ndarray
    """Reach at all ends, [class][column]."""
    found: np.ndarray
    """What the ends are worth, likewise."""
    sums: np.ndarray
    """Reach so far: of all hands, then of those with a card of each orbit; and of all classes: (2, orbits + 1, ...)."""


@inner_njit
def walk_down(betting, walk, workspace, base, width, parts):
    """Carry reach from the start of the round, where it stands in the workspace already, to all its nodes."""
    carry(betting, walk, workspace, False, base + parts.theirs, width, parts.theirs_length)
    carry(betting, walk, workspace, True, base + parts.mine, width, parts.mine_length)


@inner_njit
def carry(betting, walk, workspace, mine, base, width, length):
    """Carry the reach of one player through the round: of the walking one (`mine`), or of the opponent."""
    numbers, side = walk.numbers, 1 if mine else 0
    table, reach, who = walk.matched if mine else walk.theirs, workspace.mine if mine else workspace.reach, walk.me
    if not mine:
        who = 1 - who
    workspace.at[side, 0] = 0
    for node in range(len(betting.kind)):
        player, here = betting.kind[node], node * workspace.stride
        if player > 1:
            continue
        first, actions = betting.edges[node], betting.edges[node + 1] - betting.edges[node]
        for a in range(actions):
            workspace.at[side, betting.child[first + a]] = workspace.at[side, node]
        if player != who:
            continue
        entry, share = base + betting.row[node] * width, numbers[SHARES + actions]
        if not (mine and (walk.purpose == BEST or walk.purpose == ANSWER)):
            algebra.reciprocal_of_positives(
                workspace.inverse, here, table, entry, width, actions, numbers[TOLERANCE], numbers, length
            )
        if mine and walk.averaged != walk.me:
            continue
        for a in range(actions):
            child, e, start = betting.child[first + a], entry + a * width, workspace.at[side, node]
            to = workspace.at[side, child] = child * workspace.stride
            action = algebra.Action(table, e, workspace.inverse, here, share)
            if player == walk.averaged:
                algebra.play_and_add(reach, to, True, reach, start, action, walk.sums, numbers, length)
            else:
                algebra.play(reach, to, True, reach, start, action, numbers, length)


@inner_njit
def walk_up(betting, walk, workspace, base, width, parts):
    """Bring values from the ends of the round to its start, and update the regrets of the walking player."""
    numbers, length = walk.numbers, parts.mine_length
    for node in range(len(betting.kind) - 1, -1, -1):
        player, here = betting.kind[node], node * workspace.stride
        if player > 1:
            continue
        first, actions = betting.edges[node], betting.edges[node + 1] - betting.edges[node]
        entry, share = base + betting.row[node] * width + parts.mine, numbers[SHARES + actions]
        for a in range(actions):
            below, e = betting.child[first + a] * workspace.stride, entry + a * width
            action = algebra.Action(walk.matched, e, workspace.inverse, here, share)
            if player != walk.me:
                algebra.pass_on(workspace.value, here, a == 0, workspace.value, below, length)
            elif walk.purpose == BEST or walk.purpose == ANSWER:
                if a == 0:
                    loops.copy(workspace.value, here, workspace.value, below, length)
                else:
                    loops.raise_to(workspace.value, here, workspace.value, below, length)
            elif walk.purpose == REGRETS and walk.source == PREDICTED:
                algebra.keep_expected(workspace.value, here, a == 0, workspace.value, below, action, numbers, length)
            elif walk.purpose == REGRETS and walk.source != COPIED:
                algebra.gain_expected(
                    workspace.value, here, a == 0, workspace.value, below, action, walk.discounts[0], walk.discounts[1],
                    numbers, length,
                )  # fmt: skip
            else:
                algebra.add_expected(workspace.value, here, a == 0, workspace.value, below, action, numbers, length)
                if walk.purpose == REGRETS:
                    algebra.discount_and_add(
                        walk.regret, e, walk.discounts[0], walk.discounts[1], workspace.value, below, numbers, length
                    )
        if player == walk.me and walk.purpose == ANSWER:
            for a in range(actions):
                below = betting.child[first + a] * workspace.stride
                algebra.mark_best(walk.sums, entry + a * width, workspace.value, below, here, numbers, length)
        if player == walk.me and walk.purpose == REGRETS:
            for a in range(actions):
                e = entry + a * width
                if walk.source == PREDICTED:
                    up, down = walk.discounts[0], walk.discounts[1]
                    algebra.take_mean_and_predict(
                        walk.regret, walk.matched, e, up, down, workspace.value, here, numbers, length
                    )
                else:
                    algebra.take_mean(walk.regret, e, workspace.value, here, numbers, length)


@njit
def set_time(walk, rule, t, since):
    """Write down the weights of iteration t, and the discounts since the iteration of the last update, 0 for none."""
    walk.numbers[WEIGHT] = weight_of(rule.power, rule.exponent, t)
    walk.numbers[GAIN] = gain_weight(rule, t)
    walk.numbers[NEXT_UP], walk.numbers[NEXT_DOWN] = next_discounts(rule, t)
    for sign in range(2):
        walk.discounts[sign] = discount(rule, sign, since, t)
