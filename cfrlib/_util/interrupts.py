"""Work that is done whole: interrupts come between two pieces of it, and one object does one piece at a time."""

import threading

# What `signal` itself calls: that makes an enumeration of each handler, which takes twenty times as long.
from _signal import SIGINT, getsignal, signal
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])
_BUSY: dict[int, object] = {}
"""What is under way, by the identity of the object that does it: a copy of the object is free."""


class held:  # noqa: N801
    """Hold interrupts (Ctrl-C, a notebook's *stop* button) back in this block; one that came is raised right after it.

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


def alone(method: Method) -> Method:
    """Refuse a method of an object while another call of one so decorated, in any thread, has not come back."""

    @wraps(method)
    def guarded(self, *arguments, **named):
        key, mine = id(self), object()
        try:
            if _BUSY.setdefault(key, mine) is not mine:  # one step: no other thread comes in between
                raise ValueError(
                    f"{method.__name__}: this {type(self).__name__} is still running or being saved, in another thread "
                    "or further up in this one; it takes one at a time"
                )
            return method(self, *arguments, **named)
        finally:
            if key in _BUSY and _BUSY[key] is mine:  # no call, after which Python would let an interrupt in
                del _BUSY[key]

    return guarded
