"""The algebra of neighboring rows of a table, which are matched to strategies as they are read.

These are loops as in `cfrlib.engine.common.vector_loops`. Constants come in an array of the tables' own type
(`numbers`, see `cfrlib.engine.common.vector_walks`): a plain 0.0 would turn float32 arithmetic into float64. `fresh` or
`first` says whether this is the first to write to a place; else it is added there.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common import vector_walks as words
from cfrlib.engine.common.vector_walks import ONE, TINY, WEIGHT, ZERO
from cfrlib.engine.step import (
    FLOOR,
    add_action_value,
    constants_of,
    predicted,
    remembers,
    step,
    step_row,
    subtract_mean_value,
    weight_of,
    write_constants,
)


class Action(NamedTuple):
    """An action of neighboring rows, whose strategies are matched as they are read."""

    table: np.ndarray  # what strategies are matched to
    entry: int  # where the action of the first row stands in the table
    inverse: np.ndarray  # of rows' positive sums; see `reciprocal_of_positives`
    first: int  # where that of the first row stands in `inverse`
    share: float  # the probability of the action in a row of zeros, in the table's type


@inner_njit
def scale(out, o, factor, x, i, n):
    """out = factor x"""
    o, i = np.uintp(o), np.uintp(i)
    for l in range(np.uintp(n)):
        out[o + l] = factor * x[i + l]


@inner_njit
def scale_two(out, o, factor, other, x, i, k, n):
    """out = factor x[i:] + other x[k:]"""
    o, i, k = np.uintp(o), np.uintp(i), np.uintp(k)
    for l in range(np.uintp(n)):
        out[o + l] = factor * x[i + l] + other * x[k + l]


@inner_njit
def pass_on(out, o, fresh, x, i, n):
    """out = x if it is fresh, else out += x"""
    o, i = np.uintp(o), np.uintp(i)
    for l in range(np.uintp(n)):
        out[o + l] = x[i + l] if fresh else out[o + l] + x[i + l]


@inner_njit
def reciprocal_of_positives(out, o, table, e, stride, actions, numbers, n):
    """out = 1 / (sum of the positive entries of each row), or 0 where the sum is within the tolerance.

    `stride` is the distance from an action to the next. Rows of two or three actions, the most common, take a single
    loop; longer rows are summed up in several.
    """
    o, e, d, n = np.uintp(o), np.uintp(e), np.uintp(stride), np.uintp(n)
    zero, one, tolerance = numbers[ZERO], numbers[ONE], numbers[words.TOLERANCE]
    if actions == 1:  # nothing to match: the action's share is 1
        for l in range(n):
            out[o + l] = zero
        return
    e1 = e + d
    if actions == 2:
        for l in range(n):
            total = max(table[e + l], zero) + max(table[e1 + l], zero)
            out[o + l] = one / total if total > tolerance else zero
        return
    e2 = e1 + d
    if actions == 3:
        for l in range(n):
            total = max(table[e + l], zero) + max(table[e1 + l], zero) + max(table[e2 + l], zero)
            out[o + l] = one / total if total > tolerance else zero
        return
    for l in range(n):
        out[o + l] = max(table[e + l], zero) + max(table[e1 + l], zero) + max(table[e2 + l], zero)
    e += np.uintp(3) * d
    a = 3
    while a + 3 < actions:
        e1, e2, e3 = e + d, e + np.uintp(2) * d, e + np.uintp(3) * d
        for l in range(n):
            out[o + l] += (
                max(table[e + l], zero) + max(table[e1 + l], zero) + max(table[e2 + l], zero) + max(table[e3 + l], zero)
            )
        e += np.uintp(4) * d
        a += 4
    while a < actions:
        for l in range(n):
            out[o + l] += max(table[e + l], zero)
        e += d
        a += 1
    for l in range(n):
        out[o + l] = one / out[o + l] if out[o + l] > tolerance else zero


@inner_njit
def play(out, o, fresh, reach, r, action, numbers, n):
    """out = (or +=) reach times the probability of an action."""
    table, e, inverse, s, share = action
    o, r, e, s = np.uintp(o), np.uintp(r), np.uintp(e), np.uintp(s)
    zero, tiny = numbers[ZERO], numbers[TINY]
    for l in range(np.uintp(n)):
        p = max(table[e + l], zero) * inverse[s + l] + (share if inverse[s + l] == zero else zero)
        x = reach[r + l] * p
        x = x if x > tiny else zero
        out[o + l] = x if fresh else out[o + l] + x


@inner_njit
def play_and_add(out, o, fresh, reach, r, action, sums, numbers, n):
    """Do what `play` does; the same reach, times the weight of the iteration, is added to the average."""
    table, e, inverse, s, share = action
    o, r, e, s = np.uintp(o), np.uintp(r), np.uintp(e), np.uintp(s)
    zero, tiny, weight = numbers[ZERO], numbers[TINY], numbers[WEIGHT]
    for l in range(np.uintp(n)):
        p = max(table[e + l], zero) * inverse[s + l] + (share if inverse[s + l] == zero else zero)
        x = reach[r + l] * p
        x = x if x > tiny else zero
        out[o + l] = x if fresh else out[o + l] + x
        sums[e + l] += weight * x


@inner_njit
def add_expected(out, o, first, x, i, action, numbers, n):
    """out = (or +=) x times the probability of an action."""
    table, e, inverse, s, share = action
    o, i, e, s = np.uintp(o), np.uintp(i), np.uintp(e), np.uintp(s)
    zero = numbers[ZERO]
    for l in range(np.uintp(n)):
        p = max(table[e + l], zero) * inverse[s + l] + (share if inverse[s + l] == zero else zero)
        out[o + l] = p * x[i + l] if first else out[o + l] + p * x[i + l]


@inner_njit
def add_expected_and_value(out, o, first, x, i, action, constants, numbers, n):
    """Do what `add_expected` does, and add the values to the action's regrets; see `add_action_value`."""
    table, e, inverse, s, share = action
    o, i, e, s = np.uintp(o), np.uintp(i), np.uintp(e), np.uintp(s)
    zero = numbers[ZERO]
    for l in range(np.uintp(n)):
        q = table[e + l]
        p = max(q, zero) * inverse[s + l] + (share if inverse[s + l] == zero else zero)
        out[o + l] = p * x[i + l] if first else out[o + l] + p * x[i + l]
        table[e + l] = add_action_value(q, x[i + l], constants)


@inner_njit
def add_action_values(table, e, x, i, constants, n):
    """Add an action's values x to its regrets; see `add_action_value`."""
    e, i = np.uintp(e), np.uintp(i)
    for l in range(np.uintp(n)):
        table[e + l] = add_action_value(table[e + l], x[i + l], constants)


@inner_njit
def subtract_mean_values(table, e, mean, v, constants, numbers, n):
    """Subtract the mean values from an action's regrets; regrets of size `TINY` or less become 0."""
    e, v, zero, tiny = np.uintp(e), np.uintp(v), numbers[ZERO], numbers[TINY]
    for l in range(np.uintp(n)):
        x = subtract_mean_value(table[e + l], mean[v + l], constants)
        table[e + l] = x if abs(x) > tiny else zero


@inner_njit
def whole_steps(regret, matched, e, mean, v, constants, numbers, n):
    """Do a step. `matched` holds an action's values and gets what strategies are matched to; tiny numbers become 0."""
    e, v, zero, tiny = np.uintp(e), np.uintp(v), numbers[ZERO], numbers[TINY]
    for l in range(np.uintp(n)):
        g = constants.weight * (matched[e + l] - mean[v + l])
        x = step(regret[e + l], g, constants)
        x = x if abs(x) > tiny else zero
        regret[e + l] = x
        x = predicted(x, g, constants)
        matched[e + l] = x if x > tiny else zero


@inner_njit
def mark_best(table, e, x, i, best, numbers, n):
    """table = 1 where an action is worth the most there is, which is in x from `best` on, else 0."""
    e, i, best = np.uintp(e), np.uintp(i), np.uintp(best)
    for l in range(np.uintp(n)):
        table[e + l] = numbers[ONE] if x[i + l] == x[best + l] else numbers[ZERO]


@inner_njit
def keep_or_raise(out, o, first, x, i, table, e, numbers, n):
    """out = the largest x of all actions, or their mean in a row that is locked: there the table is not negative."""
    o, i, e, zero = np.uintp(o), np.uintp(i), np.uintp(e), numbers[ZERO]
    for l in range(np.uintp(n)):
        p, v = table[e + l], x[i + l]
        if p >= zero:
            out[o + l] = p * v if first else out[o + l] + p * v
        else:
            out[o + l] = v if first else max(out[o + l], v)


@inner_njit(forceinline=True)
def add_value_of_action(walk, constants, out, o, first, x, i, action, n):
    """Add an action's values x to those of the walking player's rows, by the purpose of the walk.

    BEST and ANSWER take the maximum; KEPT, too, but the mean in rows that are locked; MEAN takes the mean. So does
    REGRETS, where the values also go into regrets (MATCHED, COPIED) or wait in `matched` for the mean (PREDICTED).
    """
    if walk.purpose == words.BEST or walk.purpose == words.ANSWER:
        if first:
            loops.copy(out, o, x, i, n)
        else:
            loops.raise_to(out, o, x, i, n)
    elif walk.purpose == words.REGRETS and walk.source == words.MATCHED:
        add_expected_and_value(out, o, first, x, i, action, constants, walk.numbers, n)
    elif walk.purpose == words.KEPT:
        keep_or_raise(out, o, first, x, i, action.table, action.entry, walk.numbers, n)
    else:
        add_expected(out, o, first, x, i, action, walk.numbers, n)
        if walk.purpose == words.REGRETS and walk.source == words.PREDICTED:
            loops.copy(walk.matched, action.entry, x, i, n)
        elif walk.purpose == words.REGRETS:
            add_action_values(walk.regret, action.entry, x, i, constants, n)


@inner_njit(forceinline=True)
def subtract_mean(walk, constants, e, stride, actions, mean, v, n):
    """End the step of neighboring rows: the values of all actions are known, and their mean is subtracted."""
    if remembers(constants) and actions > 1:
        tables = walk.regret, walk.matched, walk.memory
        for l in range(n):
            place, m = (e + l, stride, actions), mean[np.uintp(v + l)]
            step_row(constants, True, False, tables, place, (walk.matched, e + l, stride), 1.0, m)
        return
    for a in range(actions):
        if walk.source == words.PREDICTED:
            whole_steps(walk.regret, walk.matched, e + a * stride, mean, v, constants, walk.numbers, n)
        else:
            subtract_mean_values(walk.regret, e + a * stride, mean, v, constants, walk.numbers, n)


@njit
def set_time(walk, rule, t, since):
    """Store the averaging weight of iteration t in `walk.numbers`, and its `Constants` in `walk.constants`.

    The rows of the walk were updated last in iteration `since`, 0 for never.
    """
    walk.numbers[words.WEIGHT] = weight_of(rule.power, rule.exponent, t, rule.weights)
    write_constants(walk.constants, constants_of(rule, t, since))
    if walk.source == words.COPIED:  # a walk may come to a row often: regrets are raised to the floor when it is over
        walk.constants[FLOOR] = -np.inf
