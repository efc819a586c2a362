"""Interrupts by real signals, at any moment: what goes on afterwards is bit for bit what was never interrupted."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from solvers_of_all_kinds import MAKERS, OTHERS, SCRATCH, SOLVERS, parts

import cfrlib
from cfrlib.games import kuhn, leduc
from cfrlib.playing.saving import digest
from cfrlib.profile import rebuilt

ROOT = Path(__file__).parents[2]
ENDLESS = 10**6
SOME = (
    "kuhn_es_lazy", "kuhn_baseline", "kuhn_by_place", "leduc_pcs", "bluff_chain", "ladder", "flop_epochs", "flop_os",
    "buckets_pcs", "buckets_es", "textbook_simultaneous", "deep_network", "cfr_br",
)  # fmt: skip
"""One or two of each engine, and all kinds of state; `make faults` interrupts all of them."""


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
    return {path: value.copy() if isinstance(value, np.ndarray) else value for path, value in parts(solver)}


def assert_never_interrupted(solver, make):
    through = make()
    through.run(solver.iterations)
    one, other = state(through), state(solver)
    assert one.keys() == other.keys()
    for name in one:
        np.testing.assert_equal(other[name], one[name], err_msg=name)


def strategies(solver):
    """Return what tells the strategies of a solver from others; None where they are none any more."""
    digests = {}
    for name in ("average_strategy", "current_strategy", "remembered_strategy"):
        if hasattr(solver, name):
            try:
                digests[name] = digest(getattr(solver, name)())
            except ValueError:
                digests[name] = None
    return digests


@pytest.mark.parametrize("name", MAKERS)
def test_what_was_learned_is_compared(name):
    """Where the arrays that are compared are wiped out, nothing is left of the strategies; and it is seen."""
    make = MAKERS[name]
    solver = make()
    solver.run(5)
    before, of_the_game = strategies(solver), {id(part) for _, part in parts(make())}
    for _, array in parts(solver):
        if isinstance(array, np.ndarray) and array.dtype.kind == "f" and id(array) not in of_the_game:
            array[...] = 0
    after = strategies(solver)
    assert {kind for kind in before if before[kind] == after[kind]} == set()
    with pytest.raises(AssertionError, match="Arrays are not equal"):
        assert_never_interrupted(solver, make)


def test_nothing_is_left_out_of_the_comparison_that_is_not_there():
    there = set()
    for name in (*SOME, "buckets_cs", "kuhn_cfr"):
        solver = MAKERS[name]()
        solver.run(1)
        there |= {path for path, _ in parts(solver, without=())}
    assert [path for path in SCRATCH if not any(f"{one}.".startswith(f"{path}.") for one in there)] == []


@pytest.mark.parametrize("name", SOME)
def test_a_few_interrupts_change_nothing(name):
    assert_never_interrupted(interrupted(MAKERS[name], 2, seed=1), MAKERS[name])


@pytest.mark.slow_fault
@pytest.mark.parametrize("name", MAKERS)
def test_fifty_interrupts_change_nothing(name):
    assert_never_interrupted(interrupted(MAKERS[name], 50, seed=2), MAKERS[name])


@pytest.mark.parametrize("name", SOME[2::2])
def test_interrupts_while_it_prepares_change_nothing(name):
    """Tables of a game that nobody has looked at are built, kernels compiled; each try comes a little further."""
    wait, solver = 0.001, None
    while solver is None or not solver.iterations:
        timer = threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT))
        try:
            timer.start()
            solver = solver or fresh(name)
            solver.run(1)
        except (KeyboardInterrupt, TypeError):  # numpy makes the latter of one that comes while it compares types
            assert wait < 60
            wait *= 1.5
        finally:
            with suppress(KeyboardInterrupt):
                timer.join()
                time.sleep(0.001)
    solver.run(3)
    assert_never_interrupted(solver, MAKERS[name])


def fresh(name):
    """Return a solver of a game that no other one has."""
    if name in OTHERS:
        return OTHERS[name]()
    game, more = SOLVERS[name]
    return cfrlib.CFR(rebuilt({"name": game.name, "parameters": game.parameters}), **more)


COMPILES = """
import os, signal, threading, numba, numpy as np
from cfrlib._util import jit
came = 0
for k in range(12):
    @numba.njit
    def kernel(x):
        return np.sort(x[::-1] * k).sum() + np.linspace(0, 1, 5)[2]
    timer = threading.Timer(0.2 * k, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        kernel(np.arange(4.0))
        timer.join()
    except KeyboardInterrupt:
        came += 1
    assert kernel(np.arange(4.0)) == 6 * k + 0.5
print(came)
"""


@pytest.mark.slow_fault
def test_an_interrupted_compiler_can_go_on():
    done = subprocess.run([sys.executable, "-c", COMPILES], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "12\n"), done.stderr


@pytest.mark.parametrize("name", ["leduc_pcs", "flop_cs"])
def test_an_interrupt_waits_a_tenth_of_a_second_or_an_iteration(name):
    solver, waited = MAKERS[name](), []
    solver.run(1)
    solver.run(seconds=0.2)  # as many iterations at a time as go together
    each = solver.seconds / solver.iterations
    for _ in range(3):
        timer = threading.Timer(0.1, lambda: (waited.append(time.perf_counter()), os.kill(os.getpid(), signal.SIGINT)))
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012, the signal may come as soon as the timer goes
            timer.start()
            solver.run(ENDLESS)
        waited[-1] = time.perf_counter() - waited[-1]
    assert sorted(waited)[1] < max(0.1, 2 * each)


@pytest.mark.parametrize("name", ["leduc_cs", "flop_pcs"])
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
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    solver.run(seconds=0.15)
    assert calls == [1]
    assert signal.getsignal(signal.SIGINT) is handler
