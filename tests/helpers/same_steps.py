"""Two solvers side by side: where the engine has what the textbook has, and whether both learn the same."""

import numpy as np
import pytest
from mixed_cfr import Mixed as MixedCFR

import cfrlib
from cfrlib.sampling import ByPlace, Mixed
from cfrlib.textbook import CFR, places
from cfrlib.textbook.baselines import BaselineCFR


def pair(game, row, **switches):
    """Return the fast solver and the readable one, which starts from the same seed."""
    fast = cfrlib.CFR(game, row, **switches)
    fast.engine = fast.engine.without_merging()
    if isinstance(row, ByPlace):
        confident = getattr(places, row.confident.rule)(row.confident.number)
        return fast, places.ByPlace(game, confident, cutoff=row.cutoff, **switches)
    kind = MixedCFR if isinstance(row, Mixed) else BaselineCFR if "baseline" in switches else CFR
    return fast, kind(game, row, **switches)


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
    if hasattr(slow, "visited"):  # walks that sample by place
        assert sorted(filter(None, fast.engine.tables.visits)) == sorted(filter(None, slow.visited))


def assert_the_same_run(fast, slow, iterations):
    """Compare regrets and strategies after a run, left to itself: of games in which few regrets tie."""
    fast.run(iterations)
    slow.run(iterations)
    where, regret = entries_of(fast, slow), fast.engine.tables.regret
    if not getattr(fast.game, "merged", False):  # else rolls of Bluff share a row
        for entries, expected in zip(where, slow.regret, strict=True):
            assert regret[entries] == pytest.approx(expected, abs=1e-9)
    for profile in ("current_strategy", "average_strategy"):
        ours, theirs = (getattr(solver, profile)() for solver in (fast, slow))
        for key, row in theirs.items():
            assert ours[key] == pytest.approx(row, abs=1e-9), (profile, key)
