"""What a check says, and the decorator that turns a comparison into a check."""

import functools
import html
import sysconfig
import traceback
from collections.abc import Mapping
from numbers import Real
from pathlib import Path

import numpy as np

MARKS = {"right": "✓", "wrong": "✗", "open": "…"}


class Verdict:
    """The answer to an attempt.

    Parameters
    ----------
    state : {"right", "wrong", "open"}
    message : str
        What is right, or what is wrong and where to look, or what to do.

    Attributes
    ----------
    ok : bool
        Whether the attempt is right.
    """

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


def check(function):
    """Turn a function that compares and returns praise (or raises `Wrong`) into one that returns a `Verdict`.

    An attempt that raises NotImplementedError is not done yet. One that raises anything else is wrong; the verdict
    says what was raised and in which line of the student's code.
    """

    @functools.wraps(function)
    def checked(*attempt):
        try:
            return Verdict("right", function(*attempt))
        except NotImplementedError:
            return Verdict("open", "Your turn: replace the line that raises NotImplementedError, run both cells again.")
        except Wrong as wrong:
            return Verdict("wrong", str(wrong))
        except Exception as error:  # whatever the student's code does is an answer, not a crash
            return Verdict("wrong", f"Your code {_stopped(error)}")

    return checked


def call(function, where, *arguments, hint=""):
    """Return what the student's function gives for a case; if it stops, raise `Wrong` that names the case.

    Parameters
    ----------
    function : callable
        The attempt.
    where : str
        The case or information set, as it shall read after "at".
    *arguments
        Of the function.
    hint : str
        What to look at.
    """
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
    """Return the hint of the first known slip that gives what was found.

    Parameters
    ----------
    found : object
        What the student's code gave.
    slips : sequence of (value, str)
        What a slip would give, and what to say about it. One that gives what is right does no harm.
    otherwise : str
        The hint where no slip fits.
    """
    try:
        numbers = np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        return otherwise
    for value, hint in slips:
        wrong = np.asarray(value, dtype=float)
        if wrong.shape == numbers.shape and np.allclose(numbers, wrong, rtol=1e-9, atol=1e-9):
            return hint
    return otherwise


def try_out(function, where, *arguments, right, slips, hint, tolerance=1e-6):
    """Call the student's function for a case and `compare` what it gives; `hint` is said where no slip is `likely`."""
    found = call(function, where, *arguments)
    compare(found, right, where, likely(found, slips, hint), tolerance)


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


def compare(found, expected, where, hint="", tolerance=1e-6):
    """Raise `Wrong`, naming the place, unless `found` is `expected`.

    Parameters
    ----------
    found : object
        What the student's code gave.
    expected : number, array_like, dict of numbers, or anything that == compares
    where : str
        The case or information set, as it shall read after "at".
    hint : str
        What to look at.
    tolerance : float
        For numbers.
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


def compare_pair(found, right, where, parts, slips, hint, tolerances=(1e-6, 1e-6)):
    """Raise `Wrong`, naming the part, unless two numbers are right.

    Parameters
    ----------
    found : object
        What the student's code gave.
    right : pair of float
    where : str
        The case, as it shall read after "at".
    parts : pair of str
        What the numbers are.
    slips : pair of sequences of (float, str)
        For each number what a slip would give, and what to say about it.
    hint : str
        What to look at where no slip fits.
    tolerances : pair of float
    """
    try:
        pair = np.asarray(returned(found, where), dtype=float)
    except (TypeError, ValueError):
        pair = np.zeros(0)
    if pair.shape != (2,):
        shown = f"{found:.6g}" if isinstance(found, Real) else " ".join(repr(found).split())
        raise Wrong(f"At {where}: expected two numbers, {parts[0]} and {parts[1]}, found {shown:.80}. {hint}")
    turned = likely(pair, [(right[::-1], "The two numbers are the wrong way round.")], "")
    for number, wanted, part, known, tolerance in zip(pair, right, parts, slips, tolerances, strict=True):
        why = turned or likely(number, known, hint)
        compare(number, wanted, f"{where}; {part}", why, tolerance)
