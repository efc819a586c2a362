"""Walks of two-round hold'em with all hands: before the flop, on one flop or on many of them, and back.

A *lane* is one way of betting that leads to the flop. A walk carries all of them side by side.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.betting_round import Parts, Workspace, time_since, walk_down, walk_up
from cfrlib.engine.common.limit_holdem.draws import next_flop
from cfrlib.engine.common.limit_holdem.rounds import NEXT, Betting, Boards
from cfrlib.engine.common.regret_matching_vectors import set_time
from cfrlib.engine.two_rounds.terminals import value_terminals


class Rounds(NamedTuple):
    """The two rounds of a game, and what walks write on their way."""

    first: Betting
    second: Betting
    preflop: Boards  # of the first round: a single board without cards
    flops: Boards
    early: Workspace  # of the first round
    late: Workspace  # of one flop
    values: np.ndarray  # (lanes * classes,) float64: what flops are worth, [lane][class]
    lanes: int
    scale: float  # what values on flops are multiplied by


@inner_njit
def classes_on(boards, board):
    """Return the first class of a board, and how many it has."""
    return boards.start[board], boards.start[board + 1] - boards.start[board]


@inner_njit
def hand_over(rounds, flop, mine, theirs):
    """Give the reach at the ends of the first round to a flop: [class][lane], or [lane] where a hand is drawn."""
    first, early, late = rounds.first, rounds.early, rounds.late
    lane = 0
    for node in range(len(first.kind)):
        if first.kind[node] == NEXT:
            hand_over_reach(rounds, flop, early.reach, early.at[0, node], late.reach, lane, theirs)
            hand_over_reach(rounds, flop, early.mine, early.at[1, node], late.mine, lane, mine)
            lane += 1


@inner_njit
def hand_over_reach(rounds, flop, reach, first, out, lane, carried):
    """Give the reach of a player at an end of the first round, from `first` on, to a lane of a flop."""
    if not carried:
        out[lane] = reach[first]
        return
    boards = rounds.flops
    start, n = classes_on(boards, flop)
    for k in range(n):
        out[k * rounds.lanes + lane] = reach[first + boards.before[start + k]]


@inner_njit
def hand_back(rounds, flop, weight):
    """Add the values of a flop, times its weight, to those of the classes before it."""
    boards, lanes, values = rounds.flops, rounds.lanes, rounds.values
    start, n = classes_on(boards, flop)
    classes = len(values) // lanes
    for k in range(n):
        before, m = boards.before[start + k], weight * boards.hands[start + k]
        for l in range(lanes):
            values[l * classes + before] += m * rounds.late.value[k * lanes + l]


@inner_njit
def walk_flop(rounds, flop, weight, walk):
    """Walk a flop, from the reach before it."""
    start, n = classes_on(rounds.flops, flop)
    base, width = rounds.second.rows * rounds.lanes * start, n * rounds.lanes
    parts = Parts(0, width, 0, width)
    hand_over(rounds, flop, True, True)
    walk_down(rounds.second, walk, rounds.late, base, width, parts)
    value_terminals(rounds.second, rounds.flops, flop, walk, rounds.late, rounds.lanes)
    walk_up(rounds.second, walk, rounds.late, base, width, parts)
    hand_back(rounds, flop, weight)


@njit
def walk_flops(rounds, flops, weights, walk):
    """Walk the given flops, one after the other; their values are added up."""
    for i in range(len(flops)):
        walk_flop(rounds, flops[i], weights[i], walk)


@njit
def begin(rounds, walk):
    """Carry reach through the first round."""
    classes = len(rounds.preflop.hands)
    loops.fill(rounds.early.reach, 0, 1.0, classes)
    loops.fill(rounds.early.mine, 0, 1.0, classes)
    walk_down(rounds.first, walk, rounds.early, 0, classes, Parts(0, classes, 0, classes))


@njit
def finish(rounds, walk):
    """Bring values to the start; return what the walking player gets, summed over all deals."""
    first, early, hands = rounds.first, rounds.early, rounds.preflop.hands
    classes = len(hands)
    value_terminals(first, rounds.preflop, 0, walk, early, 1)
    lane = 0
    for node in range(len(first.kind)):
        if first.kind[node] == NEXT:
            for c in range(classes):  # a class has the mean of its hands
                early.value[node * early.stride + c] = rounds.values[lane * classes + c] * rounds.scale / hands[c]
            lane += 1
    walk_up(first, walk, early, 0, classes, Parts(0, classes, 0, classes))
    total = 0.0
    for c in range(classes):
        total += hands[c] * early.value[c]
    return total


@njit
def walk(rounds, flop, weight, before, after):
    """Do a walk over one flop, whose values count `weight` before it."""
    begin(rounds, before)
    loops.fill(rounds.values, 0, 0.0, len(rounds.values))
    walk_flop(rounds, flop, weight, after)
    return finish(rounds, before)


@inner_njit
def remember(rounds, flop, before, after):
    """Copy strategies before the flop and on one to where player 1 looks at them, under simultaneous updates."""
    loops.copy(before.theirs, 0, before.matched, 0, len(before.theirs))
    start, n = classes_on(rounds.flops, flop)
    size = rounds.second.rows * rounds.lanes
    loops.copy(after.theirs, size * start, after.matched, size * start, size * n)


@njit
def iterate(rounds, before, after, sampler, simultaneous, last_update, rule, rng, t, iterations):
    """Do iterations t, t + 1, ...: the walks of both players, before and after a flop that the `sampler` draws."""
    for now in range(t, t + iterations):
        flops = next_flop(sampler, 0, now, rng), next_flop(sampler, 1, now, rng)
        if simultaneous:
            remember(rounds, flops[1], before[1], after[1])
        for me in range(2):
            flop = flops[me]
            set_time(before[me], rule, now, now - 1)
            set_time(after[me], rule, now, time_since(last_update, me, flop, now))
            walk(rounds, flop, sampler.weight[flop], before[me], after[me])
