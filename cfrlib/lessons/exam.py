"""Exam questions whose numbers are drawn: functions in the ``exam.py`` of a lesson's room, words in its ``exam.toml``.

A function takes a `random.Random` and draws numbers. It returns None if they are no good, or else the answers by what
they are called, which it computes with the package, and the numbers by the names that the words use. What is asked,
and how it is worked out, stand in the table of its name, ``ask`` and ``worked``.
"""

import random
import string
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from importlib import import_module
from numbers import Real
from pathlib import Path
from typing import NamedTuple

LARGEST = 20
"""The largest denominator of an answer that is no decimal number."""


class Question(NamedTuple):
    """What is asked about a lesson, the answers, how they are worked out, and the numbers that were drawn."""

    lesson: str
    name: str
    ask: str
    answers: dict[str, float]
    worked: str
    numbers: dict


def rooms():
    """Return {number of a lesson: its room} of those that have exam questions."""
    return dict(sorted((_heading(path.parent)[:2], path.parent) for path in Path(__file__).parent.glob("*/exam.toml")))


def questions(number, seed):
    """Yield the questions of a lesson; their numbers do not depend on what else is asked."""
    folder = rooms()[number]
    module = import_module(f"{__package__}.{folder.name}.exam")
    for name, words in tomllib.loads((folder / "exam.toml").read_text(encoding="utf-8")).items():
        rng, drawn = random.Random(f"{seed} {number} {name}"), None
        while drawn is None or not all(map(_is_short, drawn[0].values())):
            drawn = getattr(module, name)(rng)
        answers, numbers = drawn
        ask, worked = (_Words().vformat(words[key], (), {**answers, **numbers}) for key in ("ask", "worked"))
        yield Question(_heading(folder), name, ask, answers, worked, numbers)


def short(number):
    """Return a number as it is written by hand: a whole one, a decimal, or a fraction."""
    part = Fraction(float(number)).limit_denominator(10_000)
    return (f"{float(part):,.10g}" if 10_000 % part.denominator == 0 else str(part)).replace("-", "−")


def _is_short(number):
    part = Fraction(float(number)).limit_denominator(10_000)
    return abs(part - number) < 1e-9 and (part.denominator <= LARGEST or 10_000 % part.denominator == 0)


def _heading(folder):
    return (folder / "README.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# Lesson ")


class _Words(string.Formatter):
    """Writes numbers by `short`, lists of them with commas; "{x:*}" writes pairs as the sum of their products."""

    def format_field(self, value, spec):
        if isinstance(value, Real):
            return short(value)
        if isinstance(value, str) or not isinstance(value, Iterable):
            return str(value)
        if spec == "*":
            return " + ".join(" · ".join(f"({short(x)})" if x < 0 else short(x) for x in pair) for pair in value)
        return ", ".join(map(short, value))
