"""Abstract Texas hold'em on one thread and on two: iterations a second (Zinkevich et al. 2007, section 4: on four).

Threads share the buckets before the flop, and change no bit of the result; a walk on a single deal (CS) is too short to
be shared. Each speed is the best of several, on the clock; it means something on an idle machine only.
"""

import time
from itertools import product

import lazy_loader as lazy

from cfrlib.draw import bars
from cfrlib.engine import CFR
from cfrlib.games import texas

pd = lazy.load("pandas")


SCALES = {
    "quick": {"buckets": (2, 3), "rules": {"deck": (3, 3), "raises": (1, 0, 0, 1)}, "seconds": 0.05, "repeats": 2},
    "paper": {"buckets": (5, 10), "rules": {}, "seconds": 10.0, "repeats": 3},
}
"""The games, and how long and how often each speed is measured."""
THREADS = (1, 2)


def run(scale, progress=False):
    """Return the speeds: columns buckets, sampling, threads, iterations and seconds of the best repeat."""
    sizes, rows = SCALES[scale], []
    for buckets, sampling, threads in product(sizes["buckets"], ("pcs", "cs"), THREADS):
        solver = CFR(texas(buckets, **sizes["rules"]), sampling, threads=threads, dtype="float32")
        solver.run(1)
        found = [_measured(solver, sizes["seconds"]) for _ in range(sizes["repeats"])]
        iterations, seconds = max(found, key=lambda pair: pair[0] / pair[1])
        rows.append({
            "buckets": buckets, "sampling": sampling, "threads": threads, "iterations": iterations, "seconds": seconds,
        })  # fmt: skip
    return pd.DataFrame(rows)


def _measured(solver, seconds):
    """Return how many iterations a solver does in about so many seconds, and how many these were."""
    before, began = solver.iterations, time.perf_counter()
    solver.run(seconds=seconds)
    return solver.iterations - before, time.perf_counter() - began


def speeds(table):
    """Return iterations a second by buckets and scheme, and by threads."""
    each = table.assign(speed=table["iterations"] / table["seconds"])
    return each.pivot(index=["buckets", "sampling"], columns="threads", values="speed")


def draw(table, name="texas_threads"):
    """Return the picture: bars of how many times as fast more threads are."""
    found = speeds(table)
    gains = found.div(found[1], axis=0).drop(columns=1)
    values = {
        f"{n} threads": {f"{row.upper()}, {buckets} buckets": float(gain) for (buckets, row), gain in gains[n].items()}
        for n in gains
    }
    return bars(values, ylabel="times as fast as one thread", name=name)
