"""From the instantaneous regrets of a walk to the next strategy: how regrets are kept (see `cfrlib.regret`).

Most rules match the strategy to what is kept. One with a local update of its own has that made into the strategy by
the function whose address stands in `Rule.local`: a function of an information set, compiled once. An address is a
number, so kernels are compiled once for all rules, and one that matches regrets pays for a comparison.
"""

from functools import cache
from typing import NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from cfrlib._util.jit import inner_njit

ZERO_TOLERANCE = 1e-12  # of the stakes of a game, if they are small: see `Rule.tolerance`
EMPTY = np.zeros(0)


class Rule(NamedTuple):
    """How a table is updated; the numbers of `cfrlib.regret.RegretRule` and `cfrlib.regret.Averaging`."""

    power: float  # iteration t counts t ** power in the average
    discounts: bool  # whether any regret is discounted
    logarithms: np.ndarray  # (2, iterations + 1): of the discounts up to t, of regrets > 0 and < 0
    after: bool  # whether the discount comes after adding, so that it changes a prediction
    gain: float  # instantaneous regrets of iteration t count (t * unit) ** gain
    floor: float  # regrets are raised to it; -infinity is none
    prediction: float  # what the prediction that the last one comes again counts in matching
    exponent: float = 0.0  # weights of the average are divided by 2 ** exponent
    tolerance: float = ZERO_TOLERANCE
    """A sum of positive regrets up to here counts as none: what rounding leaves of actions that are worth the same is
    no reason to prefer one."""
    unit: float = 1.0  # regrets are divided by a power of two, unit ** -gain; see `Setup.regret_weights`
    weights: np.ndarray = EMPTY
    """Logarithms, base 2, of what each iteration counts in the average, from 0 on; empty if that is t ** power."""
    local: int = 0  # address of a function that makes a strategy of a row of regrets; 0 is regret matching
    parameters: np.ndarray = EMPTY  # what that function is told beside the row and the iteration
    asymmetry: float = 0.0  # what predictions are divided by at most, less 1; see `note` and `predict_anew`


@cache
def _compiled(function, dtype):
    """Return a function of Python as one that C calls: (row, stride, actions, iteration, parameters, their number)."""
    inner, number = numba.njit(function), numba.from_dtype(np.dtype(dtype))
    size, numbers = types.intp, types.CPointer(types.float64)

    @numba.cfunc(types.void(types.CPointer(number), size, size, types.int64, numbers, size))
    def call(row, stride, actions, t, parameters, count):
        inner(numba.carray(row, (actions - 1) * stride + 1)[::stride], t, numba.carray(parameters, count))

    return call


def address_of(function, dtype):
    """Return where a local update is, compiled for tables of a type."""
    return _compiled(function, dtype).address


@intrinsic
def make_strategy(typing, address, table, entry, stride, actions, t, parameters):
    """Have the function at an address make a strategy of what a row of a table holds.

    The row starts at `entry`; from an action to the next it is `stride` entries.
    """
    size = types.intp

    def generate(context, builder, signature, arguments):
        address, table, entry, stride, actions, t, parameters = arguments
        row = context.make_array(signature.args[1])(context, builder, table).data
        numbers = context.make_array(signature.args[6])(context, builder, parameters)
        count = builder.extract_value(numbers.shape, 0)
        word = entry.type
        kind = ir.FunctionType(ir.VoidType(), [row.type, word, word, t.type, numbers.data.type, word])
        function = builder.inttoptr(address, kind.as_pointer())
        builder.call(function, [builder.gep(row, [entry]), stride, actions, t, numbers.data, count])
        return context.get_dummy_value()

    return types.void(types.intp, table, size, size, size, types.int64, parameters), generate


def make_rule(
    regret, average, logarithms, exponent=0.0, tolerance=ZERO_TOLERANCE, gain_exponent=0.0, weights=EMPTY,
    dtype="float64",
):  # fmt: skip
    """Return the `Rule` of a regret rule and an averaging rule."""
    floor = -np.inf if regret.floor is None else regret.floor
    power, unit = 0.0 if len(weights) else float(average.power), 1.0
    if gain_exponent:
        unit = 2.0 ** (-gain_exponent / regret.gain)
    local = address_of(regret.local, dtype) if regret.local else 0
    parameters = np.array(regret.parameters) if regret.parameters else EMPTY
    kept = regret.discounts, logarithms, regret.after, regret.gain, float(floor), regret.prediction
    scaled = float(exponent), float(tolerance), unit, weights
    return Rule(power, *kept, *scaled, local, parameters, regret.asymmetry)


IDLE = Rule(0.0, False, np.zeros((2, 1)), False, 0.0, -np.inf, 0.0)  # to compile by doing nothing
IDLE_RNG = np.random.Generator(np.random.PCG64(0))
"""Nobody draws from it. One for all, as Numba never lets go of a generator that it has seen."""


def compile_iterate(engine):
    """Compile an engine's iterations by doing none: the `prepare` of engines that need no more."""
    engine.iterate(IDLE, IDLE_RNG, 1, 0)


@inner_njit
def weight_of(power, exponent, t, weights):
    """Return what iteration t counts in the average: t ** power / 2 ** exponent, or its entry of a table of weights."""
    if len(weights) > 0:
        return 2.0 ** (weights[t] - exponent)
    if exponent == 0:
        return float(t) ** power
    return 2.0 ** (power * np.log2(float(t)) - exponent)


@inner_njit(forceinline=True)
def discount(rule, sign, since, t):
    """Return what regrets (`sign` 0: positive, 1: negative) are multiplied by in iteration t, before it adds its own.

    `since` is the iteration of their last update, 0 for none: its discount and all later ones are still to be applied.
    """
    if not rule.discounts or since <= 0 or since >= t:
        return 1.0
    return np.exp(rule.logarithms[sign, t - 1] - rule.logarithms[sign, since - 1])


@inner_njit(forceinline=True)
def gain_weight(rule, t):
    """Return what the instantaneous regrets of iteration t count."""
    return (float(t) * rule.unit) ** rule.gain


@inner_njit(forceinline=True)
def updated(r, up, down, instantaneous, floor):
    """Return a regret after an iteration: discounted by `up` or `down`, added to, and raised to the floor."""
    return added(r * (up if r > 0 else down), instantaneous, floor)


@inner_njit(forceinline=True)
def added(r, instantaneous, floor):
    """Return a regret after an iteration that discounts nothing: to choose one of two equal factors by its sign takes
    time, as the processor often guesses the sign wrongly."""
    r += instantaneous
    return r if r > floor else floor


@inner_njit(forceinline=True)
def predicted(r, up, down, instantaneous, prediction):
    """Return what a strategy is matched to: a regret, discounted where that comes after adding, and a prediction."""
    return r * (up if r > 0 else down) + prediction * instantaneous


def memory_of(regret, size, dtype):
    """Return what a rule remembers in a table of so many entries; nothing if the rule, or None, asks for nothing.

    With an asymmetry it is what `note` writes.
    """
    return np.zeros((2, size if regret is not None and regret.asymmetry else 0), dtype=dtype)


# With asymmetry a, a prediction counts the less, the worse predictions of this row have been. With instantaneous
# regrets d_t (weighted), regrets R_t, and sums over a row's actions b and iterations s,
#
#     error  E = sqrt(sum_{s,b} (d_s(b) - d_{s-1}(b))^2),   step  S = sqrt(sum_{s,b} (R_s(b) - R_{s-1}(b))^2),
#     strategy proportional to [R_t + p / (1 + min(E / S, a)) d_t]^+ , where E / S counts as a if S is 0.
#
# E and S grow by one square at a time, as hypotenuses.
@inner_njit
def note(prediction_state, first, stride, a, d, step):
    """Note the last instantaneous regret `d` of action a of a row, how wrongly it was predicted, and a regret's step.

    `prediction_state`, (2, entries): the last instantaneous regret of each action; and at the first two actions of a
    row E and S, of which the squares might be too large or too small for float32.
    """
    second, e = np.uintp(first + stride), np.uintp(first + a * stride)
    first, error = np.uintp(first), float(d) - prediction_state[0, e]
    prediction_state[0, e] = d
    prediction_state[1, first] = np.hypot(prediction_state[1, first], error)
    prediction_state[1, second] = np.hypot(prediction_state[1, second], step)


@inner_njit
def predict_anew(prediction_state, regret, matched, first, stride, actions, discounts, prediction, most):
    """Put there what a row is matched to, by a prediction that counts less if it has been bad; return the sum."""
    errors, steps, total = prediction_state[1, np.uintp(first)], prediction_state[1, np.uintp(first + stride)], 0.0
    weight = prediction / (1.0 + (errors / steps if errors < most * steps else most))
    for a in range(actions):
        e = np.uintp(first + a * stride)
        r = positive(predicted(regret[e], discounts[0], discounts[1], prediction_state[0, e], weight))
        matched[e] = r
        total += r
    return total


@inner_njit(forceinline=True)
def positive(x):
    """Return the positive part of a number."""
    return x if x > 0 else 0.0


@inner_njit(forceinline=True)
def regret_matching(table, entry, stride, actions, tolerance, strategy, start):
    """Match a strategy to the row of a table at `entry`: regret matching; put it into `strategy` from `start` on."""
    total = 0.0
    for a in range(actions):
        r = positive(table[np.uintp(entry + a * stride)])
        strategy[start + a] = r
        total += r
    inverse = 1.0 / total if total > tolerance else 0.0
    for a in range(actions):
        strategy[start + a] = strategy[start + a] * inverse if inverse > 0 else 1.0 / actions


@inner_njit
def update_rows(rule, t, tables, first, classes, actions, length, since, scratch):
    """Update the regrets of `length` neighboring rows by their instantaneous ones, and match the next strategy to them.

    The first action of the first row is at entry `first`, the next action `classes` further on; the last update was in
    iteration `since`; `scratch` has 2 * length numbers or more.
    """
    regret, instantaneous, strategy = tables.regret, tables.instantaneous, tables.strategy
    if rule.asymmetry > 0:
        multiplied = gain_weight(rule, t), next_discounts(rule, t)
        factors = discount(rule, 0, since, t), discount(rule, 1, since, t)
        for l in range(length):
            place = first + l, classes, actions, 0
            move_row(rule, t, multiplied, factors, tables, (instantaneous, first + l, classes), 1.0, 0.0, place)
        return
    length, half = np.uintp(length), np.uintp(len(scratch) // 2)
    for l in range(length):
        scratch[l] = 0.0
    number = regret.dtype.type  # factors are of the tables' own type, or float32 regrets would be updated in float64
    up, down = number(discount(rule, 0, since, t)), number(discount(rule, 1, since, t))
    weight, floor, prediction = number(gain_weight(rule, t)), number(rule.floor), number(rule.prediction)
    next_up, next_down = next_discounts(rule, t)
    next_up, next_down = number(next_up), number(next_down)
    for a in range(actions):
        e = np.uintp(first + a * classes)
        if rule.discounts:
            for l in range(length):
                regret[e + l] = updated(regret[e + l], up, down, weight * instantaneous[e + l], floor)
        else:
            for l in range(length):
                regret[e + l] = added(regret[e + l], weight * instantaneous[e + l], floor)
        if rule.local:
            for l in range(length):
                d = weight * instantaneous[e + l]
                strategy[e + l] = predicted(regret[e + l], next_up, next_down, d, prediction)
        elif prediction == 0:
            for l in range(length):
                r = positive(regret[e + l])
                strategy[e + l] = r
                scratch[l] += r
        else:
            for l in range(length):
                r = positive(predicted(regret[e + l], next_up, next_down, weight * instantaneous[e + l], prediction))
                strategy[e + l] = r
                scratch[l] += r
        for l in range(length):
            instantaneous[e + l] = 0.0
    if rule.local:
        for l in range(length):
            make_strategy(rule.local, strategy, first + l, classes, actions, t, rule.parameters)
    else:
        normalize(strategy, first, classes, actions, length, scratch, half, rule.tolerance)


@inner_njit(forceinline=True)
def next_discounts(rule, t):
    """Return the discounts of positive and negative regrets that come after adding in iteration t; else 1."""
    if not rule.after:
        return 1.0, 1.0
    return discount(rule, 0, t, t + 1), discount(rule, 1, t, t + 1)


@inner_njit
def normalize(strategy, first, classes, actions, length, total, half, tolerance):
    """Divide the actions of each row by their sum, `total`; make rows up to `tolerance` uniform."""
    for l in range(length):
        none = total[l] <= tolerance
        total[half + l] = 1.0 / actions if none else 0.0
        total[l] = 0.0 if none else 1.0 / total[l]
    for a in range(actions):
        e = np.uintp(first + a * classes)
        for l in range(length):
            strategy[e + l] = strategy[e + l] * total[l] + total[half + l]


@inner_njit(forceinline=True)
def update_row(rule, t, multiplied, tables, values, x, mean, place):
    """Update one row as `update_rows` does, with instantaneous regrets x times (values - mean); then all values are 0.

    `values` is an array, where the first action's stands there, and how far the next; `place` as in `update_listed`.
    """
    last_update, row, up, down = tables.last_update, place[3], 1.0, 1.0
    if rule.discounts:
        up, down = discount(rule, 0, last_update[row], t), discount(rule, 1, last_update[row], t)
        last_update[row] = t
    move_row(rule, t, multiplied, (up, down), tables, values, x, mean, place)


@inner_njit(forceinline=True)
def move_row(rule, t, multiplied, discounts, tables, values, x, mean, place):
    """Update the regrets and strategies of a row by the discounts of this iteration."""
    (values, first, step), (entry, classes, actions, _) = values, place
    regret, strategy, adapts = tables.regret, tables.strategy, rule.asymmetry > 0 and place[2] > 1
    floor, prediction = rule.floor, rule.prediction
    (weight, (next_up, next_down)), (up, down) = multiplied, discounts
    total = 0.0
    for a in range(actions):
        e = np.uintp(entry + a * classes)
        v = np.uintp(first + a * step)
        d = weight * regret.dtype.type(0.0 + x * (values[v] - mean))
        values[v] = 0.0
        before = regret[e]
        regret[e] = updated(regret[e], up, down, d, floor) if rule.discounts else added(regret[e], d, floor)
        r = regret[e]  # as it is stored
        if adapts:
            note(tables.memory, entry, classes, a, d, r - before)
        if rule.local:
            strategy[e] = predicted(r, next_up, next_down, d, prediction)
            continue
        r = positive(r if prediction == 0 else predicted(r, next_up, next_down, d, prediction))
        strategy[e] = r
        total += r
    if rule.local:
        make_strategy(rule.local, strategy, entry, classes, actions, t, rule.parameters)
        return
    if adapts:
        total = predict_anew(
            tables.memory, regret, strategy, entry, classes, actions, multiplied[1], prediction, rule.asymmetry
        )
    for a in range(actions):
        e = np.uintp(entry + a * classes)
        strategy[e] = strategy[e] / total if total > rule.tolerance else 1.0 / actions


@inner_njit(forceinline=True)
def update_listed(rule, t, tables, visited, count):
    """Update the rows that a walk has listed: first entry, distance of actions, their number, number of the row."""
    multiplied = gain_weight(rule, t), next_discounts(rule, t)
    for v in range(count):
        place = visited[v, 0], visited[v, 1], visited[v, 2], visited[v, 3]
        update_row(rule, t, multiplied, tables, (tables.instantaneous, visited[v, 0], visited[v, 1]), 1.0, 0.0, place)
