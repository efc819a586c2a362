"""Checks of lesson 15: confidence intervals, duplicate matches, and what a match cannot say."""

from math import sqrt

import numpy as np

from cfrlib.lessons.verdict import Case, tried_on
from cfrlib.matches.duplicate import SURE as EXACT

SURE = 1.96
"""Standard errors to either side; of an interval, the digits that `cfrlib.matches` takes are right, too."""
WIDTH = "the mean", "half the width"
RPS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
TWO_BY_THREE = np.array([[2.0, 0.0, -1.0], [-3.0, 1.0, 4.0]])
UNEQUAL = np.array([[3.0, 1.0], [0.0, 2.0]])
"""Payoffs to the player who chooses the row."""


def _half(won, ddof=1):
    """Return half the width of the 95 % interval of a mean."""
    return SURE * won.std(ddof=ddof) / sqrt(len(won))


def _digits(half):
    """Return by how much a mean, and half the width of an interval, may be off."""
    return 1e-6, max(1.01 * (SURE / EXACT - 1) * half, 1e-12)


@tried_on({
    **{f"won = {won}": (won,) for won in ([2.0, -1.0, 5.0, 0.0, 3.0, -1.0], [3.0, 3.0, 3.0], [-1.0, 2.0])},
    "400 hands": (np.random.default_rng(13).integers(-8, 10, 400) / 2,),
}, arrays=True)
def check_interval(won):
    """Check a function (what was won in each hand) -> (mean, half the width of the 95 % interval)."""
    n, mean, deviation, half = len(won), won.mean(), won.std(ddof=1), _half(won)
    hint = f"{SURE} * deviation / sqrt(n), with the deviation of a sample (divide by n - 1)."
    yield Case((mean, half), hint, WIDTH, _digits(half))
    yield 0, won.sum(), "That is the sum. Divide by the number of hands."
    yield 0, mean - half, "That is the lower end of the interval. Return the mean, and half of the width."
    yield 0, np.median(won), "That is the median."
    single, sample = f"That is one standard error. 95 % takes {SURE} of them.", "Of a sample, divide by n - 1"
    spread = "That is where single hands are. The mean of n hands is surer: divide the deviation by sqrt(n)."
    near = f"These hands are nearer to their own mean than to the true one. {sample}: np.std(won, ddof=1)."
    for factor in 1, EXACT / SURE:
        sure = factor * SURE
        yield 1, factor * _half(won, 0), near
        yield 1, factor * deviation / sqrt(n), single
        yield 1, factor * won.std() / sqrt(n), f"{single} And of a sample, divide by n - 1."
        yield 1, sure * deviation, sure * won.std(), factor * deviation, factor * won.std(), spread
        yield 1, sure * deviation / n, "Divide by the root of the number of hands, not by the number."
        yield 1, sure * deviation**2 / sqrt(n), "That is made of the variance. Take its root, the deviation."
        yield 1, sure * deviation**2 / n, f"That is made of the variance. Take the root of it all but the {SURE}."
        yield 1, factor * 2 * half, "That is the whole width. Half of it is asked, to either side of the mean."
        yield 1, factor * (mean + half), "That is the upper end of the interval. Return half of the width."
    return f"{mean:.3g} ± {half:.2g} after {n} hands. Half of that takes four times the hands."


def _with_luck():
    """Return eight deals in which luck, turned round in the second play, is larger than skill."""
    rng = np.random.default_rng(13)
    luck, rest = rng.normal(0, 5, 8).round(1), rng.normal(0.5, 1, (2, 8)).round(1)
    return luck + rest[0], rest[1] - luck


@tried_on({
    "first = [3, -2, 5], second = [-1, 2, -4]": ([3.0, -2.0, 5.0], [-1.0, 2.0, -4.0]),
    "first = [4, 1], second = [1, -1]": ([4.0, 1.0], [1.0, -1.0]),
    "eight deals with much luck": _with_luck(),
}, arrays=True)
def check_sure(first, second):
    """Check a function (won in the first plays of the deals, won in the second) -> (mean a hand, half its interval)."""
    deals, hands = (first + second) / 2, np.concatenate([first, second])
    right = float(deals.mean()), float(_half(deals))
    hint = "For each deal take the mean of what its two plays won; then the interval of these numbers."
    yield Case(right, hint, WIDTH, _digits(right[1]))
    twice = "That is of what two hands won. A mean per hand takes half of it."
    one = "Only one of the two plays of a deal was looked at."
    subtracted = "You subtracted. Both numbers are what the same player won"
    yield 0, 2 * right[0], twice
    yield 0, first.mean(), second.mean(), one
    yield 0, ((first - second) / 2).mean(), f"{subtracted}."
    yield 1, _half(hands), (
        "That is the interval of single hands, with all of their luck. The plays of a deal depend on each other: take "
        "one number for each deal, the mean of its plays."
    )
    yield 1, _half(deals) / sqrt(2), (
        "The deals are right, but their number is doubled. The plays of a deal depend on each other: a deal is one "
        "sample."
    )
    keeps = "once in each seat: their difference keeps the luck and loses the skill."
    yield 1, _half((first - second) / 2), f"{subtracted}, {keeps}"
    yield 1, _half(first + second), twice
    yield 1, _half(first), _half(second), one
    yield 1, _half(deals, 0), "Of a sample, divide by n - 1: std(ddof=1)."
    surer = "The mean of n deals is surer: divide by the root of their number."
    yield 1, SURE * deals.std(ddof=1), f"That is where single deals are. {surer}"
    return (
        f"In the last case the interval is ±{right[1]:.2g} instead of ±{_half(hands):.2g}: what luck gives in one play "
        "it takes away in the other."
    )


@tried_on({
    "rock-paper-scissors, p = (0.1, 0.7, 0.2), q = (0.8, 0.1, 0.1)": ([0.1, 0.7, 0.2], [0.8, 0.1, 0.1], RPS),
    "the game [[2, 0, -1], [-3, 1, 4]], p = (1, 0), q = (1/2, 1/4, 1/4)": ([1.0, 0.0], [0.5, 0.25, 0.25], TWO_BY_THREE),
    "the game [[3, 1], [0, 2]], p = (1/2, 1/2), q = (1/4, 3/4)": ([0.5, 0.5], [0.25, 0.75], UNEQUAL),
    "rock-paper-scissors, p uniform, q always rock": ([1 / 3] * 3, [1.0, 0.0, 0.0], RPS),
}, arrays=True)
def check_both(p, q, A):
    """Check a function (p, q, payoffs to the row player) -> (what p wins from q, what a best response wins from p)."""
    by_column = p @ A
    won, lost = float(by_column @ q), float(-by_column.min())
    hint = "p @ A is what p gets against each column: weigh it with q; then take the column that is worst for p."
    sides = "p weighs the rows of A (p @ A), q its columns (A @ q)."
    yield Case((won, lost), hint, ("what p wins from q", "what a best response wins from p"), if_stopped=sides)
    yield 0, -won, f"That is what q wins from p. {sides}"
    yield 0, by_column.mean(), "That is against one who plays all columns alike. Weigh them with q."
    yield 0, lost, -lost, "That is against a best response, not against q."
    yield 1, by_column.min(), "That is what p gets. The one who responds wins what p loses: change the sign."
    worst = "That is the column that is best for p. The one who responds picks what is worst for p."
    yield 1, by_column.max(), -by_column.max(), worst
    response = "That is the best response to q. Here somebody responds to p, by choosing a column."
    yield 1, np.max(A @ q), response
    yield 1, won, -won, "That is what q plays. Which column wins most from p?"
    yield 1, max(lost, 0), "A best response can lose, too. It is best as no other column loses less."
    return (
        "In the first case p wins 0.35 a game from q, and loses 0.6 to one who knows it; in the last it wins 0 and "
        "loses 0. To win a match is one thing, not to be exploitable another."
    )
