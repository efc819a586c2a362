"""A solver does one thing at a time, whoever asks it to."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])
_BUSY: dict[int, object] = {}
"""What is under way, by the identity of the object that does it: a copy of the object is free."""


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
