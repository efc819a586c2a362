"""Checks of lesson 10: what a baseline corrects, when it learns, and a row of one's own."""

import numpy as np

from cfrlib.games import kuhn
from cfrlib.lessons.verdict import Case, Wrong, check, returned, tried_on
from cfrlib.profile import Profile
from cfrlib.sampling import Scheme
from cfrlib.textbook.variance import compare as compare_rows
from cfrlib.tree import unroll


@tried_on({
    "no baseline, one of two tried": ([3.0, None], [0.0, 0.0], [0.25, 0.75]),
    "a good guess, one of two tried": ([3.0, None], [2.5, -1.0], [0.25, 0.75]),
    "an exact guess": ([None, -2.0], [3.0, -2.0], [0.5, 0.5]),
    "two of three tried": ([1.0, None, -4.0], [0.0, 5.0, 2.0], [2 / 3, 2 / 3, 2 / 3]),
    "all tried": ([1.0, 2.0], [9.0, -9.0], [1.0, 1.0]),
    "tried, and the value is 0": ([0.0, None], [2.0, 1.0], [0.5, 0.5]),
})
def check_corrected(found, b, xi):
    """Check a function (found, baseline, xi) -> list of corrected values; what was not tried is None in `found`."""
    tried, b, xi = np.array([v is not None for v in found]), np.array(b), np.array(xi)
    v = np.where(tried, np.array(found, dtype=float), 0.0)
    error = (v - b) / xi
    right = np.where(tried, b + error, b)
    hint = "Not tried: the baseline. Tried: the baseline plus its error, and only the error is divided by xi."
    yield Case(right.tolist(), hint)
    yield np.where(v == 0, b, right), "0 is a value like any other: ask whether it `is None`."
    yield v / xi, "That is sampling without a baseline."
    yield np.where(tried, right, 0), "What was not tried counts its baseline, not 0."
    mean = "Tried: divide the error v - b by xi, not the value; as it is, the mean is wrong."
    yield np.where(tried, v / xi, b), mean
    times = "A tried action must also stand for the times it is not tried: its error counts 1 / xi times."
    yield np.where(tried, v, b), times
    return "The mean over the draw is the value, whatever the baseline says."


@tried_on({
    "the first of two actions drawn, no guesses yet": (10.0, [0.0, 0.0], [0.5, 0.5], 0),
    "the second of two actions drawn, good guesses": (2.0, [9.0, 1.0], [0.5, 0.5], 1),
    "one of three drawn with probability 1/4": (-4.0, [1.0, 2.0, 3.0], [0.25, 0.25, 0.5], 0),
    "a true guess": (3.0, [3.0, -1.0], [0.2, 0.8], 0),
})
def check_one_draw(found, guess, xi, a):
    """Check a function (found, guess, xi, a) -> (estimates of this draw, guesses for the next one)."""
    right, learned, early = list(guess), list(guess), list(guess)
    right[a] += (found - guess[a]) / xi[a]
    learned[a] += 0.5 * (found - guess[a])
    early[a] = learned[a] + (found - learned[a]) / xi[a]
    hint = (
        "Estimates: the guess as it was before the draw, and the error of what was drawn divided by xi. "
        "Guesses for the next draw: that of what was drawn moves halfway to what was found."
    )
    yield Case((right, learned), hint, ("estimates", "guesses"))
    yield 0, early, "That is what the program does: its guess has learned from this draw before it is used."
    yield 0, learned, "These are the guesses for the next draw, not the estimates of this one."
    yield 1, guess, "The guess must learn, too, but only for the next draw."
    return "The guess is fixed before the draw, and learns after it."


@check
def check_my_row(my_row):
    """Check a function () -> Scheme that samples, and on Kuhn poker scatters less for its work than chance sampling."""
    row = returned(my_row(), "your row")
    if not isinstance(row, Scheme):
        raise Wrong(f"At your row: found {row!r}; it takes a Scheme.")
    if not row.samples_something:
        raise Wrong("Your row draws nothing, so there is no noise, and nothing to compare. Draw at least one thing.")
    game, profile = kuhn(), Profile.uniform(kuhn())
    (histories, _, variance, price), (*_, goal) = (compare_rows(game, profile, [r]).iloc[0] for r in (row, "cs"))
    if histories == 2 * unroll(game).num_histories:
        raise Wrong("On Kuhn poker there are no public cards to draw: your row is plain CFR here. Draw something else.")
    said = f"{histories:g} histories an iteration, variance {variance:.2f}: variance times work is {price:.1f}"
    if price > goal - 0.05:
        raise Wrong(f"{said}. Chance sampling has {goal:.1f}. Of which cards does a walk need all?")
    return f"{said}. Chance sampling has {goal:.1f}."
