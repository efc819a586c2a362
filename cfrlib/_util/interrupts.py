"""Interrupts (Ctrl-C, a notebook's *stop* button) come between two whole pieces of work, never inside one."""

import signal
import threading
from contextlib import contextmanager


@contextmanager
def held():
    """Hold interrupts back in this block; one that came meanwhile is raised right after it.

    What the block does is then done wholly or not at all, so what it writes and what it counts agree. Python delivers
    signals to the main thread only: in other threads there is nothing to hold back. The block gets a function that
    raises what came, in the middle of the block, where that does no harm.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield lambda: None
        return
    came = []

    def deliver():
        if came:
            last = came[-1]
            came.clear()
            handler(*last)

    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield deliver
    finally:
        signal.signal(signal.SIGINT, handler)
        deliver()
