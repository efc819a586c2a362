"""The walk of the prefixes of bids, one by one: down before the walks of the groups below them, and up after.

A prefix is the set of bids made so far, as a mask (see `layout`), where all of these are of bit `low` or above. Reach
goes down prefix by prefix; what a bid below bit `low` leads to is handed over in a `Boundary`, and its values come back
from there. In both walks k is the lowest bit of a prefix: action a < k bids bit k - 1 - a, action k calls. c is a
carried class, and e the entry of its row in a table.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.bids.vector import constants_of_class, lowest
from cfrlib.engine.common import vector_walks as words
from cfrlib.engine.common.single_histories.nodes import odd
from cfrlib.engine.step import add_action_value, step_row, subtract_mean_value


class Top(NamedTuple):
    """What the walk of the prefixes writes; (2^T, c) float64 by prefix and carried class."""

    reach: np.ndarray  # of the opponent
    mine: np.ndarray  # of the walking player
    value: np.ndarray
    inverse: np.ndarray  # reciprocals of the positive sums of the mover's rows, or 0


@inner_njit
def lowest_bit(places, prefix):
    """Return the lowest set bit of the mask of a prefix; the number of bids at the start."""
    return places.bids if prefix == 0 else places.low + lowest(prefix)


@inner_njit
def probability(table, e, inverse, actions):
    """Return the probability of the action at entry e."""
    if inverse == 0.0:
        return 1.0 / actions
    return table[e] * inverse if table[e] > 0 else 0.0


@inner_njit
def slot(places, boundary, prefix, j):
    """Return where the first class of bit j below a prefix is handed over."""
    group, member = divmod(prefix >> 1, places.batch)
    return group * boundary.start[places.low] + boundary.start[j] + member


@njit
def walk_down(places, walk, top, boundary):
    """Carry reach from the start to all prefixes and hand it to the masks right below them."""
    own, their, tiny = walk.own, walk.their, walk.numbers[words.TINY]
    for h in boundary:
        h.reach[:] = 0
        h.mine[:] = 0
    top.reach[:] = 0
    top.mine[:] = 0
    for c in range(their.count[places.bids]):
        top.reach[0, c] = their.chance[c]
    for c in range(own.count[places.bids]):
        top.mine[0, c] = own.chance[c]
    for prefix in range(len(places.above)):
        k, mover = lowest_bit(places, prefix), odd(prefix)
        actions, stride, first = k + (prefix > 0), places.classes[mover, k], places.above[prefix]
        for player in range(2):
            mine = player == walk.me
            side, reach = (own, top.mine) if mine else (their, top.reach)
            table = walk.matched if mine else walk.theirs
            for c in range(side.count[k]):
                x = reach[prefix, c]
                e = first + side.row[k, c]
                if player == mover:
                    total = 0.0
                    for a in range(actions):
                        total += max(table[e + a * stride], 0.0)
                    top.inverse[prefix, c] = 1 / total if total > walk.numbers[words.TOLERANCE] else 0.0
                for a in range(actions):
                    j, passed = k - 1 - a, x
                    if player == mover:
                        passed *= probability(table, e + a * stride, top.inverse[prefix, c], actions)
                        passed = passed if passed > tiny else 0.0
                        if player == walk.averaged:
                            walk.sums[e + a * stride] += walk.numbers[words.WEIGHT] * passed
                    if j >= places.low:
                        below = prefix | 1 << (j - places.low)
                        reach[below, side.into[k, j, c]] += passed
                    elif j >= 0:
                        out = boundary[mover].mine if mine else boundary[mover].reach
                        out[slot(places, boundary[mover], prefix, j) + side.into[k, j, c] * places.batch] += passed


@inner_njit
def value_below(places, walk, top, boundary, prefix, k, j, c):
    """Return the value of the bid of bit j to carried class c."""
    below = walk.own.into[k, j, c]
    if j >= places.low:
        return top.value[prefix | 1 << (j - places.low), below]
    part = boundary[odd(prefix)]
    return float(part.value[slot(places, part, prefix, j) + below * places.batch])


@inner_njit
def value_of_call(walk, prefix, k, c, tail):
    """Return what a call at a prefix is worth to carried class c; `tail`: reach of those with so many dice or more."""
    win, lose = float(walk.numbers[words.WIN]), float(walk.numbers[words.LOSE])
    if odd(prefix) == walk.me:
        win, lose = lose, win
    need = walk.own.needs[k, c]
    held = tail[need] if need < 3 else 0.0  # no player has more than two dice
    return lose * tail[0] + (win - lose) * held


@njit
def walk_up(places, walk, top, boundary, tail):
    """Bring values from below all prefixes to the start, with `tail` (3,) to work in; return what `me` gets there."""
    own, their = walk.own, walk.their
    for prefix in range(len(places.above) - 1, -1, -1):
        k, mover = lowest_bit(places, prefix), odd(prefix)
        actions, stride, first = k + (prefix > 0), places.classes[mover, k], places.above[prefix]
        tail[:] = 0
        if prefix > 0:
            for c in range(their.count[k]):
                x = top.reach[prefix, c]
                if mover != walk.me:
                    e = first + k * stride + their.row[k, c]
                    x *= probability(walk.theirs, e, top.inverse[prefix, c], actions)
                for m in range(their.matches[k, c] + 1):
                    tail[m] += x
        for c in range(own.count[k]):
            value, e, constants = 0.0, first + own.row[k, c], constants_of_class(walk, k, c)
            for a in range(actions):
                if a < k:
                    v = value_below(places, walk, top, boundary, prefix, k, k - 1 - a, c)
                else:
                    v = value_of_call(walk, prefix, k, c, tail)
                if mover != walk.me:
                    value += v
                elif walk.purpose == words.BEST or (walk.purpose == words.KEPT and walk.matched[e + a * stride] < 0):
                    value = v if a == 0 else max(value, v)
                else:
                    q = walk.matched[e + a * stride]
                    value += v * probability(walk.matched, e + a * stride, top.inverse[prefix, c], actions)
                    if walk.purpose != words.REGRETS:
                        continue
                    if walk.source == words.PREDICTED:
                        walk.matched[e + a * stride] = v
                    else:
                        walk.matched[e + a * stride] = add_action_value(q, v, constants)
            top.value[prefix, c] = value
            if mover == walk.me and walk.purpose == words.REGRETS:
                settle(walk, constants, e, stride, actions, value)
    result = 0.0
    for c in range(own.count[places.bids]):
        result += own.chance[c] * top.value[0, c]
    return result


@inner_njit
def settle(walk, constants, e, stride, actions, mean):
    """End the step of a row, whose actions' values are known: take their mean from the regrets."""
    if walk.source == words.PREDICTED:
        tables, values = (walk.regret, walk.matched, walk.memory), (walk.matched, e, stride)
        step_row(constants, True, False, tables, (e, stride, actions), values, 1.0, mean)
        return
    for a in range(actions):
        r = subtract_mean_value(walk.regret[e + a * stride], mean, constants)
        walk.regret[e + a * stride] = r if abs(r) > walk.numbers[words.TINY] else 0.0
