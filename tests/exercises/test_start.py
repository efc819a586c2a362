"""The checks of notebook 00 accept the right answer and say where a wrong one is wrong."""

from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.course.exercises import start

RANK = "JQK"


def deals(cards):
    return cards * (cards - 1)


def payoff(mine, theirs, history):
    if history == "bp":
        return 1
    if history == "pbp":
        return -1
    stake = 2 if history.endswith("bb") else 1
    return stake if RANK.index(mine) > RANK.index(theirs) else -stake


def bluff(profile):
    return profile["J", "p"]["b"]


RIGHT = [(start.check_number_of_deals, deals), (start.check_payoff, payoff), (start.check_bluff, bluff)]

WRONG = [
    (start.check_number_of_deals, lambda cards: cards**2, "deck of 2 cards"),
    (start.check_number_of_deals, lambda cards: cards * (cards - 1) // 2, "expected 2, found 1"),
    (start.check_number_of_deals, lambda cards: 6, "deck of 2 cards"),
    (start.check_payoff, lambda m, t, h: 1, "Player 1 with J, Player 2 with Q, history 'pp'"),
    (start.check_payoff, lambda m, t, h: -payoff(t, m, h) if h != "bp" else -1, "history 'pbp'"),
    (start.check_payoff, lambda m, t, h: payoff(m, t, h) if "bb" not in h else payoff(m, t, h) / 2, "'bb'"),
    (start.check_bluff, lambda p: p["J", ""]["b"], "bluffs with probability 0.0"),
    (start.check_bluff, lambda p: p["J", "p"]["p"], "bluffs with probability 0.0"),
    (start.check_bluff, lambda p: p["J", "p"], "which is not a number"),
]

test_right_answers_pass = right_answers(RIGHT)
test_wrong_answers_are_told_where = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, (lambda *_: None, "returned nothing"))
