"""Baselines in a scalar walk: guesses of values, fixed before the draw, that stand for what is not tried.

A *history* is a public node with the private outcomes of both players; what the walk finds below an action, or a public
outcome, is the value of the history after it. A baseline has a guess for each history; several may share one. Values
are those to player 0.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.kernels import njit


class Guesses(NamedTuple):
    """Where the guess of each history stands in a table; see `cfrlib.solver.baselines`."""

    base: np.ndarray
    """(g,) int64: number of the first history of a bundle; empty without a baseline."""
    slot: np.ndarray
    """(histories,) int64: its entry in the table of guesses."""
    rate: float
    """By how much of its error a guess is moved after an iteration."""


@njit
def slot_of(tree, guesses, drawn, g, h, board):
    """Return the entry that holds the guess of a history: bundle, sequence and public outcomes, outcomes as drawn."""
    state = h * tree.boards[tree.stage[g]] + board
    return guesses.slot[guesses.base[g] + (state * tree.outcomes[0] + drawn[0]) * tree.outcomes[1] + drawn[1]]


@njit
def slot_below(tree, guesses, drawn, g, h, a):
    """Return the entry of the history after an action, or after public chance as drawn."""
    edge = tree.edges[g] + a
    child = tree.child[edge]
    return slot_of(tree, guesses, drawn, child, tree.slot[edge] + h, drawn[2 + tree.stage[child]])


@njit
def chance_correction(tree, guesses, table, drawn, g, h):
    """Return what public chance is expected to bring by the guesses, less the guess of what was drawn."""
    edge, stage = tree.edges[g], tree.stage[g]
    child, sequence = tree.child[edge], tree.slot[edge] + h
    before = tree.weights[tree.first_board[stage] + drawn[2 + stage], drawn[0], drawn[1]]
    result = -table[slot_of(tree, guesses, drawn, child, sequence, drawn[3 + stage])]
    for k in range(tree.boards[stage + 1]):
        board = tree.first_board[stage + 1] + k
        if tree.parent[board] == drawn[2 + stage]:
            p = tree.weights[board, drawn[0], drawn[1]] / before
            result += p * table[slot_of(tree, guesses, drawn, child, sequence, k)]
    return result


@njit
def learn(table, slots, values, count, rate):
    """Move guesses towards what was found."""
    for k in range(count):
        table[slots[k]] += rate * (values[k] - table[slots[k]])
