"""Checks of lesson 18: weights of a subgame, what a coin loses, and the numbers that are stored."""

import numpy as np

from cfrlib.lessons.solving_while_you_play.coin import GUESSES, SELLS
from cfrlib.lessons.verdict import Case, tried_on

KUHN = (1 - np.eye(3)) / 6
"""How likely each pair of cards is dealt: J, Q, K of Player 1 by J, Q, K of Player 2."""
AFTER_A_BET = np.array([1 / 5, 0, 3 / 5])
UNEVEN = np.array([[0.1, 0.2, 0.1], [0.3, 0.0, 0.3]])


@tried_on({
    "Kuhn after a bet, own ranges [1/5, 0, 3/5] and [1, 1, 1]": (KUHN, AFTER_A_BET, np.ones(3)),
    "two hands by three, ranges [0.5, 1] and [1, 0.25, 0]": (UNEVEN, [0.5, 1], [1, 0.25, 0]),
}, arrays=True)
def check_weights(dealt, first, second):
    """Check a function (how likely each deal is, range of Player 1, of Player 2) -> the weights of the subgame."""
    mass = dealt * np.outer(first, second)
    alone = np.outer(first / first.sum(), second / second.sum())
    yield Case(mass / mass.sum(), "dealt times both ranges, divided by the sum.")
    yield mass, "They do not add up to 1. Divide by their sum."
    yield alone, "Not every pair of hands is dealt: multiply by `dealt`, too."
    yield dealt * alone, "Each range adds up to 1 now, but the deals do not. Divide once, at the end."
    yield dealt, "That is the deal. How often does each hand come here?"
    for part in dealt * first[:, None], dealt * second:
        yield part / part.sum(), "One of the two ranges is missing."
    return "A subgame is the same game with other weights."


PAYS, COIN = np.array(SELLS), np.array(list(GUESSES.values())).T


@tried_on({
    "guesses [1/4, 3/4]": (PAYS, COIN, [0.25, 0.75]),
    "guesses [1, 0]": (PAYS, COIN, [1.0, 0.0]),
    "a third choice that pays 8 to heads and costs tails 20; guesses [0.5, 0], the third 0.5": (
        PAYS, np.column_stack([COIN, (8.0, -20.0)]), [0.5, 0.0, 0.5],
    ),
}, arrays=True)
def check_won(sells, payoffs, mix):
    """Check a function (what selling pays, what playing pays by side and guess, the mix) -> a best response's mean."""
    plays = payoffs @ mix
    best = np.maximum(sells, plays)
    yield Case(best.mean(), "For each side the larger of selling and playing (payoffs @ mix), then the mean.")
    yield best.sum(), "That is the sum. Each side comes half of the time."
    yield max(sells.mean(), plays.mean()), "Player 1 sees the coin: choose for each side, then take the mean."
    yield plays.mean(), "That is if Player 1 always plays. They may sell, too."
    yield np.minimum(sells, plays).mean(), "Player 1 takes what is better for them, not what is worse."
    yield np.maximum(sells, payoffs.max(axis=1)).mean(), "Player 1 does not see the guess: mix first."
    return "Whoever keeps both sides at what selling pays gives nothing away."


@tried_on({
    "Kuhn after a bet": (np.array([-1, -1 / 2, 7 / 6]) / 3, KUHN, AFTER_A_BET, np.ones(3)),
    "two hands by three": ([0.12, -0.3], UNEVEN, [0.5, 0.0], [1, 0.25, 0.5]),
}, arrays=True)
def check_stored(values, dealt, own, other):
    """Check a function (counterfactual values, deals, range of their player, of the other) -> stored numbers."""
    reach = dealt @ other
    wrong = own * values / reach
    yield Case(values / reach, "Each counterfactual value divided by dealt @ other.")
    yield wrong, "That is the program as it was. Must a hand have come here, to be worth something?"
    yield values, "That is weighted by how often chance and the resolver come here. Divide by it."
    yield values / dealt.sum(axis=1), "The resolver does not come with every hand: use `other`."
    yield values / reach.sum(), "Each hand has a reach of its own: divide by dealt @ other, hand by hand."
    with np.errstate(divide="ignore", invalid="ignore"):
        twice = np.where(own > 0, wrong / own**2, 0)
    yield twice, "Leave `own` out. It is neither multiplied nor divided by."
    return "What a hand is worth here does not depend on how often it comes."
