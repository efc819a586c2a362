"""From buckets to real hands and back: tables of a two-round game, block by block."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import njit


class Lift(NamedTuple):
    """Which sequence of buckets each class of real hands of a round belongs to."""

    rows: int
    lanes: int
    sequence: np.ndarray
    """(classes,) int64: of each class of each board."""
    start: np.ndarray
    """(boards + 1,) int64: where the classes of a board start."""
    hands: np.ndarray
    """(classes,) float64: how many hands a class has."""
    weight: np.ndarray
    """(boards,) float64: how often each board comes."""


@njit
def lift(table, part, out):
    """Give each class the rows of its sequence of buckets: from [sequence][row][lane] to a block for each board,
    [row][class][lane]."""
    rows, lanes, sequence = part.rows, part.lanes, part.sequence
    for board in range(len(part.start) - 1):
        first, n = part.start[board], part.start[board + 1] - part.start[board]
        for row in range(rows):
            to = np.uintp((first * rows + row * n) * lanes)
            for k in range(n):
                source = np.uintp((sequence[first + k] * rows + row) * lanes)
                for l in range(np.uintp(lanes)):
                    out[to + l] = table[source + l]
                to += np.uintp(lanes)


@njit
def gather(table, part, chosen, out):
    """Add up what all hands of a sequence have in the tables of their classes, in the chosen rows: the transpose of
    `lift`."""
    rows, lanes, sequence = part.rows, part.lanes, part.sequence
    for board in range(len(part.start) - 1):
        first, n, weight = part.start[board], part.start[board + 1] - part.start[board], part.weight[board]
        for row in range(rows):
            if not chosen[row]:
                continue
            source = np.uintp((first * rows + row * n) * lanes)
            for k in range(n):
                to, factor = np.uintp((sequence[first + k] * rows + row) * lanes), weight * part.hands[first + k]
                for l in range(np.uintp(lanes)):
                    out[to + l] += factor * table[source + l]
                source += np.uintp(lanes)
