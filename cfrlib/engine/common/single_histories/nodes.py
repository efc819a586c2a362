"""A tree as walks on single histories read it: what they ask of a node stands together, in few cache lines.

A node is a bundle of `cfrlib.engine.common.flat_tree.Bundles`, or a history of an explicit tree, which is a bundle of
one sequence. Its name is where its numbers begin in `SingleTree.nodes`: the columns below, then two for each edge, the
node that it leads to and what is added there to the sequence.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.tree.explicit import TERMINAL

KIND, STAGE, AT, ACTIONS, BLOCK, CLASSES, ROW, STEP, INFOSTATE, BUNDLE, EDGES = map(np.uintp, range(11))
"""Kind, stage (of an explicit tree: place of what chance has shown), where `Deal.at` has what is drawn; then as in
`Bundles`: actions, block (of terminals: the first in `matrix`; of an explicit tree's chance: the first edge), classes,
row, infostates of a sequence, where its classes begin or -1 for identity, number of the bundle, first edge."""


class Chance(NamedTuple):
    """What a public tree deals before a walk; fields as in `Bundles`."""

    boards: np.ndarray
    first_board: np.ndarray
    parent: np.ndarray
    outcomes: np.ndarray
    weights: np.ndarray
    deals: np.ndarray  # (d,) int64: those that occur, in the order of `running_deals`
    running: np.ndarray  # (d,) float64: `PublicTree.running_deals` of these
    guide: np.ndarray  # (d,) int64: for a random number from k / d on, how many are surely passed by


class Draws(NamedTuple):
    """What an explicit tree draws on the way.

    What chance shows in a walk does not change with the actions before it: chance nodes with the same past outcomes
    share a *place*, and one draw.
    """

    probability: np.ndarray  # (e,) float64: at chance nodes, else 0
    after: np.ndarray  # (e,) int64: the place behind an edge


class SingleTree(NamedTuple):
    """See the module; one of `public` and `draws` is None."""

    nodes: np.ndarray  # int64
    class_of: np.ndarray  # as in `Bundles`
    matrix: np.ndarray  # (z,) int64: where the matrix of a terminal sequence begins in `payoffs`
    scale: np.ndarray  # (z,) float64
    payoffs: np.ndarray  # (k * n1 * n0,) float64: to player 0, times the weights
    public: Chance | None
    draws: Draws | None
    bundles: tuple | None = None  # the same as `Bundles`, for baselines


class Deal(NamedTuple):
    """What chance does in a walk."""

    drawn: np.ndarray  # (2 + stages,) int64: private outcomes, then public ones of each stage
    at: np.ndarray  # (3 * stages,) int64: at each stage infostate of player 0, of player 1, entry of a payoff matrix
    weight: np.ndarray  # (stages or places,) float64: probability of what is drawn
    rest: np.ndarray  # (places,) float64: what is left of a draw, from 0 to 1; -1 for none. Else empty


def rows_of_nodes(kind, edges, child, slot, columns):
    """Return `SingleTree.nodes` of so many nodes, by what their edges lead to and the other columns, by number."""
    actions = np.diff(edges)
    first = np.concatenate([[0], np.cumsum(int(EDGES) + 2 * actions)])
    nodes = np.zeros(first[-1], np.int64)
    for column, values in {**columns, KIND: kind, ACTIONS: actions}.items():
        nodes[first[:-1] + int(column)] = values
    edge = np.repeat(first[:-1] + int(EDGES) - 2 * edges[:-1], actions) + 2 * np.arange(len(child))
    nodes[edge], nodes[edge + 1] = first[child], slot
    return nodes


def single_tree(bundles, running, with_bundles):
    """Return the `SingleTree` of a public tree, or of bids, and a `Deal` to be filled."""
    b, stages = bundles, len(bundles.boards)
    columns = {
        STAGE: b.stage, AT: 3 * b.stage + np.where(b.kind == TERMINAL, 2, b.kind), CLASSES: b.classes, ROW: b.row,
        BLOCK: np.where(b.kind == TERMINAL, b.terminal, b.block), BUNDLE: np.arange(len(b.kind)),
        STEP: b.boards[b.stage] * b.outcomes[np.maximum(b.kind, 0)], INFOSTATE: np.where(b.identity, -1, b.infostate),
    }  # fmt: skip
    deals = np.flatnonzero(np.diff(running, prepend=0) > 0)
    running = running[deals]
    guide = np.searchsorted(running, np.arange(len(deals)) / len(deals) * (1 - 1e-12) * running[-1], "right")
    public = Chance(b.boards, b.first_board, b.parent, b.outcomes, b.weights, deals, running, guide)
    return SingleTree(
        rows_of_nodes(b.kind, b.edges, b.child, b.slot, columns), b.class_of, b.matrix * b.outcomes.prod(), b.scale,
        b.payoffs[0].ravel(), public, None, b if with_bundles else None,
    ), Deal(np.zeros(2 + stages, np.int64), np.zeros(3 * stages, np.int64), np.zeros(stages), np.zeros(0))  # fmt: skip


def rows_once(b):
    """Return whether no two action sequences share a row, so that a walk comes to each row once at most."""
    for g in np.flatnonzero((b.kind >= 0) & ~b.identity):
        size = b.boards[b.stage[g]] * b.outcomes[b.kind[g]]
        sequence = np.repeat(np.arange(b.sequences[g]), size)
        classes, owner = b.class_of[b.infostate[g] :][: len(sequence)], np.zeros(b.classes[g], np.int64)
        owner[classes] = sequence
        if (owner[classes] != sequence).any():
            return False
    return True
