"""Every number of buckets up to twelve, and twice as many: is a finer abstraction better in the real game?

As `holdem_buckets`: [2-1] hold'em under percentile buckets of E[HS^2], as many before the flop as on it, CFR+, judged
by best responses that see cards.
"""

from cfrlib.draw import convergence

from .holdem_buckets import run_task

__all__ = ["SCALES", "doublings", "draw", "run_task", "tasks"]
SCALES = {
    "quick": {"deck": [4, 2], "buckets": [1, 2, 3, 4], "iterations": 100},
    "paper": {"deck": [13, 4], "buckets": [*range(1, 13), *range(14, 25, 2)], "iterations": 3000},
}
"""Ranks and suits, the buckets on each round, and the iterations of CFR+."""


def tasks(scale):
    """Return one task for each number of buckets."""
    sizes = SCALES[scale]
    every = {"curve": "CFR+", "iterations": sizes["iterations"], "points": 1, "deck": sizes["deck"]}
    return [{"buckets": [buckets, buckets], **every} for buckets in sizes["buckets"]]


def doublings(table):
    """Return {(b, 2 b): exploitability in the real game with 2 b buckets on each round over that with b}."""
    real = table.set_index("before")["real"]
    return {(b, 2 * b): real[2 * b] / real[b] for b in real.index if 2 * b in real.index}


def draw(table, name="bucket_doublings"):
    """Return the picture: exploitability in the real game against the buckets on each round."""
    curve = {"CFR+, real game": [(table["before"].to_numpy(), table["real"].to_numpy())]}
    ylabel = "exploitability in the real game (mbb/g)"
    return convergence(curve, xlabel="buckets before the flop, and on it", ylabel=ylabel, name=name)
