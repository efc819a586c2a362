"""Every number of buckets up to twelve, and twice as many: is a finer abstraction better in the real game?"""

from .holdem_buckets import run_task as run_task


def doublings(table):
    """Return {(b, 2 b): exploitability in the real game with 2 b buckets on each round over that with b}."""
    real = table.set_index("before")["real"]
    return {(b, 2 * b): real[2 * b] / real[b] for b in real.index if 2 * b in real.index}
