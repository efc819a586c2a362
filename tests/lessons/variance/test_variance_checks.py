"""The check of lesson 10 without cases accepts what is right and says where a wrong one is wrong."""

from verdicts import right_answers, wrong_answers

from cfrlib.lessons.variance import checks
from cfrlib.sampling import Scheme


def row(**switches):
    return lambda: Scheme("mine", **switches)


DRAWN = {"own_private": "one", "opponent_private": "one", "public": "one"}

WRONG = [
    (row(), "draws nothing", "at least one"),
    (row(public="one"), "public cards", "plain CFR"),
    (row(own_private="one"), "34.4", "Of which cards"),
    (row(**DRAWN), "25.4", "Of which cards"),
    (row(**DRAWN, opponent_actions="one"), "49.3", "Of which cards"),
    (lambda: "pcs", "your row", "Scheme"),
]

test_a_row_of_ones_own = right_answers([(checks.check_my_row, row(opponent_private="one"))])
test_wrong_rows_are_told_why = wrong_answers([(checks.check_my_row, *wrong) for wrong in WRONG])
