"""Checks of what a user passes in: every message names the argument, what it got and what it takes."""

import math
import os
import re
from collections.abc import Iterable, Mapping, Set
from decimal import Decimal
from numbers import Integral, Real
from pathlib import Path

import numpy as np

MOST = 2**63 - 1
"""What a counter of a kernel can hold."""
GREATEST = 1e100
"""The largest number that is taken, so that products of such numbers are finite, too."""
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


class WrongType(TypeError, ValueError):
    """An argument is of another type than it takes. As every error of an argument it is a ValueError, too."""


def refuse(name, value, takes, right_type=False):
    """Raise the error that names an argument, what it got and what it takes: WrongType, or else ValueError."""
    raise (ValueError if right_type else WrongType)(f"{name}={said(value)}: it takes {takes}")


def typed(name, value, kind, takes):
    """Return `value` if it is of this type (or of one of several), else raise WrongType."""
    return value if isinstance(value, kind) else refuse(name, value, takes)


def whole(name, value, low, high=None):
    """Return `value` as an int if it is a whole number in [low, high], else raise an error.

    Without `high` it is anything that a counter can hold.
    """
    takes = f"a whole number from {low} to {high}" if high is not None else f"a whole number of at least {low}"
    if isinstance(value, bool) or not isinstance(value, Integral):
        refuse(name, value, takes)
    if high is None and value > MOST:
        refuse(name, value, f"{takes}, and at most {MOST:,}", right_type=True)
    if value < low or (high is not None and value > high):
        refuse(name, value, takes, right_type=True)
    return int(value)


def checked_seed(value):
    """Return `value` as an int if it is a whole number from 0, of any size, else raise an error."""
    return whole("seed", value, 0, None if not isinstance(value, Integral) or value <= MOST else value)


def positive(name, value):
    """Return `value` as an int or float if it is a finite number above zero, else raise an error."""
    size = plain(value) if is_number(value) else 0
    if not 0 < size < math.inf:
        refuse(name, value, "a finite number above 0", is_real(type(value)))
    if size > GREATEST:
        refuse(name, value, f"a finite number above 0, at most {GREATEST:g}", right_type=True)
    return size if size <= MOST else float(size)


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
    """Return `value` as a float if it is a number in [low, high], or in (low, high] if `above`, else raise an error.

    `takes` says in the message what it may be.
    """
    size = plain(value) if is_number(value) else math.nan
    right = low <= size <= high and not (above and size == low)
    if not right or GREATEST < abs(size) < math.inf:
        refuse(name, value, takes, is_real(type(value)))
    return float(size)


def flag(name, value):
    """Return `value` as a bool if it is True or False, else raise WrongType."""
    return bool(typed(name, value, bool | np.bool_, "True or False"))


def text(name, value, takes="a text"):
    """Return `value` if it is a str, else raise WrongType."""
    return typed(name, value, str, takes)


def one_of(name, value, choices):
    """Return the one of `choices`, texts or whole numbers, that `value` is, else raise an error."""
    right_type = isinstance(value, str | Integral) and not isinstance(value, bool)
    if right_type and value in choices:
        return value
    return refuse(name, value, f"one of {', '.join(map(repr, choices))}", right_type)


def file_path(name, value):
    """Return the path of a file that `value`, a str or Path, names, else raise an error."""
    right_type = isinstance(value, str | os.PathLike)
    if not right_type or not os.fspath(value) or "\0" in str(os.fspath(value)):
        refuse(name, value, "the path of a file, a str or Path", right_type)
    return Path(value)


def file_name(name, value):
    """Return `value` if a file can be called so wherever it stands: a name, and no path; else raise an error."""
    if not isinstance(value, str) or not re.fullmatch("[A-Za-z0-9_-]+", value):
        refuse(name, value, "letters, digits, '_' and '-', such as 'kuhn_tree'", isinstance(value, str))
    return value


def pair(name, value, takes):
    """Return the two items of a tuple or list, else raise an error."""
    if len(typed(name, value, tuple | list, takes)) != 2:
        refuse(name, value, takes, right_type=True)
    return value


def listed(name, values, takes, ordered=True):
    """Return the items of a list, or of whatever has some, else raise WrongType; of a set or dict unless `ordered`."""
    refused = str | bytes | Set | Mapping if ordered else str | bytes
    scalar = isinstance(values, np.ndarray) and values.ndim == 0
    if not isinstance(values, Iterable) or isinstance(values, refused) or scalar:
        refuse(name, values, takes)
    return list(values)


def numbers(name, values, takes):
    """Return numbers, in lists or arrays of any shape, as a float64 array, else raise an error.

    Neither texts nor True and False are numbers, nor what is masked.
    """
    try:
        masked = np.ma.is_masked(values) or isinstance(values, list | tuple) and any(map(np.ma.is_masked, values))
        array = np.asarray(values) if hasattr(values, "__array__") else np.array(values, dtype=object)
        right = array.dtype.kind in "iuf" or (array.dtype == object and all(map(is_real, set(map(type, array.flat)))))
        if right and not masked:
            return np.array(array, dtype=float)
    except (TypeError, ValueError, OverflowError):
        pass
    return refuse(name, values, takes, right_type=isinstance(values, list | tuple | np.ndarray))


def is_real(kind):
    """Whether values of a type are numbers."""
    return issubclass(kind, Real | Decimal) and not issubclass(kind, bool)
