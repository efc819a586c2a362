"""Abstract Texas hold'em on one thread and on two: iterations a second (Zinkevich et al. 2007, section 4: on four).

Threads share the buckets before the flop, and change no bit of the result. Each speed is the best of several, on the
clock; it means something on an idle machine only.
"""

import time

from cfrlib.games import texas
from cfrlib.solver import CFR

SCALES = {
    "quick": {"game": {"buckets": 2, "deck": (3, 3), "raises": (1, 0, 0, 1)}, "seconds": 0.05, "repeats": 2},
    "paper": {"game": {"buckets": 5}, "seconds": 10.0, "repeats": 3},
}
"""The game, and how long and how often each speed is measured."""
THREADS = (1, 2)


def run(scale, progress=False):
    """Return the speeds: columns buckets, sampling, threads, iterations and seconds of the best repeat."""
    import pandas as pd

    sizes, rows = SCALES[scale], []
    for sampling in ("pcs", "cs"):
        for threads in THREADS:
            solver = CFR(texas(**sizes["game"]), sampling, threads=threads, dtype="float32")
            solver.run(1)
            found = [_measured(solver, sizes["seconds"]) for _ in range(sizes["repeats"])]
            iterations, seconds = max(found, key=lambda pair: pair[0] / pair[1])
            rows.append({
                "buckets": sizes["game"]["buckets"], "sampling": sampling, "threads": threads,
                "iterations": iterations, "seconds": seconds,
            })  # fmt: skip
    return pd.DataFrame(rows)


def _measured(solver, seconds):
    """Return how many iterations a solver does in about so many seconds, and how many these were."""
    before, began = solver.iterations, time.perf_counter()
    solver.run(seconds=seconds)
    return solver.iterations - before, time.perf_counter() - began


def speeds(table):
    """Return iterations a second by scheme and threads."""
    each = table.assign(speed=table["iterations"] / table["seconds"])
    return each.pivot(index="sampling", columns="threads", values="speed")


def draw(table, name="texas_threads"):
    """Return the picture: bars of iterations a second."""
    from cfrlib.draw import bars

    found = speeds(table)
    values = {
        f"{n} thread{'s' * (n > 1)}": {row.upper(): float(found.loc[row, n]) for row in found.index} for n in found
    }
    return bars(values, ylabel="iterations a second", name=name)
