"""The checks of lesson 13 accept the right answer and say where a wrong one is wrong."""

from itertools import combinations

import numpy as np
import pytest
from verdicts import right_answers, wrong_answers

from cfrlib.abstraction.futures import futures
from cfrlib.abstraction.percentiles import boundary
from cfrlib.lessons.abstraction import checks

pytestmark = pytest.mark.slow


def hand_strength(mine, theirs):
    return ((theirs < mine).sum() + (theirs == mine).sum() / 2) / len(theirs)


def percentiles(values, weights, buckets):
    inner = np.arange(1, buckets) / buckets
    return np.searchsorted(inner, (weights.cumsum() - weights / 2) / weights.sum(), side="right")


def worse(gap, least=0.0001, most=7):
    found = []
    for many in range(6):
        for cuts in combinations(range(1, 7), many):
            more = [tuple(sorted((*cuts, cut))) for cut in range(1, most) if cut not in cuts]
            found += [(cuts, finer) for finer in more if gap(finer) > gap(cuts) + least]
    return found


WRONG = [
    (checks.check_worse, lambda gap: worse(gap, least=-1), "One cut more is not worse here"),
    (checks.check_worse, lambda gap: worse(gap, most=6), "2 of 9 pairs"),
    (checks.check_worse, lambda gap: [], "0 of 9 pairs"),
    (checks.check_worse, lambda gap: [((5,), (4, 6))], "(4, 6) is not (5,) with one cut in addition"),
    (checks.check_worse, lambda gap: [(5, 6)], "It takes a list of pairs"),
    (checks.check_worse, lambda gap: gap((7,)), "stopped with KeyError"),
]  # fmt: skip

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_right_answers_pass = right_answers([
    (checks.check_hand_strength, hand_strength), (checks.check_percentiles, percentiles),
    (checks.check_worse, lambda gap: {(cuts, more[::-1]) for cuts, more in worse(gap)}),
])  # fmt: skip


def test_hand_strength_of_real_cards_is_that_of_the_library():
    *_, case = checks.check_hand_strength.cases()
    mine, theirs = case.given
    assert (theirs == mine).any()
    library = futures((13, 4), checks.HAND, checks.FLOP, last=3)
    assert hand_strength(mine, theirs) == pytest.approx(library.mean, abs=1e-12)


def by_thresholds(values, weights, buckets):
    """Cut whole numbers as the abstraction does."""
    total = int(weights.sum())
    cuts = [boundary(values, weights, 0, total, j, buckets) for j in range(1, buckets)]
    return np.searchsorted(cuts, values, side="right")


def test_percentiles_are_those_of_the_abstraction():
    for case in checks.check_percentiles.cases():
        _, w, n = case.given
        rising = 10 * np.arange(len(w))
        np.testing.assert_array_equal(percentiles(rising, w, n), by_thresholds(rising, w, n))


def test_only_one_case_asks_what_happens_exactly_on_a_boundary():
    """Elsewhere floating-point numbers must not decide, and there they are exact: the total is a power of two."""
    on = []
    for case in checks.check_percentiles.cases():
        _, w, n = case.given
        middles, total = 2 * w.cumsum() - w, 2 * w.sum()
        on.append(bool((middles * n % total == 0).any()))
        if on[-1]:
            assert n == 2
            assert total & (total - 1) == 0
    assert sum(on) == 1
