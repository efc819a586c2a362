"""What a check says, and the decorator that turns cases, or a comparison, into a check."""

import functools
import html
import inspect
import sysconfig
import traceback
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

MARKS = {"right": "✓", "wrong": "✗", "open": "…"}


class Verdict:
    """The answer to an attempt: "right", "wrong" or "open", and a message that says what is right, or where to look."""

    def __init__(self, state, message):
        self.state, self.message = state, message

    @property
    def ok(self):
        """Whether the attempt is right."""
        return self.state == "right"

    def __bool__(self):
        return self.ok

    def __repr__(self):
        return f"{MARKS[self.state]} {self.message}"

    def _repr_mimebundle_(self, **_):
        border = {"right": "#009E73", "wrong": "#D55E00", "open": "#0072B2"}[self.state]
        body = html.escape(repr(self)).replace("\n", "<br>")
        style = f"border-left:4px solid {border};padding:4px 10px;margin:2px 0"
        return {"text/html": f'<div role="status" style="{style}">{body}</div>', "text/plain": repr(self)}


class Wrong(Exception):
    """Raised inside a check to say what is wrong."""


class Case(NamedTuple):
    """A trial of the student's function: what it gets, what is right, and what a slip would give."""

    name: str
    """The case as it shall read after "At"."""
    given: tuple
    """The arguments of the function, which gets copies."""
    right: Any
    hint: str | Callable
    """What to look at where no slip fits, or a function that says so of what was found."""
    slips: Sequence = ()
    """Pairs of what a slip would give and what to say about it; with `parts`, a sequence of them for each number."""
    parts: tuple = ()
    """What the two numbers are, where a pair is asked."""
    tolerance: float | tuple = 1e-6
    places: Sequence = ()
    """Of numbers that are compared one by one, since they are too many to be shown: where each stands."""
    if_stopped: str = ""
    """What to look at where the student's code raises something."""


def check(function):
    """Turn a function into a check of what a student wrote, which returns a `Verdict`.

    Either it takes nothing, yields each `Case` and returns praise; the attempt is tried on them, and `check.cases`
    yields them again. Or it takes the attempt, compares, and returns praise or raises `Wrong`.

    An attempt that raises NotImplementedError is not done yet. One that raises anything else is wrong; the verdict
    says what was raised and in which line of the student's code.
    """
    judge = functools.partial(_try_all, function) if inspect.isgeneratorfunction(function) else function

    @functools.wraps(function)
    def checked(*attempt):
        try:
            return Verdict("right", judge(*attempt))
        except NotImplementedError:
            return Verdict("open", "Your turn: replace the line that raises NotImplementedError, run both cells again.")
        except Wrong as wrong:
            return Verdict("wrong", str(wrong))
        except Exception as error:  # whatever the student's code does is an answer, not a crash
            return Verdict("wrong", f"Your code {_stopped(error)}")

    if judge is not function:
        checked.cases = function
    return checked


def _try_all(cases, attempt):
    """Try an attempt on each case; return the praise."""
    each = cases()
    while True:
        try:
            case = next(each)
        except StopIteration as end:
            return end.value
        _try(attempt, case)


def _try(attempt, case):
    found = call(attempt, case.name, *deepcopy(case.given), hint=case.if_stopped)
    if case.parts:
        _compare_pair(found, case)
        return
    hint = likely(found, case.slips, case.hint(found) if callable(case.hint) else case.hint)
    if len(case.places):
        compare_each(found, case.right, case.name, case.places, hint)
    else:
        compare(found, case.right, case.name, hint, case.tolerance)


def _compare_pair(found, case):
    """Raise `Wrong`, naming the part, unless two numbers are right."""
    try:
        pair = np.asarray(returned(found, case.name), dtype=float)
    except (TypeError, ValueError):
        pair = np.zeros(0)
    if pair.shape != (2,):
        shown = f"{found:.6g}" if isinstance(found, Real) else " ".join(repr(found).split())
        what = f"{case.parts[0]} and {case.parts[1]}"
        raise Wrong(f"At {case.name}: expected two numbers, {what}, found {shown:.80}. {case.hint}")
    turned = likely(pair, [(case.right[::-1], "The two numbers are the wrong way round.")], "")
    tolerances = np.broadcast_to(case.tolerance, 2)
    for number, right, part, slips, off in zip(pair, case.right, case.parts, case.slips, tolerances, strict=True):
        compare(number, right, f"{case.name}; {part}", turned or likely(number, slips, case.hint), off)


def call(function, where, *arguments, hint=""):
    """Return what the student's function gives for a case; if it stops, raise `Wrong` that names the case."""
    try:
        return function(*arguments)
    except (NotImplementedError, Wrong):
        raise
    except Exception as error:
        raise Wrong(f"At {where}: your code {_stopped(error)} {hint}".rstrip()) from error


def returned(found, where, hint=""):
    """Return what the student's code gave for a case; raise `Wrong` if that is nothing."""
    if found is None:
        raise Wrong(f"At {where}: your code returned nothing. Is the return statement missing? {hint}".rstrip())
    return found


def likely(found, slips, otherwise):
    """Return what to say about the first slip, a pair (value, words), that gives what was found; else `otherwise`."""
    try:
        numbers = np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        return otherwise
    for value, hint in slips:
        wrong = np.asarray(value, dtype=float)
        if wrong.shape == numbers.shape and np.allclose(numbers, wrong, rtol=1e-9, atol=1e-9):
            return hint
    return otherwise


def _stopped(error):
    """Say what was raised, and in which line of the student's code."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not _is_library(f.filename)]
    line = f" (line {frames[-1].lineno} of {frames[-1].name})" if frames else ""
    return f"stopped with {type(error).__name__}: {error}{line}."


def _is_library(filename):
    """Tell whether a file belongs to this package, to Python or to anything installed, and not to the student."""
    path = Path(filename)
    ours = [Path(__file__).resolve().parents[1], Path(sysconfig.get_path("stdlib"))]
    installed = {"site-packages", "dist-packages"}.intersection(path.parts)
    return bool(installed) or filename.startswith("<frozen") or any(map(path.is_relative_to, ours))


def compare_each(found, right, name, places, hint):
    """Raise `Wrong` at the first place where an array is wrong: arrays can be too long to be shown."""
    returned(found, name)
    wanted = f"At {name}: expected {len(right)} numbers, found"
    try:
        numbers = np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(f"{wanted} something else: {type(found).__name__}.") from None
    if numbers.shape != right.shape:
        raise Wrong(f"{wanted} {f'an array of shape {numbers.shape}' if numbers.ndim else 'one number'}.")
    wrong = np.flatnonzero(~(np.abs(numbers - right) <= 1e-6))
    if len(wrong):
        compare(numbers[wrong[0]], right[wrong[0]], f"{name}; {places[wrong[0]]}", hint)


def compare(found, expected, where, hint="", tolerance=1e-6):
    """Raise `Wrong`, naming the place, unless what the student's code gave is what was expected.

    That is a number, an array, a dictionary of numbers, or anything that == compares.
    """

    def wrong(complaint):
        return Wrong(f"At {where}: {complaint} {hint}".rstrip())

    returned(found, where, hint)
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping) or set(found) != set(expected):
            raise wrong(f"expected a dictionary with keys {list(expected)}, found {_shown(found)}.")
        for key, value in expected.items():
            compare(found[key], value, f"{where}, {key}", hint, tolerance)
        return
    if isinstance(expected, Real | list | tuple | np.ndarray) and not isinstance(expected, bool):
        try:
            numbers, wanted = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
        except (TypeError, ValueError):
            raise wrong(f"expected {_shown(expected)}, found {_shown(found)}, which is not a number.") from None
        if numbers.shape != wanted.shape:
            raise wrong(f"expected {_size(wanted)}, found {_size(numbers)}.")
        same = bool(np.all(np.abs(numbers - wanted) <= tolerance))
    else:
        same = found == expected
    if not same:
        raise wrong(f"expected {_shown(expected)}, found {_shown(found)}.")


def _size(array):
    return "one number" if array.ndim == 0 else f"{array.size} numbers"


def _shown(value):
    """Write a value shortly: numbers with six significant digits."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, bool | str):
        return repr(value)
    if isinstance(value, Real):
        return f"{float(value):.6g}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
