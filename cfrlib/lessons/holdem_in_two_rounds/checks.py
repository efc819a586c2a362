"""Checks of lesson 12: classes of hands and flops, what they count, and showdowns with real cards."""

from itertools import permutations, product
from math import comb, inf
from time import perf_counter

import numpy as np

from cfrlib.cards.deck import Deck
from cfrlib.cards.flops import preflop_table
from cfrlib.cards.isomorphism import canonical_flops, num_classes, suit_permutations
from cfrlib.cards.ranks import strength
from cfrlib.lessons.verdict import Case, Wrong, call, check, returned


@check
def check_classes():
    """Check a function (ranks, suits) -> number of hands before the flop, up to the names of the suits."""
    for ranks, suits in ((4, 2), (7, 1), (3, 3), (13, 4)):
        name = f"{ranks} ranks, {suits} suits" if suits > 1 else f"{ranks} ranks, one suit"
        right, two = len(preflop_table(Deck(ranks, suits)).multiplicity), comb(ranks, 2)
        wrongs = [(comb(ranks * suits, 2), "Those are all hands. AsKs and AhKh differ in the names of suits only: "
                   "count them once.")]  # fmt: skip
        if suits > 1:
            wrongs += [
                (2 * two, "That is without pairs."),
                (two, "Two ranks make two different hands, suited and offsuit. And then there are pairs."),
                (ranks + two, "Two ranks make two different hands, suited and offsuit: AKs and AKo."),
            ]
        else:
            wrongs += [
                (ranks**2, "With one suit there are neither pairs nor offsuit hands."),
                (2 * two, "There is only one suit, so no hand is offsuit."),
                (ranks + two, "There is only one card of each rank, so there are no pairs."),
            ]
        hint = "There are three kinds of hands: pairs, two ranks in one suit, two ranks in two suits."
        yield Case(name, (ranks, suits), right, hint, wrongs)
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


@check
def check_members():
    """Check a function (hand, flop) -> number of members of their class, cards as lists such as ["As", "Ks"]."""
    for hand, flop in (
        ("AsKs", ""), ("AsAh", ""), ("AsKd", ""), ("AsKs", "2s7s9s"), ("AhKh", "2s7s9s"), ("AsAh", "2s7h9d"),
        ("AcKc", "7s7h7d"), ("7s7h", "7d7c2d"),
    ):  # fmt: skip
        cards, board = _cards(hand), _cards(flop)
        name = f"{hand}, flop {flop}" if flop else f"{hand}, no flop"
        slips = [
            (len(set(_renamed(cards))), "Those are the hands alone. The flop is renamed, too."),
            (len(set(_renamed(cards + board, order=list))),
             "AsAh and AhAs are the same hand: sort the cards, of the hand and of the flop."),
            (len(set(_renamed(cards + board))),
             "Keep the hand and the flop apart: a card in your hand is not a card on the table."),
            (24, "There are 24 renamings. But some of them give the same cards: count what is different."),
        ]  # fmt: skip
        hint = "Rename in all 24 ways, and count the different results."
        yield Case(name, (cards, board), len(set(_renamed(cards, board))), hint, slips)
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


def _on_flop(name, deck, flop, names=""):
    """Return a showdown case: (name, deck, hands, strength as small whole numbers, reach)."""
    board = deck.parse(flop, 3)
    hands = np.array([deck.parse(name, 2) for name in names.split()]) if names else deck.hands
    hands = hands[~np.isin(hands, board).any(axis=1)]
    five = np.hstack([hands, np.tile(board, (len(hands), 1))])
    ranked = np.unique(strength(five, deck), return_inverse=True)[1].reshape(-1)
    if not names:
        return name, deck, hands, ranked, np.random.default_rng(11).random(len(hands)).round(3)
    reach = np.array((0.4, 0.2, 0.1, 0.8)[: len(hands)])  # all sums of some of these are different
    lists = [", ".join(map(str, values)) for values in (names.split(), ranked, reach)]
    return "the flop {}, hands {}, strength {}, reach {}".format(flop, *lists), deck, hands, ranked, reach


def _showdown_cases():
    for names in ("AsAd KsKd", "AsKd AhKc QsQh", "AsKd AsAc QsQh KdJc"):
        yield _on_flop("", Deck(), "2c7d9h", names)
    yield _on_flop("all 10 hands of J Q K A in two suits on the flop JcQdKc", Deck(4, 2), "JcQdKc")
    yield _on_flop("all 253 hands of 26 cards on the flop 2c7d9c", Deck(13, 2), "2c7d9c")
    yield _on_flop("all 1,176 hands on the flop 2c7d9h", Deck(), "2c7d9h")


def _wrong_showdown(hands, strength, reach):
    """Return typical wrong values, each with what to say."""
    apart, sign = _apart(hands), np.sign(strength[:, None] - strength)
    right = (apart * sign) @ reach
    hit = [np.equal.outer(card, hands).any(axis=2) for card in hands.T]
    places = [np.lexsort((order, strength)).argsort() for order in (np.arange(len(hands)), -np.arange(len(hands)))]
    own = (
        "Your own hand is neither weaker nor stronger than itself: sum over strictly weaker and strictly stronger "
        "hands, and, unlike after a fold, add nothing back."
    )
    one = "Only one of your two cards was taken out. The opponent can hold neither."
    sorting = "The order after sorting decides ties. Value all equally strong hands before adding them to the sums."
    return (
        (-right, "Turned round: you win 1 against weaker hands and lose 1 against stronger ones."),
        (sign @ reach, "The opponent cannot hold a card of yours: take the hands that share one out of both sums."),
        ((apart * (sign > 0)) @ reach, "Those are the wins. Every stronger hand costs 1."),
        (-((apart * (sign < 0)) @ reach), "Those are the losses. Every weaker hand earns 1."),
        (right / reach.sum(), "Do not normalize: values are weighted with the reach, not divided by it."),
        (right + reach, own),
        (right - reach, own),
        ((apart * np.where(sign == 0, 1, sign)) @ reach, "Ties count as wins here. Equally strong hands split: 0."),
        ((apart * np.where(sign == 0, -1, sign)) @ reach, "Ties count as losses here. Equally strong hands split: 0."),
        *(((apart * np.sign(place[:, None] - place)) @ reach, sorting) for place in places),
        *(((~shared * sign) @ reach, one) for shared in hit),
    )


@check
def check_showdown():
    """Check a function (hands, strength, reach) -> for each hand, its value at a showdown for 1."""
    sizes = []
    for name, deck, *given in _showdown_cases():
        hands, level, reach = given
        right = (_apart(hands) * np.sign(level[:, None] - level)) @ reach
        hint = "The reach of weaker hands minus that of stronger ones, both without hands that share a card with yours."
        places = [f"own hand {deck.label(hand)}" for hand in hands]
        yield Case(name, tuple(given), right, hint, _wrong_showdown(*given), places=places)
        sizes.append(given)

    def praise(showdown):
        if _many_steps(showdown, *sizes[-2:]):
            return (
                "The values are right. But your code seems to look at every pair of hands, n² steps: four times the "
                "hands take it much more than four times as long. Sort once, and keep sums of what is weaker so far."
            )
        return (
            "On a flop the order of the hands never changes: sort before the first iteration, and every showdown after "
            "that takes O(n)."
        )

    return praise


def _importance_cases():
    weights = np.array([4, 12, 24])
    yield "three classes that stand for 4, 12 and 24 flops", weights, [f"the flop that stands for {w}" for w in weights]
    for name, deck in (("the flops of J Q K A in two suits", Deck(4, 2)), ("the flops of 52 cards", Deck())):
        flops = canonical_flops(deck, suit_permutations(deck))
        said = zip(flops.cards, flops.weight, strict=True)
        yield name, flops.weight, [f"{deck.label(cards)}, which stands for {w}" for cards, w in said]


@check
def check_importance():
    """Check a function (weights) -> what the values of each class of flops are multiplied by, if drawn evenly."""
    upside_down = "Turned upside down: a flop that stands for many has to count more, not less."
    too_large = "In the right proportion. But the mean of the factors has to be 1."
    for name, weights, places in _importance_cases():
        count, total = len(weights), weights.sum()
        dealt, drawn = weights / total, 1 / count
        right = dealt / drawn
        wrongs = (
            (dealt, "That is how often the class is dealt. Divide by how often it is drawn."),
            (np.ones(count), "Drawn evenly, a small class comes as often as a large one. From the deck it does not."),
            (drawn / dealt, upside_down),
            (1 / weights, upside_down),
            (weights, too_large),
            (weights / weights.max(), too_large),
            (weights * count, "Divide by how many flops there are in the deck, the sum of the weights."),
            (weights / count, "Two numbers are needed: that of the classes, and that of all flops of the deck."),
        )
        hint = "How often does the class come when cards are dealt, and how often if classes are drawn evenly?"
        yield Case(name, (weights,), right, hint, wrongs, places=places)
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
