"""The checks of arguments: each takes what it says and refuses everything else, by name, in a message of some lines."""

from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from numbers import Integral, Real
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib._util import arguments


class Odd:
    """Neither a number nor a text."""

    def __repr__(self):
        return "<odd>"


ODD = (
    None, True, False, np.True_, "x", "", "x\0y", b"x", 1j, 10**400, -(10**30), 2**63, Fraction(1, 3), Decimal("0.5"),
    Decimal("nan"), Decimal("1e999"), nan, inf, -inf, [], (), {}, set(), {1, 2}, [1], [[1], [1, 2]], ["x", "y"],
    {"x": 1}, [None], (nan, nan), np.array([1, 2]), np.array(3), np.array([nan, 1.0]), np.array(["a", "b"]),
    np.float64(nan), np.int8(-3), np.ma.masked, np.ma.array([1.0, 2.0], mask=[0, 1]), [np.ma.masked], range(3), object,
    len, Odd(), iter(()), Path("file"), np.bool_(False), (1, 2), [1, 2], np.float32(0.5), 1e100, 2e100,
)  # fmt: skip
anything = st.sampled_from(ODD) | st.integers() | st.floats() | st.text(max_size=3) | st.booleans() | st.fractions()


def is_whole(v, low, high):
    return isinstance(v, Integral) and not isinstance(v, bool) and low <= v <= high


def is_number(v, low=-1e100, high=1e100):
    real = isinstance(v, Real | Decimal) and not isinstance(v, bool)
    return real and v == v and low <= v <= high


def is_bare(v):
    """Whether this is a list, a tuple, or something else that has items in an order."""
    return isinstance(v, list | tuple | range | type(iter(()))) or isinstance(v, np.ndarray) and v.ndim > 0


CHECKS = {
    "whole": (lambda v: arguments.whole("it", v, 2), lambda v: is_whole(v, 2, 2**63 - 1)),
    "whole up to": (lambda v: arguments.whole("it", v, 2, 5), lambda v: is_whole(v, 2, 5)),
    "seed": (lambda v: arguments.checked_seed(v), lambda v: is_whole(v, 0, inf)),
    "positive": (lambda v: arguments.positive("it", v), lambda v: is_number(v, 0) and v > 0),
    "number": (lambda v: arguments.number("it", v), is_number),
    "number in": (lambda v: arguments.number("it", v, low=0, high=1), lambda v: is_number(v, 0, 1)),
    "number above": (
        lambda v: arguments.number("it", v, low=0, high=1, above=True), lambda v: is_number(v, 0, 1) and v != 0),
    "flag": (lambda v: arguments.flag("it", v), lambda v: isinstance(v, bool | np.bool_)),
    "text": (lambda v: arguments.text("it", v), lambda v: isinstance(v, str)),
    "one of": (
        lambda v: arguments.one_of("it", v, ("x", 1)), lambda v: isinstance(v, str | Integral) and v in ("x", 1)
        and not isinstance(v, bool)),
    "path": (
        lambda v: arguments.file_path("it", v),
        lambda v: isinstance(v, Path) or isinstance(v, str) and v and "\0" not in v),
    "pair": (lambda v: arguments.pair("it", v, "two"), lambda v: isinstance(v, list | tuple) and len(v) == 2),
    "listed": (lambda v: arguments.listed("it", v, "some"), is_bare),
    "listed in any order": (
        lambda v: arguments.listed("it", v, "some", ordered=False), lambda v: is_bare(v) or isinstance(v, set | dict)),
}  # fmt: skip


@settings(max_examples=30)
@given(value=anything)
@pytest.mark.parametrize("name", CHECKS)
def test_a_check_takes_what_is_right_alone(name, value):
    check, right = CHECKS[name]
    if right(value):
        check(value)
        return
    with pytest.raises((TypeError, ValueError)) as error:
        check(value)
    said = str(error.value)
    assert said.startswith("seed=" if name == "seed" else "it=")
    assert "it takes" in said
    assert len(said) < 700


@pytest.mark.parametrize("name", CHECKS)
def test_of_what_is_odd(name):
    for value in ODD:
        test_a_check_takes_what_is_right_alone.hypothesis.inner_test(name, value)


@given(st.integers(2, 5) | st.sampled_from([np.int8(3), np.uint64(4)]))
def test_a_whole_number_becomes_an_int(value):
    answer = arguments.whole("it", value, 2, 5)
    assert (type(answer), answer) == (int, value)


@given(st.fractions(1, 9) | st.integers(1, 9) | st.floats(1, 9) | st.decimals(1, 9, places=3))
def test_a_number_of_any_kind_becomes_a_plain_one(value):
    assert type(arguments.number("it", value)) is float
    assert arguments.number("it", value) == float(value) == arguments.positive("it", value)
    assert arguments.numbers("it", [value], "numbers").tolist() == [float(value)]


@given(st.lists(st.integers() | st.floats() | st.fractions(), max_size=3).flatmap(lambda row: st.just([row] * 2)))
def test_rows_of_numbers_are_an_array(rows):
    answer = arguments.numbers("it", rows, "numbers")
    assert answer.dtype == np.float64
    np.testing.assert_array_equal(answer, np.array([list(map(float, row)) for row in rows]))


def test_what_is_no_array_of_numbers():
    for value in ([True], ["1"], [1j], [[1], [1, 2]], [None], np.array([True]), [np.ma.masked], [10**400]):
        with pytest.raises((TypeError, ValueError), match="^it="):
            arguments.numbers("it", value, "numbers")


def test_what_is_too_large_for_a_float_is_infinite():
    assert [arguments.plain(v) for v in (Fraction(10**400), -Fraction(10**400), 10**400)] == [inf, -inf, 10**400]


def test_a_long_value_is_cut_off_in_a_message():
    with pytest.raises((TypeError, ValueError), match=r"^it=.*\.\.\.: it takes") as error:
        arguments.flag("it", "x" * 10_000)
    assert len(str(error.value)) < 600


def test_a_value_that_cannot_be_shown_is_named_by_its_type():
    class Secret:
        def __repr__(self):
            raise RuntimeError

    with pytest.raises((TypeError, ValueError), match="^it=<Secret>: it takes"):
        arguments.text("it", Secret())
