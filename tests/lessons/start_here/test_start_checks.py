"""The check of notebook 00 says where a wrong one is wrong."""

from verdicts import wrong_answers

from cfrlib.lessons.start_here import checks as start

WRONG = [
    (start.check_bluff, lambda p: p["J", ""]["b"], "bluffs with probability 0.0"),
    (start.check_bluff, lambda p: p["J", "p"]["p"], "bluffs with probability 0.0"),
    (start.check_bluff, lambda p: p["J", "p"], "which is not a number"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)
