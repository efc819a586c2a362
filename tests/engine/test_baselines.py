"""Baselines of both solvers: the same mean whatever they hold, no variance if they hold the values.

That the fast ones are those of `cfrlib.textbook.baselines`, step by step, is in `engine/test_single_walks.py`.
"""

import numpy as np
import pytest
from random_games import RandomGame
from scripted import Scripted, every_walk, mean_walk, random_profile
from test_sampling import exact_mean, frozen_solver

import cfrlib
from cfrlib.engine.common.regret_matching import IDLE
from cfrlib.engine.common.single_histories import walk as scalar
from cfrlib.engine.common.single_histories.actions import Turn
from cfrlib.engine.common.single_histories.baseline_kernels import history_values
from cfrlib.engine.common.single_histories.baselines import Baseline
from cfrlib.engine.common.single_histories.draws import begin
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


def with_exact_values(game, sampling):
    """Return a solver at a frozen profile whose baseline is exact."""
    solver = frozen_solver(game, sampling, 1, baseline="exact")
    tables, walks = solver.engine.tables, solver.engine
    history_values(solver.layout.bundles, walks.chosen.slots, tables.strategy, tables.baseline)
    return solver


def sampled(solver, player, number):
    """Return the values of the root in so many walks, (number,), and what they add to regrets, (number, entries)."""
    rng, tables, walks = np.random.Generator(np.random.PCG64(3)), solver.engine.tables, solver.engine
    switches, frames, coin = walks.chosen, walks.make_frames(True), 0.5 if hasattr(solver.sampling, "first") else 1.0
    root, regrets = np.zeros(number), np.zeros((number, len(tables.instantaneous)))
    for k in range(number):
        begin(walks.tree.public, walks.tree, rng, walks.deal)
        tables.instantaneous[:] = 0
        turn = Turn(player, 1 - player, k % 2, coin, 0.0, 1)
        root[k] = scalar.walk(walks.tree, switches, turn, IDLE, rng, walks.deal, tables, frames)[2]
        regrets[k] = tables.instantaneous
    return root, regrets


@pytest.mark.parametrize("game, sampling, player", [
    (KUHN, Mixed("cs", "os", 0.5), 0), (leduc(ranks=2), Mixed("es", "os", 0.5, True), 1), (STAGED, "robust", 0),
    (bluff(faces=3), ByPlace(after(0), cutoff=(6, 6)), 1),
], ids=repr)  # fmt: skip
def test_the_exact_baseline_has_no_variance(game, sampling, player):
    # Whatever is drawn of deals, public chance and actions: a walk comes to the value of the game, and the regrets of
    # every information set are those of a walk of the whole game.
    solver = with_exact_values(game, sampling)
    root, regrets = sampled(solver, player, 50)
    value = cfrlib.expected_value(game, solver.current_strategy())
    assert root == pytest.approx(value if player == 0 else -value, abs=1e-12)
    expected = exact_mean(game, "vanilla", 1, player)[: regrets.shape[1]]
    assert regrets == pytest.approx(np.tile(expected, (50, 1)), abs=1e-12)
    plain = frozen_solver(game, sampling, 1)
    assert sampled(plain, player, 50)[1].var(axis=0).max() > 0.01


@pytest.mark.parametrize("sampling, regret, updates", [
    ("cs", "rm+", "alternating"), ("os", "discounted", "simultaneous"), ("os", "linear", "alternating"),
    ("es", "predictive", "simultaneous"),
])  # fmt: skip
def test_with_the_exact_baseline_sampling_is_vanilla(sampling, regret, updates):
    # Whole runs, at stakes where few regrets tie; short ones, for rounding grows tenfold in about four iterations.
    game = leduc(suits_matter=False, ante=1.37, bets=(2.11, 4.93))
    exact = cfrlib.CFR(game, sampling, regret=regret, updates=updates, baseline="exact", seed=5)
    vanilla = cfrlib.CFR(game, "vanilla", regret=regret, updates=updates)
    exact.run(15), vanilla.run(15)
    assert exact.engine.tables.regret == pytest.approx(vanilla.engine.tables.regret, abs=1e-9)
    assert exact.engine.tables.strategy == pytest.approx(vanilla.engine.tables.strategy, abs=1e-9)


@pytest.mark.parametrize("game", [leduc(ranks=2), bluff(faces=2), RandomGame(12)], ids=repr)
def test_exact_values_are_those_of_the_explicit_tree(game):
    solver, tree = with_exact_values(game, "os"), unroll(game)
    profile, b = solver.current_strategy(), solver.layout.bundles
    values = textbooks_values(tree, [np.array(list(profile[i.key].values())) for i in tree.infosets])
    root = solver.engine.tables.baseline[: b.outcomes.prod()].reshape(b.outcomes)
    assert (root * b.weights[0]).sum() == pytest.approx(values[0], abs=1e-12)


def test_learning_lowers_the_variance():
    variance = {}
    for kind in (Baseline("none"), Baseline("learned", rate=0.1)):
        solver = cfrlib.CFR(leduc(), "os", baseline=kind, seed=1)
        solver.run(20_000)
        variance[kind.kind] = sampled(solver, 0, 1000)[0].var()
    assert variance["learned"] < 0.5 * variance["none"]
