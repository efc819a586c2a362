"""Interrupts by real signals, at any moment: what goes on afterwards is bit for bit what was never interrupted."""

import os
import signal
import threading

import numpy as np
import pytest
from saved.make import SOLVERS

import cfrlib
from cfrlib.deep import DeepCFR
from cfrlib.engine.buckets.cfr_br import CFRBR
from cfrlib.games import holdem, kuhn, leduc

ENDLESS = 10**6
OTHERS = {
    "textbook": lambda: cfrlib.textbook.CFR(kuhn(), "es"),
    "textbook_simultaneous": lambda: cfrlib.textbook.CFR(leduc(raises=1), updates="simultaneous"),
    "deep_table": lambda: DeepCFR(kuhn(), walks=20, capacity=500, learner="table"),
    "deep_network": lambda: DeepCFR(kuhn(), walks=20, capacity=500, steps=(20, 5, 50)),
    "cfr_br": lambda: CFRBR(holdem((1, 1), (4, 2), 2)),
}
MAKERS = {name: lambda game=game, more=more: cfrlib.CFR(game, **more) for name, (game, more) in SOLVERS.items()}


@pytest.fixture(autouse=True)
def _python_raises_what_is_signalled():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted(make, times, seed):
    """Return a solver that was interrupted so often, each time after up to a twentieth of a second."""
    solver, rng = make(), np.random.default_rng(seed)
    solver.run(1)  # compiles
    for _ in range(times):
        timer = threading.Timer(0.002 + 0.05 * rng.random(), os.kill, (os.getpid(), signal.SIGINT))
        try:
            timer.start()
            solver.run(ENDLESS)
        except KeyboardInterrupt:
            continue
        pytest.fail("nothing interrupted the run")
    return solver


def state(solver):
    """Return all that a run changes, but for the clock."""
    kept = {}
    for name, value in vars(solver).items():
        if name in ("iterations", "iteration", "nodes_touched", "histories_touched", "against_best", "trainings"):
            kept[name] = value
        elif name in ("_tables", "regret", "strategy_sum", "regrets", "sums", "strategy"):
            kept[name] = [np.array(table) for table in value] if isinstance(value, tuple | list) else value
        elif name in ("_rng", "rng", "_coin"):
            kept[name] = value.bit_generator.state
    return kept


def assert_never_interrupted(solver, make):
    through = make()
    through.run(solver.iterations if hasattr(solver, "iterations") else solver.iteration)
    one, other = state(through), state(solver)
    assert one.keys() == other.keys()
    assert len(one) > 2
    for name in one:
        np.testing.assert_equal(other[name], one[name], err_msg=name)


@pytest.mark.parametrize("name", [*MAKERS, *OTHERS])
def test_a_few_interrupts_change_nothing(name):
    make = {**MAKERS, **OTHERS}[name]
    assert_never_interrupted(interrupted(make, 3, seed=1), make)


@pytest.mark.slow_fault
@pytest.mark.parametrize("name", [*MAKERS, *OTHERS])
def test_fifty_interrupts_change_nothing(name):
    make = {**MAKERS, **OTHERS}[name]
    assert_never_interrupted(interrupted(make, 50, seed=2), make)


@pytest.mark.parametrize("name", ["leduc_cs", "flop_pcs", "ladder"])
def test_an_interrupted_solver_is_saved_whole(name, tmp_path):
    solver = interrupted(MAKERS[name], 2, seed=3)
    solver.save(tmp_path / "solver")
    again = cfrlib.CFR.load(tmp_path / "solver")
    again.run(3)
    assert_never_interrupted(again, MAKERS[name])


def test_other_threads_are_left_alone():
    """Signals come to the main thread only; a run in another one neither sees them nor changes who handles them."""
    solver, handler = cfrlib.CFR(leduc()), signal.getsignal(signal.SIGINT)
    worker = threading.Thread(target=solver.run, args=(300,))
    worker.start()
    assert signal.getsignal(signal.SIGINT) is handler
    worker.join()
    assert solver.iterations == 300


def test_what_handled_interrupts_before_handles_them_again():
    calls = []
    signal.signal(signal.SIGINT, lambda *_: calls.append(1))
    solver, handler = cfrlib.CFR(kuhn()), signal.getsignal(signal.SIGINT)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    solver.run(seconds=0.3)
    assert calls == [1]
    assert signal.getsignal(signal.SIGINT) is handler
