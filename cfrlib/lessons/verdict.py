"""What a check says, and the decorators that turn a table of cases, or a comparison, into a check."""

import functools
import html
import os
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from cfrlib._util import own_code

LOOKS = {"right": ("✓", "#009E73"), "wrong": ("✗", "#D55E00"), "open": ("…", "#0072B2")}
"""The mark and the border of each kind of verdict."""


class Verdict:
    """The answer to an attempt: "right", "wrong" or "open", and a message that says what is right, or where to look.

    Of a wrong one, `slip` is what was said about a known slip, and `stopped` tells whether the attempt raised an error.
    """

    def __init__(self, state, message, slip="", stopped=False):
        self.state, self.message, self.slip, self.stopped = state, message, slip, stopped

    @property
    def ok(self):
        """Whether the attempt is right."""
        return self.state == "right"

    def __bool__(self):
        return self.ok

    def __repr__(self):
        return f"{LOOKS[self.state][0]} {self.message}"

    def _repr_mimebundle_(self, **_):
        body = html.escape(repr(self)).replace("\n", "<br>")
        style = f"border-left:4px solid {LOOKS[self.state][1]};padding:4px 10px;margin:2px 0"
        return {"text/html": f'<div role="status" style="{style}">{body}</div>', "text/plain": repr(self)}


class Slip(str):
    """What is said about a known slip."""


class Wrong(Exception):
    """Raised inside a check to say what is wrong. A hint that is a `Slip` is kept; `stopped` is as in a `Verdict`."""

    def __init__(self, message, hint="", stopped=False):
        super().__init__(message)
        self.slip, self.stopped = str(hint) if isinstance(hint, Slip) else "", stopped


class Case(NamedTuple):
    """A trial of the student's function: what it gets, what is right, and what a slip would give."""

    right: Any
    hint: str | Callable
    """What to look at where no slip fits, or a function that says so of the answer."""
    parts: tuple = ()
    """What the two parts of the answer are, where a pair is asked."""
    tolerance: float | tuple = 1e-6
    places: Sequence = ()
    """Where each number stands, if they are too many to be shown and are compared one by one."""
    if_stopped: str = ""
    """What to look at where the student's code raises something."""
    name: str = ""
    """The case as it shall read after "At"; this and what follows are filled in by `tried_on`."""
    given: tuple = ()
    """The arguments of the function, which gets copies."""
    slips: Sequence = ()
    """Pairs of what a slip would give and what to say about it; with `parts`, a list of them for each part."""
    praise: str | Callable = ""


def check(function):
    """Turn a function that compares an attempt, and returns praise or raises `Wrong`, into one that gives a `Verdict`.

    An attempt that raises NotImplementedError is not done yet. One that raises anything else is wrong; the verdict
    says what was raised and in which line of the student's code. Where nbgrader runs, which gives full marks to a cell
    that raises nothing, what is not right is raised.
    """

    @functools.wraps(function)
    def checked(*attempt):
        try:
            return Verdict("right", function(*attempt))
        except NotImplementedError:
            said = Verdict("open", "Your turn: replace the line that raises NotImplementedError, run both cells again.")
        except Wrong as wrong:
            said = Verdict("wrong", str(wrong), wrong.slip, wrong.stopped)
        except Exception as error:  # whatever the student's code does is an answer, not a crash
            said = Verdict("wrong", f"Your code {_stopped(error)}", stopped=True)
        if os.environ.get("NBGRADER_EXECUTION"):
            raise AssertionError(repr(said))
        return said

    return checked


def tried_on(table, name=None, arrays=False, unseen=0):
    """Turn an oracle into a check that tries an attempt on each case of a table.

    The table has the arguments by the name of the case; or it lists them, and `name` is a function of them; or it is a
    function that returns such a table. With `arrays` lists become arrays. The last `unseen` are for the oracle only.

    The oracle is a generator. It yields the `Case` with what is right and a hint, then for each slip the answers that
    it gives and, last, what to say about them; where there are parts, the number of one comes first. It returns the
    praise, or a function of the attempt that gives it; what counts is the last case's.
    """

    def decorate(oracle):
        def cases():
            rows = table() if callable(table) else table
            for called, row in rows.items() if name is None else ((name(*row), row) for row in rows):
                row = tuple(np.array(x) if arrays and isinstance(x, list) else x for x in row)
                case, *told, praise = _yielded_and_returned(oracle(*row))
                slips = [(answer, words) for *answers, words in told for answer in answers]
                if case.parts:
                    slips = [[(a, words) for at, *answers, words in told if at == k for a in answers] for k in (0, 1)]
                yield case._replace(name=called, given=row[: len(row) - unseen], slips=slips, praise=praise)

        def tried(attempt):
            for case in cases():
                _try(attempt, case)
            return case.praise(attempt) if callable(case.praise) else case.praise

        tried.__name__, tried.__doc__ = oracle.__name__, oracle.__doc__
        checked = check(tried)
        checked.cases = cases
        return checked

    return decorate


def _yielded_and_returned(steps):
    yield (yield from steps)


def _try(attempt, case):
    """Raise `Wrong` unless an attempt is right in a case."""
    answer = call(attempt, case.name, *deepcopy(case.given), hint=case.if_stopped)
    hint = case.hint(answer) if callable(case.hint) else case.hint
    if not case.parts:
        compare(answer, case.right, case.name, likely(answer, case.slips, hint), case.tolerance, case.places)
        return
    pair = as_numbers(returned(answer, case.name))
    if pair is None or pair.shape[:1] != (2,):
        asked = " and ".join(case.parts)
        raise Wrong(f"At {case.name}: expected a pair, {asked}, found {_shown(answer):.80}. {hint}")
    turned = likely(pair, [(case.right[::-1], "The two are the wrong way round.")], "")
    tolerances = np.broadcast_to(case.tolerance, 2)
    for number, right, part, slips, off in zip(pair, case.right, case.parts, case.slips, tolerances, strict=True):
        compare(number, right, f"{case.name}; {part}", turned or likely(number, slips, hint), off)


def call(function, where, *arguments, hint=""):
    """Return what the student's function gives for a case; if it stops, raise `Wrong` that names the case."""
    try:
        return function(*arguments)
    except (NotImplementedError, Wrong):
        raise
    except Exception as error:
        raise Wrong(f"At {where}: your code {_stopped(error)} {hint}".rstrip(), stopped=True) from error


def returned(answer, where, hint=""):
    """Return what the student's code gave for a case; raise `Wrong` if that is nothing."""
    if answer is None:
        raise Wrong(f"At {where}: your code returned nothing. Is the return statement missing? {hint}".rstrip())
    return answer


def likely(answer, slips, otherwise):
    """Return what to say about the first slip, a pair (value, words), that gives this answer; else `otherwise`."""
    return next((Slip(words) for value, words in slips if _alike(answer, value)), otherwise)


def _alike(answer, value):
    """Tell whether an answer is this text, or these numbers."""
    if isinstance(value, str):
        return isinstance(answer, str) and answer == value
    numbers, wanted = as_numbers(answer), as_numbers(value)
    return numbers is not None and numbers.shape == wanted.shape and np.allclose(numbers, wanted, 1e-9, 1e-9)


def as_numbers(answer):
    """Return an answer as an array of floats; None if it is no such thing."""
    try:
        return np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        return None


def _stopped(error):
    """Say what was raised, and in which line of the student's code."""
    line = "".join(f" (line {frame.lineno} of {frame.name})" for frame in own_code.frames(error)[-1:])
    return f"stopped with {type(error).__name__}: {error}{line}."


def compare(answer, expected, where, hint="", tolerance=1e-6, places=()):
    """Raise `Wrong`, naming the place, unless what the student's code gave is what was expected.

    That is a number, an array, a dictionary of numbers, or anything that == compares. Of an array that is too long to
    be shown only the first wrong number is; `places` says where each stands.
    """

    def wrong(complaint):
        return Wrong(f"At {where}: {complaint} {hint}".rstrip(), hint)

    if expected is not None:
        returned(answer, where, hint)
    if isinstance(expected, Mapping):
        if not isinstance(answer, Mapping) or set(answer) != set(expected):
            raise wrong(f"expected a dictionary with keys {list(expected)}, found {_shown(answer)}.")
        for key, value in expected.items():
            compare(answer[key], value, f"{where}, {key}", hint, tolerance)
        return
    if isinstance(expected, Real | list | tuple | np.ndarray) and not isinstance(expected, bool):
        numbers, wanted = as_numbers(answer), as_numbers(expected)
        if numbers is None:
            shown = _size(wanted) if len(places) else _shown(expected)
            raise wrong(f"expected {shown}, found {_shown(answer):.80}, which is not a number.")
        if numbers.shape != wanted.shape:
            raise wrong(f"expected {_size(wanted)}, found {_size(numbers)}.")
        off = np.flatnonzero(~(np.abs(numbers - wanted) <= tolerance))
        same = not len(off)
        if len(off) and len(places):
            where, answer, expected = f"{where}; {places[off[0]]}", numbers[off[0]], wanted[off[0]]
    else:
        same = not isinstance(answer, np.ndarray) and answer == expected
    if not same:
        raise wrong(f"expected {_shown(expected)}, found {_shown(answer)}.")


def _size(array):
    if array.ndim > 1:
        return f"an array of shape {array.shape}"
    return f"{array.size} numbers" if array.ndim else "one number"


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
