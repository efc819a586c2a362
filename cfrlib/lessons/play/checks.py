"""Checks of lesson 17: luck, at a showdown, too, scores without it, and mistakes in chips."""

import numpy as np

from cfrlib.lessons.verdict import Case, check

SURE = 1.96
"""Standard errors to either side of a mean, for an interval that holds it 95 times in 100."""


@check
def check_luck():
    """Check a function (values of what may come, their probabilities, what came) -> how much luck it was."""
    for values, chances, k in (
        ((0.5, -0.5, 1.0), (1 / 3, 1 / 3, 1 / 3), 2),
        ((2.0, -1.0), (0.25, 0.75), 1),
        ((2.0, -1.0), (0.25, 0.75), 0),
        ((0.3, 0.3, 0.3), (0.2, 0.5, 0.3), 1),
    ):
        v, p = np.array(values), np.array(chances)
        right, name = v[k] - p @ v, f"values {list(values)}, probabilities {[round(c, 3) for c in chances]}, k = {k}"
        slips = [
            (v[k], "That is what it is worth. Luck is by how much it is worth more than could be expected."),
            (-right, "Turned round: what came, less what could be expected. Good luck is positive."),
            (v[k] - v.mean(), "What may come is not equally likely: expect by the probabilities."),
            (v[k] - v.max(), "That is by how much it is worse than the best. Compare with the mean."),
            (p[k] * v[k], "Nothing is to be multiplied with how likely it was: it has come."),
        ]
        yield Case(name, (v, p, k), right, "values[k] less the mean of all values by probability.", slips)
    return "Its mean is zero, whatever the person does: so it can be taken off the score."


@check
def check_corrected():
    """Check a function (paid, luck of each kind and hand) -> (mean, half of its interval) with the luck taken out."""
    rng = np.random.default_rng(15)
    for name, (paid, luck) in {
        "three hands": (np.array([2.0, -1.0, 0.0]), np.array([[1.0, -1.0, 0.5], [0.5, 0.25, -1.0]])),
        "40 hands, three kinds of luck": (rng.integers(-3, 4, 40).astype(float), rng.normal(0, 1, (3, 40)).round(2)),
    }.items():
        left = paid - luck.sum(axis=0)
        n = len(left)
        mean, half = left.mean(), SURE * left.std(ddof=1) / np.sqrt(n)
        added = paid + luck.sum(axis=0)
        slips = (
            [(paid.mean(), "That is the plain score: take the luck of each hand off it."),
             (added.mean(), "Luck is taken off, not added: good luck makes the score too good."),
             (left.sum(), "That is the sum. A hand is asked."),
             ((paid - luck[0]).mean(), "All kinds of luck come off, not only the first: add up the rows.")],
            [(SURE * paid.std(ddof=1) / np.sqrt(n), "That is the interval of the plain score."),
             (SURE * left.std() / np.sqrt(n), "Of a sample, divide by n - 1: np.std(left, ddof=1)."),
             (left.std(ddof=1) / np.sqrt(n), f"That is one standard error. 95 % takes {SURE} of them."),
             (2 * half, "That is the whole width; half of it is asked.")],
        )  # fmt: skip
        hint = f"left = paid - luck.sum(axis=0); its mean, and {SURE} * np.std(left, ddof=1) / sqrt(n)."
        yield Case(name, (paid, luck), (mean, half), hint, slips, parts=("the mean", "half of the interval"))
    return "The same mean in the long run, sooner."


@check
def check_lost():
    """Check a function (what each action is worth, the one taken) -> the value it lost."""
    for values, action in (
        ({"p": -1.0, "b": -1.5}, "b"),
        ({"p": -1.0, "b": -1.5}, "p"),
        ({"f": -2.0, "c": 0.5, "r": 1.25}, "f"),
        ({"call": -0.4}, "call"),
    ):
        best, name = max(values.values()), f"values {values}, action {action!r}"
        right = best - values[action]
        slips = [
            (-right, "What is lost is never negative: the best less what was taken."),
            (values[action], "That is what the action was worth. What would the best have been worth?"),
            (np.mean(list(values.values())) - values[action], "Compare with the best action, not with the mean."),
            (best, "That is what the best action is worth. Take off what yours was worth."),
        ]
        yield Case(name, (dict(values), action), right, "max(values.values()) - values[action].", slips)
    return "It is luck-free: it does not ask what cards the opponent had, only what could be expected."


@check
def check_showdown():
    """Check a function (cards dealt, how each acts, what each pays, the card shown) -> the luck of the showdown."""
    for dealt, acted, paid, k in (
        ((0.5, 0.5), (1 / 3, 1.0), (2.0, -2.0), 0),
        ((0.5, 0.5), (1 / 3, 1.0), (2.0, -2.0), 1),
        ((0.2, 0.3, 0.5), (0.5, 0.0, 0.8), (1.0, 3.0, -1.0), 2),
        ((0.25, 0.75), (0.4, 0.4), (4.0, 0.0), 0),
    ):
        name = f"acted {[round(p, 3) for p in acted]}, paid {list(paid)}, k = {k}"
        dealt, acted, paid = map(np.array, (dealt, acted, paid))
        likely = dealt * acted
        right = paid[k] - likely @ paid / likely.sum()
        slips = [
            (paid[k] - dealt @ paid, "That is the program as it was: how they acted says something about their card."),
            (paid[k] - likely @ paid, "Those weights do not add up to 1: divide by their sum."),
            (paid[k] - acted @ paid / acted.sum(), "The cards need not be equally likely before: multiply by `dealt`."),
            (-right, "Turned round: what was paid, less what could be expected."),
            (likely @ paid / likely.sum(), "That is what could be expected. Take it off what was paid."),
        ]
        hint = "Weight each card by dealt * acted, divided by its sum."
        yield Case(name, (dealt, acted, paid, k), right, hint, slips)
    return "A bet tells something about the card behind it; so the mean of this luck is zero."
