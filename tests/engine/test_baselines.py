"""Baselines of both solvers: the same mean whatever they hold, no variance if they hold the values.

That the fast ones are those of `cfrlib.textbook.baselines`, step by step, is in `engine/test_single_walks.py`.
"""

import numpy as np
import pytest
from frozen import frozen_solver
from random_games import RandomGame
from scripted import Scripted, every_walk, mean_walk, random_profile

import cfrlib
from cfrlib.engine.common.single_histories.baselines import Baseline
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import ByPlace, Mixed, after
from cfrlib.textbook.baselines import BaselineCFR
from cfrlib.textbook.baselines import history_values as textbooks_values
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

KUHN, STAGED = kuhn(), RandomGame(12, depth=3, outcomes=(3, 2), stages=1)


class Arbitrary(Scripted, BaselineCFR):
    """The textbook's baselines with draws from a script, and with values at random, far off."""

    def walk(self, player, regrets=None):
        rng = np.random.default_rng(7)
        self.fix(rng.normal(0, 2, self.tree.num_histories))
        for known in self._learned.values():
            known[:] = rng.normal(0, 2, len(known))
        return super().walk(player, regrets)

    def look(self):
        """Leave the values alone."""


@pytest.mark.parametrize("game, rows", [(KUHN, ("cs", "es", "robust", "os")), (STAGED, ("cs", "es"))], ids=repr)
@pytest.mark.parametrize("player, avoided", [(0, 2), (1, 0)])
@pytest.mark.parametrize("kind", ["learned", "exact"])
def test_over_all_draws_of_the_textbook_the_mean_is_right_to_the_last_digit(kind, player, avoided, game, rows):
    tree = unroll(game)
    strategy = random_profile(tree, 1, avoided)
    exact, _ = mean_walk(tree, strategy, player, "vanilla")
    value = textbooks_values(tree, strategy)[0]
    for row in rows:
        mean, root = 0.0, 0.0
        for probability, regrets, _, steps in every_walk(tree, strategy, player, row, Arbitrary, baseline=kind):
            root += probability * steps[-1].value
            mean += probability * np.concatenate(regrets)
        assert mean == pytest.approx(np.concatenate(exact), abs=1e-12)
        assert root == pytest.approx(value if player == 0 else -value, abs=1e-12)


@pytest.mark.parametrize("row", ["es", "robust", "os", "cs"])
def test_a_learned_baseline_counts_alike_whatever_the_opponent_was_dealt(row):
    # So there is nothing to correct. Not so by chance sampling, which follows all of the opponent's actions.
    tree, ratios = unroll(KUHN), {}
    for player in (0, 1):
        for *_, steps in every_walk(tree, random_profile(tree, 1), player, row, Arbitrary, baseline="learned"):
            for step in (s for s in steps if s.kind == "regret"):
                ratios.setdefault(step.infoset, []).append(step.reach[1 - player] * step.reach[2] / step.visited)
    alike = [max(each) == pytest.approx(min(each), rel=1e-12) for each in ratios.values()]
    assert len(alike) == 12
    assert all(alike) == (row != "cs")


LEDUC = leduc(suits_matter=False, ante=1.37, bets=(2.11, 4.93))


@pytest.mark.parametrize("sampling, regret, updates", [
    ("cs", "rm+", "alternating"), ("os", "discounted", "simultaneous"), ("os", "linear", "alternating"),
    ("es", "predictive", "simultaneous"),
])  # fmt: skip
def test_with_the_exact_baseline_sampling_is_vanilla(sampling, regret, updates):
    # Whole runs, at stakes where few regrets tie; short ones, for rounding grows tenfold in about four iterations.
    exact = cfrlib.CFR(LEDUC, sampling, regret=regret, updates=updates, baseline="exact", seed=5)
    vanilla = cfrlib.CFR(LEDUC, "vanilla", regret=regret, updates=updates)
    exact.run(15), vanilla.run(15)
    assert exact.engine.tables.regret == pytest.approx(vanilla.engine.tables.regret, abs=1e-9)
    assert exact.engine.tables.strategy == pytest.approx(vanilla.engine.tables.strategy, abs=1e-9)


def regrets_of_iterations(solver, number):
    """Return what iterations from the same strategies add to regrets, (number, entries)."""
    tables, added = solver.engine.tables, []
    strategy = tables.strategy.copy()
    for _ in range(number):
        tables.strategy[:], tables.regret[:] = strategy, 0
        solver.run(1)
        added.append(tables.regret.copy())
    return np.array(added)


@pytest.mark.parametrize("game, sampling", [
    (STAGED, "robust"), (leduc(ranks=2), Mixed("es", "os", 0.5, True)),
    (bluff(faces=3), ByPlace(after(0), cutoff=(6, 6))),
], ids=repr)  # fmt: skip
def test_the_exact_baseline_has_no_variance(game, sampling):
    # Whatever is drawn of deals, public chance and actions, regrets are those of a walk of the whole game.
    solvers = [frozen_solver(game, sampling, 1, updates="simultaneous", baseline=kind) for kind in ("exact", "none")]
    exact, plain = (regrets_of_iterations(solver, 30) for solver in solvers)
    vanilla = regrets_of_iterations(frozen_solver(game, "vanilla", 1, updates="simultaneous"), 1)
    assert exact == pytest.approx(np.tile(vanilla, (30, 1)), abs=1e-12)
    assert plain.var(axis=0).max() > 0.01


def test_learning_lowers_the_variance():
    variance = []
    for kind in (Baseline("none"), Baseline("learned", rate=0.1)):
        solver = cfrlib.CFR(leduc(), "os", baseline=kind, seed=1, updates="simultaneous")
        solver.run(20_000)
        variance.append(regrets_of_iterations(solver, 1000).var(axis=0).sum())
    assert variance[1] < 0.6 * variance[0]
