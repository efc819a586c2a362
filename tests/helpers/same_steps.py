"""Two solvers side by side: where the engine has what the textbook has, and whether both learn the same."""

import numpy as np
import pytest


def entries_of(fast, slow):
    """Return, for each information set of the textbook, which entries of the engine's tables are its own."""
    if not hasattr(fast.layout, "profile_map"):  # an explicit tree: in its own order
        return [np.arange(i.entries.start, i.entries.stop) for i in slow.tree.infosets]
    names = fast.layout.profile_map
    place = dict(zip(names.keys, names.starts, strict=True))
    return [names.entries[place[i.key] : place[i.key] + len(i.actions)] for i in slow.tree.infosets]


def assert_the_same_steps(fast, slow, iterations):
    """Compare the tables after every iteration.

    Regrets that tie let rounding decide between pure strategies, so both start each iteration from the engine's
    tables; one step at a time nothing is amplified, and by induction the runs are the same.
    """
    where = entries_of(fast, slow)
    for _ in range(iterations):
        slow.strategy = [fast.engine.tables.strategy[entries] for entries in where]
        slow.regret = [fast.engine.tables.regret[entries] for entries in where]
        slow.strategy_sum = [fast.engine.tables.sums[entries] for entries in where]
        fast.run(1)
        slow.run(1)
        assert fast.rng.bit_generator.state == slow.rng.bit_generator.state  # the same number of draws
        for entries, regret, total in zip(where, slow.regret, slow.strategy_sum, strict=True):
            scale = max(1.0, np.abs(regret).max(), np.abs(total).max())
            assert fast.engine.tables.regret[entries] == pytest.approx(regret, abs=1e-12 * scale)
            assert fast.engine.tables.sums[entries] == pytest.approx(total, abs=1e-12 * scale)
