"""The algebra of neighboring rows of a table, which are matched to strategies as they are read.

These are loops as in `cfrlib.engine.common.vector_loops`. Constants come in an array of the tables' own type
(`numbers`, see `cfrlib.engine.common.vector_walks`): a plain 0.0 would turn float32 arithmetic into float64.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common import vector_walks as words
from cfrlib.engine.common.regret_matching import note, predict_anew
from cfrlib.engine.common.vector_walks import FLOOR, GAIN, NEXT_DOWN, NEXT_UP, ONE, PREDICTION, TINY, WEIGHT, ZERO


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

    `stride`: from an action to the next. Most rows have two actions, so rows of two, three and four go in one loop.
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
def gain_expected(out, o, first, x, i, action, up, down, numbers, n):
    """Do what `add_expected` does, and put table = discounted table + weight x; the mean is taken later.

    Positive entries are discounted by `up`, negative ones by `down`.
    """
    table, e, inverse, s, share = action
    o, i, e, s = np.uintp(o), np.uintp(i), np.uintp(e), np.uintp(s)
    zero, weight = numbers[ZERO], numbers[GAIN]
    for l in range(np.uintp(n)):
        q = table[e + l]
        positive = max(q, zero)
        p = positive * inverse[s + l] + (share if inverse[s + l] == zero else zero)
        out[o + l] = p * x[i + l] if first else out[o + l] + p * x[i + l]
        table[e + l] = positive * up + min(q, zero) * down + weight * x[i + l]


@inner_njit
def discount_and_add(table, e, up, down, x, i, numbers, n):
    """table = discounted table + weight x"""
    e, i = np.uintp(e), np.uintp(i)
    zero, weight = numbers[ZERO], numbers[GAIN]
    for l in range(np.uintp(n)):
        q = table[e + l]
        table[e + l] = max(q, zero) * up + min(q, zero) * down + weight * x[i + l]


@inner_njit
def take_mean(table, e, mean, v, numbers, n):
    """table -= weight mean, raised to the floor; what is next to nothing becomes 0."""
    e, v = np.uintp(e), np.uintp(v)
    zero, tiny, weight, floor = numbers[ZERO], numbers[TINY], numbers[GAIN], numbers[FLOOR]
    for l in range(np.uintp(n)):
        x = max(table[e + l] - weight * mean[v + l], floor)
        table[e + l] = x if abs(x) > tiny else zero


@inner_njit
def take_mean_and_predict(regret, matched, e, up, down, mean, v, numbers, n):
    """`matched` holds an action's values: move what they are above the mean into the regrets, and leave there what
    strategies are matched to, with the prediction that the next instantaneous regret is the same."""
    e, v = np.uintp(e), np.uintp(v)
    zero, tiny, weight, floor = numbers[ZERO], numbers[TINY], numbers[GAIN], numbers[FLOOR]
    prediction, next_up, next_down = numbers[PREDICTION], numbers[NEXT_UP], numbers[NEXT_DOWN]
    for l in range(np.uintp(n)):
        instantaneous, q = weight * (matched[e + l] - mean[v + l]), regret[e + l]
        x = max(max(q, zero) * up + min(q, zero) * down + instantaneous, floor)
        x = x if abs(x) > tiny else zero
        regret[e + l] = x
        x = max(x, zero) * next_up + min(x, zero) * next_down + prediction * instantaneous
        matched[e + l] = x if x > tiny else zero


@inner_njit
def mark_best(table, e, x, i, best, numbers, n):
    """table = 1 where an action is worth the most there is, else 0."""
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
def take_value(walk, out, o, first, x, i, action, up, down, n):
    """Give rows of the walking player what an action is worth: they keep the best, or the mean, and regrets all."""
    if walk.purpose == words.BEST or walk.purpose == words.ANSWER:
        if first:
            loops.copy(out, o, x, i, n)
        else:
            loops.raise_to(out, o, x, i, n)
    elif walk.purpose == words.REGRETS and walk.source == words.MATCHED:
        gain_expected(out, o, first, x, i, action, up, down, walk.numbers, n)
    elif walk.purpose == words.KEPT:
        keep_or_raise(out, o, first, x, i, action.table, action.entry, walk.numbers, n)
    else:
        add_expected(out, o, first, x, i, action, walk.numbers, n)
        if walk.purpose == words.REGRETS and walk.source == words.PREDICTED:
            loops.copy(walk.matched, action.entry, x, i, n)
        elif walk.purpose == words.REGRETS:
            discount_and_add(walk.regret, action.entry, up, down, x, i, walk.numbers, n)


@inner_njit
def take_mean_and_adapt(walk, e, stride, actions, mean, v, up, down, n):
    """Do what `take_mean_and_predict` does, with a prediction that counts less in a row if it has been bad there."""
    numbers, regret, matched = walk.numbers, walk.regret, walk.matched
    zero, most, discounts = numbers[ZERO], numbers[words.ASYMMETRY], (numbers[NEXT_UP], numbers[NEXT_DOWN])
    for l in range(n):
        for a in range(actions):
            place = np.uintp(e + l + a * stride)
            instantaneous, q = numbers[GAIN] * (matched[place] - mean[np.uintp(v + l)]), regret[place]
            instantaneous = instantaneous if abs(instantaneous) > numbers[TINY] else zero
            x = max(max(q, zero) * up + min(q, zero) * down + instantaneous, numbers[FLOOR])
            regret[place] = x if abs(x) > numbers[TINY] else zero
            note(walk.memory, e + l, stride, a, instantaneous, regret[place] - q)
        predict_anew(walk.memory, regret, matched, e + l, stride, actions, discounts, numbers[PREDICTION], most)


@inner_njit(forceinline=True)
def take_mean_away(walk, e, stride, actions, mean, v, up, down, n):
    """Take the mean of the values of all actions from the regrets of each."""
    if walk.numbers[words.ASYMMETRY] > 0 and actions > 1:
        take_mean_and_adapt(walk, e, stride, actions, mean, v, up, down, n)
        return
    for a in range(actions):
        if walk.source == words.PREDICTED:
            take_mean_and_predict(walk.regret, walk.matched, e + a * stride, up, down, mean, v, walk.numbers, n)
        else:
            take_mean(walk.regret, e + a * stride, mean, v, walk.numbers, n)
