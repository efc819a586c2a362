"""The checks of notebook 10 accept the right answer and say where a wrong one is wrong."""

from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.course.exercises import where as checks


def tried(scheme, sigma, a):
    n = len(sigma)
    if scheme.own_actions == "all":
        return 1
    if scheme.own_actions == "one":
        return scheme.epsilon / n + (1 - scheme.epsilon) * sigma[a]
    return min(scheme.own_actions, n) / n


def outweighs(chance):
    return len(chance) / sum(chance)


def corrected(found, baseline, xi):
    return [b if v is None else b + (v - b) / p for v, b, p in zip(found, baseline, xi, strict=True)]


def my_rule(t, iterations):
    return 1.0 if t <= iterations / 2 else 0.0


RIGHT = [
    (checks.check_tried, tried),
    (checks.check_outweighs, outweighs),
    (checks.check_corrected, corrected),
    (checks.check_my_rule, my_rule),
]

test_right_answers_pass = right_answers(RIGHT)


def one_of_k(scheme, sigma, a):
    return tried(scheme, sigma, a) if isinstance(scheme.own_actions, str) else 1 / len(sigma)


def above_one(scheme, sigma, a):
    return tried(scheme, sigma, a) if isinstance(scheme.own_actions, str) else scheme.own_actions / len(sigma)


def no_exploring(scheme, sigma, a):
    return sigma[a] if scheme.own_actions == "one" else tried(scheme, sigma, a)


def whole_epsilon(scheme, sigma, a):
    return scheme.epsilon + (1 - scheme.epsilon) * sigma[a] if scheme.own_actions == "one" else tried(scheme, sigma, a)


def by(change):
    """Return `corrected` with another formula for a tried action, or with something else for one not tried."""
    return lambda found, b, xi: [change(*three) for three in zip(found, b, xi, strict=True)]


WRONG = [
    (checks.check_tried, one_of_k, "k = 2 of three", "k of them"),
    (checks.check_tried, above_one, "k = 4 where there are only three", "above 1"),
    (checks.check_tried, no_exploring, "outcome sampling with epsilon 0.6", "strategy alone"),
    (checks.check_tried, whole_epsilon, "outcome sampling with epsilon 0.6", "epsilon / n"),
    (checks.check_outweighs, lambda chance: sum(chance) / len(chance), "first round", "Turned round"),
    (checks.check_outweighs, len, "first round", "Divide"),
    (checks.check_outweighs, lambda chance: 1 / sum(chance), "first round", "count them all"),
    (checks.check_outweighs, lambda chance: sum(1 / p for p in chance), "first round", "Sum first"),
    (checks.check_corrected, by(lambda v, b, p: 0.0 if v is None else v / p), "good guess", "without a baseline"),
    (checks.check_corrected, by(lambda v, b, p: 0.0 if v is None else b + (v - b) / p), "good guess", "not 0"),
    (checks.check_corrected, by(lambda v, b, p: b if v is None else v / p), "good guess", "not the value"),
    (checks.check_corrected, by(lambda v, b, p: b if v is None else v), "no baseline", "1 / xi"),
    (checks.check_corrected, by(lambda v, b, p: b + (v - b) / p if v else b), "the value is 0", "is None"),
    (checks.check_my_rule, lambda t, n: 1.0, "Per(ES)", "half of the iterations"),
    (checks.check_my_rule, lambda t, n: t / n, "0.8", "late"),
    (checks.check_my_rule, lambda t, n: 1 - (t - 1) / n, "0.8", "spent early"),
    (checks.check_my_rule, lambda t, n: 2 - t, "iteration 3", "from 0 to 1"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "a", lambda: 1, lambda *_: [], None)
