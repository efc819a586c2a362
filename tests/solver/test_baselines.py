"""Baselines of the fast solver: the same mean whatever is guessed, no variance if the guess is right.

That they are those of `cfrlib.textbook.baselines`, step by step, is in `kernels/test_scalar.py`.
"""

import numpy as np
import pytest
from random_games import RandomGame
from test_sampling import WALKS, exact_mean, frozen_solver, moments

import cfrlib
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.kernels import scalar
from cfrlib.kernels.view import deal
from cfrlib.sampling import Mixed
from cfrlib.solver.baselines import Baseline, baseline, history_values
from cfrlib.textbook.baselines import history_values as textbooks_values

GAMES = [kuhn(), RandomGame(12, depth=3, outcomes=(3, 2), stages=1)]


def guessing(game, sampling, kind, seed):
    """Return a solver at a frozen profile, with room for guesses."""
    solver = frozen_solver(game, sampling, seed, baseline=kind)
    walks = solver._walks
    if kind == "exact":
        solver._tables.guess[:] = history_values(solver.tree, solver._tables.strategy, walks.guesses.base)
    return solver, walks, walks.switches(solver, np.zeros(0))


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("kind", ["learned", "exact"])
@pytest.mark.parametrize("sampling", ["cs", "es", "os", "robust", Mixed("es", "os", 0.5, per_node=True)], ids=str)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_any_guess_leaves_the_mean_alone(game, sampling, kind, player):
    # Not learnt at all: drawn at random, and far off. Five standard errors.
    solver, walks, switches = guessing(game, sampling, kind, 1)
    rng = np.random.Generator(np.random.PCG64(2))
    if kind == "learned":
        solver._tables.guess[:] = rng.normal(0, 2, len(solver._tables.guess))
    coin = 0.5 if isinstance(sampling, Mixed) else 1.0
    mean, square = moments(
        solver.tree.bundles, switches, coin, rng, player, 1 - player, solver._tables, walks.frames, walks.drawn, WALKS
    )
    error = np.sqrt(np.maximum(square - mean**2, 0) / WALKS)
    expected = exact_mean(game, "vanilla", 1, player, "opponent")
    assert (np.abs(mean - expected) <= 5 * error + 1e-9).all()


def root_values(solver, walks, switches, player, number, deals=None):
    """Return what walks find at the root, less the true value of their private outcomes if `deals` tells it."""
    rng, found = np.random.Generator(np.random.PCG64(3)), np.zeros(number)
    for k in range(number):
        deal(solver.tree.bundles, switches.deals, rng, walks.drawn)
        found[k] = scalar.walk(
            solver.tree.bundles, switches, 0, 1.0, rng, player, 1 - player, 0.0, 1, walks.drawn, solver._tables,
            walks.frames,
        )[2]  # fmt: skip
        if deals is not None:
            found[k] -= deals[walks.drawn[0], walks.drawn[1]] * (1 if player == 0 else -1)
    return found


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("sampling", ["cs", "es", "os", "robust"])
@pytest.mark.parametrize("game", [*GAMES, leduc(), bluff(faces=3)], ids=repr)
def test_the_exact_baseline_has_no_variance(game, sampling, player):
    # Whatever is drawn of actions and public chance, a walk finds the value of its private outcomes.
    solver, walks, switches = guessing(game, sampling, "exact", 1)
    n0, n1 = solver.tree.bundles.outcomes
    deals = solver._tables.guess[: n0 * n1].reshape(n0, n1)  # the root's histories come first
    assert np.abs(root_values(solver, walks, switches, player, 300, deals)).max() < 1e-9


@pytest.mark.parametrize("game", [kuhn(), leduc(ranks=2), bluff(faces=2), RandomGame(12)], ids=repr)
def test_exact_values_are_those_of_the_explicit_tree(game):
    solver, _, _ = guessing(game, "os", "exact", 1)
    tree, profile = cfrlib.tree.unroll(game), solver.current_strategy()
    values = textbooks_values(tree, [np.array(list(profile[i.key].values())) for i in tree.infosets])
    b = solver.tree.bundles
    root = solver._tables.guess[: b.outcomes.prod()].reshape(b.outcomes)
    assert (root * b.weights[0]).sum() == pytest.approx(values[0], abs=1e-12)


def test_learning_lowers_the_variance():
    variance = {}
    for kind in (Baseline("none"), Baseline("learned", rate=0.1)):
        solver = cfrlib.CFR(leduc(), "os", baseline=kind, seed=1)
        solver.run(20_000)
        walks = solver._walks
        variance[kind.kind] = root_values(solver, walks, walks.switches(solver, np.zeros(0)), 0, 4000).var()
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
            for name, table in whole._tables._asdict().items():
                assert np.array_equal(table, getattr(solver._tables, name)), name
        assert repr(stored) == repr(whole)
        assert "baseline=" in repr(whole)


@pytest.mark.parametrize("sampling", ["vanilla", "pcs", "opcs", "spcs"])
def test_vector_walks_take_no_baseline(sampling):
    with pytest.raises(ValueError, match="^baseline='learned.*cs es robust os"):
        cfrlib.CFR(kuhn(), sampling, baseline="learned")


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
