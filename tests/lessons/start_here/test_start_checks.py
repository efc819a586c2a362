"""The check of notebook 00 accepts the right answer and says where a wrong one is wrong."""

from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.lessons.start_here import checks as start


def bluff(profile):
    return profile["J", "p"]["b"]


RIGHT = [(start.check_bluff, bluff)]

WRONG = [
    (start.check_bluff, lambda p: p["J", ""]["b"], "bluffs with probability 0.0"),
    (start.check_bluff, lambda p: p["J", "p"]["p"], "bluffs with probability 0.0"),
    (start.check_bluff, lambda p: p["J", "p"], "which is not a number"),
]

test_right_answers_pass = right_answers(RIGHT)
test_wrong_answers_are_told_where = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, (lambda *_: None, "returned nothing"))
