"""The checks of lesson 14 compute by themselves; the game and the ladder of bids say the same."""

from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.games import bluff
from cfrlib.lessons.bluff import checks


def test_counts_and_classes_are_those_of_the_game():
    for case in checks.check_count.cases():
        dice, faces = case.given
        assert dice > 2 or bluff((dice, dice), faces, "one").num_infosets == case.right
    for case in checks.check_merged.cases():
        rolls, bids, other = case.given
        faces = len({face for roll in rolls for face in roll})
        layout = BidsLayout(bluff((len(rolls[0]), other), faces))
        assert case.right == layout.classes[0, len(bids) - 1], case.name
    for case in checks.check_holds.cases():
        quantity, face, dice = case.given
        assert case.right is (sum(die in (face, "*") for die in dice) >= quantity), case.name
