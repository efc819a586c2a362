"""The checks of lesson 04 accept the right answer and say where a wrong one is wrong."""

from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.lessons.counterfactual_regret import checks


def worth_of(probabilities, values):
    return sum(p * u for p, u in zip(probabilities, values, strict=True))


def counterfactual_value(player, histories):
    return sum(reach[1 - player] * reach[2] * u for reach, u in histories)


def regrets(payoffs, sigma, others):
    return [others * (u - worth_of(sigma, payoffs)) for u in payoffs]


def regret_of_plan(decisions, plan):
    total, reached = 0, set()
    for name, before, local in decisions:
        if before is None or (before[0] in reached and plan[before[0]] == before[1]):
            reached.add(name)
            total += local[plan[name]]
    return total


RIGHT = [
    (checks.check_worth, worth_of),
    (checks.check_counterfactual_value, counterfactual_value),
    (checks.check_regrets, regrets),
    (checks.check_regret_of_plan, regret_of_plan),
]

test_right_answers_pass = right_answers(RIGHT)

WRONG = [
    (checks.check_counterfactual_value, lambda i, hs: sum(r[i] * r[2] * u for r, u in hs), "own reach"),
    (checks.check_counterfactual_value, lambda i, hs: sum(r[0] * r[1] * r[2] * u for r, u in hs), "all three"),
    (checks.check_counterfactual_value, lambda i, hs: sum(r[1 - i] * u for r, u in hs), "At King after pass and bet"),
    (checks.check_counterfactual_value, lambda i, hs: counterfactual_value(i, hs) / len(hs), "At King after"),
    (checks.check_counterfactual_value, lambda i, hs: sum(u for _, u in hs), "no reach at all"),
    (
        checks.check_counterfactual_value,
        lambda i, hs: counterfactual_value(i, hs) / sum(r[1 - i] * r[2] for r, _ in hs),
        "weighted mean",
    ),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "a lot", lambda *_: {}, lambda: 0, None)
