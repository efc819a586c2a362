"""The checks of lesson 14 accept the right answer and say where a wrong one is wrong."""

from math import comb

from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.games import bluff
from cfrlib.lessons.bluff import checks


def count(dice, faces):
    return comb(faces + dice - 1, dice) * 2 ** (2 * dice * faces)


def holds(quantity, face, dice):
    return sum(die in (face, "*") for die in dice) >= quantity


def needs(roll, bids):
    return [q - sum(die in (face, "*") for die in roll) for q, face in bids]


def merged(rolls, bids, other):
    return len({tuple(min(max(n, 0), other + 1) for n in needs(roll, bids)) for roll in rolls})


def number(made, bids):
    return sum(2 ** (len(bids) - 1 - bids.index(bid)) for bid in made)


def lowest_first(made, bids):
    """What the lesson prints as having a bug."""
    return sum(2 ** bids.index(bid) for bid in made)


RIGHT = [
    (checks.check_count, count),
    (checks.check_holds, holds),
    (checks.check_merged, merged),
    (checks.check_number, number),
]

test_right_answers_pass = right_answers(RIGHT)

WRONG = [
    (checks.check_count, lambda dice, faces: faces**dice * 2 ** (2 * dice * faces), "one roll"),
    (checks.check_count, lambda dice, faces: comb(faces + dice - 1, dice) * 2 ** (dice * faces), "both players"),
    (checks.check_count, lambda dice, faces: 2 ** (2 * dice * faces), "their own roll"),
    (checks.check_count, lambda d, f: comb(f + d - 1, d) ** 2 * 2 ** (2 * d * f), "does not see"),
    (checks.check_holds, lambda q, face, dice: dice.count(face) >= q, "2-3 on the dice 3 1 *", "wild"),
    (checks.check_holds, lambda q, face, dice: sum(d in (face, "*") for d in dice) > q, "1-3", "At least"),
    (checks.check_holds, lambda q, face, dice: holds(q, face, dice) or face == "*", "2-*", "stars only"),
    (checks.check_merged, lambda rolls, bids, other: len(rolls), "from 3-5 on", "all alike"),
    (checks.check_merged, lambda rolls, bids, other: len({tuple(needs(r, bids)) for r in rolls}), "all alike"),
    (checks.check_number, lowest_first, "1-1 (4 bids)", "lowest bit"),
    (checks.check_number, lambda made, bids: 2 * number(made, bids), "Alone it makes"),
    (checks.check_number, lambda made, bids: 7, "binary"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "a", lambda *_: [], None)


def test_counts_and_classes_are_those_of_the_game():
    """The checks compute by themselves; the game and the ladder say the same."""
    assert all(bluff((d, d), f, "one").num_infosets == count(d, f) for d, f in checks.COUNT_CASES if d <= 2)
    layout = BidsLayout(bluff((2, 2), 6))
    rolls = [tuple(label) for label in layout.game.outcomes(0)]
    for k in range(24):
        assert merged(rolls, checks.SIX[23 - k :], 2) == layout.classes[0, k]
    for (quantity, face), dice, expected in checks.HOLDS_CASES:
        assert holds(quantity, face, dice) is expected
