"""Checks of lesson 13: hand strength, its expected square, percentile buckets, sizes, and cuts that make it worse."""

from functools import cache
from itertools import combinations

import numpy as np

from cfrlib.cards.deck import Deck
from cfrlib.cards.ranks import strength
from cfrlib.game import CHANCE, Decision
from cfrlib.games import texas
from cfrlib.lessons.abstraction.sorted_kuhn import CARDS, solve
from cfrlib.lessons.verdict import Case, Wrong, call, check, returned, tried_on

HAND, FLOP = "QsJd", "2c7dQh"
"""A case with real cards, in a game that ends on the flop."""
ROUNDS = "before the flop", "on the flop", "on the turn", "on the river"


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


@tried_on({
    "a draw: HS 0.1 with weight 3, HS 0.9 with weight 1": ([0.1, 0.9], [3.0, 1.0]),
    "a hand that always has HS 0.3": ([0.3], [4.0]),
    "HS 0, 0.4 and 1 with weights 0.5, 0.25 and 0.25": ([0.0, 0.4, 1.0], [0.5, 0.25, 0.25]),
    "HS 0.2, 0.5, 0.6 and 0.7 with weights 1, 12, 4 and 6": ([0.2, 0.5, 0.6, 0.7], [1.0, 12.0, 4.0, 6.0]),
}, arrays=True)
def check_expected_square(v, w):
    """Check a function (values of HS, weights) -> (E[HS], E[HS^2])."""
    mean, square = np.average(v, weights=w), np.average(v**2, weights=w)
    hint = "Sums of weight times value, and of weight times square, over the sum of the weights."
    yield Case((mean, square), hint, parts=("E[HS]", "E[HS^2]"))
    plain = "Weights are missing: a value counts as often as its weight says."
    total = f"Divide by the sum of the weights, {w.sum():g}: they need not add up to 1."
    count = f"Divided by the number of values, {len(v)}: divide by the sum of the weights, {w.sum():g}."
    for part, power in enumerate((v, v**2)):
        if part:
            yield 1, mean**2, "That is the square of the mean. Square each value first, average afterwards."
            yield 1, v.mean() ** 2, f"{plain} And square each value first, average afterwards."
        yield part, power.mean(), plain
        yield part, w @ power, total
        yield part, w @ power / len(v), count
    yield 1, square - mean**2, "That is the variance. Do not subtract the square of the mean."
    twice = (w * v) ** 2
    yield 1, np.average(twice), twice.sum() / w.sum(), "The weights were squared, too. Square the values only."
    yield 1, square**0.5, "No root: the mean of the squares is asked."
    return (
        "The first two hands have the same E[HS], 0.3. But E[HS^2] is 0.21 for the draw and only 0.09 for the other: "
        "the square likes a hand that can become strong."
    )


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


@cache
def _of_texas():
    """Return, by betting round, how many decisions there are, and how many ways to bet until then: two arrays."""
    ways = [[] for _ in ROUNDS]
    for actions, node in texas(1).action_sequences():
        if isinstance(node, Decision):
            before = len(actions) - list(actions[::-1]).index(CHANCE) if CHANCE in actions else 0
            ways[actions.count(CHANCE)].append(tuple(actions[:before]))
    return np.array([(len(before), len(set(before))) for before in ways]).T


@tried_on([((3, 3, 3, 3),), ((1, 1, 1, 1),), ((2, 5, 4, 3),), ((12, 12, 12, 12),)], "buckets = {}".format)
def check_size(buckets):
    """Check a function (buckets on each street) -> information sets of limit Texas hold'em, perfect recall."""
    decisions, ways = _of_texas()
    b = np.array(buckets)
    sequences = b.cumprod()
    right = int(decisions @ sequences)
    hint = f"Exactly {right:,}: decisions of a street, times sequences of buckets seen until then, in four streets."
    yield Case(right, hint)
    recall = "Who remembers knows a sequence: sequences multiply, street by street."
    yield decisions @ b, f"That is without memory of earlier buckets. {recall}"
    yield decisions @ b.cumsum(), recall
    last = "Only on the river has a player seen four buckets. Count street by street."
    yield decisions.sum() * sequences[-1], last
    for d, s, where in zip(decisions, sequences, ROUNDS, strict=True):
        yield d * s, f"Those are the information sets {where} only. Add up all four streets."
    before = "A street's betting comes after each way to bet before it that goes on: multiply by these."
    yield decisions // ways @ sequences, before
    each = "There is one information set for each at every decision of its street."
    yield sequences.sum(), f"Those are sequences of buckets. {each}"
    yield decisions.sum(), "Those are the decisions. At each there is an information set for every sequence."
    yield decisions @ sequences**2, "Who moves does not see the opponent's buckets."
    yield decisions @ b[0] ** np.arange(1, 5), "The number of buckets may differ from street to street."
    yield 2 * right, "Only one player moves at a decision: do not count it twice."
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
