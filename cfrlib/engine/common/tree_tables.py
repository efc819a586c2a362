"""The tables of a tree in memory, and the part of an engine that all walks of a public tree have in common."""

from typing import NamedTuple

import numpy as np

from cfrlib.engine.common.flat_tree import blocks_in
from cfrlib.engine.common.regret_matching import compile_iterate, memory_of
from cfrlib.engine.contract import Engine
from cfrlib.sampling import ByPlace


class Tables(NamedTuple):
    """What a solver knows; entries as in `cfrlib.engine.tree.layout`, float64 or float32."""

    regret: np.ndarray
    sums: np.ndarray  # what the average strategy is made of
    strategy: np.ndarray  # the current strategy
    instantaneous: np.ndarray  # regrets of the walk that is under way; 0 between walks
    last_update: np.ndarray  # (num_rows,) int64; scalar walks note it for discounts only
    accounted: np.ndarray  # (num_rows,): under lazy averages, what is in the average; else empty
    visits: np.ndarray  # (num_rows,) int64: of walks of its player, by place; else empty
    baseline: np.ndarray  # (slots,) float64: the guesses of a baseline, to player 0; else empty
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

    prepare = compile_iterate

    def current(self):
        return self.layout.profile_map.profile(self.tables.strategy)

    def check(self):
        """Raise ValueError if strategies that were read do not sum to 1."""
        for block in blocks_in(self.layout.bundles, self.tables.strategy):
            total = block.sum(axis=0)
            if (np.abs(total - (total != 0)) > 1e-4).any():  # Deep CFR leaves zeros where nobody can come
                raise ValueError("strategy: its probabilities do not sum to 1")
