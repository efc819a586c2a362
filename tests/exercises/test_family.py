"""The checks of notebook 08 accept the right answer and say where a wrong one is wrong."""

import math

import numpy as np
from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.course.exercises import family as checks


def overall_regret(values, strategies):
    return values.mean(axis=0).max() - (values * strategies).sum(axis=1).mean()


def iterations_needed(delta, infosets, actions, epsilon):
    return int(np.ceil((delta * infosets / epsilon) ** 2 * actions * (1 - 1e-12)))


def weighted_average(strategies, reaches, power):
    weights = np.arange(1, len(reaches) + 1) ** power * reaches
    total = weights.sum()
    return weights @ strategies / total if total > 0 else np.full(strategies.shape[1], 1 / strategies.shape[1])


def discounted_rule(alpha, beta):
    def rule(R, r, t):
        s = t - 1
        keep = np.where(R > 0, s**alpha / (s**alpha + 1), s**beta / (s**beta + 1)) if s else 0.0
        R = keep * R + r
        return R, R

    return rule


RIGHT = [
    (checks.check_overall_regret, overall_regret),
    (checks.check_iterations_needed, iterations_needed),
    (checks.check_weighted_average, weighted_average),
    (checks.check_discounted_rule, discounted_rule),
]


RIGHT += [
    (checks.check_iterations_needed, lambda d, i, a, e: np.ceil((d * i * a**0.5 / e) ** 2)),
    (checks.check_iterations_needed, lambda d, i, a, e: math.ceil(d**2 * i**2 * a / e**2)),
]
"""Other right answers, with rounding of their own."""


test_right_answers_pass = right_answers(RIGHT)


def discounting(keeps):
    """Return an attempt whose rule is ``keeps(R, r, t, alpha, beta)``."""
    return lambda alpha, beta: lambda R, r, t: keeps(R, r, t, alpha, beta)


def with_t(R, r, t, alpha, beta):
    R = discounted_rule(alpha, beta)(R, 0, t + 1)[0] + r
    return R, R


def after_adding(R, r, t, alpha, beta):
    R = discounted_rule(alpha, beta)(R + r, 0, t + 1)[0]
    return R, R


def without_a_start(R, r, t, alpha, beta):
    s = t - 1
    R = np.where(R > 0, s**alpha / (s**alpha + 1), s**beta / (s**beta + 1)) * R + r
    return R, R


WRONG = [
    (checks.check_overall_regret, lambda v, s: (v.max(axis=1) - (v * s).sum(axis=1)).mean(), "one action for all"),
    (checks.check_overall_regret, lambda v, s: len(v) * overall_regret(v, s), "That is the sum"),
    (checks.check_overall_regret, lambda v, s: max(overall_regret(v, s), 0), "a player who changed at the right time"),
    (checks.check_overall_regret, lambda v, s: v.mean(), "At two iterations of two actions"),
    (checks.check_overall_regret, lambda v, s: v.mean(0).max() - v.mean(0) @ s.mean(0), "iteration by iteration"),
    (checks.check_iterations_needed, lambda d, i, a, e: iterations_needed(d, i, a, e) ** 0.5, "square it"),
    (checks.check_iterations_needed, lambda d, i, a, e: (d * i * a / e) ** 2, "not squared"),
    (checks.check_iterations_needed, lambda d, i, a, e: int((d * i / e) ** 2 * a + 1e-6), "expected 134, found 133"),
    (checks.check_iterations_needed, lambda d, i, a, e: d * i * a, "one decision of three actions, 0.3 chips"),
    (checks.check_iterations_needed, lambda d, i, a, e: int((d * i / e) ** 2 * a) + 1, "comes out even"),
    (checks.check_weighted_average, lambda s, p, k: weighted_average(s, np.ones(len(p)), k), "seldom reached at first"),
    (checks.check_weighted_average, lambda s, p, k: weighted_average(s, p, 0), "At linear weights"),
    (checks.check_weighted_average, lambda s, p, k: s.mean(axis=0), "At linear weights"),
    (checks.check_weighted_average, lambda s, p, k: weighted_average(s, p, k) if p.any() else [0, 0], "never reached"),
    (checks.check_weighted_average, lambda s, p, k: weighted_average(s, p, k) if p.any() else [0.5, 0.5], "three"),
    (checks.check_weighted_average, lambda s, p, k: np.arange(1, len(p) + 1) ** k * p @ s, "These are the sums"),
    (checks.check_discounted_rule, discounting(with_t), "You discounted with t"),
    (checks.check_discounted_rule, lambda a, b: discounted_rule(b, a), "yours are swapped"),
    (checks.check_discounted_rule, discounting(after_adding), "comes in whole"),
    (checks.check_discounted_rule, lambda a, b: lambda R, r, t: (R + r, R + r), "iteration 2, what is stored"),
    (checks.check_discounted_rule, lambda a, b: lambda R, r, t: discounted_rule(a, b)(R, r, t)[0], "returns a pair"),
    (checks.check_discounted_rule, lambda a, b: np.zeros(3), "Define it inside"),
    (checks.check_discounted_rule, discounting(without_a_start), "nothing is stored yet"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "", lambda *_: (1, 2, 3, 4), lambda a: 0)
