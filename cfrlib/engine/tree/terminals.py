"""Values of the ends of a game: payoff matrix times the opponent's reach.

Many terminals share a matrix (all calls of the same last bid in Bluff, all showdowns with the same card in Leduc), so
all of them are multiplied by it in one go. Sums stay in registers, four outcomes at a time.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit

LONG, FEW = 32, 12
"""Above `LONG` own outcomes a matrix goes to `times_long_matrix`, else to `times_short_matrix`, which sums up the
opponent's outcomes by fours if there are fewer terminals than `FEW`, or else one by one. The two bounds fix the order
of the sums: another one changes results in the last digit."""


class Vectors(NamedTuple):
    """Vectors of terminals, one after the other, in an array."""

    array: np.ndarray
    start: int
    stride: int


class Matrix(NamedTuple):
    """A payoff matrix in a flat array: m rows of n entries, `step` entries from one to the next."""

    flat: np.ndarray
    start: int
    n: int
    m: int
    step: int


@inner_njit(forceinline=True)
def times_matrix(values, reaches, count, scale, z, correction, matrix):
    """value = correction * scale[z], [z + 1], ... * reach @ matrix for `count` terminals."""
    if matrix.n == 3 and matrix.m == 3:
        times_three(values, reaches, count, scale, z, correction, matrix)
    elif matrix.n > LONG:
        for h in range(count):
            v, r = values.start + h * values.stride, reaches.start + h * reaches.stride
            times_long_matrix(values.array, v, reaches.array, r, correction * scale[z + h], matrix)
    else:
        times_short_matrix(values, reaches, count, scale, z, correction, matrix, count < FEW)


@inner_njit(forceinline=True)
def times_three(values, reaches, count, scale, z, correction, matrix):
    """Do what `times_matrix` does where both players have three outcomes: the matrix stays in registers."""
    value, v, stride = values.array, np.uintp(values.start), np.uintp(values.stride)
    reach, r, wide = reaches.array, np.uintp(reaches.start), np.uintp(reaches.stride)
    z, row, one, two = np.uintp(z), np.uintp(matrix.start), np.uintp(1), np.uintp(2)
    a, b, c = matrix.flat[row], matrix.flat[row + one], matrix.flat[row + two]
    row += np.uintp(3)
    d, e, f = matrix.flat[row], matrix.flat[row + one], matrix.flat[row + two]
    row += np.uintp(3)
    g, h, i = matrix.flat[row], matrix.flat[row + one], matrix.flat[row + two]
    for k in range(np.uintp(count)):
        s = correction * scale[z + k]
        x, y, w = s * reach[r], s * reach[r + one], s * reach[r + two]
        first, second, third = 0.0 + x * a + y * d + w * g, 0.0 + x * b + y * e + w * h, 0.0 + x * c + y * f + w * i
        value[v], value[v + one], value[v + two] = first, second, third
        v += stride
        r += wide


@inner_njit(forceinline=True)
def times_short_matrix(values, reaches, count, scale, z, correction, matrix, by_fours):
    """Do what `times_matrix` does, four own outcomes at a time; the opponent's are added one by one, or by fours."""
    # The outermost loop is over terminals, the next over own outcomes, the inner one down the rows: four sums stay in
    # registers until they are whole, and are written once. With n = 6 the fours are 0 1 2 3 and 2 3 4 5: the last four
    # overlap the ones before and write the same numbers again, so no loop for the rest is needed. Fewer than four
    # outcomes go one by one. `e` is the first entry of the matrix, `p` where the first of the four values goes.
    value, v, stride = values.array, np.uintp(values.start), np.uintp(values.stride)
    reach, r, wide = reaches.array, np.uintp(reaches.start), np.uintp(reaches.stride)
    flat, row, step, m = matrix.flat, np.uintp(matrix.start), np.uintp(matrix.step), np.uintp(matrix.m)
    n, z, one, two, three, four = np.uintp(matrix.n), np.uintp(z), np.uintp(1), np.uintp(2), np.uintp(3), np.uintp(4)
    whole = m - m % four if by_fours else np.uintp(0)
    for k in range(np.uintp(count)):
        s, i = correction * scale[z + k], np.uintp(0)
        while i < n:
            e, j, p = row + i, np.uintp(0), v + i
            if n < four:
                total = 0.0
                while j < whole:
                    x, y = s * reach[r + j], s * reach[r + j + one]
                    u, w = s * reach[r + j + two], s * reach[r + j + three]
                    f, g, h = e + step, e + step + step, e + step + step + step
                    total += (x * flat[e] + y * flat[f]) + (u * flat[g] + w * flat[h])
                    j, e = j + four, h + step
                while j < m:
                    total += s * reach[r + j] * flat[e]
                    j, e = j + one, e + step
                value[p] = total
                i += one
                continue
            a = b = c = d = 0.0
            while j < whole:
                x, y = s * reach[r + j], s * reach[r + j + one]
                u, w = s * reach[r + j + two], s * reach[r + j + three]
                f, g, h = e + step, e + step + step, e + step + step + step
                a += (x * flat[e] + y * flat[f]) + (u * flat[g] + w * flat[h])
                b += (x * flat[e + one] + y * flat[f + one]) + (u * flat[g + one] + w * flat[h + one])
                c += (x * flat[e + two] + y * flat[f + two]) + (u * flat[g + two] + w * flat[h + two])
                d += (x * flat[e + three] + y * flat[f + three]) + (u * flat[g + three] + w * flat[h + three])
                j, e = j + four, h + step
            while j < m:
                x = s * reach[r + j]
                a += x * flat[e]
                b += x * flat[e + one]
                c += x * flat[e + two]
                d += x * flat[e + three]
                j, e = j + one, e + step
            value[p], value[p + one], value[p + two], value[p + three] = a, b, c, d
            i = n - four if n - four > i and n - four < i + four else i + four  # with min() Kuhn takes a quarter longer
        v += stride
        r += wide


@inner_njit(forceinline=True)
def times_long_matrix(value, v, reach, r, scale, matrix):
    """value = scale * reach @ matrix for one terminal, four rows at a time."""
    flat, row, n, m, step = matrix
    n, m, step = np.uintp(n), np.uintp(m), np.uintp(step)
    v, r, a = np.uintp(v), np.uintp(r), np.uintp(row)
    for i in range(n):
        value[v + i] = 0.0
    last = r + m
    while r + np.uintp(3) < last:
        x, y = scale * reach[r], scale * reach[r + np.uintp(1)]
        z, w = scale * reach[r + np.uintp(2)], scale * reach[r + np.uintp(3)]
        b = a + step
        c = b + step
        d = c + step
        for i in range(n):
            value[v + i] += (x * flat[a + i] + y * flat[b + i]) + (z * flat[c + i] + w * flat[d + i])
        r, a = r + np.uintp(4), d + step
    while r < last:
        x = scale * reach[r]
        for i in range(n):
            value[v + i] += x * flat[a + i]
        r, a = r + np.uintp(1), a + step
