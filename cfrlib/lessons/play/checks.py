"""Checks of lesson 17: luck, at a showdown, too, and mistakes in chips."""

import numpy as np

from cfrlib.lessons.verdict import Case, tried_on


@tried_on([
    ([0.5, -0.5, 1.0], [1 / 3, 1 / 3, 1 / 3], 2), ([2.0, -1.0], [0.25, 0.75], 1), ([2.0, -1.0], [0.25, 0.75], 0),
    ([0.3, 0.3, 0.3], [0.2, 0.5, 0.3], 1),
], lambda v, p, k: f"values {v}, probabilities {[round(chance, 3) for chance in p]}, k = {k}", arrays=True)
def check_luck(v, p, k):
    """Check a function (values of what may come, their probabilities, what came) -> how much luck it was."""
    right = v[k] - p @ v
    yield Case(right, "values[k] less the mean of all values by probability.")
    yield v[k], "That is what it is worth. Luck is by how much it is worth more than could be expected."
    yield -right, "Turned round: what came, less what could be expected. Good luck is positive."
    yield v[k] - v.mean(), "What may come is not equally likely: expect by the probabilities."
    yield v[k] - v.max(), "That is by how much it is worse than the best. Compare with the mean."
    yield p[k] * v[k], "Nothing is to be multiplied with how likely it was: it has come."
    return "Its mean is zero, whatever the person does: so it can be taken off the score."


@tried_on([
    ({"p": -1.0, "b": -1.5}, "b"), ({"p": -1.0, "b": -1.5}, "p"), ({"f": -2.0, "c": 0.5, "r": 1.25}, "f"),
    ({"call": -0.4}, "call"),
], "values {}, action {!r}".format)
def check_lost(values, action):
    """Check a function (what each action is worth, the one taken) -> the value it lost."""
    best, taken = max(values.values()), values[action]
    yield Case(best - taken, "max(values.values()) - values[action].")
    yield taken - best, "What is lost is never negative: the best less what was taken."
    yield taken, "That is what the action was worth. What would the best have been worth?"
    yield np.mean(list(values.values())) - taken, "Compare with the best action, not with the mean."
    yield best, "That is what the best action is worth. Take off what yours was worth."
    return "It is luck-free: it does not ask what cards the opponent had, only what could be expected."


@tried_on([
    ([0.5, 0.5], [1 / 3, 1.0], [2.0, -2.0], 0), ([0.5, 0.5], [1 / 3, 1.0], [2.0, -2.0], 1),
    ([0.2, 0.3, 0.5], [0.5, 0.0, 0.8], [1.0, 3.0, -1.0], 2), ([0.25, 0.75], [0.4, 0.4], [4.0, 0.0], 0),
], lambda dealt, acted, paid, k: f"acted {[round(p, 3) for p in acted]}, paid {paid}, k = {k}", arrays=True)
def check_showdown(dealt, acted, paid, k):
    """Check a function (cards dealt, how each acts, what each pays, the card shown) -> the luck of the showdown."""
    likely = dealt * acted
    expected = likely @ paid / likely.sum()
    yield Case(paid[k] - expected, "Weight each card by dealt * acted, divided by its sum.")
    yield paid[k] - dealt @ paid, "That is the program as it was: how they acted says something about their card."
    yield paid[k] - likely @ paid, "Those weights do not add up to 1: divide by their sum."
    before = "The cards need not be equally likely before: multiply by `dealt`."
    yield paid[k] - acted @ paid / acted.sum(), before
    yield expected - paid[k], "Turned round: what was paid, less what could be expected."
    yield expected, "That is what could be expected. Take it off what was paid."
    return "A bet tells something about the card behind it; so the mean of this luck is zero."
