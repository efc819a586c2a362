"""The checks of lesson 08 say where a wrong one is wrong."""

import numpy as np
from verdicts import wrong_answers

from cfrlib.lessons.the_cfr_family import checks
from cfrlib.regret import Power, RegretRule


def discounted_rule(alpha, beta, shift=1, whole=True, start=True):
    """The right rule, or with other arguments a typical wrong one."""

    def rule(R, r, t):
        s = t - shift
        R, added = (R, r) if whole else (R + r, 0)
        keep = np.where(R > 0, s**alpha / (s**alpha + 1), s**beta / (s**beta + 1)) if s or not start else 0.0
        R = keep * R + added
        return R, R

    return rule


def wrong(**switches):
    return lambda alpha, beta: discounted_rule(alpha, beta, **switches)


WRONG = [
    (checks.check_discounted_rule, wrong(shift=0), "You discounted with t"),
    (checks.check_discounted_rule, lambda a, b: discounted_rule(b, a), "yours are swapped"),
    (checks.check_discounted_rule, wrong(shift=0, whole=False), "comes in whole"),
    (checks.check_discounted_rule, lambda a, b: lambda R, r, t: (R + r, R + r), "iteration 2, what is stored"),
    (checks.check_discounted_rule, lambda a, b: lambda R, r, t: discounted_rule(a, b)(R, r, t)[0], "returns a pair"),
    (checks.check_discounted_rule, lambda a, b: np.zeros(3), "Define it inside"),
    (checks.check_discounted_rule, wrong(start=False), "nothing is stored yet"),
    (checks.check_values_that_show_it, lambda: [(1, 0), (0, 1)] * 10, "a regret never falls"),
    (checks.check_values_that_show_it, lambda: [(1, 0)] * 3, "shape (3, 2)"),
    (checks.check_values_that_show_it, lambda: [(5, 0)] * 20, "from 0 to 1"),
    (checks.check_values_that_show_it, lambda: "abab", "pairs of numbers"),
    (checks.check_own_rule, lambda: (RegretRule("mine", floor=0), 1), "comes to 0.000255 chips"),
    (checks.check_own_rule, lambda: (RegretRule("mine", floor=0, positive=Power(1.5)), 2), "A tie: after 1,000"),
    (checks.check_own_rule, lambda: (RegretRule("mine", positive=Power(1.5), negative=0.5), 2), "A tie: after 1,000"),
    (checks.check_own_rule, lambda: RegretRule("mine", floor=0), "Expected a pair"),
    (checks.check_own_rule, lambda: (RegretRule("mine", floor=0), -1), "At your rule"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)
