"""Checks of lesson 11: regrets in vectors, ends of the game in O(n), and the weight of a draw."""

import itertools

import numpy as np

from cfrlib.games import bluff, kuhn, leduc
from cfrlib.lessons.verdict import Case, tried_on
from cfrlib.textbook.terminals import possible

FACE, KING = leduc().outcomes(0).index("Qh"), leduc().outcomes(0).index("Ks")
ALL = np.arange(6)


@tried_on({
    "Player 2's visit at b, half and half": ([-1.4, -1.2, -0.6], [-2.8, -1.6, 1.2], [0.5, 0.5, 0.5]),
    "the same visit, the King calls": ([-1.4, -1.2, -0.6], [-2.8, -1.6, 1.2], [0, 1 / 3, 1]),
    "two cards": ([-1.0, -0.5], [-2.0, 0.25], [0.1, 0.8]),
}, arrays=True)
def check_regrets(fold, call, calls):
    """Check a function (fold, call, calls) -> regrets of folding and of calling, a number for each card."""
    played = (1 - calls) * fold + calls * call
    turned, half = calls * fold + (1 - calls) * call, (fold + call) / 2
    hint = "What a card plays is worth (1 - calls) * fold + calls * call. Subtract that from both."
    yield Case(np.array([fold - played, call - played]), hint)
    yield (played - fold, played - call), "Turned round: the value of the action, minus what is played."
    yield (fold, call), "Those are the values. Subtract what the card gets as it plays."
    yield (fold - call, call - fold), "Compare with what is played, not with the other action."
    yield (fold - turned, call - turned), "`calls` is the probability of calling, not of folding."
    yield (fold - half, call - half), "That is right for half and half only. Each card has its own probability."
    mean = played.mean()
    yield (fold - mean, call - mean), "Each card has its own value: do not average over cards."
    return "Each card compares with what it plays itself. Chance and the others are in the values already."


def _masked(game, actions, public, mine, theirs):
    """Return the arguments of `check_at_an_end`: the last are our outcomes and the opponent's."""
    weights, rng = game.weights(public), np.random.default_rng(5)
    payoffs = np.array(game.payoff_table(actions, public))
    return weights, payoffs, rng.random(weights.shape[1]).round(2), np.array(mine), np.array(theirs)


CHECKED, RAISED = ("c", "c", "/", "c", "c"), ("r", "c", "/", "r", "c")


@tried_on({
    "PCS on Leduc, board Ks": _masked(leduc(), CHECKED, ("Ks",), ALL, ALL),
    "OPCS on Leduc, board Ks, the opponent holds Qh": _masked(leduc(), CHECKED, ("Ks",), ALL, [FACE]),
    "SPCS on Leduc, board Ks, we hold Qh": _masked(leduc(), CHECKED, ("Ks",), [FACE], ALL),
    "CS on Leduc, board Js, Ks against Qh": _masked(leduc(), RAISED, ("Js",), [KING], [FACE]),
    "vanilla on Kuhn": _masked(kuhn(), ("b", "b"), (), range(3), range(3)),
    "SPCS on Bluff(1,1), we hold a star": _masked(bluff(faces=4), ("1-2", "call"), (), [3], range(4)),
})
def check_at_an_end(W, u, reach, mine, theirs):
    """Check a function (W, u, reach, mine, theirs) -> values of our carried private outcomes at a terminal."""
    pairs = np.ix_(mine, theirs)
    part, p, q = W[pairs] * u[pairs], reach[theirs], W[pairs].sum()
    hint = "Divide by q, the sum of W over the pairs that are carried; then multiply by payoff and reach."
    yield Case(part @ p / q, hint)
    yield part @ p, "Nothing is divided by q: what was drawn stands for what was not."
    yield part @ p / W.sum(), "W.sum() is the probability of the board. Private outcomes were drawn, too."
    yield u[pairs] @ p, "How likely is each pair? W is missing."
    yield u[pairs] @ p / len(theirs), "Pairs are not equally likely: some cannot occur. Take W."
    yield part.sum(axis=1) / q, "The opponent's reach is missing."
    yield W[pairs] * u[pairs] / q * p, "Sum over the opponent's private outcomes: one value for each of ours."
    yield (W * u) @ reach / W.sum(), "All pairs are in it: keep to the cards in mine and theirs."
    return "One line for all four: q is the weight of what is carried, whatever the mask."


def _called(counts, reach, needed):
    """Return the values of the caller, pair by pair."""
    fails = np.add.outer(*counts) < needed
    return np.where(fails, 1.0, -1.0) @ reach


def _bids_called():
    """Return how many dice count in each of our rolls and of theirs, their reach and what the bid needs, by case."""
    table, rng = {}, np.random.default_rng(8)
    for *dice, needed in ((1, 1, 1), (1, 1, 2), (2, 1, 2), (2, 2, 3), (2, 2, 4), (2, 2, 5), (1, 2, 1)):
        rolls = (np.array(list(itertools.product(range(6), repeat=many))) for many in dice)
        mine, theirs = (np.isin(each, (2, 5)).sum(axis=1) for each in rolls)
        name = f"{dice[0]} against {dice[1]} dice, a bid on {needed} three{'s' if needed > 1 else ''}"
        table[name] = mine, theirs, rng.random(len(theirs)).round(3), needed
    return table


@tried_on(_bids_called())
def check_called_bluff(mine, theirs, reach, needed):
    """Check a function (mine, theirs, reach, needed) -> values to the player who called, by counting dice."""
    right = _called((mine, theirs), reach, needed)
    hint = "X[j]: reach of their rolls with j dice that count. With j of ours the bid fails below needed - j."
    yield Case(right, hint)
    yield -right, "Turned round: the caller wins where the bid does NOT hold."
    exactly = "The bid holds if at least `needed` dice count: with exactly so many the caller loses."
    yield _called((mine, theirs), reach, needed + 1), exactly
    yield _called((mine * 0, theirs), reach, needed), "Our own dice count, too."
    yield (right + reach.sum()) / 2, "Where the bid holds the caller loses 1, not 0."
    yield right / reach.sum(), "Do not normalize: the values are weighted with the reach."
    return "The right values. If you went once through their rolls and once through yours, no pair was looked at."


def _folds():
    """Return the reach of the hands, the hands and the payoff, by case."""
    table, rng = {}, np.random.default_rng(9)
    for name, deck, size, payoff in (
        ("Kuhn: one card each, three cards", 3, 1, 1.0),
        ("one card each, six cards", 6, 1, -2.0),
        ("two cards each of four", 4, 2, 1.0),
        ("two cards each of six", 6, 2, 3.0),
        ("two cards each of twelve", 12, 2, -1.0),
    ):
        hands = list(itertools.combinations(range(deck), size))
        table[name] = rng.random(len(hands)).round(3), hands, payoff
    return table


@tried_on(_folds())
def check_fold(reach, hands, payoff):
    """Check a function (reach, hands, payoff) -> values where somebody folded, hands of one or two cards."""
    right = payoff * (possible(hands, (len(hands),) * 2) @ reach)
    held = np.array([sum(p for h, p in zip(hands, reach, strict=True) if card in h) for card in range(12)])
    taken = np.array([sum(held[c] for c in hand) for hand in hands])
    hint = "All of the reach, minus that of each of our cards, plus that of our own hand if it went away twice."
    yield Case(right, hint)
    yield np.full(len(hands), payoff * reach.sum()), (
        "The opponent cannot hold our cards. (With one card each, our own hand goes away once only: add nothing back.)"
    )
    yield payoff * (reach.sum() - reach), "Not only our own hand is impossible: any with one of our cards is."
    yield payoff * (reach.sum() - taken), "Our own hand holds both of our cards, so it was taken away twice."
    yield right / payoff, "Multiply by the payoff."
    return "The right values. A sum, a sum for each card, and one correction are enough: no pair need be looked at."
