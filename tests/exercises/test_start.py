"""The checks of notebook 00 accept the right answer and say where a wrong one is wrong."""

from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.course.exercises import start

RANK = "JQK"


def deals(cards):
    return cards * (cards - 1)


def bluff(profile):
    return profile["J", "p"]["b"]


RIGHT = [(start.check_number_of_deals, deals), (start.check_bluff, bluff)]

WRONG = [
    (start.check_number_of_deals, lambda cards: cards**2, "deck of 2 cards"),
    (start.check_number_of_deals, lambda cards: cards * (cards - 1) // 2, "expected 2, found 1"),
    (start.check_number_of_deals, lambda cards: 6, "deck of 2 cards"),
    (start.check_bluff, lambda p: p["J", ""]["b"], "bluffs with probability 0.0"),
    (start.check_bluff, lambda p: p["J", "p"]["p"], "bluffs with probability 0.0"),
    (start.check_bluff, lambda p: p["J", "p"], "which is not a number"),
]

test_right_answers_pass = right_answers(RIGHT)
test_wrong_answers_are_told_where = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, (lambda *_: None, "returned nothing"))
