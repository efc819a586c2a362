"""The checks of all lessons: an attempt that makes no sense gets a verdict.

Where the cases are data, the right answer passes, and each slip is told what belongs to it. That the right answers are
right is shown by the solved notebooks, which run against the same checks.
"""

import pkgutil
from importlib import import_module

import numpy as np
import pytest
from verdicts import expect_wrong

from cfrlib import lessons
from cfrlib.lessons.verdict import likely

CHECKS = [
    pytest.param(check, id=f"{lesson.name}-{name.removeprefix('check_')}")
    for lesson in pkgutil.iter_modules(lessons.__path__) if lesson.ispkg
    for name, check in vars(import_module(f"{lessons.__name__}.{lesson.name}.checks")).items()
    if name.startswith("check_")
]  # fmt: skip
every_check = pytest.mark.parametrize("check", CHECKS)
with_cases = pytest.mark.parametrize("check", [param for param in CHECKS if hasattr(param.values[0], "cases")])


def shown(given):
    """Return arguments as something that can be a key, whatever they are made of."""
    return repr([np.asarray(part).tolist() if isinstance(part, np.ndarray) else part for part in given])


def answering(cases, changed=()):
    """Return an attempt that knows the right answers; it gives others where `changed` has them, by arguments."""
    answers = {shown(case.given): case.right for case in cases} | dict(changed)

    def attempt(*given):
        answer = answers[shown(given)]
        for part in given:
            if isinstance(part, np.ndarray):
                part[...] = 99  # a case is not spoiled by who writes into what they were given
        return answer

    return attempt


def slips(case):
    """Yield (which, answer, what is said about it) for each slip that a student may see in this case."""
    if not case.parts:
        for k, (value, said) in enumerate(case.slips):
            if not likely(value, [(case.right, "right"), *case.slips[:k]], ""):
                yield k, value, said
        return
    for place, known in enumerate(case.slips):
        for k, (value, said) in enumerate(known):
            answer = list(case.right)
            answer[place] = value
            turned = likely(answer, [(case.right[::-1], "turned")], "")
            if not turned and not likely(value, [(case.right[place], "right"), *known[:k]], ""):
                yield (place, k), answer, said


@with_cases
def test_right_answers_pass(check):
    cases = list(check.cases())
    assert len({shown(case.given) for case in cases}) == len(cases) > 1
    verdict = check(answering(cases))
    assert verdict.ok, verdict
    assert verdict.message


@with_cases
def test_each_slip_is_told_where_and_why(check):
    cases, told, tried = list(check.cases()), {}, set()
    for case in cases:
        for which, answer, said in slips(case):
            told.setdefault(said, (case, answer))
            tried.add(which)
    for said, (case, answer) in told.items():
        verdict = expect_wrong(check, answering(cases, {shown(case.given): answer}), f"At {case.name}", said)
        assert verdict.slip == said
    for case in cases:
        for place, known in enumerate(case.slips if case.parts else [case.slips]):
            for k, (_, said) in enumerate(known):
                assert said in told or ((place, k) if case.parts else k) in tried, f"nobody is ever told: {said}"


@every_check
def test_other_attempts_get_a_verdict(check):
    def unsolved(*_):
        raise NotImplementedError("your turn")

    assert check(unsolved).state == "open"
    expect_wrong(check, 3, "TypeError")
    expect_wrong(check, lambda *_: 1 / 0, "ZeroDivisionError", "line")
    expect_wrong(check, lambda *_: None)
    for odd in ("a", "", 7.5, (1, 2), [], {}, [[1], [1, 2]], 1j, ("a", "b"), np.zeros((2, 2, 7)), np.nan):
        expect_wrong(check, lambda *_, odd=odd: odd)


@with_cases
def test_a_verdict_names_the_case(check):
    cases = list(check.cases())
    first, last = cases[0], cases[-1]
    expect_wrong(check, lambda *_: 1 / 0, f"At {first.name}", first.if_stopped)
    expect_wrong(check, lambda *_: None, f"At {first.name}", "Is the return statement missing?")
    said = last.hint(-12.34) if callable(last.hint) else last.hint
    expect_wrong(check, answering(cases, {shown(last.given): -12.34}), f"At {last.name}", said * (not last.places))
