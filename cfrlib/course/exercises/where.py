"""Checks of notebook 10: probabilities, scales and baselines of sampled walks, and a mixing rule of one's own."""

from functools import cache

import numpy as np

from cfrlib.course.exercises.verdict import Wrong, call, check, compare, returned, try_out
from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.sampling import Linear, Mixed, Scheme, os, robust

THIRDS = (0.5, 0.3, 0.2)
TRIED_CASES = (
    ("external sampling", Scheme("es", "one", "one", "one", "all", "one"), THIRDS, 1),
    ("outcome sampling with epsilon 0.6", os(0.6), THIRDS, 0),
    ("outcome sampling with epsilon 0.6, an action that the strategy avoids", os(0.6), (1.0, 0.0), 1),
    ("outcome sampling with epsilon 1", os(1.0), THIRDS, 0),
    ("robust sampling, k = 2 of three", robust(2), THIRDS, 2),
    ("robust sampling, k = 2 where there are only two", robust(2), (0.9, 0.1), 0),
    ("robust sampling, k = 4 where there are only three", robust(4), THIRDS, 1),
)
"""(name, scheme, strategy, action)."""


def _tried(scheme, sigma, a):
    n = len(sigma)
    if scheme.own_actions == "all":
        return 1.0
    if scheme.own_actions == "one":
        return scheme.epsilon / n + (1 - scheme.epsilon) * sigma[a]
    return min(scheme.own_actions, n) / n


@check
def check_tried(tried):
    """Check a function (scheme, strategy, action) -> probability that a walk tries this action of its own player."""
    for name, scheme, sigma, a in TRIED_CASES:
        found = call(tried, name, scheme, np.array(sigma), a)
        expected, n = _tried(scheme, sigma, a), len(sigma)
        hint = "All actions: 1. One: epsilon / n + (1 - epsilon) sigma(a). k of n, none twice: k / n, at most 1."
        if isinstance(found, int | float | np.number):
            if scheme.own_actions == "one" and abs(found - sigma[a]) < 1e-9:
                hint = "That is the strategy alone. With probability epsilon the walk explores: any action alike."
            elif scheme.own_actions == "one" and abs(found - scheme.epsilon - (1 - scheme.epsilon) * sigma[a]) < 1e-9:
                hint = "Exploring chooses among all n actions: each gets epsilon / n."
            elif scheme.own_actions not in ("all", "one") and abs(found - 1 / n) < 1e-9:
                hint = "One of n would be 1 / n; here k of them are tried."
            elif found > 1:
                hint = "A probability above 1: if k is more than there are actions, all are tried."
        compare(found, expected, name, hint)
    return "The walk counts what it finds 1 / xi times, so xi must never be 0 where the strategy might want to go."


OUTWEIGHS_CASES = (
    ("the first round of Leduc: five possible cards of the opponent", [1 / 30] * 5, 30),
    ("the second round of Leduc: four cards left", [1 / 120] * 4, 120),
    ("Liar's Dice, six faces", [1 / 36] * 6, 36),
    ("unequal chances", [0.1, 0.3], 5),
)


@check
def check_outweighs(outweighs):
    """Check a function from chance's probabilities of the histories of a set to the ratio of the two scales."""
    for name, chance, expected in OUTWEIGHS_CASES:
        hint = "External sampling gains pi_own times the sum of chance's probabilities, outcome sampling per history."
        slips = (
            (1 / expected, "Turned round: how often does the *outcome* scale hold the external one?"),
            (len(chance), "That many histories add up under outcome sampling. Divide by what external sampling adds."),
            (1 / sum(chance), "Under outcome sampling each history of the set gains once; count them all."),
            (sum(1 / p for p in chance), "Sum first, divide then: all histories of the set add to one row of the "
             "table."),
        )  # fmt: skip
        try_out(outweighs, name, list(chance), right=expected, slips=slips, hint=hint)
    return "One row, two clocks: in Leduc a visit of outcome sampling counts as much as 30 or 120 of external sampling."


CORRECTED_CASES = (
    ("no baseline, one of two tried", [3.0, None], [0.0, 0.0], [0.25, 0.75]),
    ("a good guess, one of two tried", [3.0, None], [2.5, -1.0], [0.25, 0.75]),
    ("an exact guess", [None, -2.0], [3.0, -2.0], [0.5, 0.5]),
    ("two of three tried", [1.0, None, -4.0], [0.0, 5.0, 2.0], [2 / 3, 2 / 3, 2 / 3]),
    ("all tried", [1.0, 2.0], [9.0, -9.0], [1.0, 1.0]),
    ("tried, and the value is 0", [0.0, None], [2.0, 1.0], [0.5, 0.5]),
)
"""(name, values found, baseline, probability of being tried)."""


@check
def check_corrected(corrected):
    """Check a function (found, baseline, xi) -> list of corrected values; what was not tried is None in `found`."""
    for name, found, b, xi in CORRECTED_CASES:
        right = [g if v is None else g + (v - g) / p for v, g, p in zip(found, b, xi, strict=True)]
        hint = "Not tried: the baseline. Tried: the baseline plus its error, and only the error is divided by xi."
        plain = [0.0 if v is None else v / p for v, p in zip(found, xi, strict=True)]
        half = [0.0 if v is None else r for v, r in zip(found, right, strict=True)]
        blown = [g if v is None else v / p for v, g, p in zip(found, b, xi, strict=True)]
        shrunk = [g if v is None else v for v, g in zip(found, b, strict=True)]
        falsy = [r if v else g for r, v, g in zip(right, found, b, strict=True)]
        slips = (
            (falsy, "0 is a value like any other: ask whether it `is None`."),
            (plain, "That is sampling without a baseline."),
            (half, "What was not tried counts its baseline, not 0."),
            (blown, "Tried: divide the error v - b by xi, not the value; as it is, the mean is wrong."),
            (shrunk, "A tried action must also stand for the times it is not tried: its error counts 1 / xi times."),
        )
        try_out(corrected, name, list(found), list(b), list(xi), right=right, slips=slips, hint=hint)
    return "The mean over the draw is the value, whatever the baseline says."


ITERATIONS, SEEDS, GOAL = 4096, 20, 0.80
"""Of the race of `check_my_rule`; the goal is in chips, and the linear rule misses it."""


@cache
def _linear():
    return _median(Linear(ITERATIONS))


def _median(rule):
    gaps = []
    for seed in range(SEEDS):
        solver = CFR(leduc(), sampling=Mixed("es", "os", rule), seed=seed)
        solver.run(ITERATIONS)
        gaps.append(solver.exploitability())
    return float(np.median(gaps))


@check
def check_my_rule(my_rule):
    """Check a function (t, iterations) -> probability of external sampling, which is at most half in the mean."""
    chances = [call(my_rule, f"iteration {t}", t, ITERATIONS) for t in range(1, ITERATIONS + 1)]
    for t, p in enumerate(chances, start=1):
        returned(p, f"iteration {t}")
        if isinstance(p, str) or not np.isscalar(p) or not 0 <= p <= 1:
            raise Wrong(f"At iteration {t}: found {p!r}; it takes a probability, a number from 0 to 1.")
    share = float(np.mean(chances))
    if share > 0.5 + 1e-3:
        raise Wrong(f"Per(ES) is {share:.3f}; the game allows external sampling in half of the iterations, not more.")
    median = _median(lambda t: float(chances[t - 1]))
    if median >= GOAL:
        late = np.mean(chances[ITERATIONS // 2 :]) > np.mean(chances[: ITERATIONS // 2])
        raise Wrong(
            f"After {ITERATIONS} iterations the median exploitability of {SEEDS} seeds is {median:.3f}; "
            f"the linear rule has {_linear():.3f}, the goal is below {GOAL}. "
            + ("Your rule has external sampling late: what do early iterations learn from noise?" if late else
               f"Per(ES) is {share:.3f}: is the half spent, and spent early?")
        )  # fmt: skip
    return (
        f"Median exploitability {median:.3f}, with external sampling in {share:.0%} of the iterations; "
        f"linear has {_linear():.3f}."
    )
