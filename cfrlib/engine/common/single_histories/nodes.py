"""A tree as walks on single histories read it: what they ask of a node stands together, in few cache lines.

A node is a bundle of `cfrlib.engine.common.flat_tree.Bundles`, or a history of an explicit tree, which is a bundle of
one sequence. Its name is where its numbers begin in `SingleTree.nodes`: the columns below, then two for each edge, the
node that it leads to and what is added there to the sequence.

A public tree's chance is drawn before a walk, an explicit tree's on the way. A row is found on a public tree from its
bundle, over bids from the mask alone: which of the two, the compiler knows by the type of `places`, so that neither
pays for the other.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.single_histories.baselines import slot_below
from cfrlib.tree.explicit import CHANCE, TERMINAL

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
    deal = Deal(np.zeros(2 + stages, np.int64), np.zeros(3 * stages, np.int64), np.zeros(stages), np.zeros(0))
    nodes, matrix = rows_of_nodes(b.kind, b.edges, b.child, b.slot, columns), b.matrix * b.outcomes.prod()
    payoffs, kept = b.payoffs[0].ravel(), b if with_bundles else None
    return SingleTree(nodes, b.class_of, matrix, b.scale, payoffs, public, None, kept), deal


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


@njit(forceinline=True)
def begin(public, tree, rng, deal):
    """Draw what is drawn before a walk: on a public tree all, by one random number."""
    if public is None:
        deal.rest[0] = rng.random() if tree.nodes[KIND] == CHANCE else -1.0
        return
    u, size, drawn = rng.random(), len(public.running), deal.drawn
    x, place = u * (1 - 2e-16) * public.running[size - 1], np.uintp(public.guide[np.uintp(u * size)])
    while public.running[place] <= x:
        place += np.uintp(1)
    last, n0, n1 = len(public.boards) - 1, public.outcomes[0], np.uintp(public.outcomes[1])
    number, boards = np.uintp(public.deals[place]), np.uintp(public.boards[last])
    pair = number // boards
    board, i, j = np.intp(number - pair * boards), np.intp(pair // n1), np.intp(pair - pair // n1 * n1)
    drawn[0], drawn[1] = i, j
    for stage in range(last, -1, -1):
        drawn[2 + stage], shown = board, public.first_board[stage] + board
        deal.at[3 * stage], deal.at[3 * stage + 1] = board * n0 + i, board * np.intp(n1) + j
        deal.at[3 * stage + 2] = (board * np.intp(n1) + j) * n0 + i
        deal.weight[stage] = public.weights[shown, i, j]
        board = public.parent[shown]


@inner_njit(forceinline=True)
def after_chance(draws, nodes, n, rng, deal):
    """Return which edge chance takes at a node."""
    if draws is None:
        return 0
    place, actions, first = nodes[n + STAGE], nodes[n + ACTIONS], nodes[n + BLOCK]
    if place == 0 and deal.rest[0] < 0:
        deal.rest[0] = rng.random()
    u, last, rest = deal.rest[place], 0, 0.0
    for e in range(actions):
        p = draws.probability[first + e]
        if p > 0:
            last = e
            if u < p:
                rest = u / p  # it decides what comes next
                break
        u -= p  # at last the number was 1, but for rounding
    after = draws.after[first + last]
    deal.rest[after], deal.weight[after] = rest, deal.weight[place] * draws.probability[first + last]
    return last


@njit(forceinline=True)
def odd(mask):
    """Return 1 if an odd number of bits is set, else 0; for up to 32 bits."""
    mask ^= mask >> 16
    mask ^= mask >> 8
    mask ^= mask >> 4
    return (0x6996 >> (mask & 15)) & 1  # bit n of this number says it of n


@inner_njit(forceinline=True)
def row_of(tree, places, at, n, h):
    """Return a decision's row at sequence h (over bids: the mask) of node n: first entry, distance, number."""
    nodes, infostate = tree.nodes, tree.nodes[n + INFOSTATE]
    c, classes = at[np.uintp(nodes[n + AT])], nodes[n + CLASSES]
    if places is None:
        c += h * nodes[n + STEP]
        if infostate >= 0:
            c = tree.class_of[np.uintp(infostate + c)]
        return nodes[n + BLOCK] + c, classes, nodes[n + ROW] + c
    r, rows, player = places[0], places[1], nodes[n + KIND]
    c = tree.class_of[np.uintp(infostate + c)]
    prefix, below = h >> r.low, h & ((1 << r.low) - 1)
    if below == 0:
        return r.above[prefix] + c, classes, rows.above[prefix] + c
    parity, group = odd(prefix), (prefix >> 1) // r.batch
    inside = c * r.batch + (prefix >> 1) - group * r.batch
    row = rows.below[parity, player] + group * rows.group[parity, player] + rows.node[parity, below] + inside
    if below & 1:
        return nodes[n + BLOCK], 1, row
    entry = r.below[parity, player] + group * r.group[parity, player] + r.node[parity, below] + inside
    return entry, classes * r.batch, row


@inner_njit(forceinline=True)
def payoff(tree, places, deal, n, h):
    """Return the payoff to player 0 at a terminal; over bids all sequences of a bundle share it."""
    nodes = tree.nodes
    z = np.uintp(nodes[n + BLOCK] + (h if places is None else 0))
    paid = tree.payoffs[np.uintp(tree.matrix[z] + deal.at[np.uintp(nodes[n + AT])])]
    return tree.scale[z] * paid / deal.weight[np.uintp(nodes[n + STAGE])]


@inner_njit(forceinline=True)
def slot_of_baseline(bundles, nodes, places, slots, drawn, entry, classes, n, h, a):
    """Return the entry of the baseline value below an action or public chance; over bids that of the action itself."""
    if places is None:
        return slot_below(bundles, slots, drawn, nodes[n + BUNDLE], h, np.intp(a))
    return entry + a * classes
