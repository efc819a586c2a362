"""What the tests of every exercise ask: right, wrong, odd and missing answers get the verdicts that they deserve.

Each function returns a test, to be bound to a name that pytest finds::

    test_right_answers_pass = right_answers([(checks.check_mean, np.mean)])
"""

import pytest


def right_answers(answers):
    """Return a test of (check, attempt) pairs: the attempts are right."""

    @pytest.mark.parametrize("check, attempt", answers)
    def test(check, attempt):
        verdict = check(attempt)
        assert verdict.ok, verdict

    return test


def wrong_answers(answers):
    """Return a test of (check, attempt, *words): the attempts are wrong, and the message has all those words."""

    @pytest.mark.parametrize("row", answers)
    def test(row):
        expect_wrong(*row)

    return test


def other_attempts(answers, *odd):
    """Return a test of the checks of `answers`: at no answer, or one that makes no sense, they give a verdict.

    More attempts that are wrong in every exercise, or (attempt, *words), may be given. Checks that are cases are left
    out: `tests/lessons/test_cases.py` asks the same of them.
    """

    def unsolved(*_):
        raise NotImplementedError("your turn")

    @pytest.mark.parametrize("check", dict.fromkeys(check for check, _ in answers if not hasattr(check, "cases")))
    def test(check):
        assert check(unsolved).state == "open"
        expect_wrong(check, 3, "TypeError")
        expect_wrong(check, lambda *_: 1 / 0, "ZeroDivisionError", "line")
        expect_wrong(check, lambda *_: None)
        for attempt in odd:
            expect_wrong(check, *(attempt if isinstance(attempt, tuple) else (attempt,)))

    return test


def expect_wrong(check, attempt, *words):
    """Assert that an attempt is wrong, and that the message has all those words."""
    verdict = check(attempt)
    assert verdict.state == "wrong", verdict
    assert verdict.message
    for said in words:
        assert said in verdict.message, verdict
