"""Large tables: whether they fit into the memory that is free, asked before anything is allocated."""

import threading
from contextlib import contextmanager

import numpy as np
import psutil

_thread = threading.local()


def zeros(size, dtype):
    """Return zeros in memory that the system has already given: the clock of a solver should not count that."""
    return np.full(size, 0, dtype=dtype)


def check_bytes(name, value, needed):
    """Refuse an argument that asks for more bytes than are available, with what it needs."""
    available = psutil.virtual_memory().available
    if needed > available:
        raise ValueError(
            f"{name}={value:,}: that needs {needed:,} bytes ({needed / 1e9:,.2f} GB) and {available / 1e9:.2f} GB are "
            "available; it takes less"
        )


class Asked(Exception):
    """What a game needs, told to whoever only asks."""

    def __init__(self, needed):
        self.needed = needed


@contextmanager
def asking():
    """Let `check_memory` raise `Asked` in this thread, before anything is made."""
    _thread.asks = True
    try:
        yield
    finally:
        _thread.asks = False


def check_memory(game, needed, smaller):
    """Refuse a game whose tables would not fit, with the bytes they need and the mode that fits.

    `smaller` are modes that need less and their bytes, (str, int), the best first.
    """
    if getattr(_thread, "asks", False):
        raise Asked(needed)
    available = psutil.virtual_memory().available
    if needed <= available:
        return
    fitting = [f"{mode} needs {size / 1e9:.2f} GB" for mode, size in smaller if size <= available]
    advice = fitting[0] if fitting else "no mode of it fits; take a smaller game"
    raise ValueError(
        f"game={game!r}: its tables need {needed:,} bytes ({needed / 1e9:.2f} GB) and {available / 1e9:.2f} GB are "
        f"available; {advice}"
    )
