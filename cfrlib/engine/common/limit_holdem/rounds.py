"""Rounds of betting and their cards, as kernels get them; the layouts of hold'em fill them and say what they mean.

Walks on a single deal go over the tree of all rounds, with tables and workspaces of their own.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.game import Decision, PublicChance

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


class Round:
    """The `betting` of one round, which may start from several action sequences, one for each lane; all go on alike.

    `nodes` lists the actions since the start, parents first, `names` the actions of each decision, and `nexts` the
    action sequences that go on to the next round, those of the first lane first.
    """

    def __init__(self, game, starts):
        self.nodes, self.names, kinds, edges, child = [()], [], [], [0], []
        for actions in self.nodes:
            node = game.node(starts[0] + actions)
            names = node.actions if isinstance(node, Decision) else ()
            kinds.append(_kind(node, actions))
            child.extend(range(len(self.nodes), len(self.nodes) + len(names)))
            self.nodes.extend((*actions, a) for a in names)
            edges.append(len(child))
            self.names.append(names)
        leaves = sorted((i for i, kind in enumerate(kinds) if kind > 1), key=lambda i: (kinds[i], i))
        end = np.full(len(kinds), -1)
        end[leaves] = np.arange(len(leaves))
        folds, shows = kinds.count(FOLD), kinds.count(SHOWDOWN)
        order = [self.nodes[i] for i in leaves]
        terminals, nexts = order[: folds + shows], order[folds + shows :]
        stakes = np.array([[_stake(game, start + actions) for start in starts] for actions in terminals], dtype=float)
        self.nexts = [start + actions for start in starts for actions in nexts]
        self.betting = Betting(
            np.array(kinds), np.array(edges), np.array(child, dtype=np.int64), np.array(edges[:-1]), end, folds, shows,
            stakes.reshape(folds + shows, len(starts)), edges[-1],
        )  # fmt: skip


def _kind(node, actions):
    if isinstance(node, Decision):
        return node.player
    if isinstance(node, PublicChance):
        return NEXT
    return FOLD if actions[-1] == "f" else SHOWDOWN


def _stake(game, actions):
    if actions[-1] == "f":
        return game.payoff(actions, ())
    return game.stakes(actions)[0][0]


def betting_parts(names, rounds):
    """Return the betting of rounds as named arrays, for the fingerprints of solvers."""
    return {
        f"{name} {field}": np.asarray(value)
        for name, part in zip(names, rounds, strict=True)
        for field, value in part.betting._asdict().items()
    }


MOST = 3  # actions at a decision, at most


class BettingTree(NamedTuple):
    """The tree of all rounds, round by round: the tree of a round once for each of its lanes; see `Betting`."""

    kind: np.ndarray
    edges: np.ndarray
    child: np.ndarray
    row: np.ndarray
    decision: np.ndarray  # (nodes,) int64: how many decisions of its round are before a node
    stake: np.ndarray  # (nodes,) float64: to player 0 at a fold, to the winner of a showdown
    first: np.ndarray  # (rounds,) int64: the first node of each
    size: np.ndarray  # (rounds,) int64: how many nodes a lane has
    lanes: np.ndarray  # (rounds,) int64


class Part(NamedTuple):
    """The tables of the early rounds, or of the last one."""

    regret: np.ndarray
    matched: np.ndarray  # what strategies are matched to: `regret`, but with predictions
    sums: np.ndarray
    last_update: np.ndarray  # int64, at a row's first entry; empty where nothing is discounted
    accounted: np.ndarray  # (decisions * lanes * classes,): what `missed` has added already; else empty
    memory: np.ndarray  # of predictions that adapt: see `cfrlib.engine.step.note`
    tolerance: float  # A sum of positive regrets up to here counts as none


class Workspace(NamedTuple):
    """What a walk writes on its way."""

    strategy: np.ndarray  # (nodes * MOST,)
    tried: np.ndarray  # (nodes * MOST,) float64: probability that an action is tried, or 0
    q: np.ndarray  # (nodes,) float64: product of these on the way; 0 where no walk is
    reach: np.ndarray  # (2, nodes) float64: of either player
    above: np.ndarray  # (2, nodes) float64: counted so far, under lazy averages
    aside: np.ndarray  # (nodes * MOST,) float64: see `exchange`; else empty
    value: np.ndarray  # (nodes,) float64
    deals: np.ndarray  # (rounds,) float64: how many deals there are up to each round


def make_betting_tree(layout):
    """Return the `BettingTree` of a layout of limit hold'em."""
    bettings = [part.betting for part in layout.rounds]
    lanes = np.array([betting.stakes.shape[1] for betting in bettings])
    size = np.array([len(betting.kind) for betting in bettings])
    first = np.cumsum(size * lanes) - size * lanes
    below, edges = [], [0]
    for k, betting in enumerate(bettings):
        nexts = 0
        for lane in range(lanes[k]):
            for i in range(size[k]):
                if betting.kind[i] == NEXT:
                    below.append(first[k + 1] + nexts * size[k + 1])
                    nexts += 1
                else:
                    below.extend(first[k] + lane * size[k] + betting.child[betting.edges[i] : betting.edges[i + 1]])
                edges.append(len(below))
    every = list(zip(bettings, lanes, strict=True))
    return BettingTree(
        np.concatenate([np.tile(betting.kind, n) for betting, n in every]), np.array(edges), np.array(below),
        np.concatenate([np.tile(betting.row, n) for betting, n in every]),
        np.concatenate([np.tile(np.cumsum(betting.kind < 2) - (betting.kind < 2), n) for betting, n in every]),
        np.concatenate([_stakes(betting, lane) for betting, n in every for lane in range(n)]), first, size, lanes,
    )  # fmt: skip


def _stakes(betting, lane):
    pays = (betting.kind == FOLD) | (betting.kind == SHOWDOWN)
    return np.array([betting.stakes[e, lane] if pay else 0.0 for e, pay in zip(betting.end, pays, strict=True)])


def make_workspace(hand, deals, simultaneous):
    """Return a workspace for the walks of a `BettingTree`."""
    n = len(hand.kind)
    return Workspace(
        np.zeros(n * MOST), np.zeros(n * MOST), np.zeros(n), np.zeros((2, n)), np.zeros((2, n)),
        np.zeros(n * MOST * simultaneous), np.zeros(n), np.array(deals, dtype=float),
    )  # fmt: skip
