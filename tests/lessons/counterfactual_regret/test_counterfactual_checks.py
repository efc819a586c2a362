"""The checks of lesson 04 accept right answers, however they are computed."""

from verdicts import right_answers

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
