"""Checks of lesson 12: classes of hands and flops, and what they count."""

from itertools import permutations, product
from math import comb

import numpy as np

from cfrlib.cards.deck import Deck
from cfrlib.cards.flops import preflop_table
from cfrlib.cards.isomorphism import num_classes
from cfrlib.lessons.verdict import Case, Wrong, call, check, returned, tried_on


@tried_on({"4 ranks, 2 suits": (4, 2), "7 ranks, one suit": (7, 1), "3 ranks, 3 suits": (3, 3),
           "13 ranks, 4 suits": (13, 4)})
def check_classes(ranks, suits):
    """Check a function (ranks, suits) -> number of hands before the flop, up to the names of the suits."""
    right, two = len(preflop_table(Deck(ranks, suits)).multiplicity), comb(ranks, 2)
    yield Case(right, "There are three kinds of hands: pairs, two ranks in one suit, two ranks in two suits.")
    once = "Those are all hands. AsKs and AhKh differ in the names of suits only: count them once."
    yield comb(ranks * suits, 2), once
    if suits > 1:
        yield 2 * two, "That is without pairs."
        yield two, "Two ranks make two different hands, suited and offsuit. And then there are pairs."
        yield ranks + two, "Two ranks make two different hands, suited and offsuit: AKs and AKo."
    else:
        yield ranks**2, "With one suit there are neither pairs nor offsuit hands."
        yield 2 * two, "There is only one suit, so no hand is offsuit."
        yield ranks + two, "There is only one card of each rank, so there are no pairs."
    return (
        f"{right} = {ranks} × {ranks}: charts of hands are squares, with pairs on the diagonal, suited hands on one "
        "side of it and offsuit hands on the other."
    )


def _cards(text):
    return [text[k : k + 2] for k in range(0, len(text), 2)]


def _renamed(*groups, order=sorted):
    """Return what each renaming of four suits makes of some groups of cards, each brought into an `order`."""
    return [
        tuple(tuple(order(card[0] + suits["cdhs".index(card[1])] for card in cards)) for cards in groups)
        for suits in permutations("cdhs")
    ]


@tried_on({
    f"{hand}, flop {flop}" if flop else f"{hand}, no flop": (_cards(hand), _cards(flop)) for hand, flop in (
        ("AsKs", ""), ("AsAh", ""), ("AsKd", ""), ("AsKs", "2s7s9s"), ("AhKh", "2s7s9s"), ("AsAh", "2s7h9d"),
        ("AcKc", "7s7h7d"), ("7s7h", "7d7c2d"),
    )
})
def check_members(cards, board):
    """Check a function (hand, flop) -> number of members of their class, cards as lists such as ["As", "Ks"]."""
    yield Case(len(set(_renamed(cards, board))), "Rename in all 24 ways, and count the different results.")
    yield len(set(_renamed(cards))), "Those are the hands alone. The flop is renamed, too."
    same = "AsAh and AhAs are the same hand: sort the cards, of the hand and of the flop."
    yield len(set(_renamed(cards + board, order=list))), same
    apart = "Keep the hand and the flop apart: a card in your hand is not a card on the table."
    yield len(set(_renamed(cards + board))), apart
    yield 24, "There are 24 renamings. But some of them give the same cards: count what is different."
    return "24 renamings, over the number of those that change nothing: this is the size of every class."


SAME_CASES = (
    ("AsKs", "2s7s9s", "AhKh", "2h7h9h", True),
    ("AsKs", "2s7s9s", "AhKh", "2s7s9s", False),
    ("AdKd", "2s7s9s", "AcKc", "2s7s9s", True),
    ("AsAh", "2s7d9c", "AsAh", "2h7d9c", True),
    ("AsKd", "7s7h2c", "AcKs", "7c7d2h", True),
    ("AdAc", "7s7h9s", "AdAc", "7s7h9h", True),
    ("AsAh", "2s7s9d", "AsAh", "2s7h9d", False),
)
"""(hand, flop, hand, flop, whether they are the same but for the names of suits)."""


def _frozen(answer):
    """Return an answer as something that can be a key."""
    if isinstance(answer, list | tuple | np.ndarray):
        return tuple(map(_frozen, answer))
    return frozenset(answer) if isinstance(answer, set) else answer


@check
def check_canonical(canonical):
    """Check a function (hand, flop) -> what they are filed under: the same exactly for those of one class."""
    for hand, flop, other, board, same in SAME_CASES:
        name = f"{hand} on {flop}, and {other} on {board}"
        one, two = (
            _frozen(returned(call(canonical, name, _cards(cards), _cards(table)), name))
            for cards, table in ((hand, flop), (other, board))
        )
        if same and one != two:
            raise Wrong(f"At {name}: a renaming turns the one into the other, but their names are {one} and {two}.")
        if not same and one == two:
            raise Wrong(f"At {name}: no renaming turns the one into the other, but both are filed under {one}.")
    for ranks, suits in ((4, 2), (3, 3)):
        deck, filed = Deck(ranks, suits), {}
        name = f"all hands and flops of {ranks} ranks and {suits} suits"
        for hand, flop in product(deck.hands, deck.flops):
            if not set(hand) & set(flop):
                cards, board = _cards(deck.label(hand)), _cards(deck.label(flop))
                answer = _frozen(call(canonical, name, list(cards), list(board)))
                filed.setdefault(answer, set()).add(min(_renamed(cards, board)))
        right = num_classes(deck)
        if len(filed) != right or any(len(classes) > 1 for classes in filed.values()):
            raise Wrong(f"At {name}: {len(filed)} names for {right} classes.")
    return "Hands and flops share a name exactly if a renaming turns one into the other."
