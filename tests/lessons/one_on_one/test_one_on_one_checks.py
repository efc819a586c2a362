"""The checks of lesson 15 accept the right answer and say where a wrong one is wrong."""

from math import ceil, inf, sqrt

import numpy as np
import pytest
from verdicts import expect_wrong, other_attempts, right_answers, wrong_answers

import cfrlib
from cfrlib.games import kuhn, matrix
from cfrlib.lessons.one_on_one import checks
from cfrlib.matches import match
from cfrlib.matches.duplicate import SURE
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.tree import unroll


def interval(won, sure=1.96, ddof=1, root=sqrt):
    return won.mean(), sure * won.std(ddof=ddof) / root(len(won))


def sure(first, second):
    return interval((first + second) / 2)


def circle():
    return [[0.2, 0.6, 0.2], [0.6, 0.2, 0.2], [0.2, 0.2, 0.6]]


def hands_needed(deviation, edge):
    return ceil((1.96 * deviation / edge) ** 2)


def both(p, q, A):
    return p @ A @ q, -(p @ A).min()


RIGHT = [
    (checks.check_interval, interval),
    (checks.check_interval, lambda won: interval(won, SURE)),
    (checks.check_interval, lambda won: np.array(interval(won))),
    (checks.check_sure, sure),
    (checks.check_sure, lambda first, second: interval((first + second) / 2, SURE)),
    (checks.check_circle, circle),
    (checks.check_circle, lambda: np.array([[0.5, 0.25, 0.25], [0.25, 0.25, 0.5], [0.25, 0.5, 0.25]])),
    (checks.check_hands_needed, hands_needed),
    (checks.check_hands_needed, lambda deviation, edge: float(hands_needed(deviation, edge))),
    (checks.check_both, both),
    (checks.check_both, lambda p, q, A: [p @ (A @ q), max(-(p @ A))]),
]

test_right_answers_pass = right_answers(RIGHT)


def with_mean(width):
    return lambda won: (won.mean(), width(won))


def ends(won):
    mean, half = interval(won)
    return mean - half, mean + half


def needed(exponent=2, sure=1.96, factor=1.0, to=ceil):
    return lambda deviation, edge: to(factor * (sure * deviation / edge) ** exponent)


def wins(then):
    return lambda p, q, A: (p @ A @ q, then(p, q, A))


FIRST = "At won = [2.0, -1.0, 5.0, 0.0, 3.0, -1.0]; "
HALF, MEAN = FIRST + "half the width", FIRST + "the mean"
GAME = "At rock-paper-scissors, p = (0.1, 0.7, 0.2), q = (0.8, 0.1, 0.1); "
P_WINS, ANSWER = GAME + "what p wins from q: expected 0.35", GAME + "what a best response wins from p: expected 0.6"
DEALS = "At first = [3, -2, 5], second = [-1, 2, -4]; "

WRONG = [
    (checks.check_interval, lambda won: interval(won, ddof=0), HALF, "true one", "ddof=1"),
    (checks.check_interval, lambda won: interval(won, SURE, ddof=0), HALF, "true one", "ddof=1"),
    (checks.check_interval, lambda won: interval(won, 1), HALF, "one standard error"),
    (checks.check_interval, lambda won: interval(won, 1, ddof=0), HALF, "one standard error", "by n - 1"),
    (checks.check_interval, lambda won: interval(won, root=lambda n: 1), HALF, "where single hands are"),
    (checks.check_interval, lambda won: interval(won, SURE, root=lambda n: 1), HALF, "where single hands are"),
    (checks.check_interval, lambda won: interval(won, ddof=0, root=lambda n: 1), HALF, "where single hands are"),
    (checks.check_interval, with_mean(lambda won: won.std(ddof=1)), HALF, "where single hands are"),
    (checks.check_interval, with_mean(np.std), HALF, "where single hands are"),
    (checks.check_interval, lambda won: interval(won, root=lambda n: n), HALF, "not by the number"),
    (checks.check_interval, with_mean(lambda won: 1.96 * won.var(ddof=1) / len(won)), HALF, "made of the variance"),
    (checks.check_interval, with_mean(lambda won: 1.96 * won.var(ddof=1) / len(won) ** 0.5), "made of the variance"),
    (checks.check_interval, lambda won: interval(won, 3.92), HALF, "the whole width"),
    (checks.check_interval, lambda won: interval(won, 2 * SURE), HALF, "the whole width"),
    (checks.check_interval, lambda won: interval(won, 1.645), HALF, "deviation of a sample"),
    (checks.check_interval, lambda won: interval(won, 2), HALF, "deviation of a sample"),
    (checks.check_interval, lambda won: interval(won, 1.9599), HALF, "deviation of a sample"),
    (checks.check_interval, ends, MEAN, "the lower end"),
    (checks.check_interval, with_mean(lambda won: ends(won)[1]), HALF, "the upper end"),
    (checks.check_interval, lambda won: (won.sum(), interval(won)[1]), MEAN, "That is the sum"),
    (checks.check_interval, lambda won: (np.median(won), interval(won)[1]), MEAN, "the median"),
    (checks.check_interval, lambda won: interval(won)[::-1], MEAN, "wrong way round"),
    (checks.check_interval, lambda won: interval(won)[1], "expected two numbers, the mean and half the width"),
    (checks.check_interval, lambda won: won, "expected two numbers", "found array([ 2., -1."),
    (checks.check_interval, lambda won: (won.mean(), np.nan), "found nan"),
    (checks.check_interval, lambda won: interval(won, 1.96 + (len(won) > 99)), "At 400 hands; half the width"),
    (checks.check_sure, lambda a, b: interval(np.r_[a, b]), DEALS + "half the width", "all of their luck"),
    (checks.check_sure, lambda a, b: (sure(a, b)[0], sure(a, b)[1] / sqrt(2)), DEALS, "a deal is one sample"),
    (checks.check_sure, lambda a, b: (sure(a, b)[0], interval(a - b)[1] / 2), DEALS, "keeps the luck"),
    (checks.check_sure, lambda a, b: interval((a - b) / 2), DEALS + "the mean", "You subtracted"),
    (checks.check_sure, lambda a, b: interval(a + b), DEALS + "the mean", "two hands won"),
    (checks.check_sure, lambda a, b: (sure(a, b)[0], 2 * sure(a, b)[1]), DEALS, "of what two hands won"),
    (checks.check_sure, lambda a, b: interval(a), DEALS + "the mean", "Only one of the two plays"),
    (checks.check_sure, lambda a, b: (sure(a, b)[0], interval(b)[1]), DEALS, "Only one of the two plays"),
    (checks.check_sure, lambda a, b: interval((a + b) / 2, ddof=0), DEALS, "divide by n - 1"),
    (checks.check_sure, lambda a, b: interval((a + b) / 2, root=lambda n: 1), DEALS, "where single deals are"),
    (checks.check_sure, lambda a, b: (a + b) / 2, "expected two numbers, the mean and half the width"),
    (checks.check_sure, lambda a, b: (sure(a, b)[0], 9), DEALS, "the interval of these numbers"),
    (checks.check_circle, lambda: circle()[::-1], "The first wins", "it takes 0.05", "what beats it"),
    (checks.check_circle, lambda: circle()[:2], "expected three strategies"),
    (checks.check_circle, lambda: np.eye(3), "plays an action with 0"),
    (checks.check_circle, lambda: np.ones((3, 3)), "adds up to 3"),
    (checks.check_circle, lambda: np.full((3, 3), 1 / 3), "wins 0 a round"),
    (checks.check_circle, lambda: "a", "expected three strategies"),
    (checks.check_hands_needed, needed(1), "deviation 5,000, edge 30: expected 106712, found 327", "square it"),
    (checks.check_hands_needed, needed(1, to=float), "deviation 5,000", "square it"),
    (checks.check_hands_needed, needed(sure=1), "found 27778", "That is for one standard error"),
    (checks.check_hands_needed, needed(sure=1, to=int), "found 27777", "That is for one standard error"),
    (checks.check_hands_needed, lambda d, e: ceil(1.96 * (d / e) ** 2), "The 1.96 is squared, too"),
    (checks.check_hands_needed, lambda d, e: ceil(1.96**2 * d / e**2), "The deviation is squared, too"),
    (checks.check_hands_needed, lambda d, e: ceil(1.96**2 * d**2 / e), "The edge is squared, too"),
    (checks.check_hands_needed, needed(factor=4), "half of the width of the interval, not all of it"),
    (checks.check_hands_needed, needed(factor=1 / 4), "do not halve it again"),
    (checks.check_hands_needed, needed(factor=2), "do not double them"),
    (checks.check_hands_needed, needed(to=float), "deviation 5,000", "round up"),
    (checks.check_hands_needed, needed(to=int), "found 106711", "round up"),
    (checks.check_hands_needed, needed(to=round), "found 106711", "round up"),
    (checks.check_hands_needed, lambda d, e: needed(to=int)(d, e) + 1, "deviation 1, edge 0.98", "exactly the edge"),
    (checks.check_hands_needed, needed(sure=SURE), "found 106708", "Take 1.96 as it stands"),
    (checks.check_hands_needed, lambda d, e: max(hands_needed(d, e), 2), "deviation 0.5, edge 2: expected 1"),
    (checks.check_hands_needed, lambda d, e: 1000, "Solve 1.96 * deviation / sqrt(n) <= edge"),
    (checks.check_hands_needed, lambda d, e: inf, "found inf"),
    (checks.check_both, lambda p, q, A: (-both(p, q, A)[0], both(p, q, A)[1]), P_WINS, "what q wins from p"),
    (checks.check_both, lambda p, q, A: ((p @ A).mean(), both(p, q, A)[1]), P_WINS, "all columns alike"),
    (checks.check_both, lambda p, q, A: (both(p, q, A)[1],) * 2, P_WINS, "against a best response, not against q"),
    (checks.check_both, lambda p, q, A: ((p @ A).min(), 0), P_WINS, "against a best response, not against q"),
    (checks.check_both, lambda p, q, A: both(p, q, A)[::-1], P_WINS, "wrong way round"),
    (checks.check_both, lambda p, q, A: both(q, p, A), "what q wins from p", "p weighs the rows"),
    (checks.check_both, wins(lambda p, q, A: (p @ A).min()), ANSWER, "change the sign"),
    (checks.check_both, wins(lambda p, q, A: (p @ A).max()), ANSWER, "picks what is worst for p"),
    (checks.check_both, wins(lambda p, q, A: -(p @ A).max()), ANSWER, "picks what is worst for p"),
    (checks.check_both, wins(lambda p, q, A: (A @ q).max()), ANSWER, "the best response to q"),
    (checks.check_both, wins(lambda p, q, A: p @ A @ q), ANSWER, "what q plays"),
    (checks.check_both, wins(lambda p, q, A: -(p @ A @ q)), ANSWER, "what q plays"),
    (checks.check_both, wins(lambda p, q, A: max(0, *-(p @ A))), "the game [[3, 1], [0, 2]]", "can lose, too"),
    (checks.check_both, wins(lambda p, q, A: (A @ p).max()), "the game [[2, 0, -1], [-3, 1, 4]]", "p weighs the rows"),
    (checks.check_both, lambda p, q, A: (q @ A @ p, -(q @ A).min()), P_WINS),
    (checks.check_both, lambda p, q, A: both(p, q, A) if len(A) == 3 else both(A @ p, q, A), "ValueError", "p @ A"),
    (checks.check_both, lambda p, q, A: p @ A, "expected two numbers, what p wins from q and what a best response"),
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
            for array in arguments:
                array[...] = 99
            return result

        return attempt

    assert checks.check_interval(spoiling(interval)).ok
    assert checks.check_sure(spoiling(sure)).ok
    assert checks.check_both(spoiling(both)).ok


@pytest.mark.parametrize("duplicated", [True, False])
def test_intervals_and_lengths_are_those_of_a_match(duplicated):
    game = kuhn()
    found = match(game, kuhn_equilibrium(0.2), Profile.uniform(game), hands=2000, duplicate=duplicated, seed=4)
    samples = found.hands // 2 if duplicated else found.hands
    assert found.half_width == pytest.approx(SURE * found.deviation / sqrt(samples), rel=1e-12)
    edge = found.half_width * checks.SURE / SURE
    assert hands_needed(found.deviation, edge * (1 - 1e-9)) == samples + 1
    assert hands_needed(found.deviation, edge * (1 + 1e-9)) == samples


def test_the_best_response_is_that_of_the_library():
    for name, p, q, payoffs in checks._measure_cases():
        game = matrix(payoffs)
        tree = unroll(game)
        profile = Profile.from_flat(tree, np.concatenate([p, q]))
        won, lost = both(np.array(p), np.array(q), payoffs)
        assert cfrlib.expected_value(game, profile) == pytest.approx(won, abs=1e-12), name
        assert cfrlib.best_response_values(game, profile)[1] == pytest.approx(lost, abs=1e-12), name


def test_the_deals_of_the_last_case_have_more_luck_than_skill():
    *_, (_, first, second) = checks._duplicate_cases()
    assert ((first + second) / 2).std(ddof=1) < np.r_[first, second].std(ddof=1) / 4
