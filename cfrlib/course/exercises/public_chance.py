"""Checks of notebook 11: masks, terminals in O(n), and what Theorem 1 promises."""

import itertools
from math import ceil, sqrt

import numpy as np

from cfrlib.course.exercises.verdict import Wrong, call, check, compare, try_out
from cfrlib.games import bluff, kuhn, leduc
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
def check_line_7(line_7):
    """Check a function (W, u, reach, mine, theirs) -> values of our carried private outcomes at a terminal."""
    for name, game, actions, public, mine, theirs in MASK_CASES:
        W, u, reach = _mask_case(game, actions, public)
        pairs = np.ix_(mine, theirs)
        part, here = W[pairs] * u[pairs], reach[theirs]
        q = W[pairs].sum()
        hint = "Cut W and u to the carried pairs; divide by q, the sum of W over those pairs; multiply by the reach."
        slips = (
            (part @ here, "Nothing is divided by q: what was drawn stands for what was not."),
            (part @ here / W.sum(), "W.sum() is the probability of the board. Private outcomes were drawn, too."),
            (u[pairs] @ here, "How likely is each pair? W is missing."),
            (u[pairs] @ here / len(theirs), "Pairs are not equally likely: some cannot occur. Take W."),
            (part.sum(axis=1) / q, "The opponent's reach is missing."),
            (W[pairs] * u[pairs] / q * here, "Sum over the opponent's private outcomes: one value for each of ours."),
            ((W * u) @ reach / W.sum(), "All pairs are in it: cut to the carried ones with np.ix_(mine, theirs)."),
        )
        copies = (array.copy() for array in (W, u, reach, mine, theirs))
        try_out(line_7, name, *copies, right=part @ here / q, slips=slips, hint=hint)
    return "One line for all four: q is the weight of what is carried, whatever the mask."


def _called(counts, reach, needed):
    """Return the values of the caller, pair by pair."""
    fails = np.add.outer(*counts) < needed
    return np.where(fails, 1.0, -1.0) @ reach


def _bluff_cases():
    rng, cases = np.random.default_rng(8), []
    for ours, others, needed in ((1, 1, 1), (1, 1, 2), (2, 1, 2), (2, 2, 3), (2, 2, 4), (2, 2, 5), (1, 2, 1)):
        counts = []
        for dice in (ours, others):
            rolls = np.array(list(itertools.product(range(6), repeat=dice)))
            counts.append(np.isin(rolls, (2, 5)).sum(axis=1))
        name = f"{ours} against {others} dice, a bid on {needed} three{'s' if needed > 1 else ''}"
        cases.append((name, counts, rng.random(len(counts[1])).round(3), needed))
    return cases


@check
def check_called_bluff(called_bluff):
    """Check a function (mine, theirs, reach, needed) -> values to the player who called, by counting dice."""
    for name, counts, reach, needed in _bluff_cases():
        right = _called(counts, reach, needed)
        hint = "X[j]: reach of their rolls with j dice that count. With j of ours the bid fails below needed - j."
        slips = (
            (-right, "Turned round: the caller wins where the bid does NOT hold."),
            (_called(counts, reach, needed + 1), "The bid holds if at least `needed` dice count: with exactly so many "
             "the caller loses."),
            (_called((counts[0] * 0, counts[1]), reach, needed), "Our own dice count, too."),
            ((right + reach.sum()) / 2, "Where the bid holds the caller loses 1, not 0."),
            (right / reach.sum(), "Do not normalise: the values are weighted with the reach."),
        )  # fmt: skip
        copies = (array.copy() for array in (*counts, reach))
        try_out(called_bluff, name, *copies, needed, right=right, slips=slips, hint=hint)
    return "X, U, u: three passes over lists of length n, whatever the number of pairs."


def _fold_cases():
    rng = np.random.default_rng(9)
    for name, deck, size, payoff in (
        ("Kuhn: one card each, three cards", 3, 1, 1.0),
        ("one card each, six cards", 6, 1, -2.0),
        ("two cards each of four", 4, 2, 1.0),
        ("two cards each of six", 6, 2, 3.0),
        ("two cards each of twelve", 12, 2, -1.0),
    ):
        hands = list(itertools.combinations(range(deck), size))
        yield name, hands, rng.random(len(hands)).round(3), payoff


@check
def check_fold(fold):
    """Check a function (reach, hands, payoff) -> values where somebody folded, hands of one or two cards."""
    for name, hands, reach, payoff in _fold_cases():
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
        try_out(fold, name, reach.copy(), list(hands), payoff, right=right, slips=slips, hint=hint)
    return "A sum, a sum for each card, and one correction: O(n) for what looks like n^2."


BOUND_CASES = (
    ("Leduc, Player 1, p = 0.05, a regret of 0.1", 0.1, 0.05, 26, 42.39, 3),
    ("Leduc, Player 1, p = 1, a regret of 0.1", 0.1, 1.0, 26, 42.39, 3),
    ("Kuhn, Player 1, p = 0.05, a regret of 0.01", 0.01, 0.05, 4, 3.464, 2),
    ("a bound of exactly 1 after T = 324", 1.0, 1.0, 2, 3.0, 1),
)


@check
def check_iterations_promised(promised):
    """Check a function (epsilon, p, delta, M, A) -> smallest T for which Theorem 1 promises a regret of epsilon."""
    for name, epsilon, p, delta, M, A in BOUND_CASES:
        found = call(promised, name, epsilon, p, delta, M, A)
        top = (1 + 2 / sqrt(p)) * delta * M * sqrt(A) / epsilon
        right = ceil(top**2 - 1e-6)
        hint = "Set the bound equal to epsilon, solve for the square root of T, square, round up."
        if isinstance(found, int | float | np.number):
            for wrong, why in (
                (top, "That is the square root of T."),
                ((delta * M * sqrt(A) / epsilon) ** 2, "The factor 1 + 2 / sqrt(p) is missing: the walks are sampled."),
                (((1 + 2 / p) * delta * M * sqrt(A) / epsilon) ** 2, "p stands under a square root."),
                (((1 + 2 / sqrt(p)) * delta * M * A / epsilon) ** 2, "A stands under a square root."),
            ):
                if abs(found - wrong) <= 1 and abs(right - wrong) > 2:
                    hint = why
            if found == right + 1:
                hint = "One too many: at the T before, the bound is exactly epsilon."
            if abs(found - right) < 1 and found != right:
                raise Wrong(f"At {name}: found {found:g}, which is no whole number. Round up.")
        compare(found, right, name, hint, tolerance=0)
    return "Halve the regret, four times the iterations; and p = 0.05 instead of 1 costs a factor of 11."
