"""Interrupts (Ctrl-C, a notebook's *stop* button) come between two whole pieces of work, never inside one."""

import threading

# What `signal` itself calls: that makes an enumeration of each handler, which takes twenty times as long.
from _signal import SIGINT, getsignal, signal


class held:  # noqa: N801
    """Hold interrupts back in this block; one that came meanwhile is raised right after it.

    What the block does is then done wholly or not at all, so what it writes and what it counts agree. Python delivers
    signals to the main thread only: in other threads there is nothing to hold back. The block gets a function that
    raises what came, in the middle of the block, where that does no harm.
    """

    def __enter__(self):
        self.handler, self.came = getsignal(SIGINT), []
        self.holds = threading.current_thread() is threading.main_thread() and callable(self.handler)
        if self.holds:
            signal(SIGINT, lambda *signaled: self.came.append(signaled))
        return self._deliver

    def _deliver(self):
        if self.came:
            last = self.came[-1]
            self.came.clear()
            self.handler(*last)

    def __exit__(self, *_):
        if self.holds:
            signal(SIGINT, self.handler)
            self._deliver()
