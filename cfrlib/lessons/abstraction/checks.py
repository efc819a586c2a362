"""Checks of lesson 13: hand strength, its expected square, percentile buckets, sizes, and cuts that make it worse."""

from functools import cache
from itertools import combinations

import numpy as np

from cfrlib.cards.deck import Deck
from cfrlib.cards.ranks import strength
from cfrlib.game import CHANCE, Decision
from cfrlib.games import texas
from cfrlib.lessons.abstraction.hand_in_buckets import ROUNDS
from cfrlib.lessons.abstraction.sorted_kuhn import CARDS, solve
from cfrlib.lessons.verdict import Case, Wrong, call, check, returned

HAND, FLOP = "QsJd", "2c7dQh"
"""A case with real cards, in a game that ends on the flop."""


def _strength_cases():
    for mine, theirs in ((5, (2, 5, 7, 7)), (3, (1, 1, 2)), (4, (4, 4)), (1, (6, 3))):
        yield f"mine = {mine}, theirs = {list(theirs)}", mine, np.array(theirs)
    deck = Deck()
    own, board = deck.parse(HAND, 2), deck.parse(FLOP, 3)
    hands = deck.hands[~np.isin(deck.hands, [*own, *board]).any(axis=1)]
    five = np.hstack([np.vstack([own, hands]), np.tile(board, (1 + len(hands), 1))])
    level = np.unique(strength(five, deck), return_inverse=True)[1].reshape(-1)
    yield f"{HAND} on the last board {FLOP}, against {len(hands):,} hands", int(level[0]), level[1:]


@check
def check_hand_strength():
    """Check a function (my level, levels of all hands that the opponent may hold) -> hand strength HS."""
    for name, mine, theirs in _strength_cases():
        beaten, tied, n = int((theirs < mine).sum()), int((theirs == mine).sum()), len(theirs)
        right = (beaten + tied / 2) / n
        own = f"Divide by the {n:,} hands that the opponent may hold: your own is none of them."
        slips = [
            ((beaten + tied) / n, "A tie counts half, not as a win."),
            (beaten / n, "A tie counts half, not nothing."),
            ((beaten + tied / 2) / (n + 1), own),
            ((beaten + (tied + 1) / 2) / (n + 1), own),
            (1 - right, "Turned round: the higher level wins."),
            (beaten + tied / 2, "That is a number of hands. Divide by how many there are."),
            ((2 * beaten + tied) / n - 1, "Those are wins minus losses. A lost hand counts 0."),
            (beaten / max(n - tied, 1), "Ties were left out of the hands, too. They are there, and count half."),
        ]
        hint = "The share of hands with a lower level, plus half the share of those with the same: one number."
        yield Case(name, (mine, theirs), right, hint, slips)
    return f"{HAND} on {FLOP}: it beats {beaten:,} of {n:,} hands and ties with {tied}, so HS = {right:.4f}."


SQUARE_CASES = (
    ("a draw: HS 0.1 with weight 3, HS 0.9 with weight 1", (0.1, 0.9), (3, 1)),
    ("a hand that always has HS 0.3", (0.3,), (4,)),
    ("HS 0, 0.4 and 1 with weights 0.5, 0.25 and 0.25", (0.0, 0.4, 1.0), (0.5, 0.25, 0.25)),
    ("HS 0.2, 0.5, 0.6 and 0.7 with weights 1, 12, 4 and 6", (0.2, 0.5, 0.6, 0.7), (1, 12, 4, 6)),
)
"""(name, values, weights). The first two have the same mean."""


@check
def check_expected_square():
    """Check a function (values of HS, weights) -> (E[HS], E[HS^2])."""
    squares = []
    for name, values, weights in SQUARE_CASES:
        v, w = np.array(values), np.array(weights, dtype=float)
        mean, square = np.average(v, weights=w), np.average(v**2, weights=w)
        squares.append(square)
        plain = "Weights are missing: a value counts as often as its weight says."
        total = f"Divide by the sum of the weights, {w.sum():g}: they need not add up to 1."
        count = f"Divided by the number of values, {len(v)}: divide by the sum of the weights, {w.sum():g}."
        slips = (
            [(v.mean(), plain), (w @ v, total), (w @ v / len(v), count)],
            [
                (mean**2, "That is the square of the mean. Square each value first, average afterwards."),
                (v.mean() ** 2, f"{plain} And square each value first, average afterwards."),
                ((v**2).mean(), plain),
                (w @ v**2, total),
                (w @ v**2 / len(v), count),
                (square - mean**2, "That is the variance. Do not subtract the square of the mean."),
                (np.average((w * v) ** 2), "The weights were squared, too. Square the values only."),
                ((w * v) @ (w * v) / w.sum(), "The weights were squared, too. Square the values only."),
                (square**0.5, "No root: the mean of the squares is asked."),
            ],
        )
        hint = "Sums of weight times value, and of weight times square, over the sum of the weights."
        yield Case(name, (v, w), (mean, square), hint, slips, parts=("E[HS]", "E[HS^2]"))
    return (
        f"The first two hands have the same E[HS], 0.3. But E[HS^2] is {squares[0]:.2g} for the draw and only "
        f"{squares[1]:.2g} for the other: the square likes a hand that can become strong."
    )


PERCENTILE_CASES = (
    ((0.1, 0.2, 0.3, 0.8), (1, 1, 1, 1), 2),
    ((0.2, 0.3, 0.6, 0.7), (5, 1, 1, 1), 2),
    ((0.2, 0.3, 0.6, 0.7), (1, 2, 4, 1), 2),
    ((0.1, 0.5, 0.9), (3, 2, 3), 2),
    ((0.2, 0.5, 0.8), (1, 8, 1), 5),
    ((0.15, 0.2, 0.3, 0.32, 0.4, 0.45, 0.6, 0.7), (6, 12, 6, 4, 12, 4, 12, 4), 3),
    ((0.4, 0.6), (4, 12), 1),
)
"""(values, weights, buckets). Floating-point numbers are exact where a middle falls on a boundary."""


@check
def check_percentiles():
    """Check a function (values, weights, buckets) -> the bucket of each of the rising values, from 0."""
    for values, weights, n in PERCENTILE_CASES:
        name = f"values {list(values)}, weights {list(weights)}, {n} bucket{'s' * (n > 1)}"
        v, w = np.array(values), np.array(weights)
        place, upto, total = np.arange(len(v)), w.cumsum(), w.sum()
        double = 2 * upto - w  # twice the middles: whole numbers
        right = double * n // (2 * total)
        lower = "That goes by the lower edge of a value's weight. Its middle decides: add half of its own weight."
        upper = "That goes by the upper edge of a value's weight. Its middle decides: take half of its own weight."
        width = "Those are equal widths of value. Equal weights are asked: a bucket is as wide as it has to be."
        plain = "Those are equal numbers of values. A value counts as often as its weight says."
        slips = [
            (right + 1, "Buckets are counted from 0."),
            (n - 1 - right, "Turned round: bucket 0 is that of the lowest values."),
            ((double * n - 1) // (2 * total), "A middle exactly on a boundary belongs above it."),
            *((slip, plain) for slip in (place * n // len(v), (2 * place + 1) * n // (2 * len(v)))),
            *((_cut((v - low) / (high - low), n), width) for low, high in ((v[0], v[-1]), (0, 1))),
            ((upto - w) * n // total, lower),
            *((slip, upper) for slip in ((upto * n - 1) // total, upto * n // total, _cut(upto / total, n))),
        ]
        hint = "The weight below a value, plus half of its own, over all the weight: in which of the equal parts is it?"
        yield Case(name, (v, w, n), right, hint, slips)
    return "Equal buckets, as far as kinds stay whole. One that is larger than a bucket leaves its neighbors empty."


def _cut(share, n):
    return np.minimum(share * n // 1, n - 1)


SIZES = ((3, 3, 3, 3), (1, 1, 1, 1), (2, 5, 4, 3), (12, 12, 12, 12))
"""Buckets on each street."""


@cache
def _of_texas():
    """Return, by betting round, how many decisions there are, and how many ways to bet until then: two arrays."""
    ways = [[] for _ in ROUNDS]
    for actions, node in texas(1).action_sequences():
        if isinstance(node, Decision):
            before = len(actions) - list(actions[::-1]).index(CHANCE) if CHANCE in actions else 0
            ways[actions.count(CHANCE)].append(tuple(actions[:before]))
    return np.array([(len(before), len(set(before))) for before in ways]).T


@check
def check_size():
    """Check a function (buckets on each street) -> information sets of limit Texas hold'em, perfect recall."""
    decisions, ways = _of_texas()
    for buckets in SIZES:
        b = np.array(buckets)
        sequences = b.cumprod()
        name, right = f"buckets = {buckets}", int(decisions @ sequences)
        recall = "Who remembers knows a sequence: sequences multiply, street by street."
        slips = [
            (decisions @ b, f"That is without memory of earlier buckets. {recall}"),
            (decisions @ b.cumsum(), recall),
            (decisions.sum() * sequences[-1],
             "Only on the river has a player seen four buckets. Count street by street."),
            *((d * s, f"Those are the information sets {where} only. Add up all four streets.")
              for d, s, where in zip(decisions, sequences, ROUNDS, strict=True)),
            (decisions // ways @ sequences, "A street's betting comes after each way to bet before it that goes on: "
             "multiply by these."),
            (sequences.sum(), "Those are sequences of buckets. There is one information set for each at every "
             "decision of its street."),
            (decisions.sum(), "Those are the decisions. At each there is an information set for every sequence."),
            (decisions @ sequences**2, "Who moves does not see the opponent's buckets."),
            (decisions @ b[0] ** np.arange(1, 5), "The number of buckets may differ from street to street."),
            (2 * right, "Only one player moves at a decision: do not count it twice."),
        ]  # fmt: skip
        hint = f"Exactly {right:,}: decisions of a street, times sequences of buckets seen until then, in four streets."
        yield Case(name, (buckets,), right, hint, slips)
    return f"{right:,} with {buckets}. Without memory of earlier buckets it would be {decisions @ b:,}."


LEAST = 0.0001
"""By how much a pair must differ, in chips."""


@check
def check_worse(worse):
    """Check a function (gap) -> pairs (cuts, more), where one more cut is more exploitable, in the seven-card game."""
    choices = [cuts for many in range(CARDS) for cuts in combinations(range(1, CARDS), many)]
    gap = {cuts: solve(cuts).gap() for cuts in choices}
    finer = {(cuts, tuple(sorted((*cuts, cut)))) for cuts in choices for cut in range(1, CARDS) if cut not in cuts}
    right = {(cuts, more) for cuts, more in finer if gap[more] > gap[cuts] + LEAST}
    where = "the seven-card game"
    answer = returned(call(worse, where, lambda cuts: gap[tuple(sorted(cuts))]), where)
    try:
        pairs = {(tuple(sorted(map(int, cuts))), tuple(sorted(map(int, more)))) for cuts, more in answer}
    except (TypeError, ValueError):
        raise Wrong(f"It takes a list of pairs (cuts, more), such as ((5,), (5, 6)); found {answer!r}.") from None
    for cuts, more in sorted(pairs - finer):
        raise Wrong(f"{more} is not {cuts} with one cut in addition.")
    for cuts, more in sorted(pairs - right):
        lost = f"{gap[cuts]:.4f} with {cuts}, {gap[more]:.4f} with {more}"
        raise Wrong(f"One cut more is not worse here: {lost}. It must lose more, by at least {LEAST}.")
    if right - pairs:
        raise Wrong(f"{len(pairs)} of {len(right)} pairs. Every choice of cuts counts, no cut at all included.")
    return f"{len(right)} of {len(finer)} cuts make it worse. Most help, and a few hurt."
