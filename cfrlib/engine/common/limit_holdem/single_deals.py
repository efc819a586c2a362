"""Single deals of limit hold'em: where the rows of both hands stand in the tables.

The entry of an action is ``base + row * stride + lane``, in every round; what is kept for a decision as a whole, such
as `Part.accounted`, is at ``noted + decision * stride + lane``. Each engine says what it deals from: see `dealt_from`.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload


class Deal(NamedTuple):
    """Two hands and a board."""

    base: np.ndarray  # (2, rounds) int64: of either player
    noted: np.ndarray  # (2, rounds) int64
    stride: np.ndarray  # (rounds,) int64
    wins: np.ndarray  # (1,) float64: 1, 0, -1: does player 0 win a showdown; of buckets a mean


def make_deal(layout):
    """Return an empty `Deal` of a layout."""
    rounds = len(layout.rounds)
    stride = np.array(layout.lanes) if np.ndim(layout.lanes) else np.array([layout.classes, 0])
    return Deal(np.zeros((2, rounds), np.int64), np.zeros((2, rounds), np.int64), stride, np.zeros(1))


DRAW, EACH = {}, {}


def dealt_from(cards, draw, each):
    """Let kernels deal from a class of named tuples.

    ``draw(cards, deal, rng)`` draws a deal; ``each(cards, i, deal)`` deals class i of the last round to both players,
    and returns False if there are no more.
    """
    DRAW[cards], EACH[cards] = draw, each


def _by_kind(kernels):
    """Return a kernel that is one of several, by the class of its first argument."""

    def plain(kind):
        return getattr(kernels[kind], "py_func", kernels[kind])  # with NUMBA_DISABLE_JIT it is a function of Python

    def kernel(cards, *others):
        return plain(type(cards))(cards, *others)

    @overload(kernel, inline="always", strict=False)
    def _(cards, *others):
        return plain(cards.instance_class)

    return kernel


draw_deal, deal_each = _by_kind(DRAW), _by_kind(EACH)
