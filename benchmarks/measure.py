"""What the benchmarks share: clocks, turns with a peer, verdicts, the speed of memory, and cold starts."""

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numba
import numpy as np
import pyspiel

from cfrlib._util.jit import njit

ROOT = Path(__file__).resolve().parents[1]


def cpu(work, repeats):
    """Return CPU seconds of one of so many calls in a row."""
    start = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - start) / repeats


def clock(work):
    """Return the seconds of a call by the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def iterations(solver, number):
    """Return CPU seconds of one iteration of ours (many at a time, as users run them)."""
    return cpu(lambda: solver.run(number), 1) / number


def duel(name, target, theirs, ours, rounds):
    """Take turns; print the best of both and the ratio."""
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        best = [min(best[0], theirs()), min(best[1], ours())]
    ratio = best[0] / best[1]
    told = "" if target is None else f"  (target {target}x{'' if ratio >= target else ': MISSED'})"
    print(f"{name:44} {best[0] * 1e6:12,.1f} {best[1] * 1e6:10,.2f} {ratio:9,.0f}x{told}", flush=True)


def duel_of_samplers(name, spiel, make, warm_up, repeats, rounds, target):
    """Let OpenSpiel's samplers and ours, which `make` returns for a row, take turns, each a number of iterations.

    Both numbers of `warm_up` and of `repeats` are theirs and ours. Before, its tables of information sets grow.
    """
    for sampling, theirs, row in (
        ("external sampling", pyspiel.ExternalSamplingMCCFRSolver(spiel, seed=1), "es"),
        ("outcome sampling", pyspiel.OutcomeSamplingMCCFRSolver(spiel, epsilon=0.6, seed=1), "os"),
    ):
        ours = make(row)
        cpu(theirs.run_iteration, warm_up[0])
        ours.run(warm_up[1])
        duel(
            f"{name}, one iteration of {sampling}", target,
            partial(cpu, theirs.run_iteration, repeats[0]), partial(iterations, ours, repeats[1]), rounds,
        )  # fmt: skip


def columns():
    """Print what stands above the columns of `duel`."""
    print(f"{'':44} {'OpenSpiel us':>12} {'cfrlib us':>10} {'ratio':>10}")


def line(name, value, unit, limit=None):
    """Print a measurement and, if it has one, its target."""
    print(f"  {name:44} {value:9.3f} {unit:5} {'' if limit is None else verdict(value, limit)}".rstrip(), flush=True)


def verdict(value, limit):
    """Return how a value stands to the limit that it is to stay below."""
    return f"(target {limit:g}{'' if value <= limit else ': MISSED'})"


@numba.njit(cache=True)
def triad(a, b, c):
    """a = b + 3 c"""
    for i in range(len(a)):
        a[i] = b[i] + np.float32(3) * c[i]


@njit
def scale_by_fours(rows, repeats):
    """Multiply rows of four numbers, without a loop over the four."""
    for _ in range(repeats):
        for i in range(len(rows)):
            a, b, c, d = rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3]
            rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3] = a * 0.5, b * 0.5, c * 0.5, d * 0.5


def straight_lines(repeats=20_000, rounds=5):
    """Print how fast work without a loop is: four times as fast if the compiler makes vectors of it."""
    rows = np.ones((256, 4))
    scale_by_fours(rows, 1)
    seconds = min(cpu(lambda: scale_by_fours(rows, repeats), 1) for _ in range(rounds))
    line("four multiplications, no loop", 1e9 * seconds / repeats / len(rows), "ns", 0.7)


def bandwidth():
    """Return the bytes a second that one thread moves in a triad of long float32 arrays."""
    a, b, c = (np.ones(2**26, dtype=np.float32) for _ in range(3))
    triad(a, b, c)
    return 3 * a.nbytes / min(cpu(lambda: triad(a, b, c), 1) for _ in range(5))


def share_of_memory(solver, seconds):
    """Return how much of what memory delivers an iteration over all of a float32 solver's tables takes."""
    # Each entry: read in the walk of the opponent; regret and sum read and written.
    return 5 * 4 * solver.layout.sizes[-1] / seconds / bandwidth()


def starts(code, limit=None):
    """Run a program with empty caches, and once more with what that has left there; `limit` is on CPU seconds."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": f"{cache}/numba", "CFRLIB_CACHE": f"{cache}/cfrlib"}
        for name in ("first start (compiles)", "later starts"):
            start, used = time.perf_counter(), os.times()
            subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True)
            now = os.times()
            seconds = now.children_user + now.children_system - used.children_user - used.children_system
            told = "" if limit is None else f"  {verdict(seconds, limit)}"
            print(f"{name}: {seconds:.1f} s of CPU, {time.perf_counter() - start:.1f} s by the clock{told}", flush=True)
            limit = None
