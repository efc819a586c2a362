"""A local update that a rule brings: a function of an information set, compiled once and called by its address.

An address is a number. So kernels are compiled once for all rules, and one that matches regrets pays for a comparison.
"""

from functools import cache

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic


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
