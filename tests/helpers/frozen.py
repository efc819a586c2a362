"""Solvers whose strategies do not move: what walks find on average can be compared."""

import numpy as np

import cfrlib


def frozen_solver(game, sampling, seed, average_at=None, **switches):
    """Return a solver whose current strategy is a random one."""
    solver = cfrlib.CFR(game, sampling, average_at=average_at, **switches)
    solver.engine = solver.engine.without_merging()
    b, rng = solver.layout.bundles, np.random.default_rng(seed)
    for g in np.flatnonzero(b.kind >= 0):
        actions, classes = int(b.edges[g + 1] - b.edges[g]), int(b.classes[g])
        rows = rng.dirichlet(np.full(actions, 2.0), classes).T * 0.9 + 0.1 / actions
        solver.engine.tables.strategy[b.block[g] : b.block[g] + rows.size] = rows.ravel()
    return solver
