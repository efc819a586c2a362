"""Checks of lesson 15: confidence intervals, duplicate matches, how long a match must be, and what it cannot say."""

from math import ceil, floor, sqrt

import numpy as np

from cfrlib.lessons.verdict import Case, Wrong, as_numbers, call, check, returned
from cfrlib.matches.duplicate import SURE as EXACT

SURE = 1.96
"""Standard errors to either side; of an interval, the digits that `cfrlib.matches` takes are right, too."""
WIDTH = "the mean", "half the width"
RPS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
TWO_BY_THREE = np.array([[2, 0, -1], [-3, 1, 4]])
UNEQUAL = np.array([[3, 1], [0, 2]])
"""Payoffs to the player who chooses the row."""


def _half(won, ddof=1):
    """Return half the width of the 95 % interval of a mean."""
    return SURE * won.std(ddof=ddof) / sqrt(len(won))


def _digits(half):
    """Return by how much a mean, and half the width of an interval, may be off."""
    return 1e-6, max(1.01 * (SURE / EXACT - 1) * half, 1e-12)


@check
def check_interval():
    """Check a function (what was won in each hand) -> (mean, half the width of the 95 % interval)."""
    for name, won in {
        **{f"won = {won}": np.array(won) for won in ([2.0, -1.0, 5.0, 0.0, 3.0, -1.0], [3.0, 3.0, 3.0], [-1.0, 2.0])},
        "400 hands": np.random.default_rng(13).integers(-8, 10, 400) / 2,
    }.items():
        n, mean, deviation, half = len(won), won.mean(), won.std(ddof=1), _half(won)
        single = f"That is one standard error. 95 % takes {SURE} of them."
        spread = "That is where single hands are. The mean of n hands is surer: divide the deviation by sqrt(n)."
        widths = [
            (_half(won, 0), "These hands are nearer to their own mean than to the true one. Of a sample, divide by "
             "n - 1: np.std(won, ddof=1)."),
            (deviation / sqrt(n), single), (won.std() / sqrt(n), f"{single} And of a sample, divide by n - 1."),
            *((slip, spread) for slip in (SURE * deviation, SURE * won.std(), deviation, won.std())),
            (SURE * deviation / n, "Divide by the root of the number of hands, not by the number."),
            (SURE * deviation**2 / sqrt(n), "That is made of the variance. Take its root, the deviation."),
            (SURE * deviation**2 / n, f"That is made of the variance. Take the root of it all but the {SURE}."),
            (2 * half, "That is the whole width. Half of it is asked, to either side of the mean."),
            (mean + half, "That is the upper end of the interval. Return half of the width."),
        ]  # fmt: skip
        means = [
            (won.sum(), "That is the sum. Divide by the number of hands."),
            (mean - half, "That is the lower end of the interval. Return the mean, and half of the width."),
            (np.median(won), "That is the median."),
        ]
        slips = means, [(factor * slip, why) for factor in (1, EXACT / SURE) for slip, why in widths]
        hint = f"{SURE} * deviation / sqrt(n), with the deviation of a sample (divide by n - 1)."
        yield Case(name, (won,), (mean, half), hint, slips, WIDTH, _digits(half))
    return f"{mean:.3g} ± {half:.2g} after {n} hands. Half of that takes four times the hands."


def _with_luck():
    """Return eight deals in which luck, turned round in the second play, is larger than skill."""
    rng = np.random.default_rng(13)
    luck, rest = rng.normal(0, 5, 8).round(1), rng.normal(0.5, 1, (2, 8)).round(1)
    return luck + rest[0], rest[1] - luck


DUPLICATE_CASES = {
    "first = [3, -2, 5], second = [-1, 2, -4]": (np.array([3.0, -2.0, 5.0]), np.array([-1.0, 2.0, -4.0])),
    "first = [4, 1], second = [1, -1]": (np.array([4.0, 1.0]), np.array([1.0, -1.0])),
    "eight deals with much luck": _with_luck(),
}


@check
def check_sure():
    """Check a function (won in the first plays of the deals, won in the second) -> (mean a hand, half its interval)."""
    for name, (first, second) in DUPLICATE_CASES.items():
        deals, hands = (first + second) / 2, np.concatenate([first, second])
        right = float(deals.mean()), float(_half(deals))
        twice = "That is of what two hands won. A mean per hand takes half of it."
        one = "Only one of the two plays of a deal was looked at."
        halves = [
            (_half(hands), "That is the interval of single hands, with all of their luck. The plays of a deal depend "
             "on each other: take one number for each deal, the mean of its plays."),
            (_half(deals) / sqrt(2), "The deals are right, but their number is doubled. The plays of a deal depend on "
             "each other: a deal is one sample."),
            (_half((first - second) / 2), "You subtracted. Both numbers are what the same player won, once in each "
             "seat: their difference keeps the luck and loses the skill."),
            (_half(first + second), twice), (_half(first), one), (_half(second), one),
            (_half(deals, 0), "Of a sample, divide by n - 1: std(ddof=1)."),
            (SURE * deals.std(ddof=1), "That is where single deals are. The mean of n deals is surer: divide by the "
             "root of their number."),
        ]  # fmt: skip
        means = [
            (2 * right[0], twice), (first.mean(), one), (second.mean(), one),
            (((first - second) / 2).mean(), "You subtracted. Both numbers are what the same player won."),
        ]  # fmt: skip
        hint = "For each deal take the mean of what its two plays won; then the interval of these numbers."
        yield Case(name, (first, second), right, hint, (means, halves), WIDTH, _digits(right[1]))
    return (
        f"In the last case the interval is ±{right[1]:.2g} instead of ±{_half(hands):.2g}: what luck gives in one play "
        "it takes away in the other."
    )


NEEDED_CASES = ((5000, 30), (2.3, 0.05), (1, 0.98), (0.5, 2))
"""(deviation, edge). In the third, four samples are exactly enough; in the last, one."""


@check
def check_hands_needed():
    """Check a function (deviation of a sample, edge) -> smallest number of samples whose interval is narrow enough.

    With n samples, half the width of the 95 % interval is 1.96 * deviation / sqrt(n): at most the edge. In a duplicate
    match the samples are deals.
    """
    needed = []
    for deviation, edge in NEEDED_CASES:
        name, ratio = f"deviation {deviation:,}, edge {edge}", deviation / edge
        exact = (SURE * ratio) ** 2
        right = ceil(exact * (1 - 1e-12))
        whole = "It takes a whole number of samples, and one less is not enough: round up."
        known = (
            (SURE * ratio, "The error falls with the square root of the number of samples: square it."),
            (ratio**2, f"That is for one standard error. 95 % takes {SURE} of them."),
            (SURE * ratio**2, f"The {SURE} is squared, too."),
            (SURE**2 * ratio / edge, "The deviation is squared, too."),
            (SURE**2 * ratio * deviation, "The edge is squared, too."),
            (4 * exact, "The edge is half of the width of the interval, not all of it."),
            (exact / 4, "The edge is half of the width of the interval: do not halve it again."),
            (2 * exact, "Samples are asked: do not double them."),
        )
        slips = [(exact, whole), (floor(exact), whole)]
        slips += [(round_(value), why) for value, why in known for round_ in (float, ceil, floor, round)]
        slips += [(ceil((EXACT * ratio) ** 2), f"Take {SURE} as it stands, without further digits.")]
        slips += [(right + 1, "One less is enough: at most the edge, so exactly the edge will do.")]
        hint = f"Solve {SURE} * deviation / sqrt(n) <= edge for n, and round up."
        yield Case(name, (deviation, edge), right, hint, slips)
        needed.append(right)
    (deviation, edge), many = NEEDED_CASES[0], needed[0]
    return f"Deviation {deviation:,}, edge {edge}: {many:,} samples. Half the edge takes four times as many."


MEASURE_CASES = {
    "rock-paper-scissors, p = (0.1, 0.7, 0.2), q = (0.8, 0.1, 0.1)": ([0.1, 0.7, 0.2], [0.8, 0.1, 0.1], RPS),
    "the game [[2, 0, -1], [-3, 1, 4]], p = (1, 0), q = (1/2, 1/4, 1/4)": ([1, 0], [0.5, 0.25, 0.25], TWO_BY_THREE),
    "the game [[3, 1], [0, 2]], p = (1/2, 1/2), q = (1/4, 3/4)": ([0.5, 0.5], [0.25, 0.75], UNEQUAL),
    "rock-paper-scissors, p uniform, q always rock": ([1 / 3] * 3, [1, 0, 0], RPS),
}


@check
def check_both():
    """Check a function (p, q, payoffs to the row player) -> (what p wins from q, what a best response wins from p)."""
    told = []
    for name, (rows, columns, payoffs) in MEASURE_CASES.items():
        p, q, A = np.array(rows, dtype=float), np.array(columns, dtype=float), payoffs.astype(float)
        by_column = p @ A
        right = float(by_column @ q), float(-by_column.min())
        told.append(right)
        sides = "p weighs the rows of A (p @ A), q its columns (A @ q)."
        slips = (
            [(-right[0], f"That is what q wins from p. {sides}"),
             (by_column.mean(), "That is against one who plays all columns alike. Weigh them with q."),
             *((slip, "That is against a best response, not against q.") for slip in (right[1], -right[1]))],
            [(by_column.min(), "That is what p gets. The one who responds wins what p loses: change the sign."),
             *((slip, "That is the column that is best for p. The one who responds picks what is worst for p.")
               for slip in (by_column.max(), -by_column.max())),
             (np.max(A @ q), "That is the best response to q. Here somebody responds to p, by choosing a column."),
             *((slip, "That is what q plays. Which column wins most from p?") for slip in (right[0], -right[0])),
             (max(right[1], 0), "A best response can lose, too. It is best as no other column loses less.")],
        )  # fmt: skip
        hint = "p @ A is what p gets against each column: weigh it with q; then take the column that is worst for p."
        parts = "what p wins from q", "what a best response wins from p"
        yield Case(name, (p, q, A), right, hint, slips, parts, if_stopped=sides)
    (won, lost), (no_win, no_loss) = told[0], told[-1]
    return (
        f"In the first case p wins {won:g} a game from q, and loses {lost:g} to one who knows it; in the last it wins "
        f"{abs(no_win):.0f} and loses {abs(no_loss):.0f}. To win a match is one thing, not to be exploitable another."
    )


LEAST, MARGIN = 0.2, 0.05
"""How likely each action of `check_circle` is at least, and what each strategy wins at least from the next."""


@check
def check_circle(circle):
    """Check a function () -> three strategies for Rock, Paper, Scissors, each winning from the next in a circle."""
    p = as_numbers(returned(call(circle, "circle()"), "circle()"))
    if p is None or p.shape != (3, 3) or not np.isfinite(p).all():
        raise Wrong("expected three strategies, each a list of three numbers: how likely Rock, Paper and Scissors are.")
    names = "first", "second", "third"
    for name, strategy in zip(names, p, strict=True):
        if abs(strategy.sum() - 1) > 1e-6:
            raise Wrong(f"The {name} strategy adds up to {strategy.sum():.6g}. Probabilities add up to 1.")
        if strategy.min() < LEAST - 1e-9:
            raise Wrong(f"The {name} strategy plays an action with {strategy.min():.3g}. Each takes {LEAST} or more.")
    for k in range(3):
        won = p[k] @ RPS @ p[(k + 1) % 3]
        if won < MARGIN - 1e-9:
            raise Wrong(
                f"The {names[k]} wins {won:.3g} a round from the {names[(k + 1) % 3]}; it takes {MARGIN}. Which action "
                "does the other one play too often, and what beats it?"
            )
    return "Each beats the next, and the last beats the first. Which of the three would you send to a tournament?"
