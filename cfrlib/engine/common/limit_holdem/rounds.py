"""A round of betting and its cards, as kernels get them; the layouts of hold'em fill them and say what they mean."""

from typing import NamedTuple

import numpy as np

FOLD, SHOWDOWN, NEXT = 2, 3, 4  # kinds of nodes beside the players' decisions, 0 and 1


class Betting(NamedTuple):
    """The tree of one round, parents before children; ends are folds first, then showdowns, then what goes on."""

    kind: np.ndarray  # (nodes,) int64
    edges: np.ndarray  # (nodes + 1,) int64: where the children of a node start in `child`
    child: np.ndarray
    row: np.ndarray  # (nodes,) int64: of a decision, its first row
    end: np.ndarray  # (nodes,) int64: of an end, its number
    folds: int
    shows: int  # how many ends are folds, and showdowns
    stakes: np.ndarray  # (folds + shows, lanes) float64: to player 0 at a fold, to a showdown's winner
    rows: int


class Boards(NamedTuple):
    """The classes of all boards of a round, one board after the other."""

    start: np.ndarray  # (boards + 1,) int64: where those of a board start
    hands: np.ndarray  # (classes,) float64: how many hands are of a class
    orbit: np.ndarray  # (classes, 2) int64: orbits of its two cards, numbered within a board
    share: np.ndarray  # (classes, 2) float64: hands of it that hold one card of these orbits
    after: np.ndarray  # (classes,) int64: within the board, the first class that is stronger
    before: np.ndarray  # (classes,) int64: the class of the round before
    orbits: int  # of a board, at most
