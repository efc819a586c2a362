"""Times two checkouts in turns, on one machine: is an iteration of the new one slower, does a solver take more memory?

    python benchmarks/pace.py OLD NEW                all games and rules, full sizes among them
    python benchmarks/pace.py OLD NEW --only leduc   those with this in their names

OLD and NEW are folders of checkouts. Each has a process for a game; they take turns, so that a slow moment of the
machine hits both. What counts is the processor time of an iteration, the least of some rounds, and the bytes that a
solver holds after its first iteration. It exits with 1 if the new one takes more than 1.1 times the time, or more
bytes.
"""

import argparse
import gc
import json
import os
import subprocess
import sys
import time
import tracemalloc
from contextlib import ExitStack
from pathlib import Path

GAMES = {
    "Kuhn": ("kuhn", {}, "vanilla", "float64", 20_000),
    "Leduc": ("leduc", {}, "vanilla", "float64", 5_000),
    "Leduc, its tree": ("leduc", {"suits_matter": False}, "tree", "float64", 500),
    "no-limit Leduc": ("leduc_no_limit", {}, "vanilla", "float64", 20),
    "Bluff, 2 dice": ("bluff", {"dice": (1, 1), "rounds": "one"}, "vanilla", "float64", 200),
    "Bluff, 3 dice": ("bluff", {"dice": (2, 1), "faces": 5, "rounds": "one"}, "vanilla", "float64", 20),
    "Bluff, 4 dice": ("bluff", {"dice": (2, 2), "rounds": "one"}, "vanilla", "float32", 1),
    "hold'em, 8 cards": ("holdem", {"raises": (1, 1), "deck": (4, 2)}, "vanilla", "float64", 200),
    "hold'em [2-1], pcs": ("holdem", {"raises": (1, 1)}, "pcs", "float32", 100),
    "hold'em [2-1], es": ("holdem", {"raises": (1, 1)}, "es", "float32", 20_000),
    "Texas, 5 buckets, pcs": ("texas", {"buckets": 5}, "pcs", "float32", 20),
    "Texas, 12 buckets, cs": ("texas", {"buckets": 12}, "cs", "float32", 2_000),
}
"""A game of `cfrlib.games`, its parameters, the row that solves it, the type of its tables, iterations of a round."""
RULES = "rm", "rm+", "discounted"
ROUNDS = 5
TIME, BYTES, LOOSE = 1.1, 1.01, 20_000
"""What the new one may take, in parts of the old one; bytes of small objects that come and go in either."""


def measure(game, parameters, row, dtype, iterations):
    """For each rule that standard input names, write the seconds of an iteration and the bytes of its solver."""
    # Of the checkout whose process this is.
    import cfrlib

    game, solver, rule = getattr(cfrlib.games, game)(**parameters), None, None
    if row == "tree":
        game, row = cfrlib.tree.unroll(game), "vanilla"
    for line in sys.stdin:
        if line.strip() != rule:
            rule, solver = line.strip(), None
            gc.collect()
            cfrlib.CFR(game, row, regret=rule, dtype=dtype).run(1)  # compiles, and makes what all solvers share
            gc.collect()
            tracemalloc.start()
            solver = cfrlib.CFR(game, row, regret=rule, dtype=dtype)
            solver.run(1)
            gc.collect()
            held = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
        began = time.process_time()
        solver.run(iterations)
        print(json.dumps([(time.process_time() - began) / iterations, held]), flush=True)


def worker(checkout, name):
    """Return the process of a game in a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(Path(checkout).resolve())}
    command = [sys.executable, __file__, "--measure", name]
    return subprocess.Popen(
        command, env=environment, cwd=checkout, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def ask(process, rule):
    """Return what a process says of a rule."""
    process.stdin.write(f"{rule}\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        sys.exit("A process ended; what it says stands above.")
    return json.loads(answer)


def main(old, new, only, rounds):
    """Print a row for each game and rule; return whether the new checkout takes too much anywhere."""
    print(f"{'':36} {'old us':>12} {'new us':>12} {'time':>6} {'old MB':>10} {'new MB':>10} {'bytes':>6}")
    missed = False
    for name in (name for name in GAMES if only in name):
        with ExitStack() as stack:
            both = [stack.enter_context(worker(checkout, name)) for checkout in (old, new)]
            for rule in RULES:
                seconds, held = [], []
                for _ in range(rounds):
                    answers = [ask(process, rule) for process in both]
                    seconds.append([answer[0] for answer in answers])
                    held = [answer[1] for answer in answers]
                least = [min(column) for column in zip(*seconds, strict=True)]
                time_ratio, bytes_ratio = least[1] / least[0], held[1] / held[0]
                bad = time_ratio > TIME or held[1] > BYTES * held[0] + LOOSE
                missed |= bad
                print(
                    f"{f'{name}, {rule}':36} {1e6 * least[0]:12,.2f} {1e6 * least[1]:12,.2f} {time_ratio:6.2f} "
                    f"{held[0] / 1e6:10,.3f} {held[1] / 1e6:10,.3f} {bytes_ratio:6.2f}{'  MISSED' if bad else ''}",
                    flush=True,
                )
            for process in both:
                process.stdin.close()
    return missed


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(*GAMES[sys.argv[2]])
    else:
        parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
        parser.add_argument("old"), parser.add_argument("new")
        parser.add_argument("--only", default="", metavar="TEXT", help="games with this in their names")
        parser.add_argument("--rounds", type=int, default=ROUNDS)
        given = parser.parse_args()
        sys.exit(main(given.old, given.new, given.only, given.rounds))
