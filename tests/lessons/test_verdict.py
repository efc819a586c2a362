"""A verdict always says where, and never lets a student's error through."""

import json

import numpy as np
import pytest

from cfrlib.lessons.verdict import Case, Verdict, Wrong, call, check, compare, likely, tried_on


@check
def twice(attempt):
    """Check a function that doubles."""
    for x in (1, 2.5):
        compare(attempt(x), 2 * x, f"x = {x}", "Multiply by two.")
    return "Doubled."


def test_right_wrong_and_open():
    assert twice(lambda x: x + x).ok
    verdict = twice(lambda x: x + 1)
    assert repr(verdict) == "✗ At x = 2.5: expected 5, found 3.5. Multiply by two."
    assert not verdict

    def unsolved(x):
        raise NotImplementedError("your turn")

    assert twice(unsolved).state == "open"


def test_the_line_named_is_one_of_the_student_and_not_of_a_library():
    def broken(x):
        return {}[x]

    def inside_numpy(x):
        return np.linalg.inv(np.zeros((2, 3)))

    def inside_python(x):
        return json.loads("{")

    for attempt, raised in (broken, "KeyError"), (inside_numpy, "LinAlgError"), (inside_python, "JSONDecodeError"):
        message = twice(attempt).message
        assert raised in message
        assert f"of {attempt.__name__})" in message
    assert "At here" in twice(lambda x: compare(x, 7 * x, "here")).message


def test_an_oracle_tells_each_answer_of_a_slip_on_each_case():
    @tried_on([([1.0, 3.0], "?"), ([2.0, 6.0], "!")], "x = {}".format, arrays=True, unseen=1)
    def middle(x, mark):
        """Check a function (x) -> (mean, range)."""
        yield Case((x.mean(), np.ptp(x)), f"Both{mark}", ("mean", "range"))
        yield 0, x.sum(), x.min(), "Divide."
        yield 1, x.max(), x.min(), "Subtract."
        return f"Right{mark}"

    assert middle(lambda x: (x.mean(), x.max() - x.min())).message == "Right!"
    for attempt, said in (
        (lambda x: (x.sum(), np.ptp(x)), "At x = [1.0, 3.0]; mean: expected 2, found 4. Divide."),
        (lambda x: (x.min(), np.ptp(x)), "At x = [1.0, 3.0]; mean: expected 2, found 1. Divide."),
        (lambda x: (x.mean(), 2 if x[0] < 2 else x[1]), "At x = [2.0, 6.0]; range: expected 4, found 6. Subtract."),
        (lambda x: (x.mean(), 2 if x[0] < 2 else 9), "At x = [2.0, 6.0]; range: expected 4, found 9. Both!"),
    ):
        assert middle(attempt).message == said

    @tried_on(lambda: {"two": (2,)})
    def twofold(x):
        yield Case(2 * x, "Double it.")
        yield x, x**3, "Twice, not once or cubed."
        return lambda attempt: f"Right, as {attempt(5)}."

    assert twofold(lambda x: x + x).message == "Right, as 10."
    for attempt in (lambda x: x, lambda x: x**3):
        assert twofold(attempt).message.endswith("Twice, not once or cubed.")


def test_a_known_slip_is_told_from_what_is_only_wrong_and_from_an_error():
    @tried_on({"two": (2,), "three": (3,)})
    def twofold(x):
        yield Case(2 * x, "Double it.")
        yield x**2, "Not the square."
        return "Right."

    @check
    def single(attempt):
        compare(attempt(), 1, "here", likely(attempt(), [(2, "One too much.")], "Else."))
        return "Right."

    for verdict, slip, stopped in (
        (twofold(lambda x: x + x), "", False), (twofold(lambda x: x + 5), "", False),
        (twofold(lambda x: x * x), "Not the square.", False), (twofold(lambda x: x / 0), "", True),
        (twofold(3), "", True), (single(lambda: 2), "One too much.", False),
        (single(lambda: 3), "", False), (single(lambda: 1 / 0), "", True),
    ):  # fmt: skip
        assert (verdict.slip, verdict.stopped) == (slip, stopped), verdict


def test_where_nbgrader_runs_what_is_not_right_is_raised(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert twice(lambda x: x + x).ok

    def unsolved(x):
        raise NotImplementedError("your turn")

    for attempt, said in (unsolved, "Your turn"), (lambda x: x + 1, "expected 5, found 3.5"), (len, "TypeError"):
        with pytest.raises(AssertionError, match=said):
            twice(attempt)


def test_a_call_names_the_case():
    @check
    def halves(attempt):
        return str(call(attempt, "x = 3", 3, hint="Divide."))

    assert halves(lambda x: x / 2).ok
    message = halves(lambda x: x / 0).message
    assert message.startswith("At x = 3: your code stopped with ZeroDivisionError: division by zero (line ")
    assert message.endswith("Divide.")

    def unsolved(x):
        raise NotImplementedError

    assert halves(unsolved).state == "open"


@pytest.mark.parametrize("answer, expected, said", [
    (None, 1, "here: your code returned nothing"),
    (3, None, "here: expected None, found 3"),
    ("a", 1, "here: expected 1, found 'a', which is not a number"),
    ([1, 2], [1, 2, 3], "here: expected 3 numbers, found 2 numbers"),
    ([[1, 2, 3]], [1, 2, 3], "here: expected 3 numbers, found an array of shape (1, 3)"),
    ({"p": 1}, {"p": 1, "b": 0}, "here: expected a dictionary with keys ['p', 'b']"),
    ({"p": 1, "b": 1}, {"p": 1, "b": 0}, "here, b: expected 0, found 1"),
    (float("nan"), 0.0, "here: expected 0, found nan"),
    ("no", "yes", "here: expected 'yes', found 'no'"),
])  # fmt: skip
def test_compare_says_what_differs(answer, expected, said):
    with pytest.raises(Wrong) as caught:
        compare(answer, expected, "here")
    assert str(caught.value).startswith(f"At {said}")


def test_of_many_numbers_the_first_wrong_one_is_shown():
    right, places = np.arange(1000.0), [f"hand {k}" for k in range(1000)]
    with pytest.raises(Wrong, match="here; hand 8: expected 8, found 9"):
        compare(right + (right > 7), right, "here", places=places)
    with pytest.raises(Wrong, match="here: expected 1000 numbers, found 'a'"):
        compare("a", right, "here", places=places)


def test_compare_accepts_what_is_equal():
    compare(np.array([0.1 + 0.2, 0.0]), [0.3, 0.0], "here")
    compare({"p": 1.0, "b": 0.0}, {"b": 0, "p": 1}, "here")
    compare("yes", "yes", "here")
    compare(None, None, "here")


def test_shown_in_a_notebook():
    bundle = Verdict("wrong", "a < b\nsecond line")._repr_mimebundle_()
    assert "a &lt; b<br>second line" in bundle["text/html"]
    assert bundle["text/plain"].startswith("✗")
