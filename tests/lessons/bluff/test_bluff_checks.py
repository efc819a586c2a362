"""The checks of lesson 14 compute by themselves; the game and the ladder of bids say the same."""

from math import comb

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


def test_counts_and_classes_are_those_of_the_game():
    assert all(bluff((d, d), f, "one").num_infosets == count(d, f) for d, f in checks.COUNT_CASES if d <= 2)
    layout = BidsLayout(bluff((2, 2), 6))
    rolls = [tuple(label) for label in layout.game.outcomes(0)]
    for k in range(24):
        assert merged(rolls, checks.SIX[23 - k :], 2) == layout.classes[0, k]
    for (quantity, face), dice, expected in checks.HOLDS_CASES:
        assert holds(quantity, face, dice) is expected
