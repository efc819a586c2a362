"""Checks of lesson 14: counting Bluff, its one rule about dice, and histories as numbers."""

from itertools import product
from math import comb

from cfrlib.lessons.verdict import Case, tried_on


@tried_on([(1, 2), (1, 6), (2, 3), (2, 6), (3, 4)], "{} dice each, {} faces".format)
def check_count(dice, faces):
    """Check a function (dice, faces) -> information sets of a round of Bluff with so many dice each."""
    bids, rolls = 2 * dice * faces, comb(faces + dice - 1, dice)
    yield Case(rolls * 2**bids, "2 to the number of bids, times the rolls of one player.")
    yield faces**dice * 2**bids, "Which die shows which does not matter: 12 and 21 are one roll."
    yield rolls * 2 ** (dice * faces), "Bids are about all dice, those of both players."
    yield 2**bids, "Those are the histories of bids. Who moves also knows their own roll."
    yield rolls**2 * 2**bids, "The player who moves does not see the opponent's roll."
    return "Six faces, two dice each: 352,321,536."


@tried_on([
    (1, "3", [*"31"]), (2, "3", [*"3125"]), (2, "3", [*"31*5"]), (3, "3", [*"3**5"]), (2, "*", [*"3*33"]),
    (2, "*", [*"**33"]), (1, "*", [*"12"]), (4, "1", [*"111*"]),
], lambda quantity, face, dice: f"the bid {quantity}-{face} on the dice {' '.join(dice)}")
def check_holds(quantity, face, dice):
    """Check a function (quantity, face, dice) -> whether a bid holds."""
    matching = sum(die in (face, "*") for die in dice)
    right, hint = matching >= quantity, "Count the dice that show the face or a star."
    if right and matching == quantity > dice.count(face):
        hint = "The star is wild: it counts for every face."
    elif face == "*":
        hint = "A bid on stars counts stars only."
    elif matching == quantity:
        hint = "At least: just as many is enough."
    yield Case(right, hint)
    return "One line, and the only place in the game where dice matter."


def _faces(many):
    return [*map(str, range(1, many)), "*"]


def _bids(faces, dice):
    return list(product(range(1, dice + 1), _faces(faces)))


@tried_on([
    (made, [f"{quantity}-{face}" for quantity, face in _bids(faces, 2 * dice)]) for faces, dice, *made in (
        (2, 1, "1-1"), (2, 1, "1-1", "2-1"), (2, 1, "1-*", "2-1", "2-*"), (2, 1), (4, 1, "1-3", "2-2"),
        (6, 2, "1-1", "2-5", "4-4"),
    )
], lambda made, bids: f"{', '.join(made) or 'the start'} ({len(bids)} bids)")
def check_number(made, bids):
    """Check a function (bids made, all bids) -> the number of a history, the lowest bid being the highest bit."""
    places = [bids.index(bid) for bid in made]
    right = sum(2 ** (len(bids) - 1 - place) for place in places)
    yield Case(right, "Write 1 for each bid that was made and else 0, from low to high: a binary number.")
    lowest = "Now the lowest bid is the lowest bit. It must be the highest one."
    yield sum(2**place for place in places), lowest
    yield 2 * right, "The highest bid is the last bit. Alone it makes the number 1."
    return "Below a history lie the numbers that come next."
