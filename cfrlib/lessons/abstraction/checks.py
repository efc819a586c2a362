"""Checks of lesson 13: hand strength, percentile buckets, and cuts that make it worse."""

from itertools import combinations

import numpy as np

from cfrlib.cards.deck import Deck
from cfrlib.cards.ranks import strength
from cfrlib.lessons.abstraction.sorted_kuhn import CARDS, solve
from cfrlib.lessons.verdict import Case, Wrong, call, check, returned, tried_on

HAND, FLOP = "QsJd", "2c7dQh"
"""A case with real cards, in a game that ends on the flop."""


def _levels():
    """Return my level and those of the opponent's hands, by case."""
    deck = Deck()
    own, board = deck.parse(HAND, 2), deck.parse(FLOP, 3)
    hands = deck.hands[~np.isin(deck.hands, [*own, *board]).any(axis=1)]
    five = np.hstack([np.vstack([own, hands]), np.tile(board, (1 + len(hands), 1))])
    level = np.unique(strength(five, deck), return_inverse=True)[1].reshape(-1)
    small = (5, (2, 5, 7, 7)), (3, (1, 1, 2)), (4, (4, 4)), (1, (6, 3))
    return {
        **{f"mine = {mine}, theirs = {list(theirs)}": (mine, np.array(theirs)) for mine, theirs in small},
        f"{HAND} on the last board {FLOP}, against {len(hands):,} hands": (int(level[0]), level[1:]),
    }


@tried_on(_levels)
def check_hand_strength(mine, theirs):
    """Check a function (my level, levels of all hands that the opponent may hold) -> hand strength HS."""
    beaten, tied, n = int((theirs < mine).sum()), int((theirs == mine).sum()), len(theirs)
    right = (beaten + tied / 2) / n
    yield Case(right, "The share of hands with a lower level, plus half the share of those with the same: one number.")
    yield (beaten + tied) / n, "A tie counts half, not as a win."
    yield beaten / n, "A tie counts half, not nothing."
    own = f"Divide by the {n:,} hands that the opponent may hold: your own is none of them."
    yield (beaten + tied / 2) / (n + 1), (beaten + (tied + 1) / 2) / (n + 1), own
    yield 1 - right, "Turned round: the higher level wins."
    yield beaten + tied / 2, "That is a number of hands. Divide by how many there are."
    yield (2 * beaten + tied) / n - 1, "Those are wins minus losses. A lost hand counts 0."
    yield beaten / max(n - tied, 1), "Ties were left out of the hands, too. They are there, and count half."
    return f"{HAND} on {FLOP}: it beats {beaten:,} of {n:,} hands and ties with {tied}, so HS = {right:.4f}."


@tried_on([  # floating-point numbers are exact where a middle falls on a boundary
    ([0.1, 0.2, 0.3, 0.8], [1, 1, 1, 1], 2), ([0.2, 0.3, 0.6, 0.7], [5, 1, 1, 1], 2),
    ([0.2, 0.3, 0.6, 0.7], [1, 2, 4, 1], 2), ([0.1, 0.5, 0.9], [3, 2, 3], 2), ([0.2, 0.5, 0.8], [1, 8, 1], 5),
    ([0.15, 0.2, 0.3, 0.32, 0.4, 0.45, 0.6, 0.7], [6, 12, 6, 4, 12, 4, 12, 4], 3), ([0.4, 0.6], [4, 12], 1),
], lambda v, w, n: f"values {v}, weights {w}, {n} bucket{'s' * (n > 1)}", arrays=True)
def check_percentiles(v, w, n):
    """Check a function (values, weights, buckets) -> the bucket of each of the rising values, from 0."""
    place, upto, total = np.arange(len(v)), w.cumsum(), w.sum()
    double = 2 * upto - w  # twice the middles: whole numbers
    right = double * n // (2 * total)
    hint = "The weight below a value, plus half of its own, over all the weight: in which of the equal parts is it?"
    yield Case(right, hint)
    yield right + 1, "Buckets are counted from 0."
    yield n - 1 - right, "Turned round: bucket 0 is that of the lowest values."
    yield (double * n - 1) // (2 * total), "A middle exactly on a boundary belongs above it."
    plain = "Those are equal numbers of values. A value counts as often as its weight says."
    yield place * n // len(v), (2 * place + 1) * n // (2 * len(v)), plain
    width = "Those are equal widths of value. Equal weights are asked: a bucket is as wide as it has to be."
    yield _cut((v - v[0]) / (v[-1] - v[0]), n), _cut(v, n), width
    lower = "That goes by the lower edge of a value's weight. Its middle decides: add half of its own weight."
    yield (upto - w) * n // total, lower
    upper = "That goes by the upper edge of a value's weight. Its middle decides: take half of its own weight."
    yield (upto * n - 1) // total, upto * n // total, _cut(upto / total, n), upper
    return "Equal buckets, as far as kinds stay whole. One that is larger than a bucket leaves its neighbors empty."


def _cut(share, n):
    return np.minimum(share * n // 1, n - 1)


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
