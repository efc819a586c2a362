"""The flat arrays of a public tree, as kernels get them; `cfrlib.engine.tree.layout` fills them and says what they are.

Beside them stand the tables of a solver, and the part of an engine that all walks of a public tree have in common.
g is the number of bundles, e of edges between them, b of public outcomes of all stages, z of terminal sequences.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.engine.contract import Engine
from cfrlib.engine.step import memory_of
from cfrlib.sampling import ByPlace

MAX_ENTRIES = 50_000_000
"""Entries of tables and of payoff matrices; more are refused before anything is built."""


class Bundles(NamedTuple):
    """The arrays that kernels get. Bundles come parents first, and those of one stage before those of the next."""

    kind: np.ndarray  # (g,) int64: 0 or 1 (who moves), `CHANCE` or `TERMINAL`
    stage: np.ndarray  # (g,) int64: how many public chance events have happened
    sequences: np.ndarray  # (g,) int64: number of action sequences in the bundle
    edges: np.ndarray  # (g + 1,) int64: where a bundle's actions start in `child` and `slot`
    child: np.ndarray  # (e,) int64: the bundle that an action leads to
    slot: np.ndarray  # (e,) int64: the place in `child` of the first sequence that arrives by it
    block: np.ndarray  # (g,) int64: where a decision's block starts in a table; player 0's first
    classes: np.ndarray  # (g,) int64: number of classes in the block
    row: np.ndarray  # (g,) int64: number of classes in all blocks before
    identity: np.ndarray  # (g,) bool: whether every infostate is a class of its own, in order
    infostate: np.ndarray  # (g,) int64: where a bundle without identity starts in `class_of`
    class_of: np.ndarray  # (l,) int64: class of each infostate, from the start of the block
    terminal: np.ndarray  # (g,) int64: where a terminal bundle starts in `matrix` and `scale`
    matrix: np.ndarray  # (z,) int64: its payoff matrix for the first public outcomes of its stage
    scale: np.ndarray  # (z,) float64: what that matrix is to be multiplied by
    payoffs: tuple  # (k, n1, n0), (k, n0, n1): to player 0, to player 1, times the weights
    boards: np.ndarray  # (stages,) int64: how many public outcomes there are at each stage
    first_board: np.ndarray  # (stages,) int64: index of the first of them in `weights`
    parent: np.ndarray  # (b,) int64: the place, in the stage before, of what was shown before
    weights: np.ndarray  # (b, n0, n1) float64: joint weight of private and public outcomes
    marginals: tuple  # (b, n0), (b, n1): of public outcomes and a player's private outcomes
    total: np.ndarray  # (b,) float64: probability of public outcomes
    running: np.ndarray  # (b,) float64: `total` summed up within a stage, to draw from, as the next
    running_one: tuple  # (b * n0,), (b * n1,): `marginals` summed up to each outcome
    running_pair: np.ndarray  # (b * n0 * n1,): `weights` summed up to each outcome of player 1
    pairs: np.ndarray  # (b,) int64: pairs of private outcomes that can occur with public ones
    outcomes: np.ndarray  # (2,) int64: number of private outcomes of each player


def integers(values):
    """Return the values as an int64 array."""
    return np.array(list(values), dtype=np.int64)


def chance(publics, weights):
    """Return the fields of `Bundles` about chance, from the public outcomes of each stage and their joint weights."""
    parts, weights = [part.sum(axis=(1, 2)) for part in weights], np.concatenate(weights)
    return _shown(publics) | {
        "weights": weights,
        "marginals": (weights.sum(axis=2), weights.sum(axis=1)),
        "total": np.concatenate(parts),
        "running": np.concatenate([np.cumsum(part) for part in parts]),
        "running_one": tuple(weights.sum(axis=axis).cumsum(axis=1).ravel() for axis in (2, 1)),
        "running_pair": weights.cumsum(axis=2).ravel(),
        "pairs": np.count_nonzero(weights, axis=(1, 2)),
        "outcomes": integers(weights.shape[1:]),
    }


def _shown(publics):
    """Return the fields about public outcomes alone."""
    places = [{public: k for k, public in enumerate(shown)} for shown in publics]
    counts = [len(shown) for shown in publics]
    return {
        "boards": integers(counts),
        "first_board": integers(np.cumsum([0, *counts[:-1]])),
        "parent": integers(
            places[stage - 1][public[:-1]] if stage else 0 for stage, shown in enumerate(publics) for public in shown
        ),
    }


def hands_chance(publics, weights):
    """Return the fields of `Bundles` about chance that walks which draw nothing need, from one matrix after the other.

    What is as large as all weights, or drawn from, is empty: these walks value terminals without it.
    """
    sums = [(part.sum(axis=1), part.sum(axis=0), np.count_nonzero(part)) for part in weights]
    first, second, pairs = map(np.array, zip(*sums, strict=True))
    none = np.zeros(0)
    drawn_from = {"total": none, "running": none, "running_one": (none, none), "running_pair": none}
    return {
        **_shown(publics),
        **drawn_from,
        "weights": np.zeros((0, first.shape[1], second.shape[1])),
        "marginals": (first, second),
        "pairs": pairs,
        "outcomes": integers((first.shape[1], second.shape[1])),
    }


def classes_of(b, g):
    """Return the class of each infostate of a decision bundle."""
    infostates = b.sequences[g] * b.boards[b.stage[g]] * b.outcomes[b.kind[g]]
    return np.arange(infostates) if b.identity[g] else b.class_of[b.infostate[g] :][:infostates]


def blocks_in(b, table):
    """Yield the part of a table that belongs to each decision bundle: (actions, classes), a view."""
    for g in np.flatnonzero(b.kind >= 0):
        actions, start = b.edges[g + 1] - b.edges[g], b.block[g]
        yield table[start : start + actions * b.classes[g]].reshape(actions, -1)


class Tables(NamedTuple):
    """What a solver knows; entries as in `cfrlib.engine.tree.layout`, float64 or float32."""

    regret: np.ndarray
    sums: np.ndarray  # what the average strategy is made of
    strategy: np.ndarray  # the current strategy
    instantaneous: np.ndarray  # regrets of the walk that is under way; 0 between walks
    last_update: np.ndarray  # (num_rows,) int64; scalar walks note it for discounts only
    accounted: np.ndarray  # (num_rows,): under lazy averages, what is in the average; else empty
    visits: np.ndarray  # (num_rows,) int64: of walks of its player, by place; else empty
    baseline: np.ndarray  # (slots,) float64: baseline values, to player 0; else empty
    memory: np.ndarray  # (2, num_entries): see `memory_of`; else (2, 0)


def uniform(setup):
    """Return a table of uniform strategies over the blocks of a public tree."""
    strategy = np.empty(setup.layout.num_entries, dtype=setup.dtype)
    for block in blocks_in(setup.layout.bundles, strategy):
        block[:] = 1 / len(block)
    return strategy


def empty_tables(setup, strategy):
    """Return the tables of a solver that has not run yet, by its first strategy."""
    size, rows = setup.layout.num_entries, setup.layout.num_rows
    regret, sums, instantaneous = (np.zeros(size, dtype=setup.dtype) for _ in range(3))
    accounted = np.zeros(0 if setup.average.unvisited == "stochastic" else rows)
    last_update = np.zeros(rows, np.int64)
    visits = np.zeros(rows if isinstance(setup.sampling, ByPlace) else 0, np.int64)
    memory = memory_of(setup.regret, size, setup.dtype)
    return Tables(regret, sums, strategy, instantaneous, last_update, accounted, visits, np.zeros(0), memory)


class TreeEngine(Engine):
    """Base of the walks of a public tree."""

    def current(self):
        return self.layout.profile_map.profile(self.tables.strategy)

    def check(self):
        """Raise ValueError if strategies that were read do not sum to 1."""
        for block in blocks_in(self.layout.bundles, self.tables.strategy):
            total = block.sum(axis=0)
            if (np.abs(total - (total != 0)) > 1e-4).any():  # Deep CFR leaves zeros where nobody can come
                raise ValueError("strategy: its probabilities do not sum to 1")
