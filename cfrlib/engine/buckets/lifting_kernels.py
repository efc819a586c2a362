"""From buckets to real hands and back: tables of a two-round game, block by block."""

import numpy as np

from cfrlib._util.jit import njit


@njit
def lift(table, rows, lanes, sequence, start, out):
    """Give each class the rows of its sequence of buckets: from [sequence][row][lane] to a block for each board,
    [row][class][lane].

    Classes of a board start at `start`, (boards + 1,), and `sequence` says which sequence each belongs to.
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
    """Add up what all hands of a sequence have in the tables of their classes, in the chosen rows: the transpose of
    `lift`, where so many hands are in each class, and each board comes so often (`weight`)."""
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
