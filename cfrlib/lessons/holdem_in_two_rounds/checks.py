"""Checks of lesson 12: classes of hands and flops, what they count, and showdowns with real cards."""

from itertools import permutations, product
from math import comb, inf
from time import perf_counter

import numpy as np

from cfrlib.cards.deck import Deck
from cfrlib.cards.flops import preflop_table
from cfrlib.cards.isomorphism import canonical_flops, num_classes, suit_permutations
from cfrlib.cards.ranks import strength
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


def _apart(hands):
    """Tell which pairs of hands share no card."""
    return ~(hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))


def _on_flop(deck, flop, names=""):
    """Return hands, their strength as small whole numbers, their reach, and the deck."""
    board = deck.parse(flop, 3)
    hands = np.array([deck.parse(name, 2) for name in names.split()]) if names else deck.hands
    hands = hands[~np.isin(hands, board).any(axis=1)]
    five = np.hstack([hands, np.tile(board, (len(hands), 1))])
    ranked = np.unique(strength(five, deck), return_inverse=True)[1].reshape(-1)
    some = np.array((0.4, 0.2, 0.1, 0.8)[: len(hands)])  # all sums of some of these are different
    return hands, ranked, some if names else np.random.default_rng(11).random(len(hands)).round(3), deck


def _showdowns():
    """Return what `_on_flop` does, by case."""
    few = {names: _on_flop(Deck(), "2c7d9h", names) for names in ("AsAd KsKd", "AsKd AhKc QsQh", "AsKd AsAc QsQh KdJc")}
    said = {names: [", ".join(map(str, part)) for part in (names.split(), *given[1:3])] for names, given in few.items()}
    return {
        **{"the flop 2c7d9h, hands {}, strength {}, reach {}".format(*said[names]): few[names] for names in few},
        "all 10 hands of J Q K A in two suits on the flop JcQdKc": _on_flop(Deck(4, 2), "JcQdKc"),
        "all 253 hands of 26 cards on the flop 2c7d9c": _on_flop(Deck(13, 2), "2c7d9c"),
        "all 1,176 hands on the flop 2c7d9h": _on_flop(Deck(), "2c7d9h"),
    }


@tried_on(_showdowns, unseen=1)
def check_showdown(hands, strength, reach, deck):
    """Check a function (hands, strength, reach) -> for each hand, its value at a showdown for 1."""
    apart, sign = _apart(hands), np.sign(strength[:, None] - strength)
    right = (apart * sign) @ reach
    hint = "The reach of weaker hands minus that of stronger ones, both without hands that share a card with yours."
    yield Case(right, hint, places=[f"own hand {deck.label(hand)}" for hand in hands])
    yield -right, "Turned round: you win 1 against weaker hands and lose 1 against stronger ones."
    yield sign @ reach, "The opponent cannot hold a card of yours: take the hands that share one out of both sums."
    yield (apart * (sign > 0)) @ reach, "Those are the wins. Every stronger hand costs 1."
    yield -((apart * (sign < 0)) @ reach), "Those are the losses. Every weaker hand earns 1."
    yield right / reach.sum(), "Do not normalize: values are weighted with the reach, not divided by it."
    yield right + reach, right - reach, (
        "Your own hand is neither weaker nor stronger than itself: sum over strictly weaker and strictly stronger "
        "hands, and, unlike after a fold, add nothing back."
    )
    for tie, words in (1, "wins"), (-1, "losses"):
        split = f"Ties count as {words} here. Equally strong hands split: 0."
        yield (apart * np.where(sign == 0, tie, sign)) @ reach, split
    sorting = "The order after sorting decides ties. Value all equally strong hands before adding them to the sums."
    for order in np.arange(len(hands)), -np.arange(len(hands)):
        place = np.lexsort((order, strength)).argsort()
        yield (apart * np.sign(place[:, None] - place)) @ reach, sorting
    for card in hands.T:
        shared = np.equal.outer(card, hands).any(axis=2)
        yield (~shared * sign) @ reach, "Only one of your two cards was taken out. The opponent can hold neither."

    def praise(showdown):
        small, large = (given[:3] for given in list(_showdowns().values())[-2:])
        if _many_steps(showdown, small, large):
            return (
                "The values are right. But your code seems to look at every pair of hands, n² steps: four times the "
                "hands take it much more than four times as long. Sort once, and keep sums of what is weaker so far."
            )
        return (
            "On a flop the order of the hands never changes: sort before the first iteration, and every showdown after "
            "that takes O(n)."
        )

    return praise


def _drawn_evenly():
    """Return how many flops each class stands for, and what each is called, by case."""
    weights = np.array([4, 12, 24])
    table = {"three classes that stand for 4, 12 and 24 flops": (
        weights, [f"the flop that stands for {w}" for w in weights],
    )}
    for name, deck in (("the flops of J Q K A in two suits", Deck(4, 2)), ("the flops of 52 cards", Deck())):
        flops = canonical_flops(deck, suit_permutations(deck))
        said = zip(flops.cards, flops.weight, strict=True)
        table[name] = flops.weight, [f"{deck.label(cards)}, which stands for {w}" for cards, w in said]
    return table


@tried_on(_drawn_evenly, unseen=1)
def check_importance(weights, places):
    """Check a function (weights) -> what the values of each class of flops are multiplied by, if drawn evenly."""
    count, total = len(weights), weights.sum()
    dealt, drawn = weights / total, 1 / count
    right = dealt / drawn
    hint = "How often does the class come when cards are dealt, and how often if classes are drawn evenly?"
    yield Case(right, hint, places=places)
    yield dealt, "That is how often the class is dealt. Divide by how often it is drawn."
    yield np.ones(count), "Drawn evenly, a small class comes as often as a large one. From the deck it does not."
    yield drawn / dealt, 1 / weights, "Turned upside down: a flop that stands for many has to count more, not less."
    yield weights, weights / weights.max(), "In the right proportion. But the mean of the factors has to be 1."
    yield weights * count, "Divide by how many flops there are in the deck, the sum of the weights."
    yield weights / count, "Two numbers are needed: that of the classes, and that of all flops of the deck."
    return (
        f"Their mean is 1. With 52 cards they lie between {right.min():.2f} and {right.max():.2f}: so unequal are "
        f"the {count:,} classes."
    )


def _many_steps(function, small, large):
    """Tell whether time grows much faster than the number of hands: for a remark only, as clocks are not exact."""
    hands, reach = large[0], large[-1]
    by_card = lambda *_: np.bincount(hands.ravel(), np.repeat(reach, 2))[hands].sum(axis=1)  # noqa: E731
    slow, ours = _seconds(function, large), _seconds(by_card, large)
    return slow > 20 * ours and slow > (len(hands) / len(small[0])) ** 1.5 * _seconds(function, small)


def _seconds(function, arguments):
    """Return the shortest of up to five runs."""
    times = [inf]
    while len(times) <= 5 and (min(times) <= 0.1 or len(times) == 1):
        copies, began = [array.copy() for array in arguments], perf_counter()
        function(*copies)
        times.append(perf_counter() - began)
    return min(times)
