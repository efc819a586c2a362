"""What the cases of `test_arguments` share: small games and profiles, and kinds that many callables take."""

from functools import cache
from math import inf

import numpy as np
from wrong_values import (
    NOTHING,
    SEED,
    Kind,
    but,
    choice,
    few,
    fits,
    is_empty_iterator,
    is_power,
    maybe,
    number,
    plus,
    rises,
    whole,
)

import cfrlib
from cfrlib import games, sampling


@cache
def kuhn():
    return games.kuhn()


@cache
def uniform():
    return cfrlib.Profile.uniform(kuhn())


@cache
def kuhn_tree():
    return cfrlib.tree.unroll(kuhn())


@cache
def cards():
    """Two-round hold'em, small."""
    return games.holdem(deck=(3, 3))


@cache
def buckets():
    return games.holdem(deck=(3, 3), buckets=2)


@cache
def solver():
    found = cfrlib.CFR(kuhn())
    found.run(2)
    return found


@cache
def hold_em():
    found = cfrlib.CFR(cards(), "pcs")
    found.run(1)
    return found.average_strategy()


@cache
def other_profile():
    return cfrlib.Profile.uniform(games.leduc())


CASES = {}
"""By name: a function that returns a callable and {argument: (right value, kind)}."""


def case(function):
    CASES[function.__name__] = function
    return function


def slow(function):
    """A case for `make faults` only."""
    function.slow = True
    return case(function)


def profile_kind(*more):
    return plus(NOTHING, {("Q", ""): {"p": 1.0}}, other_profile(), *more)


GAME = plus(NOTHING, "kuhn", games.matrix([[1, 0], [0, 1]]), games)
GAME_TREE = plus(NOTHING, "kuhn", games)


MIXES = (sampling.Mixed("es", "os", 0.5), sampling.ByPlace(sampling.visits(3)))


def switches():
    rule = Kind(lambda v: False, ("rm ", "RM", ("rm",)))
    return {
        "sampling": ("vanilla", plus(NOTHING, "Vanilla", ("es",), sampling)),
        "regret": ("rm", rule),
        "average": ("uniform", but(plus(NOTHING, "linear linear", "uniform x"), is_power, "a number is a power of t")),
        "seed": (0, SEED),
        "updates": ("alternating", choice("alternating", "simultaneous")),
        "average_at": (None, maybe(choice("own", "opponent"))),
        "threads": (1, plus(whole(1, 1024), 10**6)),
        "dtype": ("float64", plus(choice("float64", "float32"), float, np.float64, np.dtype(float))),
        "baseline": ("none", choice("none")),
    }


EXPONENT = but(number(-inf), lambda v: isinstance(v, float) and v == v, "infinity is an exponent")


PATH = but(NOTHING, lambda v: isinstance(v, str) and v and "\0" not in v, "any text is a file's name")


SEAT = choice(0, 1)


CARD_TEXT = but(
    plus(NOTHING, "As", "AsAs", "AsKdQh", "AxKx", "asas", ("As", "Kd"), [0, 0], [0, 99], [0.5, 1], [True, 2]),
    lambda v: isinstance(v, np.ndarray) and rises(v, 0) and len(v) == 2,
    "numbers of cards",
)
BOARD = but(
    plus(NOTHING, "As", "AsKdQh2c3d4h", "2c2c7d", [0, 99, 3]),
    lambda v: is_empty_iterator(v) or v == range(3) or (isinstance(v, str | list | tuple) and not v),
    "no card is shown yet, or the first three are",
)
DECK = Kind(fits, few(whole(3, 4), 4, 4).more)
