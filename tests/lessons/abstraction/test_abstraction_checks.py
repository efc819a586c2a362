"""The checks of lesson 13 accept the right answer and say where a wrong one is wrong."""

from itertools import combinations

import numpy as np
import pytest
from verdicts import expect_wrong, other_attempts, right_answers, wrong_answers

from cfrlib.abstraction.percentiles import boundary
from cfrlib.cards.deck import Deck, number
from cfrlib.cards.hand_strength import on_board
from cfrlib.games import texas
from cfrlib.lessons.abstraction import checks


def hand_strength(mine, theirs, tie=0.5, n=0):
    return ((theirs < mine).sum() + tie * (theirs == mine).sum()) / (len(theirs) + n)


def expected_square(values, weights):
    return np.average(values, weights=weights), np.average(values**2, weights=weights)


def percentiles(values, weights, buckets, part=0.5, side="right"):
    inner = np.arange(1, buckets) / buckets
    return np.searchsorted(inner, (weights.cumsum() - (1 - part) * weights) / weights.sum(), side=side)


DECISIONS = (8, 70, 630, 5670)


def sizes(*factors):
    return lambda buckets: np.dot(factors, np.cumprod(buckets))


def size(buckets):
    return sizes(8, 70, 630, 5670)(buckets)


def worse(gap, least=0.0001, most=7, cuts_to_begin=0):
    found = []
    for many in range(cuts_to_begin, 6):
        for cuts in combinations(range(1, 7), many):
            more = [tuple(sorted((*cuts, cut))) for cut in range(1, most) if cut not in cuts]
            found += [(cuts, finer) for finer in more if gap(finer) > gap(cuts) + least]
    return found


RIGHT = [
    (checks.check_hand_strength, hand_strength),
    (checks.check_hand_strength, lambda m, t: float(np.mean(np.where(t == m, 0.5, t < m)))),
    (checks.check_expected_square, expected_square),
    (checks.check_expected_square, lambda v, w: np.array([v @ w, v**2 @ w]) / w.sum()),
    (checks.check_percentiles, percentiles),
    (checks.check_percentiles, lambda *a: percentiles(*a).tolist()),
    (checks.check_percentiles, lambda v, w, n: (n * (w.cumsum() - w / 2) / w.sum()).astype(int)),
    (checks.check_size, size),
    (checks.check_size, lambda b: float(size(b))),
    (checks.check_size, lambda b: 8 * b[0] + 10 * (7 + (63 + 567 * b[3]) * b[2]) * b[0] * b[1]),
    (checks.check_worse, worse),
    (checks.check_worse, lambda gap: {(cuts, more[::-1]) for cuts, more in worse(gap)}),
]

test_right_answers_pass = right_answers(RIGHT)


def square(then):
    return lambda v, w: (v @ w / w.sum(), then(v, w))


def mean(then):
    return lambda v, w: (then(v, w), v**2 @ w / w.sum())


def by_edge(part, side="right", most=True):
    def buckets(values, weights, n):
        found = np.floor(n * (weights.cumsum() - (1 - part) * weights) / weights.sum())
        return np.minimum(found, n - 1) if most else found

    return buckets


def widths(values, weights, n, low=0.0, high=1.0):
    return np.clip(np.floor(n * (values - low) / (high - low)), 0, n - 1)


DEALT = "At mine = 5, theirs = [2, 5, 7, 7]: expected 0.375, found "
DRAW = "At a draw: HS 0.1 with weight 3, HS 0.9 with weight 1; "
NO_TIE = "values [0.1, 0.2, 0.3, 0.8], weights [1, 1, 1, 1], 2 buckets: expected [0, 0, 1, 1], found "
BEGIN, END = "weights [1, 2, 4, 1]", "weights [5, 1, 1, 1]"

WRONG = [
    (checks.check_hand_strength, lambda m, t: hand_strength(m, t, 1), DEALT + "0.5", "not as a win"),
    (checks.check_hand_strength, lambda m, t: hand_strength(m, t, 0), DEALT + "0.25", "not nothing"),
    (checks.check_hand_strength, lambda m, t: hand_strength(m, t, n=1), DEALT + "0.3", "your own is none of them"),
    (checks.check_hand_strength, lambda m, t: hand_strength(m, np.append(t, m)), DEALT + "0.4", "by the 4 hands"),
    (checks.check_hand_strength, lambda m, t: hand_strength(-m, -t), DEALT, "the higher level wins"),
    (checks.check_hand_strength, lambda m, t: hand_strength(m, t) * len(t), DEALT + "1.5", "a number of hands"),
    (checks.check_hand_strength, lambda m, t: np.sign(m - t).mean(), DEALT + "-0.25", "wins minus losses"),
    (checks.check_hand_strength, lambda m, t: (t < m).sum() / max((t != m).sum(), 1), DEALT, "left out of the hands"),
    (checks.check_hand_strength, lambda m, t: np.where(t == m, 0.5, t < m), "expected one number, found 4 numbers"),
    (checks.check_hand_strength, lambda m, t: hand_strength(m, t) + (len(t) > 99), "QsJd", "1,081 hands"),
    (checks.check_hand_strength, lambda m, t: 0.9, DEALT, "The share of hands with a lower level"),
    (checks.check_expected_square, square(lambda v, w: (v @ w / w.sum()) ** 2), DRAW + "E[HS^2]", "square of the mean"),
    (checks.check_expected_square, lambda v, w: (v.mean(), (v**2).mean()), DRAW + "E[HS]:", "Weights are missing"),
    (checks.check_expected_square, lambda v, w: (v.mean(), v.mean() ** 2), DRAW + "E[HS]:", "Weights are missing"),
    (checks.check_expected_square, square(lambda v, w: (v**2).mean()), DRAW + "E[HS^2]", "Weights are missing"),
    (checks.check_expected_square, square(lambda v, w: v.mean() ** 2), "Weights are missing", "And square each value"),
    (checks.check_expected_square, lambda v, w: (v @ w, v**2 @ w), DRAW + "E[HS]:", "sum of the weights, 4"),
    (checks.check_expected_square, square(lambda v, w: v**2 @ w), DRAW + "E[HS^2]", "sum of the weights, 4"),
    (checks.check_expected_square, lambda v, w: (np.mean(v * w), np.mean(v**2 * w)), "the number of values, 2"),
    (checks.check_expected_square, square(lambda v, w: np.mean(v**2 * w)), "E[HS^2]", "the number of values, 2"),
    (checks.check_expected_square, square(lambda v, w: np.cov(v, fweights=(100 * w).astype(int), ddof=0)), "variance"),
    (checks.check_expected_square, square(lambda v, w: ((v * w) ** 2).mean()), "The weights were squared"),
    (checks.check_expected_square, square(lambda v, w: ((v * w) ** 2).sum() / w.sum()), "The weights were squared"),
    (checks.check_expected_square, square(lambda v, w: (v**2 @ w / w.sum()) ** 0.5), DRAW + "E[HS^2]", "No root"),
    (checks.check_expected_square, lambda v, w: expected_square(v, w)[::-1], DRAW + "E[HS]:", "wrong way round"),
    (checks.check_expected_square, lambda v, w: v @ w, "expected two numbers, E[HS] and E[HS^2], found 1.2"),
    (checks.check_expected_square, lambda v, w: (v, v**2), "expected two numbers", "found (array([0.1, 0.9])"),
    (checks.check_expected_square, mean(lambda v, w: 0.6 + v[0]), DRAW + "E[HS]:", "Sums of weight times value"),
    (checks.check_percentiles, by_edge(0), BEGIN, "expected [0, 0, 1, 1], found [0, 0, 0, 1]", "by the lower edge"),
    (checks.check_percentiles, by_edge(1), NO_TIE + "[0, 1, 1, 1]", "by the upper edge"),
    (checks.check_percentiles, by_edge(1, most=False), NO_TIE + "[0, 1, 1, 2]", "by the upper edge"),
    (checks.check_percentiles, lambda *a: percentiles(*a, part=1, side="left"), END, "by the upper edge"),
    (checks.check_percentiles, lambda v, w, n: widths(v, w, n), NO_TIE + "[0, 0, 0, 1]", "equal widths of value"),
    (checks.check_percentiles, lambda v, w, n: widths(v, w, n, v[0], v[-1]), NO_TIE, "equal widths of value"),
    (checks.check_percentiles, lambda v, w, n: np.arange(len(v)) * n // len(v), END, "equal numbers of values"),
    (checks.check_percentiles, lambda v, w, n: percentiles(v, 1 + 0 * w, n), END, "equal numbers of values"),
    (checks.check_percentiles, lambda *a: percentiles(*a, side="left"), "weights [3, 2, 3]", "belongs above it"),
    (checks.check_percentiles, lambda *a: percentiles(*a) + 1, NO_TIE + "[1, 1, 2, 2]", "counted from 0"),
    (checks.check_percentiles, lambda v, w, n: n - 1 - percentiles(v, w, n), NO_TIE, "Turned round"),
    (checks.check_percentiles, lambda *a: percentiles(*a)[:-1], "expected 4 numbers, found 3 numbers"),
    (checks.check_percentiles, lambda v, w, n: 0 * w, NO_TIE + "[0, 0, 0, 0]", "plus half of its own"),
    (checks.check_percentiles, lambda v, w, n: percentiles(v, w, n) - (n == 5), "weights [1, 8, 1], 5 buckets"),
    (checks.check_percentiles, lambda v, w, n: percentiles(v, w, n) + (n == 1), "1 bucket: expected [0, 0]"),
    (checks.check_size, lambda b: np.dot(b, DECISIONS), "= (3, 3, 3, 3): expected 476934, found 19134", "memory"),
    (checks.check_size, lambda b: np.dot(DECISIONS, np.cumsum(b)), "sequences multiply"),
    (checks.check_size, lambda b: 6378 * np.prod(b), "Only on the river has a player seen four"),
    (checks.check_size, lambda b: 8 * b[0], "information sets before the flop only"),
    (checks.check_size, lambda b: 70 * b[0] * b[1], "information sets on the flop only"),
    (checks.check_size, lambda b: 630 * b[0] * b[1] * b[2], "information sets on the turn only"),
    (checks.check_size, lambda b: 5670 * np.prod(b), "At buckets = (3, 3, 3, 3)", "information sets on the river only"),
    (checks.check_size, sizes(8, 10, 10, 10), "each way to bet before it that goes on"),
    (checks.check_size, sizes(1, 1, 1, 1), "found 120", "Those are sequences of buckets"),
    (checks.check_size, lambda b: 6378, "Those are the decisions"),
    (checks.check_size, lambda b: size(np.square(b)), "the opponent's buckets"),
    (checks.check_size, lambda b: size([b[0]] * 4), "At buckets = (2, 5, 4, 3)", "may differ from street to street"),
    (checks.check_size, lambda b: 2 * size(b), "do not count it twice"),
    (checks.check_size, sizes(8, 70, 630, 5671), "decisions of a street, times sequences of buckets"),
    (checks.check_size, lambda b: size(b) + (b[0] == 1), "At buckets = (1, 1, 1, 1): expected 6378, found 6379"),
    (checks.check_size, lambda b: size(b) + (b[0] == 12), "At buckets = (12, 12, 12, 12)", "Exactly 118,671,936"),
    (checks.check_worse, lambda gap: worse(gap, least=-1), "One cut more is not worse here"),
    (checks.check_worse, lambda gap: worse(gap, most=6), "2 of 9 pairs"),
    (checks.check_worse, lambda gap: [], "0 of 9 pairs"),
    (checks.check_worse, lambda gap: [((5,), (4, 6))], "(4, 6) is not (5,) with one cut in addition"),
    (checks.check_worse, lambda gap: [(5, 6)], "It takes a list of pairs"),
    (checks.check_worse, lambda gap: gap((7,)), "stopped with KeyError"),
]  # fmt: skip

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(
    RIGHT, lambda *_: "a", lambda *_: [], lambda *_: {}, lambda *_: [[1], [1, 2]], lambda *_: 1j, lambda *_: ("a", "b"),
    lambda *_: np.zeros((2, 2)), lambda *_: np.nan, lambda: 1, None,
)  # fmt: skip


@pytest.mark.parametrize("check", dict.fromkeys(check for check, _ in RIGHT))
def test_a_missing_return_is_named(check):
    expect_wrong(check, lambda *_: None, "Is the return statement missing?")


def test_arguments_may_be_written_to():
    """A case is not spoilt by an attempt that changes what it was given."""

    def spoiling(function):
        def attempt(*arguments):
            result = function(*arguments)
            for given in arguments:
                if isinstance(given, np.ndarray):
                    given[...] = 99
            return result

        return attempt

    for check, attempt in dict(RIGHT).items():
        assert check(spoiling(attempt)).ok


def test_hand_strength_of_real_cards_is_that_of_the_library():
    deck, (*_, (_, mine, theirs)) = Deck(), checks._strength_cases()
    own, board = deck.parse(checks.HAND, 2), deck.parse(checks.FLOP, 3)
    assert (theirs == mine).any()
    assert hand_strength(mine, theirs) == pytest.approx(on_board(deck, board)[number(own)], abs=1e-12)


def test_the_first_two_hands_have_the_same_mean():
    (draw, same), (square, less) = zip(*(expected_square(*map(np.array, c[1:])) for c in checks.SQUARE_CASES[:2]),
                                       strict=True)  # fmt: skip
    assert draw == pytest.approx(same, abs=1e-12)
    assert square > less


def by_thresholds(values, weights, buckets):
    """Cut whole numbers as the abstraction does."""
    total = int(weights.sum())
    cuts = [boundary(values, weights, 0, total, j, buckets) for j in range(1, buckets)]
    return np.searchsorted(cuts, values, side="right")


def test_percentiles_are_those_of_the_abstraction():
    for values, weights, n in checks.PERCENTILE_CASES:
        rising, w = 10 * np.arange(len(values)), np.array(weights)
        np.testing.assert_array_equal(percentiles(np.array(values), w, n), by_thresholds(rising, w, n))


def test_only_one_case_asks_what_happens_exactly_on_a_boundary():
    """Elsewhere floating-point numbers must not decide, and there they are exact: the total is a power of two."""
    on = []
    for _, weights, n in checks.PERCENTILE_CASES:
        w = np.array(weights)
        middles, total = 2 * w.cumsum() - w, 2 * w.sum()
        on.append(bool((middles * n % total == 0).any()))
        if on[-1]:
            assert n == 2
            assert total & (total - 1) == 0
    assert sum(on) == 1


@pytest.mark.parametrize("b", [2, 4, 31])
def test_sizes_are_those_of_the_game(b):
    decisions, ways = checks._decisions(texas(b))
    assert size([b] * 4) == texas(b).num_infosets == decisions @ b ** np.arange(1, 5)
    assert decisions.tolist() == [8, 70, 630, 5670]
    assert ways.tolist() == [1, 7, 63, 567]
    assert texas(b, recall="imperfect").num_infosets == decisions.sum() * b
