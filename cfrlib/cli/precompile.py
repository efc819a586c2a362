"""Compile the kernels that the course uses, so that nobody waits in class: ``python -m cfrlib.cli.precompile``.

It says what it compiles, a step at a time, and is done in a moment where all has been compiled.
"""

import hashlib
import logging
import multiprocessing
import os
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import product, starmap
from pathlib import Path

import numba
from numba.core.registry import cpu_target
from psutil import pid_exists

from cfrlib._util.compile_cache import all_kept, mark_folder
from cfrlib.cards.best_five import levels_of
from cfrlib.deep import DeepCFR
from cfrlib.engine import CFR
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.engine.buckets.lifting import lifted_profile
from cfrlib.evaluate import expected_value, exploitability
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.matches import baseline, expected, match
from cfrlib.matches.duplicate import BATCH
from cfrlib.runs import code_of, figures_folder
from cfrlib.tree import unroll

PACKAGE = Path(__file__).resolve().parents[1]
BOTH = "float32", "float64"
DONE = "All kernels of the course are compiled."


def _leduc():
    profile = _solve(leduc(), ("vanilla", "pcs", "es")).average_strategy()
    expected_value(leduc(), profile)
    exploitability(leduc(), profile)
    _solve(leduc(), ("os",), average="lazy")
    _solve(leduc(), ("os",), baseline="learned")


def _bluff():
    solver = _solve(bluff(), ("vanilla", "es"))
    expected_value(bluff(), solver.average_strategy())
    _solve(bluff(), ("vanilla",), ("float32",))


def _two_rounds_in_buckets():
    solver = _solve(holdem(deck=(4, 2), buckets=2), ("vanilla",))
    real, lifted = holdem(deck=(4, 2)), lifted_profile(solver.average_strategy())
    exploitability(real, lifted)
    expected(real, lifted, lifted)
    match(real, lifted, lifted, hands=4 * BATCH)


def _texas():
    game = texas(buckets=2, deck=(3, 3))
    solver = _solve(game, ("vanilla", "pcs", "cs"), ("float32",))
    game.percentiles.sizes()
    game.percentiles.find([range(5)], [len(game.deck.hands) - 1])
    learnt, simple = solver.average_strategy(), baseline(game, "uniform")
    match(game, learnt, learnt, hands=4)
    for opponent in (learnt, simple):  # a part of an array is of another type for the compiler
        match(game, learnt, opponent, hands=4 * BATCH)
    joint_table(game, boards=4)
    levels_of([range(7)], game.deck)


def _runs():
    try:
        figures_folder()
    except FileNotFoundError:  # a package without stored runs
        return
    no_limit_bugs = code_of("no_limit_bugs")
    no_limit_bugs.learn(leduc_no_limit(stack=2), no_limit_bugs.BUGS, [1])
    code_of("no_limit_states").decisions(4, 2, (1, 1))
    code_of("kuhn_oscillation").average_utility([1], sampled=True)
    code_of("leduc_average_utility").average_utility(leduc(), [1])


def _solve(game, rows, dtypes=("float64",), **switches):
    """Run each kind of walk once, and measure what came out."""
    for dtype, sampling in product(dtypes, rows):
        solver = CFR(game, sampling, dtype=dtype, **switches)
        solver.run(1)
        solver.exploitability()
    return solver


STEPS = {
    "hold'em in two rounds": lambda: _solve(holdem(deck=(4, 2)), ("vanilla", "pcs", "opcs", "cs"), BOTH),
    "Leduc poker": _leduc,
    "Texas hold'em": _texas,
    "large games of Bluff": lambda: _solve(bluff(dice=(2, 1), rounds="one"), ("vanilla",), BOTH),
    "the same in buckets": _two_rounds_in_buckets,
    "Bluff": _bluff,
    "explicit trees": lambda: _solve(unroll(kuhn()), ("vanilla", "es")),
    "programs from the literature": _runs,
    "Deep CFR": lambda: DeepCFR(kuhn(), walks=1, learner="table").run(1),
}
"""Long ones first, and those that share kernels not side by side: two processes are done at about the same time."""


def warm(tell=lambda step: None, jobs=1):
    """Run every kind of walk and evaluation once, in so many processes; return whether all kernels could be kept."""
    steps = [(tell, number, name) for number, name in enumerate(STEPS, start=1)]
    if jobs == 1:
        return all(list(starmap(_step, steps)))
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        return all(list(pool.map(_step, *zip(*steps, strict=True))))


def _step(tell, number, name):
    tell(f"{number} of {len(STEPS)}, {name}")
    STEPS[name]()
    return all_kept()


def _say(step):
    """Print which step begins, and from now on which kernels are compiled."""
    logging.basicConfig(level=logging.INFO, format="    %(message)s", stream=sys.stderr)
    print(step, file=sys.stderr)


def main(background=False, jobs=2):
    """Compile, and say so on stderr; in the `background` quietly, in one process, and as long as its parent runs."""
    if background:
        _stay_behind()
    folder = mark_folder()
    mark = folder and _marker(folder)  # of the sources as they are before the work
    with _alone(folder, wait=not background) as mine:
        if mine and not (mark and mark.exists()):
            kept = warm() if background else warm(_say, jobs)
            if mark and kept:
                with suppress(OSError):
                    for old in folder.glob("warm-*.done"):
                        old.unlink(missing_ok=True)
                    mark.touch()
    if not background:
        print(DONE, file=sys.stderr)


def _stay_behind():
    """Leave the processor to others, and end with the process that started this one."""
    if hasattr(os, "nice"):
        os.nice(19)
    parent = os.getppid()

    def watch():
        while os.getppid() == parent and pid_exists(parent):  # Windows names a parent that is gone, too
            time.sleep(1)
        os._exit(1)  # what is kept is written whole or not at all

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _alone(folder, wait):
    """Give True if no other process compiles for this folder; wait for it, or give False."""
    try:
        # Not on all systems.
        import fcntl

        lock = open(folder / "warm.lock", "w")  # noqa: SIM115
    except (ImportError, OSError, TypeError):  # no such locks, or no folder: two at once only take longer
        yield True
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if not wait:
                yield False
                return
            print("another process compiles them; waiting for it ...", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield True


def _marker(folder):
    """Return the file that says: for this processor, compiler and code all kernels are in the folder."""
    machine = numba.__version__, sys.version_info[:2], cpu_target.target_context.codegen().magic_tuple()
    total = hashlib.sha256(repr(machine).encode())
    for source in sorted(PACKAGE.rglob("*.py")):
        total.update(source.read_bytes())
    return folder / f"warm-{total.hexdigest()[:16]}.done"


if __name__ == "__main__":
    main()
