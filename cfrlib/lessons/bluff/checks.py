"""Checks of lesson 14: counting Bluff, its one rule about dice, histories as numbers, and merging rolls."""

from itertools import combinations_with_replacement, product
from math import comb

import numpy as np

from cfrlib.lessons.verdict import Case, check


@check
def check_count():
    """Check a function (dice, faces) -> information sets of a round of Bluff with so many dice each."""
    for dice, faces in ((1, 2), (1, 6), (2, 3), (2, 6), (3, 4)):
        bids, rolls = 2 * dice * faces, comb(faces + dice - 1, dice)
        name, expected = f"{dice} dice each, {faces} faces", rolls * 2**bids
        slips = (
            (faces**dice * 2**bids, "Which die shows which does not matter: 12 and 21 are one roll."),
            (rolls * 2 ** (dice * faces), "Bids are about all dice, those of both players."),
            (2**bids, "Those are the histories of bids. Who moves also knows their own roll."),
            (rolls**2 * 2**bids, "The player who moves does not see the opponent's roll."),
        )
        yield Case(name, (dice, faces), expected, "2 to the number of bids, times the rolls of one player.", slips)
    return "Six faces, two dice each: 352,321,536."


@check
def check_holds():
    """Check a function (quantity, face, dice) -> whether a bid holds."""
    for (quantity, face), dice, expected in (
        ((1, "3"), ("3", "1"), True),
        ((2, "3"), ("3", "1", "2", "5"), False),
        ((2, "3"), ("3", "1", "*", "5"), True),
        ((3, "3"), ("3", "*", "*", "5"), True),
        ((2, "*"), ("3", "*", "3", "3"), False),
        ((2, "*"), ("*", "*", "3", "3"), True),
        ((1, "*"), ("1", "2"), False),
        ((4, "1"), ("1", "1", "1", "*"), True),
    ):
        name = f"the bid {quantity}-{face} on the dice {' '.join(dice)}"
        matching = sum(die in (face, "*") for die in dice)
        hint = "Count the dice that show the face or a star."
        if expected and matching == quantity > dice.count(face):
            hint = "The star is wild: it counts for every face."
        elif face == "*":
            hint = "A bid on stars counts stars only."
        elif expected and matching == quantity:
            hint = "At least: just as many is enough."
        yield Case(name, (quantity, face, list(dice)), expected, hint)
    return "One line, and the only place in the game where dice matter."


def _bids(faces, dice):
    return list(product(range(1, dice + 1), [*map(str, range(1, faces)), "*"]))


SIX = _bids(6, 4)


@check
def check_merged():
    """Check a function (rolls, bids, other) -> number of classes of rolls that no bid of the list can tell apart."""
    for name, dice, faces, bids, other in (
        ("two dice, six faces, all bids left", 2, 6, SIX, 2),
        ("two dice, six faces, from 3-5 on", 2, 6, SIX[SIX.index((3, "5")) :], 2),
        ("two dice, six faces, from 4-1 on", 2, 6, SIX[SIX.index((4, "1")) :], 2),
        ("two dice, six faces, only 4-* left", 2, 6, SIX[-1:], 2),
        ("one die, six faces, the opponent has two", 1, 6, _bids(6, 3)[12:], 2),
        ("two dice, three faces, the opponent has one", 2, 3, _bids(3, 3), 1),
    ):
        rolls = list(combinations_with_replacement([*map(str, range(1, faces)), "*"], dice))
        needs = np.array([[q - sum(die in (face, "*") for die in roll) for q, face in bids] for roll in rolls])
        right, unclipped, low, high = (
            len(np.unique(needs.clip(least, most), axis=0))
            for least, most in ((0, other + 1), (-9, 9), (0, 9), (-9, other + 1))
        )
        clip = "More dice than the opponent has are all alike (the bid fails), and so is 0 or less (it holds)."
        slips = [
            *((slip, clip) for slip in (unclipped, low, high)),
            (len(rolls), "Those are all rolls. Which of them does no bid of the list tell apart?"),
        ]
        hint = "Two rolls are alike if every bid needs the same number of dice from the opponent."
        yield Case(name, (rolls, bids, other), right, hint, slips)
    return "21 at the start, 2 at the end: **, and all the rest."


@check
def check_number():
    """Check a function (bids made, all bids) -> the number of a history, the lowest bid being the highest bit."""
    for faces, dice, made in (
        (2, 1, ("1-1",)),
        (2, 1, ("1-1", "2-1")),
        (2, 1, ("1-*", "2-1", "2-*")),
        (2, 1, ()),
        (4, 1, ("1-3", "2-2")),
        (6, 2, ("1-1", "2-5", "4-4")),
    ):
        bids = [f"{quantity}-{face}" for quantity, face in _bids(faces, 2 * dice)]
        places = [bids.index(bid) for bid in made]
        right = sum(2 ** (len(bids) - 1 - place) for place in places)
        name = f"{', '.join(made) or 'the start'} ({len(bids)} bids)"
        slips = (
            (sum(2**place for place in places), "Now the lowest bid is the lowest bit. It must be the highest one."),
            (2 * right, "The highest bid is the last bit. Alone it makes the number 1."),
        )
        hint = "Write 1 for each bid that was made and else 0, from low to high: a binary number."
        yield Case(name, (list(made), bids), right, hint, slips)
    return "Below a history lie the numbers that come next."
