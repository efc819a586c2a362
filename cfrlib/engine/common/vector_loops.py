"""Loops over parts of flat arrays, given by the place where each starts, which become vector instructions.

Places are unsigned: with a signed one, the test for an index below zero would stand in the loop.

At the end of the file eight numbers at a time become one vector of the processor: as many are read before one is
written. A loop over arrays that may be the same can be made of vectors only with a test whether they are, each time it
starts: for some tens of numbers that costs more than the work.
"""

import numpy as np

from cfrlib._util.jit import inner_njit

EIGHT = 8
P1, P2, P3, P4, P5, P6, P7 = (np.uintp(l) for l in range(1, EIGHT))


@inner_njit
def copy(out, o, x, i, length):
    """out = x"""
    o, i = np.uintp(o), np.uintp(i)
    for l in range(np.uintp(length)):
        out[o + l] = x[i + l]


@inner_njit
def fill(out, o, value, length):
    """out = value"""
    o = np.uintp(o)
    for l in range(np.uintp(length)):
        out[o + l] = value


@inner_njit
def add(out, o, x, i, length):
    """out += x"""
    o, i = np.uintp(o), np.uintp(i)
    for l in range(np.uintp(length)):
        out[o + l] += x[i + l]


@inner_njit
def add_two(out, o, x, i, k, length):
    """out = x[i:] + x[k:]"""
    o, i, k = np.uintp(o), np.uintp(i), np.uintp(k)
    for l in range(np.uintp(length)):
        out[o + l] = x[i + l] + x[k + l]


@inner_njit
def multiply(out, o, x, i, y, k, length):
    """out = x y"""
    o, i, k = np.uintp(o), np.uintp(i), np.uintp(k)
    for l in range(np.uintp(length)):
        out[o + l] = x[i + l] * y[k + l]


@inner_njit
def add_product(out, o, x, i, y, k, length):
    """out += x y"""
    o, i, k = np.uintp(o), np.uintp(i), np.uintp(k)
    for l in range(np.uintp(length)):
        out[o + l] += x[i + l] * y[k + l]


@inner_njit
def raise_to(out, o, x, i, length):
    """out = the larger of out and x"""
    o, i = np.uintp(o), np.uintp(i)
    for l in range(np.uintp(length)):
        out[o + l] = x[i + l] if x[i + l] > out[o + l] else out[o + l]


@inner_njit
def larger(out, o, x, i, k, length):
    """out = the larger of x[i:] and x[k:]"""
    o, i, k = np.uintp(o), np.uintp(i), np.uintp(k)
    for l in range(np.uintp(length)):
        out[o + l] = x[k + l] if x[k + l] > x[i + l] else x[i + l]


@inner_njit
def multiply_by_class(out, o, x, i, table, k, class_of, c, length):
    """out = x table[class]"""
    o, i, k, c = np.uintp(o), np.uintp(i), np.uintp(k), np.uintp(c)
    for l in range(np.uintp(length)):
        out[o + l] = x[i + l] * table[k + np.uintp(class_of[c + l])]


@inner_njit
def add_product_by_class(out, o, x, i, table, k, class_of, c, length):
    """out += x table[class]"""
    o, i, k, c = np.uintp(o), np.uintp(i), np.uintp(k), np.uintp(c)
    for l in range(np.uintp(length)):
        out[o + l] += x[i + l] * table[k + np.uintp(class_of[c + l])]


@inner_njit
def add_difference_to_class(table, k, x, i, y, j, class_of, c, length):
    """table[class] += x - y, summed over the infostates of a class"""
    i, j, k, c = np.uintp(i), np.uintp(j), np.uintp(k), np.uintp(c)
    for l in range(np.uintp(length)):
        table[k + np.uintp(class_of[c + l])] += x[i + l] - y[j + l]


@inner_njit(forceinline=True)
def load(x, i):
    """Return eight numbers of an array, from place i on."""
    return x[i], x[i + P1], x[i + P2], x[i + P3], x[i + P4], x[i + P5], x[i + P6], x[i + P7]


@inner_njit(forceinline=True)
def store(x, i, a):
    """Write eight numbers into an array, from place i on."""
    x[i], x[i + P1], x[i + P2], x[i + P3], x[i + P4], x[i + P5], x[i + P6], x[i + P7] = a


@inner_njit(forceinline=True)
def plus(a, b):
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6], a[7] + b[7])


@inner_njit(forceinline=True)
def minus(a, b):
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5], a[6] - b[6], a[7] - b[7])


@inner_njit(forceinline=True)
def times(factor, a):
    """Return factor a."""
    b, c, d, e, f, g, h, i = a
    return factor * b, factor * c, factor * d, factor * e, factor * f, factor * g, factor * h, factor * i
