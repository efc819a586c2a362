"""Single deals of limit hold'em: where the rows of both hands stand in the tables, with all cards or under buckets.

The entry of an action is ``base + row * stride + lane``, in every round (see
`cfrlib.engine.buckets.layout.Bucketed.places`); what is kept for a decision as a whole, such as `Part.passed`, is at
``noted + decision * stride + lane``.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload

from cfrlib._util.jit import njit
from cfrlib.abstraction.bucket_kernels import Buckets
from cfrlib.engine.buckets.deals import deal_hands, draw_sequences
from cfrlib.engine.common.draws import Dealer, dealer, draw_flop, draw_hand, number


class Deal(NamedTuple):
    """Two hands and a board."""

    base: np.ndarray
    """(2, rounds) int64: of either player."""
    noted: np.ndarray
    """(2, rounds) int64"""
    stride: np.ndarray
    """(rounds,) int64"""
    wins: np.ndarray
    """(1,) float64: 1, 0 or -1: whether player 0 wins a showdown; a mean of these where buckets are drawn."""


class Flops(NamedTuple):
    """What two-round hold'em with all its cards is dealt from; tables are those of `cfrlib.engine.two_rounds.layout`."""

    dealer: Dealer
    start: np.ndarray
    """(flops + 1,) int64: where the classes of a flop start."""
    after: np.ndarray
    before: np.ndarray
    """(classes on all flops,) int64: see `Boards`."""
    rows: int
    """Of the round on the flop."""
    decisions: int
    lanes: int


class Bucketing(NamedTuple):
    """What hold'em under buckets is dealt from; tables are those of `cfrlib.engine.buckets.layout`."""

    tables: Buckets
    joint: tuple
    """To draw sequences of buckets from, see `draw_sequences`; empty to draw cards."""
    board: np.ndarray
    sequences: np.ndarray
    """(2, rounds) int64: of either player."""
    first: np.ndarray
    """(rounds,) int64: where the table of a round starts."""
    block: np.ndarray
    """(rounds,) int64: entries of a sequence."""
    first_noted: np.ndarray
    noted: np.ndarray
    """(rounds,) int64: the same in `Part.passed`."""


@njit(forceinline=True)
def put_class(flops, deal, player, flop, c):
    """Say where the rows of a player stand who holds class c on a canonical flop, and its class before the flop."""
    start = flops.start[flop]
    before = flops.before[start + c]
    deal.base[player, 0] = deal.noted[player, 0] = before
    deal.base[player, 1] = flops.lanes * (flops.rows * start + c)
    deal.noted[player, 1] = flops.lanes * (flops.decisions * start + c)
    deal.stride[1] = (flops.start[flop + 1] - start) * flops.lanes


@njit
def put_hands(flops, deal, flop, first, second):
    """Say where the rows of both players stand, given the classes of their hands on a flop, and who wins."""
    put_class(flops, deal, 0, flop, first)
    put_class(flops, deal, 1, flop, second)
    deal.wins[0] = 0.0
    if first >= flops.after[flops.start[flop] + second]:
        deal.wins[0] = 1.0
    elif second >= flops.after[flops.start[flop] + first]:
        deal.wins[0] = -1.0


@njit(forceinline=True)
def put_sequences(buckets, deal, player):
    """Say where the rows of a player stand who holds these sequences of buckets."""
    for k in range(len(buckets.first)):
        sequence = buckets.sequences[player, k]
        deal.base[player, k] = buckets.first[k] + sequence * buckets.block[k]
        deal.noted[player, k] = buckets.first_noted[k] + sequence * buckets.noted[k]


@njit(forceinline=True)
def deal_flop(cards, deal, rng):
    """Draw a flop, then the hands of player 0 and of player 1."""
    flop = draw_flop(cards.dealer, rng)
    out = cards.dealer.shown[flop]
    a, b = draw_hand(cards.dealer, rng, out)
    c, d = draw_hand(cards.dealer, rng, out | (1 << a) | (1 << b))
    classes = cards.dealer.hand_class[flop]
    put_hands(cards, deal, flop, np.int64(classes[number(a, b)]), np.int64(classes[number(c, d)]))


@njit(forceinline=True)
def deal_buckets(cards, deal, rng):
    """Draw a board and two hands and find their buckets, or draw these."""
    running, wins, pairs = cards.joint
    if len(running):
        deal.wins[0] = draw_sequences(running, wins, pairs, cards.sequences, cards.tables.counts, rng)
    else:
        deal.wins[0] = deal_hands(cards.tables, cards.board, cards.sequences, rng)
    put_sequences(cards, deal, 0)
    put_sequences(cards, deal, 1)


@njit
def put_flop_class(cards, i, deal):
    """Say where the rows stand of both players, as if both held class i of all flops; False if there are no more."""
    if i == cards.start[-1]:
        return False
    flop = np.searchsorted(cards.start, i, side="right") - 1
    for player in range(2):
        put_class(cards, deal, player, flop, i - cards.start[flop])
    return True


@njit
def put_sequence(cards, i, deal):
    """Do the same for sequence i of the last round, with perfect recall."""
    counts, number = cards.tables.counts, len(cards.first) - 1
    for player in range(2):
        cards.sequences[player, number] = i
        for k in range(number, 0, -1):
            cards.sequences[player, k - 1] = cards.sequences[player, k] // counts[k]
        if cards.sequences[player, 0] >= counts[0]:
            return False
        put_sequences(cards, deal, player)
    return True


def _either(of_flops, of_buckets):
    """Return a kernel that is one of two, as its first argument is `Flops` or `Bucketing`."""
    kernels = {Flops: of_flops, Bucketing: of_buckets}

    def kernel(cards, *others):
        return kernels[type(cards)].py_func(cards, *others)

    @overload(kernel, inline="always", strict=False)
    def _(cards, *others):
        return kernels[cards.instance_class].py_func

    return kernel


draw_deal = _either(deal_flop, deal_buckets)
put_class_of_both = _either(put_flop_class, put_sequence)


def make_deal(layout):
    """Return room for a `Deal` of a layout."""
    rounds = len(layout.rounds)
    stride = np.array(layout.lanes) if np.ndim(layout.lanes) else np.array([layout.classes, 0])
    return Deal(np.zeros((2, rounds), np.int64), np.zeros((2, rounds), np.int64), stride, np.zeros(1))


def make_flops(layout):
    """Return the `Flops` of a layout (`cfrlib.engine.two_rounds.layout.Streets`)."""
    boards, betting = layout.boards[1], layout.second.betting
    decisions = int((betting.kind < 2).sum())
    return Flops(dealer(layout), boards.start, boards.after, boards.before, betting.rows, decisions, layout.lanes)


def make_bucketing(layout, joint):
    """Return the `Bucketing` of a layout (`cfrlib.engine.buckets.layout.Bucketed`)."""
    rounds = range(len(layout.rounds))
    noted = [int((layout.rounds[k].betting.kind < 2).sum()) * layout.lanes[k] for k in rounds]
    ends = np.cumsum([0, *(n * many for n, many in zip(noted, layout.sequences, strict=True))])
    first = np.append(ends[:-2], 0)
    block = np.array([layout.block(k) for k in rounds])
    return Bucketing(
        layout.game.percentiles.tables, joint, np.zeros(sum(layout.game.shows), np.int8),
        np.zeros((2, len(rounds)), np.int64), np.array(layout.first), block, first, np.array(noted),
    )  # fmt: skip
