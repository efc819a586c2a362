"""The checks of lesson 14 compute by themselves; the game says the same."""

from cfrlib.games import bluff
from cfrlib.lessons.bluff import checks


def test_counts_and_bids_are_those_of_the_game():
    for case in checks.check_count.cases():
        dice, faces = case.given
        assert dice > 2 or bluff((dice, dice), faces, "one").num_infosets == case.right
    for case in checks.check_holds.cases():
        quantity, face, dice = case.given
        assert case.right is (sum(die in (face, "*") for die in dice) >= quantity), case.name
