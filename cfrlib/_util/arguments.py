"""Checks of what a user passes in: every message names the argument, what it got and what it takes."""

import math
import os
from collections.abc import Iterable, Mapping, Set
from decimal import Decimal
from numbers import Integral, Real
from pathlib import Path

import numpy as np

MOST = 2**63 - 1
"""What a counter of a kernel can hold."""
GREATEST = 1e100
"""Of finite numbers, so that their products are finite, too."""
MOST_THREADS = 1024
"""Each has room of its own in memory."""
SHOWN = 500
"""Characters of a value that a message shows."""


def said(value):
    """Return a value as a message shows it: its repr, cut off where it is long."""
    try:
        text = repr(value)
    except Exception:  # of more digits than Python writes, or of an object whose repr fails
        text = f"<{type(value).__name__}>"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def whole(name, value, low, high=None):
    """Return `value` as an int if it is a whole number in [low, high], else raise ValueError.

    Without `high` it is anything that a counter can hold.
    """
    takes = f"a whole number from {low} to {high}" if high is not None else f"a whole number of at least {low}"
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise ValueError(f"{name}={said(value)}: it takes {takes}")
    if high is None and value > MOST:
        raise ValueError(f"{name}={said(value)}: it takes {takes}, and at most {MOST:,}")
    if value < low or (high is not None and value > high):
        raise ValueError(f"{name}={said(value)}: it takes {takes}")
    return int(value)


def checked_seed(value):
    """Return `value` as an int if it is a whole number from 0, of any size, else raise ValueError."""
    return whole("seed", value, 0, None if not isinstance(value, Integral) or value <= MOST else value)


def positive(name, value):
    """Return `value` as an int or float if it is a finite number above zero, else raise ValueError."""
    found = plain(value) if is_number(value) else 0
    if not 0 < found < math.inf:
        raise ValueError(f"{name}={said(value)}: it takes a finite number above 0")
    if found > GREATEST:
        raise ValueError(f"{name}={said(value)}: it takes a finite number above 0, at most {GREATEST:g}")
    return found if found <= MOST else float(found)


def is_number(value):
    """Whether a value is a number, which NaN, True and False are not."""
    return is_real(type(value)) and not (value.is_nan() if isinstance(value, Decimal) else value != value)


def plain(value):
    """Return a number of any kind as an int or a float; what is too large for a float is infinite."""
    if isinstance(value, Integral):
        return int(value)
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def number(name, value, takes="a finite number", low=-GREATEST, high=GREATEST, above=False):
    """Return `value` as a float if it is a number in [low, high], or in (low, high] if `above`, else raise ValueError.

    `takes` says in the message what it may be.
    """
    found = plain(value) if is_number(value) else math.nan
    right = low <= found <= high and not (above and found == low)
    if not right or GREATEST < abs(found) < math.inf:
        raise ValueError(f"{name}={said(value)}: it takes {takes}")
    return float(found)


def flag(name, value):
    """Return `value` as a bool if it is True or False, else raise ValueError."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name}={said(value)}: it takes True or False")
    return bool(value)


def text(name, value, takes="a text"):
    """Return `value` if it is a str, else raise ValueError."""
    if not isinstance(value, str):
        raise ValueError(f"{name}={said(value)}: it takes {takes}")
    return value


def one_of(name, value, choices):
    """Return the one of `choices`, texts or whole numbers, that `value` is, else raise ValueError."""
    if isinstance(value, str | Integral) and not isinstance(value, bool) and value in choices:
        return value
    raise ValueError(f"{name}={said(value)}: it takes one of {', '.join(map(repr, choices))}")


def file_path(name, value):
    """Return the path of a file that `value`, a str or Path, names, else raise ValueError."""
    if not isinstance(value, str | os.PathLike) or not os.fspath(value) or "\0" in str(os.fspath(value)):
        raise ValueError(f"{name}={said(value)}: it takes the path of a file, a str or Path")
    return Path(value)


def pair(name, value, takes):
    """Return the two items of a tuple or list, else raise ValueError."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise ValueError(f"{name}={said(value)}: it takes {takes}")
    return value


def listed(name, values, takes, ordered=True):
    """Return the items of a list, or of whatever has some, else raise ValueError; of a set or dict unless `ordered`."""
    refused = str | bytes | Set | Mapping if ordered else str | bytes
    if not isinstance(values, Iterable) or isinstance(values, refused) or (
        isinstance(values, np.ndarray) and values.ndim == 0
    ):
        raise ValueError(f"{name}={said(values)}: it takes {takes}")
    return list(values)


def numbers(name, values, takes):
    """Return numbers, in lists or arrays of any shape, as a float64 array, else raise ValueError.

    Neither texts nor True and False are numbers, nor what is masked.
    """
    try:
        masked = np.ma.is_masked(values) or isinstance(values, list | tuple) and any(map(np.ma.is_masked, values))
        found = np.asarray(values) if hasattr(values, "__array__") else np.array(values, dtype=object)
        right = found.dtype.kind in "iuf" or (found.dtype == object and all(map(is_real, set(map(type, found.flat)))))
        if right and not masked:
            return np.array(found, dtype=float)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(f"{name}={said(values)}: it takes {takes}")


def is_real(kind):
    """Whether values of a type are numbers."""
    return issubclass(kind, Real | Decimal) and not issubclass(kind, bool)
