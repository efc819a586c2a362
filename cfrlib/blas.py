"""The library that multiplies matrices, held to one thread: how many it takes would change last digits."""

import threading
from contextlib import contextmanager
from functools import cache

_lock = threading.Lock()
_now = {"users": 0}
"""How many multiply now. The limit is of the whole process, so the first one sets it and the last one takes it off."""


@cache
def _libraries():
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


@contextmanager
def one_thread():
    """Hold the library to one thread inside a `with` block; whoever leaves last gives it back its own."""
    with _lock:
        if _now["users"] == 0:
            _now["limit"] = _libraries().limit(limits=1, user_api="blas")
        _now["users"] += 1
    try:
        yield
    finally:
        with _lock:
            _now["users"] -= 1
            if _now["users"] == 0:
                _now.pop("limit").restore_original_limits()
