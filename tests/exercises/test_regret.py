"""The checks of notebook 01 accept the right answer and say where a wrong one is wrong."""

import numpy as np
from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.course.exercises import regret
from cfrlib.textbook import match_regrets


def round_regrets(payoffs, mine, other):
    return payoffs[:, other] - payoffs[mine, other]


def exploitability(payoffs, x, y):
    return ((payoffs @ y).max() - (x @ payoffs).min()) / 2


def learn_against(payoffs, other, rounds):
    total, strategies = np.zeros(len(payoffs)), np.zeros(len(payoffs))
    for _ in range(rounds):
        sigma = match_regrets(total)
        strategies += sigma
        total += payoffs @ other - sigma @ payoffs @ other
    return strategies / rounds


def value_2x2(payoffs):
    safe, limit = payoffs.min(axis=1).max(), payoffs.max(axis=0).min()
    (a, b), (c, d) = payoffs
    return safe if safe == limit else (a * d - b * c) / (a + d - b - c)


def last_strategy(payoffs, other, rounds):
    total = np.zeros(len(payoffs))
    for _ in range(rounds):
        sigma = match_regrets(total)
        total += payoffs @ other - sigma @ payoffs @ other
    return sigma


def update_first(payoffs, other, rounds):
    total, strategies = np.zeros(len(payoffs)), np.zeros(len(payoffs))
    for _ in range(rounds):
        total += payoffs @ other - match_regrets(total) @ payoffs @ other
        strategies += match_regrets(total)
    return strategies / rounds


def no_memory(payoffs, other, rounds):
    now, strategies = np.zeros(len(payoffs)), np.zeros(len(payoffs))
    for _ in range(rounds):
        sigma = match_regrets(now)
        strategies += sigma
        now = payoffs @ other - sigma @ payoffs @ other
    return strategies / rounds


def updating(regrets):
    """Return an attempt that adds something else than the regrets."""

    def attempt(payoffs, other, rounds):
        total, strategies = np.zeros(len(payoffs)), np.zeros(len(payoffs))
        for _ in range(rounds):
            sigma = match_regrets(total)
            strategies += sigma
            total += regrets(payoffs @ other, sigma @ payoffs @ other)
        return strategies / rounds

    return attempt


def gains_only(values, mean):
    return np.maximum(values - mean, 0)


def facing(of_player_1, of_player_2):
    """Return an attempt at exploitability in which the best responses answer these strategies (0: x, 1: y)."""

    def attempt(payoffs, *pair):
        return ((payoffs @ pair[of_player_1]).max() - (pair[of_player_2] @ payoffs).min()) / 2

    return attempt


def rows_for_columns(payoffs, x, y):
    return ((payoffs @ y).max() + (-payoffs @ x).max()) / 2


def only_square(payoffs, x, y):
    return exploitability(payoffs, x, y) if len(x) == len(y) else payoffs @ x


def without_negative(payoffs, mine, other):
    return np.maximum(round_regrets(payoffs, mine, other), 0)


def difference(payoffs, x, y):
    return ((payoffs @ y).max() + (x @ payoffs).min()) / 2


def wrong_side(payoffs, x, y):
    return ((payoffs @ y).max() + (x @ payoffs).max()) / 2


def mixed_always(payoffs):
    (a, b), (c, d) = payoffs
    bottom = a + d - b - c
    return (a * d - b * c) / bottom if bottom else a


ANSWERS = [
    (regret.check_round_regrets, round_regrets),
    (regret.check_exploitability, exploitability),
    (regret.check_learn_against, learn_against),
    (regret.check_value_2x2, value_2x2),
]

test_right_answers_pass = right_answers(ANSWERS)


WRONG = [
    (regret.check_round_regrets, lambda u, a, b: u[a, b] - u[:, b], "rock against paper", "sign"),
    (regret.check_round_regrets, lambda u, a, b: u[:, b], "rock against paper", "Subtract"),
    (regret.check_round_regrets, lambda u, a, b: u[a] - u[a, b], "rock against paper", "your own"),
    (regret.check_round_regrets, without_negative, "paper against paper", "negative"),
    (regret.check_round_regrets, lambda u, a, b: (u[:, b] - u[a, b])[:2], "rock against paper", "3 numbers"),
    (regret.check_exploitability, lambda u, x, y: (u @ y).max() - (x @ u).min(), "both play rock", "mean"),
    (regret.check_exploitability, difference, "both play rock", "subtracted"),
    (regret.check_exploitability, wrong_side, "the game [[3, 1], [0, 2]]", "best for Player 2"),
    (regret.check_exploitability, lambda u, x, y: (u @ y).max(), "the game [[3, 1], [0, 2]]", "b1 alone"),
    (regret.check_exploitability, facing(0, 0), "the game [[3, 1], [0, 2]]", "face x"),
    (regret.check_exploitability, facing(1, 1), "the game [[3, 1], [0, 2]]", "face y"),
    (regret.check_exploitability, facing(0, 1), "the game [[3, 1], [0, 2]]", "changed places"),
    (regret.check_exploitability, rows_for_columns, "the game [[3, 1], [0, 2]]", "y its columns"),
    (regret.check_exploitability, only_square, "three columns, both uniform: your code stopped", "x @"),
    (regret.check_learn_against, last_strategy, "2 rounds", "last round"),
    (regret.check_learn_against, update_first, "1 round", "before its update"),
    (regret.check_learn_against, no_memory, "3 rounds", "do not replace"),
    (regret.check_learn_against, updating(lambda v, mean: v), "[[3, 1], [1, 2]] against (1/2, 1/2), 2", "subtract"),
    (regret.check_learn_against, updating(gains_only), "[[0], [2], [3]] against its only column, 3", "negative"),
    (regret.check_learn_against, updating(lambda v, mean: mean - v), "2 rounds", "sign"),
    (regret.check_learn_against, lambda u, y, n: n * learn_against(u, y, n), "2 rounds", "Divide"),
    (regret.check_learn_against, lambda u, y, n: np.eye(len(u))[(u @ y).argmax()], "1 round", "before its update"),
    (regret.check_value_2x2, mixed_always, "[[3, 1], [2, 0]]", "saddle"),
    (regret.check_value_2x2, lambda u: u.min(axis=1).max(), "[[1, -1], [-1, 1]]", "single row"),
    (regret.check_value_2x2, lambda u: u.max(axis=0).min(), "[[1, -1], [-1, 1]]", "single column"),
    (regret.check_value_2x2, lambda u: -value_2x2(u), "[[2, -1], [-1, 1]]", "sign"),
    (regret.check_value_2x2, lambda u: "0", "[[2, -1], [-1, 1]]", "expected 0.2"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(
    ANSWERS,
    (lambda *_: None, "returned nothing"), (lambda *_: {"rock": 1}, "not a number"),
    lambda *_: [[1], [2, 3]], lambda *_: np.nan, (lambda *_: 1 / 0, "At "),
)  # fmt: skip


def test_an_attempt_that_changes_its_arguments_is_judged_by_what_it_returns():
    def in_place(payoffs, mine, other):
        column = payoffs[:, other]
        column -= payoffs[mine, other].copy()
        return column

    assert regret.check_round_regrets(in_place).ok
    assert regret.check_round_regrets(round_regrets).ok
