"""From the instantaneous regrets of a walk to the next strategies, for tables of strategies (see `cfrlib.engine.step`).

Most rules match the strategy to regrets. A rule with a local update calls its own function to turn regrets into a
strategy; `Rule.local` is the machine address of that function, compiled once. An address is a number, so kernels are
compiled once for all rules, and a rule that matches regrets pays for a comparison only.
"""

from functools import cache

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from cfrlib._util.jit import inner_njit
from cfrlib.engine.step import (
    constants_of,
    constants_since,
    positive,
    remembers,
    step,
    step_row,
    typed,
    undiscounted_step,
    weight_in_matching,
)


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
    """Call the local update at an address on the row of a table at `entry`, in place; `stride` to the next action.

    It is an intrinsic because Numba cannot call an address that is held in an integer.
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
    iteration `since`; `scratch` has 2 * length numbers or more, see `normalize`.
    """
    regret, instantaneous, strategy = tables.regret, tables.instantaneous, tables.strategy
    constants = constants_of(rule, t, since)
    if rule.local or remembers(constants):
        for l in range(length):
            place = first + l, classes, actions
            update_row(rule, t, constants, tables, (instantaneous, first + l, classes), 1.0, 0.0, place)
        return
    length, half = np.uintp(length), np.uintp(len(scratch) // 2)
    for l in range(length):
        scratch[l] = 0.0
    constants = typed(constants, regret.dtype.type)
    for a in range(actions):
        e = np.uintp(first + a * classes)
        if rule.discounts:
            for l in range(length):
                regret[e + l] = step(regret[e + l], constants.weight * instantaneous[e + l], constants)
        else:
            for l in range(length):
                regret[e + l] = undiscounted_step(regret[e + l], constants.weight * instantaneous[e + l], constants)
        for l in range(length):
            p = weight_in_matching(regret[e + l], constants.weight * instantaneous[e + l], constants)
            strategy[e + l] = p
            scratch[l] += p
            instantaneous[e + l] = 0.0
    normalize(strategy, first, classes, actions, length, scratch, half, rule.tolerance)


@inner_njit
def normalize(strategy, first, classes, actions, length, total, half, tolerance):
    """Divide the actions of each row by their sum; make rows whose sum is up to `tolerance` uniform.

    `total` has the sums, in its first `length` places; both halves are overwritten, from `half` on by uniform shares.
    """
    for l in range(length):
        none = total[l] <= tolerance
        total[half + l] = 1.0 / actions if none else 0.0
        total[l] = 0.0 if none else 1.0 / total[l]
    for a in range(actions):
        e = np.uintp(first + a * classes)
        for l in range(length):
            strategy[e + l] = strategy[e + l] * total[l] + total[half + l]


@inner_njit(forceinline=True)
def update_row(rule, t, constants, tables, values, x, mean, place):
    """Do the step of one row and make its next strategy.

    The instantaneous regret of an action is x (values - mean), see `step_row`: x is 1 and the mean 0 if `values` are
    instantaneous regrets already.
    """
    strategy, (entry, stride, actions) = tables.strategy, place
    written = tables.regret, strategy, tables.memory
    step_row(constants, rule.discounts, True, written, place, values, x, mean)
    if rule.local:
        make_strategy(rule.local, strategy, entry, stride, actions, t, rule.parameters)
    else:
        total = 0.0
        for a in range(actions):
            total += positive(strategy[np.uintp(entry + a * stride)])
        for a in range(actions):
            e = np.uintp(entry + a * stride)
            strategy[e] = positive(strategy[e]) / total if total > rule.tolerance else 1.0 / actions


@inner_njit(forceinline=True)
def update_listed(rule, t, tables, visited, count):
    """Update the rows that a walk has listed: first entry, distance of actions, their number, number of the row."""
    constants = constants_of(rule, t, 0)
    for v in range(count):
        entry, stride, actions, row = visited[v, 0], visited[v, 1], visited[v, 2], visited[v, 3]
        own = constants_since(rule, constants, tables.last_update, row, t)
        update_row(rule, t, own, tables, (tables.instantaneous, entry, stride), 1.0, 0.0, (entry, stride, actions))
