"""Values of the ends of a game: payoff matrix times the opponent's reach.

Short vectors keep a processor waiting. So where many terminals share a matrix (all calls of the same last bid in Bluff,
all showdowns with the same card in Leduc), sixteen of them are multiplied side by side.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common.carried import draw_probability

LONG, FEW = 32, 12
"""One terminal at a time where players have more private outcomes than `LONG`, or fewer than `FEW` share a matrix."""


class Vectors(NamedTuple):
    """Vectors of terminals, one after the other, in an array."""

    array: np.ndarray
    start: int
    apart: int


class Matrix(NamedTuple):
    """A payoff matrix in a flat array: m rows of n entries, `step` apart from one another."""

    flat: np.ndarray
    start: int
    n: int
    m: int
    step: int


@inner_njit
def times_matrix(values, reaches, count, scale, z, correction, matrix, tile):
    """value = correction * scale[z], [z + 1], ... * reach @ matrix for `count` terminals, sixteen side by side."""
    value, v, apart = values
    reach, r, wide = reaches
    flat, row, n, m, step = matrix
    n, m, step, count = np.uintp(n), np.uintp(m), np.uintp(step), np.uintp(count)
    apart, wide = np.uintp(apart), np.uintp(wide)
    v, r, row, z = np.uintp(v), np.uintp(r), np.uintp(row), np.uintp(z)
    side, out = np.uintp(16), m * np.uintp(16)
    h = np.uintp(0)
    while h < count:
        now = min(count - h, side)
        for k in range(now):
            factor = correction * scale[z + h + k]
            start = r + (h + k) * wide
            for j in range(m):
                tile[j * side + k] = factor * reach[start + j]
        for i in range(n):
            for k in range(np.uintp(16)):
                tile[out + k] = 0.0
            entry = row + i
            for j in range(m):
                x, column = flat[entry], j * side
                for k in range(np.uintp(16)):
                    tile[out + k] += x * tile[column + k]
                entry += step
            place = v + h * apart + i
            for k in range(now):
                value[place] = tile[out + k]
                place += apart
        h += side


@inner_njit
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


@inner_njit
def terminal_values(tree, view, drawn, g, player, reach, vectors):
    """Fill the values of a terminal bundle: payoffs times the opponent's reach, over the probability of the draw."""
    other, stage, value = 1 - player, tree.stage[g], vectors.value
    n, m, boards = view.private[player], view.private[other], view.boards[stage]
    own, theirs = view.offset[player, g], view.offset[other, g]
    correction = 1.0 / draw_probability(tree, view, drawn, stage)
    size, payoffs = tree.outcomes[player], tree.payoffs[player]
    flat = payoffs.reshape(payoffs.size)
    first, end = tree.terminal[g], tree.terminal[g] + tree.sequences[g]
    z = first
    while z < end:
        same = z + 1  # the terminals from z on share a matrix
        while same < end and tree.matrix[same] == tree.matrix[z]:
            same += 1
        for k in range(boards):
            matrix = tree.matrix[z] + drawn[2 + stage] + k
            row = (matrix * tree.outcomes[other] + drawn[other]) * size + drawn[player]
            payoff = Matrix(flat, row, n, m, size)
            if n <= LONG and same - z >= FEW:
                state = (z - first) * boards + k
                values = Vectors(value, own + state * n, boards * n)
                reaches = Vectors(reach, theirs + state * m, boards * m)
                times_matrix(values, reaches, same - z, tree.scale, z, correction, payoff, vectors.tile)
                continue
            for y in range(z, same):
                state = (y - first) * boards + k
                scale = correction * tree.scale[y]
                times_long_matrix(value, own + state * n, reach, theirs + state * m, scale, payoff)
        z = same
