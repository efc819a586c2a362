"""The checks of notebook 01 accept the right answer and say where a wrong one is wrong."""

import numpy as np
from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.games import matrix
from cfrlib.lessons.regret import checks as regret
from cfrlib.textbook import match_regrets, regret_matching


def regrets_of_player_2(payoffs, one, two):
    return payoffs[one, two] - payoffs[one]


def next_strategy(R):
    return match_regrets(R).tolist()


def forgetful(payoffs, mine, theirs):
    return match_regrets(payoffs[:, theirs] - payoffs[mine, theirs])


def value_between(payoffs, width, which="averages"):
    for played in regret_matching(matrix(payoffs), 20_000):
        x, y = getattr(played, which)
        low, high = min(x @ payoffs), max(payoffs @ y)
        if high - low < width:
            break
    return low, high


def in_place(payoffs, one, two):
    row = payoffs[one]
    row -= payoffs[one, two].copy()
    return -row


def shifted(R):
    shifted = np.subtract(R, min(R))
    return shifted / shifted.sum() if shifted.sum() else match_regrets(R)


def one_round(payoffs, width):
    x, y = (np.full(n, 1 / n) for n in payoffs.shape)
    return min(x @ payoffs), max(payoffs @ y)


ANSWERS = [
    (regret.check_regrets_of_player_2, regrets_of_player_2),
    (regret.check_regrets_of_player_2, in_place),
    (regret.check_next_strategy, next_strategy),
    (regret.check_forgetful, forgetful),
    (regret.check_value_between, value_between),
]

test_right_answers_pass = right_answers(ANSWERS)

WRONG = [
    (regret.check_value_between, lambda u, width: value_between(u, width)[::-1], "Guaranteed comes first"),
    (regret.check_value_between, lambda u, width: (1, 2), "the value 0.0000 is not between"),
    (regret.check_value_between, one_round, "Rock pays double for both", "Play on"),
    (regret.check_value_between, lambda u, width: value_between(u, width)[0], "pair"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(
    ANSWERS,
    (lambda *_: None, "returned nothing"), (lambda *_: {"rock": 1}, "At "),
    lambda *_: [[1], [2, 3]], lambda *_: np.nan, (lambda *_: 1 / 0, "At "),
)  # fmt: skip
