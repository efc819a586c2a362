"""Wrong values for arguments, what is right instead, and how a call is tried with them."""

import re
import time
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite, nan
from numbers import Integral, Real

import numpy as np

SLOW = 3.0
"""Seconds that no refusal may take."""
LARGEST = 2**63 - 1


class Odd:
    """Neither a number nor a text, with a repr that names no argument."""

    def __repr__(self):
        return "<odd>"


WRONG = (
    None, True, False, np.True_, "x", "", "x\0y", b"x", -1, 0, 1, 2, 1.5, -0.5, nan, inf, -inf, 10**30, 10**400,
    -(10**30), 1j, Fraction(1, 3), [], (), {}, set(), {1, 2}, [1], [[1], [1, 2]], ["x", "y"], {"x": 1}, {1: 2}, [None],
    (nan, nan), np.array([1, 2]), np.array(3), np.array([nan, 1.0]), np.array(["a", "b"]), np.float64(nan),
    np.int8(-3), range(3), object, len, Odd(), iter(()),
)  # fmt: skip


# -- kinds --------------------------------------------------------------------------------


@dataclass
class Kind:
    """What is right in the place of an argument."""

    right: object
    """A function that says whether a value is."""
    more: tuple = ()
    """Further values to try."""
    why: str = ""
    """The reason why something odd is right."""


def is_whole(v, low=-inf, high=LARGEST):
    return isinstance(v, Integral) and not isinstance(v, bool) and low <= v <= high


def is_number(v):
    return isinstance(v, Real) and not isinstance(v, bool) and v == v


def is_vector(v, size=None, low=-inf):
    """Whether a value is a row of finite numbers."""
    if not isinstance(v, list | tuple | range | np.ndarray) or np.ndim(v) != 1 or not len(v):
        return False
    return all(is_number(x) and isfinite(x) and x >= low for x in v) and size in (None, len(v))


def is_power(v):
    return is_number(v) and 0 <= v <= 1000


def is_empty_iterator(v):
    return type(v) is type(iter(()))


def rises(v, low, strictly=True):
    """Whether a value is a row of different whole numbers; rising ones if `strictly`."""
    if not isinstance(v, tuple | list | range | np.ndarray) or np.ndim(v) != 1 or not len(v):
        return False
    items = list(v)
    in_order = not strictly or items == sorted(items)
    return all(is_whole(x, low) for x in items) and len(set(items)) == len(items) and in_order


def fits(deck, needed=9):
    """Whether a deck has enough cards."""
    if not isinstance(deck, tuple | list) or len(deck) != 2 or not all(is_whole(n, 1, 13) for n in deck):
        return False
    return deck[0] >= 2 and deck[1] <= 4 and deck[0] * deck[1] >= needed


def whole(low, high=LARGEST):
    return Kind(lambda v: is_whole(v, low, high))


def number(low, high=inf, above=False):
    return Kind(lambda v: is_number(v) and low <= v <= high and not (above and v == low))


POSITIVE = number(0, 1e100, above=True)
SEED = Kind(lambda v: is_whole(v, 0, inf), why="a seed may have any size")
FLAG = Kind(lambda v: isinstance(v, bool | np.bool_))
TEXT = Kind(lambda v: isinstance(v, str))
NOTHING = Kind(lambda v: False)


def choice(*names):
    return Kind(lambda v: isinstance(v, type(names[0])) and not isinstance(v, bool) and v in names)


def maybe(kind):
    """None, too."""
    return Kind(lambda v: v is None or kind.right(v), kind.more, kind.why)


def either(*kinds):
    return Kind(lambda v: any(kind.right(v) for kind in kinds), sum((kind.more for kind in kinds), ()))


def few(kind, *valid):
    """So many of a kind: a tuple or list, with each of its items wrong in turn."""
    items = [(*valid[:k], w, *valid[k + 1 :]) for k in range(len(valid)) for w in (*WRONG, *kind.more)]
    shapes = [valid[1:], (*valid, valid[0]), set(valid), dict.fromkeys(valid), "".join(map(str, valid)), iter(valid)]

    def right(v):
        return isinstance(v, tuple | list) and len(v) == len(valid) and all(map(kind.right, v))

    return Kind(right, (*items, *shapes))


def several(kind, *valid):
    """Any number of a kind."""
    items = [(*valid[:k], w, *valid[k + 1 :]) for k in range(len(valid)) for w in (*WRONG, *kind.more)]
    return Kind(lambda v: isinstance(v, tuple | list) and all(map(kind.right, v)), tuple(items))


def collection(high):
    """Whole numbers from 0 and below another one, in whatever holds some."""

    def right(v):
        holds = isinstance(v, set | dict | tuple | list | range) or (isinstance(v, np.ndarray) and v.ndim == 1)
        return is_empty_iterator(v) or (holds and all(is_whole(x, 0, high - 1) for x in v))

    return Kind(right, ([high], [0.5], ["x"], [True], (0, -1)), "what holds nothing is right")


def but(kind, right, why):
    """A kind that takes something else, too, for a reason."""
    return Kind(lambda v: kind.right(v) or right(v), kind.more, why)


def plus(kind, *more):
    """A kind, with further values to try."""
    return Kind(kind.right, (*kind.more, *more), kind.why)


# -- a call ---------------------------------------------------------------------------------


def tried(function, arguments):
    """Yield (argument, value, what went wrong) for each wrong value; None if it was refused as it should be."""
    right = {name: value for name, (value, _) in arguments.items()}
    for name, (_, kind) in arguments.items():
        for value in (*WRONG, *kind.more):
            if not is_right(kind, value):
                yield name, value, refused(function, {**right, name: value}, name)


def is_right(kind, value):
    """Return whether a value is right, which many cannot be asked."""
    try:
        return bool(kind.right(value))
    except (TypeError, ValueError, OverflowError, IndexError, KeyError):
        return False


def refused(function, arguments, name):
    """Return what is wrong with how a call is refused, None if nothing is."""
    began = time.process_time()
    try:
        function(**arguments)
    except (ValueError, TypeError, KeyError) as error:
        said = str(error)
        if not re.search(rf"\b{name}\b", said) or "ambiguous" in said:
            return f"{type(error).__name__} does not name it: {said[:150]}"
        if len(said) > 2000:
            return f"a message of {len(said)} characters"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:150]}"
    else:
        return "silently accepted"
    took = time.process_time() - began
    return f"refused after {took:.1f} s" if took > SLOW else None
