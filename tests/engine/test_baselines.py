"""Baselines of both solvers: the same mean whatever is guessed, no variance if the guess is right.

That the fast ones are those of `cfrlib.textbook.baselines`, step by step, is in `engine/test_single_walks.py`.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame
from random_games import games as random_games
from scripted import Script, Scripted, mean_walk, random_profile
from test_sampling import exact_mean, frozen_solver

import cfrlib
from cfrlib.engine.common.carried import deal
from cfrlib.engine.common.single_histories import walk as scalar
from cfrlib.engine.common.single_histories.actions import Turn
from cfrlib.engine.common.single_histories.baseline_kernels import history_values
from cfrlib.engine.common.single_histories.baselines import Baseline, baseline
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import ByPlace, Mixed, after
from cfrlib.textbook.baselines import BaselineCFR
from cfrlib.textbook.baselines import history_values as textbooks_values
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

GAMES = [kuhn(), RandomGame(12, depth=3, outcomes=(3, 2), stages=1)]
SAMPLED = [
    "cs", "es", "os", "robust", Mixed("es", "os", 0.5, per_node=True), Mixed("cs", "os", 0.5),
    ByPlace(after(0), cutoff=(6, 6)),
]  # fmt: skip


def guessing(game, sampling, kind, seed, arbitrary=False):
    """Return a solver at a frozen profile, with room for guesses; arbitrary ones are drawn at random, and far off."""
    solver = frozen_solver(game, sampling, seed, baseline=kind)
    walks, baseline = solver.engine, solver.engine.tables.baseline
    if arbitrary:
        baseline[:] = np.random.default_rng(seed).normal(0, 2, len(baseline))
    elif kind == "exact":
        history_values(solver.layout.bundles, walks.chosen.slots, solver.engine.tables.strategy, baseline)
    return solver, walks, walks.chosen


# -- the mean ---------------------------------------------------------------------------


def enumerate_deals(game, kind, player):
    """Return the exact means, over all deals, of what chance sampling adds and finds, at arbitrary guesses."""
    solver, walks, switches = guessing(game, "cs", kind, 1, arbitrary=True)
    b, tables, drawn = solver.layout.bundles, solver.engine.tables, walks.drawn
    rng, last, total, root = np.random.Generator(np.random.PCG64(3)), len(b.boards) - 1, 0.0, 0.0
    for place, i, j in itertools.product(range(b.boards[last]), *map(range, b.outcomes)):
        drawn[0], drawn[1], k = i, j, place
        for stage in range(last, -1, -1):
            drawn[2 + stage] = k
            k = b.parent[b.first_board[stage] + k]
        weight = b.weights[b.first_board[last] + place, i, j]
        if weight > 0:
            tables.instantaneous[:] = tables.sums[:] = 0
            turn = Turn(player, 1 - player, 0, 1.0, 0.0, 1)
            found = scalar.walk(b, switches, turn, rng, drawn, tables, walks.frames)
            total, root = total + weight * np.concatenate([tables.instantaneous, tables.sums]), root + weight * found[2]
    return solver, total, root


@pytest.mark.parametrize("game, kind, player", [
    (GAMES[0], "learned", 0), (GAMES[0], "exact", 1), (GAMES[1], "learned", 1), (GAMES[1], "exact", 0),
    (leduc(ranks=2), "learned", 0), (leduc(ranks=2), "exact", 1), (bluff(faces=3), "exact", 0),
], ids=repr)  # fmt: skip
def test_over_all_deals_the_mean_is_right_to_the_last_digit(game, kind, player):
    solver, mean, root = enumerate_deals(game, kind, player)
    assert mean == pytest.approx(exact_mean(game, "vanilla", 1, player, "opponent"), abs=1e-12)
    value = cfrlib.expected_value(game, solver.current_strategy())
    assert root == pytest.approx(value if player == 0 else -value, abs=1e-12)


@settings(deadline=None, derandomize=True, max_examples=30)
@given(random_games(), st.sampled_from(["learned", "exact"]), st.integers(0, 1))
def test_over_all_deals_of_random_games_the_mean_is_right(game, kind, player):
    _, mean, _ = enumerate_deals(game, kind, player)
    assert mean == pytest.approx(exact_mean(game, "vanilla", 1, player, "opponent"), abs=1e-12)


class Guessing(Scripted, BaselineCFR):
    """The textbook's baselines with draws from a script, and with guesses at random, far off."""

    def draw_values(self, rng):
        """Draw the guesses."""
        self.fix(rng.normal(0, 2, self.tree.num_histories))
        for known in self._learned.values():
            known[:] = rng.normal(0, 2, len(known))

    def look(self):
        """Leave the guesses alone."""


def scripted_walks(tree, strategy, player, row, kind):
    """Yield for every walk that may be drawn its probability, gains and steps, at arbitrary guesses."""
    script = Script()
    for _ in script.runs():
        cfr = Guessing(tree, row, baseline=kind)
        cfr.script, cfr.strategy, cfr._dealt, gains = script, strategy, {}, {}
        cfr.draw_values(np.random.default_rng(7))
        steps = list(cfr._walk(tree.root, player, (1.0, 1.0, 1.0), 1.0, gains, 1))
        yield script.probability, gains, steps


@pytest.mark.parametrize("player, avoided", [(0, 2), (1, 0)])
@pytest.mark.parametrize("kind", ["learned", "exact"])
@pytest.mark.parametrize("row", ["cs", "es", "robust", "os"])
def test_over_all_draws_of_the_textbook_the_mean_is_right_to_the_last_digit(row, kind, player, avoided):
    tree = unroll(kuhn())
    strategy = random_profile(tree, 1, avoided)
    exact, _ = mean_walk(tree, strategy, player, "vanilla")
    means, root, mass = [np.zeros(len(i.actions)) for i in tree.infosets], 0.0, 0.0
    for probability, gains, steps in scripted_walks(tree, strategy, player, row, kind):
        mass, root = mass + probability, root + probability * steps[-1].value
        for I, gain in gains.items():
            means[I] += probability * gain
    assert mass == pytest.approx(1, abs=1e-12)
    assert np.concatenate(means) == pytest.approx(np.concatenate(exact), abs=1e-12)
    value = textbooks_values(tree, strategy)[0]
    assert root == pytest.approx(value if player == 0 else -value, abs=1e-12)


@pytest.mark.parametrize("row", ["es", "robust", "os", "cs"])
def test_a_learned_guess_counts_alike_whatever_the_opponent_was_dealt(row):
    # So there is nothing to correct. Not so by chance sampling, which follows all of the opponent's actions.
    tree, ratios = unroll(kuhn()), {}
    for player in (0, 1):
        for _, _, steps in scripted_walks(tree, random_profile(tree, 1), player, row, "learned"):
            for step in (s for s in steps if s.kind == "regret"):
                ratios.setdefault(step.infoset, []).append(step.reach[1 - player] * step.reach[2] / step.visited)
    alike = [max(found) == pytest.approx(min(found), rel=1e-12) for found in ratios.values()]
    assert len(alike) == 12
    assert all(alike) == (row != "cs")


# -- the variance -----------------------------------------------------------------------


def found_by(solver, walks, switches, player, number):
    """Return what walks find at the root, (number,), and what they add to regrets, (number, entries)."""
    rng, tables = np.random.Generator(np.random.PCG64(3)), solver.engine.tables
    root, gains = np.zeros(number), np.zeros((number, len(tables.instantaneous)))
    coin = 0.5 if hasattr(solver.sampling, "first") else 1.0
    for k in range(number):
        deal(solver.layout.bundles, switches.deals, rng, walks.drawn)
        tables.instantaneous[:] = 0
        turn = Turn(player, 1 - player, k % 2, coin, 0.0, 1)
        root[k] = scalar.walk(solver.layout.bundles, switches, turn, rng, walks.drawn, tables, walks.frames)[2]
        gains[k] = tables.instantaneous
    return root, gains


@pytest.mark.parametrize("k", range(7), ids=lambda k: str(SAMPLED[k]))
def test_the_exact_baseline_has_no_variance(k):
    # Whatever is drawn of deals, public chance and actions: a walk finds the value of the game, and every information
    # set gains what it gains in a walk of the whole game.
    sampling, player = SAMPLED[k], k % 2
    game = (leduc(ranks=2), GAMES[1], bluff(faces=3), GAMES[0])[k % 4]
    solver, walks, switches = guessing(game, sampling, "exact", 1)
    root, gains = found_by(solver, walks, switches, player, 200)
    value = cfrlib.expected_value(game, solver.current_strategy())
    assert root == pytest.approx(value if player == 0 else -value, abs=1e-12)
    expected = exact_mean(game, "vanilla", 1, player)[: gains.shape[1]]
    assert gains == pytest.approx(np.tile(expected, (200, 1)), abs=1e-12)
    plain = guessing(game, sampling, "none", 1)
    assert found_by(*plain, player, 200)[1].var(axis=0).max() > 0.01


@pytest.mark.parametrize("sampling, regret, updates", [
    ("cs", "rm+", "alternating"), ("os", "discounted", "simultaneous"), ("os", "linear", "alternating"),
    ("es", "predictive", "simultaneous"),
])  # fmt: skip
def test_with_the_exact_baseline_sampling_is_vanilla(sampling, regret, updates):
    # Whole runs, at stakes where few regrets tie; short ones, for rounding grows tenfold in about four iterations.
    game = leduc(suits_matter=False, ante=1.37, bets=(2.11, 4.93))
    sampled = cfrlib.CFR(game, sampling, regret=regret, updates=updates, baseline="exact", seed=5)
    vanilla = cfrlib.CFR(game, "vanilla", regret=regret, updates=updates)
    sampled.run(15), vanilla.run(15)
    assert sampled.engine.tables.regret == pytest.approx(vanilla.engine.tables.regret, abs=1e-9)
    assert sampled.engine.tables.strategy == pytest.approx(vanilla.engine.tables.strategy, abs=1e-9)


@pytest.mark.parametrize("game", [kuhn(), leduc(ranks=2), bluff(faces=2), RandomGame(12)], ids=repr)
def test_exact_values_are_those_of_the_explicit_tree(game):
    solver, _, _ = guessing(game, "os", "exact", 1)
    tree, profile = unroll(game), solver.current_strategy()
    values = textbooks_values(tree, [np.array(list(profile[i.key].values())) for i in tree.infosets])
    b = solver.layout.bundles
    root = solver.engine.tables.baseline[: b.outcomes.prod()].reshape(b.outcomes)
    assert (root * b.weights[0]).sum() == pytest.approx(values[0], abs=1e-12)


def test_learning_lowers_the_variance():
    variance = {}
    for kind in (Baseline("none"), Baseline("learned", rate=0.1)):
        solver = cfrlib.CFR(leduc(), "os", baseline=kind, seed=1)
        solver.run(20_000)
        walks = solver.engine
        variance[kind.kind] = found_by(solver, walks, walks.chosen, 0, 4000)[0].var()
    assert variance["learned"] < 0.5 * variance["none"]


def test_going_on_is_the_same_bit_for_bit(tmp_path):
    for kind in ("exact", Baseline("learned", rate=0.1)):
        whole, parts = (cfrlib.CFR(leduc(suits_matter=False), "os", baseline=kind, seed=5) for _ in range(2))
        whole.run(30)
        parts.run(11)
        parts.save(tmp_path / "solver")
        stored = cfrlib.CFR.load(tmp_path / "solver")
        for solver in (parts, stored):
            solver.run(19)
            for name, table in whole.engine.tables._asdict().items():
                assert np.array_equal(table, getattr(solver.engine.tables, name)), name
        assert repr(stored) == repr(whole)
        assert "baseline=" in repr(whole)


@pytest.mark.parametrize("sampling", ["vanilla", "pcs", "opcs", "spcs"])
def test_vector_walks_take_no_baseline(sampling):
    with pytest.raises(ValueError, match="^baseline='learned.*cs es robust os"):
        cfrlib.CFR(kuhn(), sampling, baseline="learned")


def test_the_exact_baseline_changes_rows_that_lazy_averages_count_on():
    with pytest.raises(ValueError, match="^average='uniform lazy' with baseline='exact'"):
        cfrlib.CFR(kuhn(), "es", average="lazy", baseline="exact")


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: baseline("best"), "^baseline='best'"),
        (lambda: baseline(None), "^baseline=None"),
        (lambda: Baseline("learned", rate=0), "^rate=0"),
        (lambda: cfrlib.CFR(kuhn(), "os", baseline=True), "^baseline=True"),
    ],
)
def test_wrong_baselines_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
