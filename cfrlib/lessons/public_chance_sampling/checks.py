"""Checks of lesson 11: regrets in vectors, ends of the game in O(n), and the weight of a draw."""

import itertools

import numpy as np

from cfrlib.games import bluff, kuhn, leduc
from cfrlib.lessons.verdict import Case, check
from cfrlib.textbook.terminals import possible

FACE, KING = leduc().outcomes(0).index("Qh"), leduc().outcomes(0).index("Ks")
ALL = np.arange(6)
MASK_CASES = (
    ("PCS on Leduc, board Ks", leduc(), ("c", "c", "/", "c", "c"), ("Ks",), ALL, ALL),
    ("OPCS on Leduc, board Ks, the opponent holds Qh", leduc(), ("c", "c", "/", "c", "c"), ("Ks",), ALL, ALL[[FACE]]),
    ("SPCS on Leduc, board Ks, we hold Qh", leduc(), ("c", "c", "/", "c", "c"), ("Ks",), ALL[[FACE]], ALL),
    ("CS on Leduc, board Js, Ks against Qh", leduc(), ("r", "c", "/", "r", "c"), ("Js",), ALL[[KING]], ALL[[FACE]]),
    ("vanilla on Kuhn", kuhn(), ("b", "b"), (), np.arange(3), np.arange(3)),
    ("SPCS on Bluff(1,1), we hold a star", bluff(faces=4), ("1-2", "call"), (), np.array([3]), np.arange(4)),
)
"""(name, game, actions, public, our outcomes, the opponent's)."""


def _mask_case(game, actions, public):
    weights, rng = game.weights(public), np.random.default_rng(5)
    return weights, np.array(game.payoff_table(actions, public)), rng.random(weights.shape[1]).round(2)


@check
def check_regrets():
    """Check a function (fold, call, calls) -> regrets of folding and of calling, a number for each card."""
    for name, *vectors in (
        ("Player 2's visit at b, half and half", [-1.4, -1.2, -0.6], [-2.8, -1.6, 1.2], [0.5, 0.5, 0.5]),
        ("the same visit, the King calls", [-1.4, -1.2, -0.6], [-2.8, -1.6, 1.2], [0, 1 / 3, 1]),
        ("two cards", [-1.0, -0.5], [-2.0, 0.25], [0.1, 0.8]),
    ):
        fold, call, calls = map(np.array, vectors)
        played = (1 - calls) * fold + calls * call
        turned, half = calls * fold + (1 - calls) * call, (fold + call) / 2
        slips = (
            ((played - fold, played - call), "Turned round: the value of the action, minus what is played."),
            ((fold, call), "Those are the values. Subtract what the card gets as it plays."),
            ((fold - call, call - fold), "Compare with what is played, not with the other action."),
            ((fold - turned, call - turned), "`calls` is the probability of calling, not of folding."),
            ((fold - half, call - half), "That is right for half and half only. Each card has its own probability."),
            ((fold - played.mean(), call - played.mean()), "Each card has its own value: do not average over cards."),
        )
        hint = "What a card plays is worth (1 - calls) * fold + calls * call. Subtract that from both."
        yield Case(name, (fold, call, calls), np.array([fold - played, call - played]), hint, slips)
    return "Each card compares with what it plays itself. Chance and the others are in the values already."


@check
def check_at_an_end():
    """Check a function (W, u, reach, mine, theirs) -> values of our carried private outcomes at a terminal."""
    for name, game, actions, public, mine, theirs in MASK_CASES:
        W, u, reach = _mask_case(game, actions, public)
        pairs = np.ix_(mine, theirs)
        part, p, q = W[pairs] * u[pairs], reach[theirs], W[pairs].sum()
        hint = "Divide by q, the sum of W over the pairs that are carried; then multiply by payoff and reach."
        slips = (
            (part @ p, "Nothing is divided by q: what was drawn stands for what was not."),
            (part @ p / W.sum(), "W.sum() is the probability of the board. Private outcomes were drawn, too."),
            (u[pairs] @ p, "How likely is each pair? W is missing."),
            (u[pairs] @ p / len(theirs), "Pairs are not equally likely: some cannot occur. Take W."),
            (part.sum(axis=1) / q, "The opponent's reach is missing."),
            (W[pairs] * u[pairs] / q * p, "Sum over the opponent's private outcomes: one value for each of ours."),
            ((W * u) @ reach / W.sum(), "All pairs are in it: keep to the cards in mine and theirs."),
        )
        yield Case(name, (W, u, reach, mine, theirs), part @ p / q, hint, slips)
    return "One line for all four: q is the weight of what is carried, whatever the mask."


def _called(counts, reach, needed):
    """Return the values of the caller, pair by pair."""
    fails = np.add.outer(*counts) < needed
    return np.where(fails, 1.0, -1.0) @ reach


@check
def check_called_bluff():
    """Check a function (mine, theirs, reach, needed) -> values to the player who called, by counting dice."""
    rng = np.random.default_rng(8)
    for *dice, needed in ((1, 1, 1), (1, 1, 2), (2, 1, 2), (2, 2, 3), (2, 2, 4), (2, 2, 5), (1, 2, 1)):
        rolls = (np.array(list(itertools.product(range(6), repeat=many))) for many in dice)
        counts = [np.isin(each, (2, 5)).sum(axis=1) for each in rolls]
        name = f"{dice[0]} against {dice[1]} dice, a bid on {needed} three{'s' if needed > 1 else ''}"
        reach = rng.random(len(counts[1])).round(3)
        right = _called(counts, reach, needed)
        hint = "X[j]: reach of their rolls with j dice that count. With j of ours the bid fails below needed - j."
        slips = (
            (-right, "Turned round: the caller wins where the bid does NOT hold."),
            (_called(counts, reach, needed + 1), "The bid holds if at least `needed` dice count: with exactly so many "
             "the caller loses."),
            (_called((counts[0] * 0, counts[1]), reach, needed), "Our own dice count, too."),
            ((right + reach.sum()) / 2, "Where the bid holds the caller loses 1, not 0."),
            (right / reach.sum(), "Do not normalize: the values are weighted with the reach."),
        )  # fmt: skip
        yield Case(name, (*counts, reach, needed), right, hint, slips)
    return "The right values. If you went once through their rolls and once through yours, no pair was looked at."


@check
def check_fold():
    """Check a function (reach, hands, payoff) -> values where somebody folded, hands of one or two cards."""
    rng = np.random.default_rng(9)
    for name, deck, size, payoff in (
        ("Kuhn: one card each, three cards", 3, 1, 1.0),
        ("one card each, six cards", 6, 1, -2.0),
        ("two cards each of four", 4, 2, 1.0),
        ("two cards each of six", 6, 2, 3.0),
        ("two cards each of twelve", 12, 2, -1.0),
    ):
        hands = list(itertools.combinations(range(deck), size))
        reach = rng.random(len(hands)).round(3)
        right = payoff * (possible(hands, (len(hands),) * 2) @ reach)
        held = np.array([sum(p for h, p in zip(hands, reach, strict=True) if card in h) for card in range(12)])
        taken = np.array([sum(held[c] for c in hand) for hand in hands])
        hint = "All of the reach, minus that of each of our cards, plus that of our own hand if it went away twice."
        slips = (
            (np.full(len(hands), payoff * reach.sum()), "The opponent cannot hold our cards. (With one card each, our "
             "own hand goes away once only: add nothing back.)"),
            (payoff * (reach.sum() - reach), "Not only our own hand is impossible: any with one of our cards is."),
            (payoff * (reach.sum() - taken), "Our own hand holds both of our cards, so it was taken away twice."),
            (right / payoff, "Multiply by the payoff."),
        )  # fmt: skip
        yield Case(name, (reach, list(hands), payoff), right, hint, slips)
    return "The right values. A sum, a sum for each card, and one correction are enough: no pair need be looked at."
