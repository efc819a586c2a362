"""Walks under buckets: reach goes down and values come up, from one sequence of buckets to the next.

A walk carries some *steps* of either player: sequences of buckets that they may hold, as a tree, parents first, each a
vector of lanes (lane: a betting history of earlier rounds). First the opponent's reach is carried to all terminals of
their steps; then multiplying by the deal matrices (`cfrlib.engine.buckets.deals`) turns this reach into terminal values
of each step of the walking player; then the walking player's steps are gone through depth first: a step's round is
opened on the way down, and closed, with values brought up, after all steps below.

All rounds but the last one are in float64: so `walks` are pairs, of the early rounds and of the last one. Play within
a round is in `cfrlib.engine.common.limit_holdem.betting_round`.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.betting_round import Parts, Workspace, carry, time_since, walk_up
from cfrlib.engine.common.limit_holdem.rounds import FOLD, SHOWDOWN, Betting
from cfrlib.engine.common.regret_matching_vectors import set_time
from cfrlib.engine.common.vector_walks import WEIGHT

EARLY = 3  # rounds before the last one: with fewer, the last of these is there more than once


class BettingRound(NamedTuple):
    """A round of the layout, and the arrays that walks write there."""

    betting: Betting
    nexts: np.ndarray  # int64: the nodes where it goes on to the next round
    first: int  # entry at which its table starts
    lanes: int
    before: int  # number of sequences in all rounds before it
    workspace: Workspace
    terminals: np.ndarray  # reach at terminals: [step][fold][lane], then [step][showdown][lane]
    steps: int  # number of steps that fit into `terminals`


class Rounds(NamedTuple):
    """All rounds, and the arrays that the walks of a thread write."""

    early: tuple
    last: BettingRound
    number: int  # index of the last round
    early_values: tuple  # values at `terminals` of each early round
    last_values: np.ndarray
    open_step: np.ndarray  # (rounds,) int64: the step whose round is open
    open_since: np.ndarray  # (rounds,) int64: the iteration in which that step was updated last


class Steps(NamedTuple):
    """The steps of a player, parents first."""

    round: np.ndarray  # (steps,) int64
    sequence: np.ndarray  # (steps,) int64
    place: np.ndarray  # (steps,) int64: its index among those of its round
    hands: np.ndarray  # (steps,) float64: number of private outcomes it stands for, its weight in the average
    count: np.ndarray  # (1 + rounds,) int64: number of all steps, then of those of each round


@inner_njit(forceinline=True)
def block(part):
    """Return the number of entries of a sequence."""
    return part.betting.rows * part.lanes


@inner_njit(forceinline=True)
def hand_down(above, side, out):
    """Copy the reach at the nodes where a round goes on to the start of the next one."""
    reach, many = above.workspace.mine if side else above.workspace.reach, len(above.nexts)
    for j in range(many):
        source = above.workspace.at[side, above.nexts[j]]
        for l in range(above.lanes):
            out[l * many + j] = reach[source + l]


@inner_njit(forceinline=True)
def hand_up(above, value):
    """Add values at the start of a round to those of the nodes of the round above that lead to it."""
    many = len(above.nexts)
    for j in range(many):
        first = above.nexts[j] * above.workspace.stride
        for l in range(above.lanes):
            above.workspace.value[first + l] += value[l * many + j]


@inner_njit(forceinline=True)
def terminal(part, node, place):
    """Return the index in `BettingRound.terminals` of a terminal of a step; -1 for other nodes."""
    b = part.betting
    if b.kind[node] == FOLD:
        return (place * b.folds + b.end[node]) * part.lanes
    if b.kind[node] == SHOWDOWN:
        return (part.steps * b.folds + place * b.shows + b.end[node] - b.folds) * part.lanes
    return -1


@inner_njit(forceinline=True)
def spread(part, place):
    """Copy the opponent's reach at all terminals of a round into `BettingRound.terminals`, for one step."""
    for node in range(len(part.betting.kind)):
        to = terminal(part, node, place)
        if to >= 0:
            loops.copy(part.terminals, to, part.workspace.reach, part.workspace.at[0, node], part.lanes)


@inner_njit(forceinline=True)
def gather(part, place, values, me):
    """Fetch the terminal values of a step; stakes are what player 0 gets at folds, a winner at showdowns."""
    b = part.betting
    for node in range(len(b.kind)):
        source = terminal(part, node, place)
        if source < 0:
            continue
        e, to, sign = b.end[node], node * part.workspace.stride, -1 if me == 1 and b.kind[node] == FOLD else 1
        for l in range(np.uintp(part.lanes)):
            part.workspace.value[np.uintp(to) + l] = sign * b.stakes[e, l] * values[np.uintp(source) + l]


@inner_njit(forceinline=True)
def enter(part, above, walk, steps, i, mine):
    """Carry the reach of a player through a round: of the walking one (`mine`), or of the opponent.

    Call it right after `set_time`, which resets the weight that is multiplied here.
    """
    start = part.workspace.mine if mine else part.workspace.reach
    if steps.round[i] > 0:
        hand_down(above, 1 if mine else 0, start)
    else:
        loops.fill(start, 0, 1.0, part.lanes)
    walk.numbers[WEIGHT] *= steps.hands[i]
    base = part.first + steps.sequence[i] * block(part)
    carry(part.betting, walk, part.workspace, mine, base, part.lanes, part.lanes)


@njit
def down(steps, begin, end, rounds, walks, rule, t):
    """Carry the opponent's reach to the terminals of steps `begin` to `end`.

    Both are indices of preflop steps, or the number of steps; threads take one preflop bucket each.
    """
    early, last, (early_walk, last_walk) = rounds.early, rounds.last, walks
    for i in range(begin, end):
        k = steps.round[i]
        if k == rounds.number:
            set_time(last_walk, rule, t, 0)
            enter(last, early[k - 1], last_walk, steps, i, False)
            spread(last, steps.place[i])
        else:
            set_time(early_walk, rule, t, 0)
            enter(early[k], early[max(k - 1, 0)], early_walk, steps, i, False)  # max: unused when k = 0
            spread(early[k], steps.place[i])


@inner_njit(forceinline=True)
def leave(part, values, walk, steps, i):
    """Bring values up through a round."""
    gather(part, steps.place[i], values, walk.me)
    base = part.first + steps.sequence[i] * block(part)
    walk_up(part.betting, walk, part.workspace, base, part.lanes, Parts(0, part.lanes, 0, part.lanes))


@inner_njit(forceinline=True)
def open_round(k, i, steps, rounds, walks, rule, last_update, t):
    """Carry the walking player's reach through step i, of round k."""
    early, last, (early_walk, last_walk) = rounds.early, rounds.last, walks
    rounds.open_step[k] = i
    if k == rounds.number:
        set_time(last_walk, rule, t, time_since(last_update, last_walk.me, last.before + steps.sequence[i], t))
        enter(last, early[k - 1], last_walk, steps, i, True)
    else:
        rounds.open_since[k] = time_since(last_update, early_walk.me, early[k].before + steps.sequence[i], t)
        set_time(early_walk, rule, t, 0)  # since=0: discounts are applied when the round is closed
        enter(early[k], early[max(k - 1, 0)], early_walk, steps, i, True)
        workspace = early[k].workspace
        for j in range(len(early[k].nexts)):  # where rounds below add their values
            loops.fill(workspace.value, early[k].nexts[j] * workspace.stride, 0.0, early[k].lanes)


@inner_njit(forceinline=True)
def close_round(k, steps, rounds, walks, rule, t):
    """Bring values up through the open step of round k, to the round above; return them if there is none."""
    early, i, (early_walk, last_walk) = rounds.early, rounds.open_step[k], walks
    if k == rounds.number:
        leave(rounds.last, rounds.last_values, last_walk, steps, i)
        hand_up(early[k - 1], rounds.last.workspace.value)
        return 0.0
    set_time(early_walk, rule, t, rounds.open_since[k])
    leave(early[k], rounds.early_values[k], early_walk, steps, i)
    if k == 0:
        return early[0].workspace.value[0]
    hand_up(early[k - 1], early[k].workspace.value)
    return 0.0


@njit
def up(steps, begin, end, rounds, walks, rule, last_update, t):
    """Bring values up through steps of the walking player, see `down`; return their sum over all deals.

    `last_update`, (2, sequences of all rounds): when either player's regrets were updated last.
    """
    total, deepest = 0.0, -1
    for i in range(begin, end + 1):
        k = steps.round[i] if i < end else 0
        while deepest >= k:
            total += close_round(deepest, steps, rounds, walks, rule, t)
            deepest -= 1
        if i < end:
            open_round(k, i, steps, rounds, walks, rule, last_update, t)
            deepest = k
    return total


@njit
def commit(steps, rounds, walks, floor):
    """Raise the regrets of all steps to the floor and copy them, after a walk that read strategies from copies."""
    for i in range(steps.count[0]):
        k = steps.round[i]
        if k == rounds.number:
            match(walks[1], rounds.last, steps.sequence[i], floor)
        else:
            match(walks[0], rounds.early[k], steps.sequence[i], floor)


@inner_njit
def match(walk, part, sequence, floor):
    """Raise the regrets of a sequence to the floor, and copy them to `matched`."""
    n = block(part)
    e = np.uintp(part.first + sequence * n)
    for l in range(np.uintp(n)):
        walk.regret[e + l] = max(walk.regret[e + l], floor)
    loops.copy(walk.matched, e, walk.regret, e, n)


@njit
def remember(steps, rounds, matched, copies):
    """Copy the regrets that strategies are matched to, for player 1's walk of a simultaneous update."""
    for i in range(steps.count[0]):
        k = steps.round[i]
        if k == rounds.number:
            n = block(rounds.last)
            e = rounds.last.first + steps.sequence[i] * n
            loops.copy(copies[1], e, matched[1], e, n)
        else:
            n = block(rounds.early[k])
            e = rounds.early[k].first + steps.sequence[i] * n
            loops.copy(copies[0], e, matched[0], e, n)
