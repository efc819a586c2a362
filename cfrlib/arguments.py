"""Checks of what a user passes in: every message names the argument, what it got and what it takes."""

import math
from numbers import Integral, Real


def whole(name, value, low, high=None):
    """Return `value` as an int if it is a whole number in [low, high], else raise ValueError."""
    takes = f"a whole number from {low} to {high}" if high is not None else f"a whole number of at least {low}"
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise ValueError(f"{name}={value!r}: it takes {takes}")
    if value < low or (high is not None and value > high):
        raise ValueError(f"{name}={value}: it takes {takes}")
    return int(value)


def positive(name, value):
    """Return `value` as an int or float if it is a finite number above zero, else raise ValueError."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < value < math.inf:
        raise ValueError(f"{name}={value!r}: it takes a finite number above 0")
    return int(value) if isinstance(value, Integral) else float(value)


def one_of(name, value, choices):
    """Return `value` if it is among `choices`, else raise ValueError."""
    try:
        known = value in choices
    except TypeError:
        known = False
    if not known:
        raise ValueError(f"{name}={value!r}: it takes one of {', '.join(map(repr, choices))}")
    return value
