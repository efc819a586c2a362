"""The checks of lesson 10 accept the right answer and say where a wrong one is wrong."""

from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.lessons.variance import checks
from cfrlib.sampling import Scheme


def tried(scheme, sigma, a):
    n = len(sigma)
    if scheme.own_actions == "all":
        return 1
    if scheme.own_actions == "one":
        return scheme.epsilon / n + (1 - scheme.epsilon) * sigma[a]
    return min(scheme.own_actions, n) / n


def corrected(found, baseline, xi):
    return [b if v is None else b + (v - b) / p for v, b, p in zip(found, baseline, xi, strict=True)]


def one_draw(found, guess, xi, a):
    estimates, onward = list(guess), list(guess)
    estimates[a] += (found - guess[a]) / xi[a]
    onward[a] += 0.5 * (found - guess[a])
    return estimates, onward


def my_row():
    return Scheme("mine", opponent_private="one")


RIGHT = [
    (checks.check_tried, tried),
    (checks.check_corrected, corrected),
    (checks.check_one_draw, one_draw),
    (checks.check_my_row, my_row),
]

test_right_answers_pass = right_answers(RIGHT)


def early(found, guess, xi, a):
    guess = list(guess)
    guess[a] += 0.5 * (found - guess[a])
    estimates = list(guess)
    estimates[a] += (found - guess[a]) / xi[a]
    return estimates, guess


def row(**switches):
    return lambda: Scheme("mine", **switches)


DRAWN = {"own_private": "one", "opponent_private": "one", "public": "one"}

WRONG = [
    (checks.check_one_draw, early, "first of two", "before it is used"),
    (checks.check_one_draw, lambda *a: one_draw(*a)[::-1], "estimates", "for the next draw"),
    (checks.check_one_draw, lambda f, g, x, a: (one_draw(f, g, x, a)[0], g), "guesses", "must learn"),
    (checks.check_one_draw, lambda f, g, x, a: 5.0, "expected two lists", "estimates"),
    (checks.check_my_row, row(), "draws nothing", "at least one"),
    (checks.check_my_row, row(public="one"), "public cards", "plain CFR"),
    (checks.check_my_row, row(own_private="one"), "34.4", "Of which cards"),
    (checks.check_my_row, row(**DRAWN), "25.4", "Of which cards"),
    (checks.check_my_row, row(**DRAWN, opponent_actions="one"), "49.3", "Of which cards"),
    (checks.check_my_row, lambda: "pcs", "your row", "Scheme"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "a", lambda: 1, lambda *_: [], None)
