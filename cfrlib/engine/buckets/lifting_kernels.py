"""From buckets to real hands and back: tables of a two-round game, block by block."""

import numpy as np

from cfrlib._util.jit import njit


@njit
def lift(table, rows, lanes, sequence, start, out):
    """Give each class the rows of its sequence of buckets.

    Parameters
    ----------
    table : array
        [sequence][row][lane]
    rows, lanes : int
    sequence : (classes,) int64
        Of each class of each board.
    start : (boards + 1,) int64
        Where the classes of a board start.
    out : array
        A block for each board: [row][class][lane].
    """
    for board in range(len(start) - 1):
        first, n = start[board], start[board + 1] - start[board]
        for row in range(rows):
            to = np.uintp((first * rows + row * n) * lanes)
            for k in range(n):
                source = np.uintp((sequence[first + k] * rows + row) * lanes)
                for l in range(np.uintp(lanes)):
                    out[to + l] = table[source + l]
                to += np.uintp(lanes)


@njit
def gather(table, rows, lanes, chosen, sequence, start, hands, weight, out):
    """Add up what all hands of a sequence have in the tables of their classes: the transpose of `lift`.

    Parameters
    ----------
    chosen : (rows,) bool
        Which rows to take.
    hands : (classes,) float64
        How many hands a class has.
    weight : (boards,) float64
        How often each board comes.
    """
    for board in range(len(start) - 1):
        first, n = start[board], start[board + 1] - start[board]
        for row in range(rows):
            if not chosen[row]:
                continue
            source = np.uintp((first * rows + row * n) * lanes)
            for k in range(n):
                to, factor = np.uintp((sequence[first + k] * rows + row) * lanes), weight[board] * hands[first + k]
                for l in range(np.uintp(lanes)):
                    out[to + l] += factor * table[source + l]
                source += np.uintp(lanes)
