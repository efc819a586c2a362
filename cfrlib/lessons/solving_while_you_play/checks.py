"""Checks of lesson 18: weights of a subgame, what a coin loses, the numbers that are stored, and a margin."""

import numpy as np

from cfrlib.exact.linear_program import equilibrium
from cfrlib.games import matrix
from cfrlib.lessons.solving_while_you_play.coin import GUESSES, HEDGE, SELLS
from cfrlib.lessons.verdict import Case, check

KUHN = (1 - np.eye(3)) / 6
"""How likely each pair of cards is dealt: J, Q, K of Player 1 by J, Q, K of Player 2."""
AFTER_A_BET = np.array([1 / 6, 0, 1 / 2])
UNEVEN = np.array([[0.1, 0.2, 0.1], [0.3, 0.0, 0.3]])
RANGE_CASES = {
    "Kuhn after a bet, own ranges [1/6, 0, 1/2] and [1, 1, 1]": (KUHN, AFTER_A_BET, np.ones(3)),
    "two hands by three, ranges [0.5, 1] and [1, 0.25, 0]": (UNEVEN, np.array([0.5, 1]), np.array([1, 0.25, 0])),
}


@check
def check_weights():
    """Check a function (how likely each deal is, range of Player 1, of Player 2) -> the weights of the subgame."""
    for name, (dealt, first, second) in RANGE_CASES.items():
        mass = dealt * np.outer(first, second)
        alone = np.outer(first / first.sum(), second / second.sum())
        right = mass / mass.sum()
        slips = [
            (mass, "They do not add up to 1. Divide by their sum."),
            (alone, "Not every pair of hands is dealt: multiply by `dealt`, too."),
            (dealt * alone, "Each range adds up to 1 now, but the deals do not. Divide once, at the end."),
            (dealt, "That is the deal. How often does each hand come here?"),
            *((part / part.sum(), "One of the two ranges is missing.")
              for part in (dealt * first[:, None], dealt * second)),
        ]  # fmt: skip
        yield Case(name, (dealt, first, second), right, "dealt times both ranges, divided by the sum.", slips)
    return "A subgame is the same game with other weights."


COIN, HEDGED = np.array(list(GUESSES.values())).T, np.array(list((GUESSES | HEDGE).values())).T
MIX_CASES = {
    "guesses [1/4, 3/4]": (SELLS, COIN, (0.25, 0.75)),
    "guesses [1, 0]": (SELLS, COIN, (1.0, 0.0)),
    "guesses [0.2, 0.5], hedge 0.3": (SELLS, HEDGED, (0.2, 0.5, 0.3)),
    "a hedge that pays 8 to heads and costs tails 20; guesses [0.5, 0], hedge 0.5": (
        SELLS, np.column_stack([COIN, (8.0, -20.0)]), (0.5, 0.0, 0.5),
    ),
}  # fmt: skip


@check
def check_won():
    """Check a function (what selling pays, what playing pays by side and guess, the mix) -> a best response's mean."""
    for name, given in MIX_CASES.items():
        sells, payoffs, mix = map(np.array, given)
        plays = payoffs @ mix
        best = np.maximum(sells, plays)
        slips = [
            (best.sum(), "That is the sum. Each side comes half of the time."),
            (max(sells.mean(), plays.mean()), "Player 1 sees the coin: choose for each side, then take the mean."),
            (plays.mean(), "That is if Player 1 always plays. They may sell, too."),
            (np.minimum(sells, plays).mean(), "Player 1 takes what is better for them, not what is worse."),
            (np.maximum(sells, payoffs.max(axis=1)).mean(), "Player 1 does not see the guess: mix first."),
        ]
        hint = "For each side the larger of selling and playing (payoffs @ mix), then the mean."
        yield Case(name, (sells, payoffs, mix), best.mean(), hint, slips)
    return "Whoever keeps both sides at what selling pays gives nothing away."


@check
def check_stored():
    """Check a function (counterfactual values, deals, range of their player, of the other) -> stored numbers."""
    for name, (values, dealt, own, other) in {
        "Kuhn after a bet": (np.array([-1, -1 / 2, 7 / 6]) / 3, KUHN, AFTER_A_BET, np.ones(3)),
        "two hands by three": (np.array([0.12, -0.3]), UNEVEN, np.array([0.5, 0.0]), np.array([1, 0.25, 0.5])),
    }.items():
        reach = dealt @ other
        wrong = own * values / reach
        with np.errstate(divide="ignore", invalid="ignore"):
            twice = np.where(own > 0, wrong / own**2, 0)
        slips = [
            (wrong, "That is the program as it was. Must a hand have come here, to be worth something?"),
            (values, "That is weighted by how often chance and the resolver come here. Divide by it."),
            (values / dealt.sum(axis=1), "The resolver does not come with every hand: use `other`."),
            (values / reach.sum(), "Each hand has a reach of its own: divide by dealt @ other, hand by hand."),
            (twice, "Leave `own` out. It is neither multiplied nor divided by."),
        ]
        hint = "Each counterfactual value divided by dealt @ other."
        yield Case(name, (values, dealt, own, other), values / reach, hint, slips)
    return "What a hand is worth here does not depend on how often it comes."


@check
def check_margin():
    """Check a function (stored numbers, what each hand gets against each action) -> the largest margin."""
    for name, (stored, payoffs) in {
        "stored [0, 0], with the hedge": (np.zeros(2), HEDGED),
        "stored [6, -6], with the hedge": (np.array(SELLS), HEDGED),
        "stored [6, -6], no hedge": (np.array(SELLS), COIN),
        "three hands": (np.array([1.0, 0.0, -1.0]), np.array([[2.0, -3.0, 0.0], [-2.0, 1.0, 0.0], [-1.0, -2.0, -4.0]])),
    }.items():
        less = stored[:, None] - payoffs
        right = -equilibrium(matrix(-less))[0]
        slips = [
            (-right, "The value is the opponent's. The margin is what the resolver wins: change the sign."),
            (equilibrium(matrix(payoffs))[0], "That is without the stored numbers. A hand pays its number to play."),
            (-equilibrium(matrix(payoffs))[0], "That is without the stored numbers. A hand pays its number to play."),
            (less.min(axis=0).max(), "That is the best single action. A mix can do more."),
            (less.mean(axis=1).min(), "That is if the resolver does everything equally often. Which mix is best?"),
            (less.max(axis=1).min(), "The resolver does not see the hand, and mixes once for all of them."),
        ]
        hint = "The opponent chooses a row, the resolver a column: a matrix game of payoffs less the stored number."
        yield Case(name, (stored, payoffs), right, hint, slips, tolerance=1e-5)
    return "So a margin is the value of a game in which the opponent first chooses what to hold."
