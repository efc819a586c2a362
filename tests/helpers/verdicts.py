"""What the tests of every exercise ask: right and wrong answers get the verdicts that they deserve.

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


def expect_wrong(check, attempt, *words):
    """Assert that an attempt is wrong, and that the message has all those words; return the verdict."""
    verdict = check(attempt)
    assert verdict.state == "wrong", verdict
    assert verdict.message
    for said in words:
        assert said in verdict.message, verdict
    return verdict
