"""Walks under buckets: reach goes down and values come up, from one sequence of buckets to the next.

A walk carries some *steps* of either player: the sequences of buckets that he may hold, as a tree, street by street and
parents first. A step is a vector of lanes (`cfrlib.engine.buckets.layout`). First the opponent's reach is carried to
all ends of all his steps; then ends are made worth something to each step of the walking player, which is a product of
matrices (`cfrlib.engine.buckets.deals`); then the walking player's steps are gone through depth first, with values
brought up after the steps below. So all that is read and written of a table lies together: the block of a sequence.

All rounds but the last one are in float64. What is played within a round is in
`cfrlib.engine.common.limit_holdem.betting_round`.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.betting_round import Parts, carry, set_time, walk_up
from cfrlib.engine.common.limit_holdem.rounds import FOLD, SHOWDOWN, Betting
from cfrlib.engine.common.vector_walks import LAST_FLOOR, REGRETS, WEIGHT

EARLY = 3
"""TwoRoundsLayout before the last one: with fewer, the last of these is there more than once."""


class Workspace(NamedTuple):
    """What a walk writes on its way within a street; vectors of nodes are `stride` from one another."""

    stride: int
    reach: np.ndarray
    mine: np.ndarray
    value: np.ndarray
    inverse: np.ndarray
    at: np.ndarray
    """(2, nodes) int64; see `cfrlib.engine.common.limit_holdem.betting_round.Workspace`."""


class Street(NamedTuple):
    """A street of the layout, and what walks write there."""

    betting: Betting
    nexts: np.ndarray
    """int64: the nodes where it goes on to the next street."""
    first: int
    """Entry at which its table starts."""
    lanes: int
    number: int
    """How many sequences there are on all streets before it."""
    room: Workspace
    ends: np.ndarray
    """Reach at its ends, then what they are worth: [step][end][lane], folds first, and all folds before all
    showdowns: two matrices in one array, see `end_of`."""
    steps: int
    """How many steps there is room for in `ends`."""


class Steps(NamedTuple):
    """What a walk carries of a player."""

    street: np.ndarray
    """(steps,) int64"""
    sequence: np.ndarray
    """(steps,) int64"""
    place: np.ndarray
    """(steps,) int64: its number among those of its street."""
    hands: np.ndarray
    """(steps,) float64: how many private outcomes it stands for: so often it counts in the average."""
    count: np.ndarray
    """(1 + streets,) int64: how many steps there are, then of each street."""


@inner_njit(forceinline=True)
def block(street):
    """Return the number of entries of a sequence."""
    return street.betting.rows * street.lanes


@inner_njit(forceinline=True)
def hand_down(above, side, out):
    """Give the reach at the ends of a street that go on to the start of the next one."""
    reach, many = above.room.mine if side else above.room.reach, len(above.nexts)
    for j in range(many):
        source = above.room.at[side, above.nexts[j]]
        for l in range(above.lanes):
            out[l * many + j] = reach[source + l]


@inner_njit(forceinline=True)
def hand_up(above, value):
    """Add values at the start of a street to those of the ends of the street above that lead there."""
    many = len(above.nexts)
    for j in range(many):
        there = above.nexts[j] * above.room.stride
        for l in range(above.lanes):
            above.room.value[there + l] += value[l * many + j]


@inner_njit(forceinline=True)
def spread(street, place):
    """Copy the opponent's reach at all ends of a street to where the ends of a step are."""
    b, folds, shows = street.betting, street.betting.folds * street.lanes, street.betting.shows * street.lanes
    for node in range(len(b.kind)):
        if b.kind[node] == FOLD:
            to = place * folds + b.end[node] * street.lanes
        elif b.kind[node] == SHOWDOWN:
            to = street.steps * folds + place * shows + (b.end[node] - b.folds) * street.lanes
        else:
            continue
        loops.copy(street.ends, to, street.room.reach, street.room.at[0, node], street.lanes)


@inner_njit(forceinline=True)
def gather(street, place, found, me):
    """Fetch what the ends of a step are worth; stakes are what player 0 gets at folds, a winner at showdowns."""
    b, folds, shows = street.betting, street.betting.folds * street.lanes, street.betting.shows * street.lanes
    for node in range(len(b.kind)):
        e = b.end[node]
        if b.kind[node] == FOLD:
            source = place * folds + e * street.lanes
        elif b.kind[node] == SHOWDOWN:
            source = street.steps * folds + place * shows + (e - b.folds) * street.lanes
        else:
            continue
        to, sign = node * street.room.stride, -1 if me == 1 and b.kind[node] == FOLD else 1
        for l in range(np.uintp(street.lanes)):
            street.room.value[np.uintp(to) + l] = sign * b.stakes[e, l] * found[np.uintp(source) + l]


@inner_njit(forceinline=True)
def enter(street, above, below_first, walk, steps, i, mine):
    """Carry reach through a street."""
    side = 1 if mine else 0
    start = street.room.mine if mine else street.room.reach
    if below_first:
        hand_down(above, side, start)
    else:
        loops.fill(start, 0, 1.0, street.lanes)
    walk.numbers[WEIGHT] *= steps.hands[i]
    base = street.first + steps.sequence[i] * block(street)
    carry(street.betting, walk, street.room, mine, base, street.lanes, street.lanes)


@njit
def down(steps, begin, end, early, last, number, early_walk, last_walk, rule, t):
    """Carry the opponent's reach to all ends of his steps.

    Parameters
    ----------
    steps : Steps
    begin, end : int
        Which of them: from one on the first street up to another one there, or to their end.
    early : tuple of Street
    last : Street
    number : int
        Of the last street.
    early_walk, last_walk : Walk
    rule : Rule
    t : int
    """
    for i in range(begin, end):
        k = steps.street[i]
        if k == number:
            set_time(last_walk, rule, t, 0)
            enter(last, early[k - 1], True, last_walk, steps, i, False)
            spread(last, steps.place[i])
        else:
            set_time(early_walk, rule, t, 0)
            enter(early[k], early[max(k - 1, 0)], k > 0, early_walk, steps, i, False)
            spread(early[k], steps.place[i])


@inner_njit(forceinline=True)
def since(last_update, walk, street, steps, i, t):
    """Return when the regrets of a step's sequence were updated before, and note that they are now."""
    if walk.purpose != REGRETS:
        return 0
    place = street.number + steps.sequence[i]
    before = last_update[walk.me, place]
    last_update[walk.me, place] = t
    return before


@inner_njit(forceinline=True)
def clear(street):
    """Begin to sum the values of the ways to go on."""
    for j in range(len(street.nexts)):
        loops.fill(street.room.value, street.nexts[j] * street.room.stride, 0.0, street.lanes)


@inner_njit(forceinline=True)
def leave(street, found, walk, steps, i):
    """Bring values up through a street."""
    gather(street, steps.place[i], found, walk.me)
    base = street.first + steps.sequence[i] * block(street)
    walk_up(street.betting, walk, street.room, base, street.lanes, Parts(0, street.lanes, 0, street.lanes))


@njit
def up(
    steps, begin, end, early, last, number, early_found, last_found, early_walk, last_walk, rule, last_update, open, t,
):  # fmt: skip
    """Bring values up through steps of the walking player, and update his regrets.

    Parameters
    ----------
    begin, end : int
        See `down`.
    early_found : tuple of arrays
        What the ends of each early street are worth; `last_found` likewise: as `Street.ends`.
    seen : (2, sequences of all streets) int64
        When the regrets of either player at a sequence were updated last.
    open : (streets,) int64
        Room: the steps that are gone through, by street.

    Returns
    -------
    float
        What the walking player gets, summed over all deals.
    """
    total, deepest = 0.0, -1
    for i in range(begin, end + 1):
        k = steps.street[i] if i < end else 0
        while deepest >= k:
            if deepest == number:
                leave(last, last_found, last_walk, steps, open[deepest])
                hand_up(early[deepest - 1], last.room.value)
            else:
                set_time(early_walk, rule, t, open[EARLY + 1 + deepest])
                leave(early[deepest], early_found[deepest], early_walk, steps, open[deepest])
                if deepest > 0:
                    hand_up(early[deepest - 1], early[deepest].room.value)
                else:
                    total += early[0].room.value[0]
            deepest -= 1
        if i == end:
            break
        deepest, open[k] = k, i
        if k == number:
            set_time(last_walk, rule, t, since(last_update, last_walk, last, steps, i, t))
            enter(last, early[k - 1], True, last_walk, steps, i, True)
        else:
            open[EARLY + 1 + k] = since(last_update, early_walk, early[k], steps, i, t)
            set_time(early_walk, rule, t, 0)
            enter(early[k], early[max(k - 1, 0)], k > 0, early_walk, steps, i, True)
            clear(early[k])
    return total


@njit
def commit(steps, early, last, number, early_walk, last_walk):
    """Match strategies to the regrets of all steps, once a walk is over that kept them apart."""
    for i in range(steps.count[0]):
        k = steps.street[i]
        if k == number:
            match(last_walk, last.first + steps.sequence[i] * block(last), block(last))
        else:
            match(early_walk, early[k].first + steps.sequence[i] * block(early[k]), block(early[k]))


@njit
def remember(steps, early, last, number, matched_tables, before):
    """Copy what strategies are matched to, the whole blocks of all steps: under simultaneous updates player 1's walk
    looks at the copy, which stays behind by an iteration.

    Parameters
    ----------
    bases, before : (early, last)
        Arrays: what strategies are matched to, and the copy.
    """
    for i in range(steps.count[0]):
        k = steps.street[i]
        if k == number:
            n, e = block(last), last.first + steps.sequence[i] * block(last)
            loops.copy(before[1], e, matched_tables[1], e, n)
        else:
            n, e = block(early[k]), early[k].first + steps.sequence[i] * block(early[k])
            loops.copy(before[0], e, matched_tables[0], e, n)


@inner_njit
def match(walk, e, n):
    """matched = regret"""
    e = np.uintp(e)
    floor = walk.numbers[LAST_FLOOR]
    for l in range(np.uintp(n)):
        walk.regret[e + l] = max(walk.regret[e + l], floor)
    loops.copy(walk.matched, e, walk.regret, e, n)
