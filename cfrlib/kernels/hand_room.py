"""What walks of two-round hold'em on a single deal need: the tree of both rounds, tables, and room to work in."""

from typing import NamedTuple

import numpy as np

from cfrlib.layout.rounds import FOLD, NEXT, SHOWDOWN

MOST = 3
"""Actions at a decision, at most."""


class Hand(NamedTuple):
    """The tree of both rounds; see `cfrlib.layout.rounds.Betting`."""

    kind: np.ndarray
    edges: np.ndarray
    child: np.ndarray
    row: np.ndarray
    decision: np.ndarray
    """(nodes,) int64: how many decisions of its round are before a node."""
    lane: np.ndarray
    """(nodes,) int64."""
    stake: np.ndarray
    """(nodes,) float64: what player 0 gets at a fold; what the winner of a showdown gets."""
    first: int
    """How many nodes are before the flop."""
    rows: int
    decisions: int
    lanes: int
    """Of the round on the flop."""
    classes: int
    """Before the flop."""
    start: np.ndarray
    """(flops + 1,) int64: where the classes of a flop start."""
    after: np.ndarray
    before: np.ndarray
    """(classes on all flops,) int64: see `Boards`."""


class Part(NamedTuple):
    """The tables of one round."""

    regret: np.ndarray
    basis: np.ndarray
    """What strategies are matched to: the same as `regret`, but for predictive regret matching."""
    sums: np.ndarray
    seen: np.ndarray
    """int64: at the entry of its first action, when a row was updated last; empty where nothing is discounted."""
    passed: np.ndarray
    """(decisions * classes,) float64: what `missed` has already added to the average; else empty."""
    nothing: float
    """A sum of positive regrets up to here counts as none."""


class Room(NamedTuple):
    """What a walk writes on its way."""

    strategy: np.ndarray
    """(nodes * MOST,)."""
    tried: np.ndarray
    """(nodes, MOST) float64: probability that an action is tried; 0 for one that is not."""
    q: np.ndarray
    """(nodes,) float64: product of these on the way; 0 where the walk does not come."""
    reach: np.ndarray
    """(2, nodes) float64: of either player."""
    above: np.ndarray
    """(2, nodes) float64: how much has been counted before; see `cfrlib.kernels.street_skipped`."""
    aside: np.ndarray
    """(nodes * MOST,) float64: under simultaneous updates, see `exchange`; else empty."""
    value: np.ndarray
    """(nodes,) float64."""
    place: np.ndarray
    """(8,) int64: see `cfrlib.kernels.choosing`."""
    deals: np.ndarray
    """(2,) float64: how many deals there are before the flop and on it."""


def make_hand(layout):
    """Return the `Hand` of a layout (`cfrlib.layout.streets.Streets`)."""
    first, second = layout.first.betting, layout.second.betting
    n, m, lanes = len(first.kind), len(second.kind), layout.lanes
    kind = np.concatenate([first.kind, np.tile(second.kind, lanes)])
    below, edges, nexts = [], [0], 0
    for part, start in [(first, 0), *((second, n + lane * m) for lane in range(lanes))]:
        for i in range(len(part.kind)):
            if part.kind[i] == NEXT:
                below.append(n + nexts * m)
                nexts += 1
            else:
                below.extend(start + part.child[part.edges[i] : part.edges[i + 1]])
            edges.append(len(below))
    before, on = (np.cumsum(part.kind < 2) - (part.kind < 2) for part in (first, second))
    return Hand(
        kind, np.array(edges), np.array(below), np.concatenate([first.row, np.tile(second.row, lanes)]),
        np.concatenate([before, np.tile(on, lanes)]),
        np.concatenate([np.zeros(n, dtype=np.int64), np.repeat(np.arange(lanes), m)]),
        np.concatenate([_stakes(first, 0), *(_stakes(second, lane) for lane in range(lanes))]),
        n, second.rows, int((second.kind < 2).sum()), lanes, layout.classes, layout.boards[1].start,
        layout.boards[1].after, layout.boards[1].before,
    )  # fmt: skip


def _stakes(betting, lane):
    pays = (betting.kind == FOLD) | (betting.kind == SHOWDOWN)
    return np.array([betting.stakes[e, lane] if pay else 0.0 for e, pay in zip(betting.end, pays, strict=True)])


def make_room(hand, deals, simultaneous):
    """Return room for the walks of a `Hand`."""
    n = len(hand.kind)
    return Room(
        np.zeros(n * MOST), np.zeros((n, MOST)), np.zeros(n), np.zeros((2, n)), np.zeros((2, n)),
        np.zeros(n * MOST * simultaneous), np.zeros(n), np.zeros(8, np.int64), np.array(deals, dtype=float),
    )  # fmt: skip
