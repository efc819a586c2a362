"""The checks of notebook 01 say where a wrong one is wrong."""

import numpy as np
from verdicts import wrong_answers

from cfrlib.games import matrix
from cfrlib.lessons.regret import checks as regret
from cfrlib.textbook import regret_matching


def value_between(payoffs, width):
    for played in regret_matching(matrix(payoffs), 20_000):
        x, y = played.averages
        low, high = min(x @ payoffs), max(payoffs @ y)
        if high - low < width:
            break
    return low, high


def one_round(payoffs, width):
    x, y = (np.full(n, 1 / n) for n in payoffs.shape)
    return min(x @ payoffs), max(payoffs @ y)


WRONG = [
    (regret.check_value_between, lambda u, width: value_between(u, width)[::-1], "Guaranteed comes first"),
    (regret.check_value_between, lambda u, width: (1, 2), "the value 0.0000 is not between"),
    (regret.check_value_between, one_round, "Rock pays double for both", "Play on"),
    (regret.check_value_between, lambda u, width: value_between(u, width)[0], "pair"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
