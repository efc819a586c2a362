"""Says when the compiler is at work: the first run of a kernel waits for it, later ones find its work in the cache.

Each kernel that is compiled leaves a line in the log `cfrlib`, level INFO, when it begins and when it is done; whoever
shows something asks with `cfrlib._util.waiting.telling`. Interrupts come between two passes of the compiler, or after
it: raised anywhere inside, while it loads a kernel, say, they leave numba broken for the rest of the process.
"""

import gc
import logging
import threading
import time

from numba.core.event import Listener, register

from cfrlib._util import waiting
from cfrlib._util.interrupts import held

log = logging.getLogger("cfrlib")
_thread = threading.local()


class _Listener(Listener):
    """Hears of compilations in the thread that does them; of kernels that a kernel calls nothing is said."""

    def on_start(self, event):
        _thread.depth = getattr(_thread, "depth", 0) + 1
        if _thread.depth == 1 and _ours(event):
            _thread.began = time.perf_counter()
            log.info("compiling %s, once", _name(event))
            waiting.tell(waiting.NOTE, f"compiling {_name(event)}, once")

    def on_end(self, event):
        _thread.depth -= 1
        if _thread.depth == 0 and _ours(event):
            log.info("compiled %s in %.1f s", _name(event), time.perf_counter() - _thread.began)
            waiting.tell("", "")


def _ours(event):
    return event.data["dispatcher"].py_func.__module__.startswith("cfrlib.")


def _name(event):
    function = event.data["dispatcher"].py_func
    return f"{function.__module__}.{function.__name__}"


class _Hold(Listener):
    """Holds interrupts back in the thread that has the compiler's lock, and garbage collection: 5 % of its time."""

    def on_start(self, event):
        if not getattr(_thread, "locks", 0):
            _thread.held = held()
            _thread.deliver = _thread.held.__enter__()
            _thread.collects = gc.isenabled()
            gc.disable()
        _thread.locks = getattr(_thread, "locks", 0) + 1

    def on_end(self, event):
        _thread.locks -= 1
        if not _thread.locks:
            if _thread.collects:
                gc.enable()
            _thread.held.__exit__(None, None, None)


class _Deliver(Listener):
    """Lets interrupts through before a pass: it fails there as it does on code that it cannot compile."""

    def on_start(self, event):
        _thread.deliver()

    def on_end(self, event):
        pass


register("numba:compile", _Listener())
register("numba:compiler_lock", _Hold())
register("numba:run_pass", _Deliver())
