"""From cards to buckets: thresholds on hand strength, counted over all ways in which a board can come.

A flop is kept by some permutations of the suits. Turn cards that these turn into one another are an *orbit* and go on
alike: one of them, the lowest, stands for all. It is kept by fewer permutations, and river cards have orbits of these.
So 63,193 flops with a turn card stand for all of 52 cards, and all that goes on from a canonical flop is seen in the
suits of that flop.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.cards.board_kernels import Boards, find_with
from cfrlib.cards.rank_kernels import BestFive

FLOP, TURN, RIVER = 1, 2, 3
"""TwoRoundsLayout after the first, by number."""


class Buckets(NamedTuple):
    """What is needed to put cards into buckets; `cfrlib.abstraction.percentiles` fills it. A *sequence* is a bucket and
    those before it as one number, s = s_before * buckets + bucket; without perfect recall it is the bucket alone.

    Attributes
    ----------
    streets : int
        2 or 4.
    nested : bool
        Whether recall is perfect.
    counts : (streets,) int64
        Buckets on each street.
    hands : (hands, 2) int64
    tables : BestFive
    flops, turns, rivers : Boards
        With two streets, the last two are not used.
    preflop : (hands,) int32
        The sequence of each hand.
    flop : (flops, hands) int32
        On each canonical flop; -1 where they share a card.
    turn : (turns, hands) uint32
        Sums of squared hand strength.
    turn_thresholds : (sequences on the flop, or 1, buckets - 1) int64
    river : (rivers, hands) uint16
        Doubled wins: squares would have the same order.
    river_thresholds : (sequences on the turn, or 1, buckets - 1) int64
    """

    streets: int
    nested: bool
    counts: np.ndarray
    hands: np.ndarray
    tables: BestFive
    flops: Boards
    turns: Boards
    rivers: Boards
    preflop: np.ndarray
    flop: np.ndarray
    turn: np.ndarray
    turn_thresholds: np.ndarray
    river: np.ndarray
    river_thresholds: np.ndarray


class Count(NamedTuple):
    """Weights of hands by their sequence before and by their value.

    Values that agree but for the last `shift` bits are counted together in `coarse`; those that are together with one
    of the boundaries that are looked for, also one by one in `fine`.
    """

    shift: int
    coarse: np.ndarray
    """(sequences before, bins) int64."""
    sought: np.ndarray
    """(sequences before, boundaries) int64: the bin of each boundary; no boundaries while it is not known."""
    fine: np.ndarray
    """(sequences before, boundaries, 2^shift) int64."""


@inner_njit
def keepers(boards, flop, kept):
    """List the permutations that keep a canonical flop as a set; return how many they are."""
    count = 0
    for p in range(len(boards.moved_cards)):
        code = 0
        for k in range(boards.cards.shape[1]):
            code += 1 << boards.moved_cards[p, boards.cards[flop, k]]
        if code == boards.code[flop]:
            kept[count] = p
            count += 1
    return count


@inner_njit
def keepers_of_card(boards, kept, count, card, still):
    """List those among them that keep a card, too; return how many they are."""
    found = 0
    for i in range(count):
        if boards.moved_cards[kept[i], card] == card:
            still[found] = kept[i]
            found += 1
    return found


@inner_njit
def orbit(boards, kept, count, card):
    """Return how many cards an orbit has, if `card` is its lowest; else 0."""
    same = 0
    for i in range(count):
        there = boards.moved_cards[kept[i], card]
        if there < card:
            return 0
        same += there == card
    return count // same


@inner_njit(forceinline=True)
def further(sequence, thresholds, buckets, nested, value):
    """Return the sequence that goes on from a sequence with a value."""
    row = sequence if nested else 0
    found = row * buckets
    for j in range(buckets - 1):
        found += value >= thresholds[np.uintp(row), np.uintp(j)]
    return found


@inner_njit(forceinline=True)
def blocked(b, hand, shown):
    """Return whether a hand has one of the cards that are shown, which are bits."""
    return (shown >> b.hands[hand, 0] | shown >> b.hands[hand, 1]) & 1


@njit
def add_flop(b, flop, values, count, whole):
    """Count all hands on a canonical flop, by `values` (flops, hands), or by sequences if `whole`; see `add_later`."""
    weight = b.flops.weight[flop]
    for hand in range(values.shape[1]):
        if not blocked(b, hand, b.flops.code[flop]):
            if whole:
                add(count, 0, np.int64(b.flop[flop, hand]), weight)
            else:
                add(count, np.int64(b.preflop[hand]) if b.nested else 0, np.int64(values[flop, hand]), weight)


@inner_njit(forceinline=True)
def add(count, row, value, weight):
    """Count a hand."""
    bin = value >> count.shift
    if count.sought.shape[1] == 0:
        count.coarse[row, bin] += weight
        return
    for j in range(count.sought.shape[1]):
        if count.sought[row, j] == bin:
            count.fine[row, j, value & ((1 << count.shift) - 1)] += weight


@njit
def add_later(b, flop, street, count, whole, cards, kept, turn_row):
    """Count all hands on all boards of the turn, or the river, that go on from a canonical flop.

    They are counted by value, or all in one row by sequence if `whole`. What is found on the way is written into
    `cards`, (5,) int8, `kept`, (2, permutations) int64, and `turn_row`, (hands,) int64: sequences on the turn.
    """
    for k in range(3):
        cards[k] = b.flops.cards[flop, k]
    shown = b.flops.code[flop]
    many = keepers(b.flops, flop, kept[0])
    for turn in range(len(b.tables.words)):
        times = 0 if shown >> turn & 1 else orbit(b.flops, kept[0], many, turn)
        if times == 0:
            continue
        cards[3] = turn
        times *= b.flops.weight[flop]
        place, permutation = find_with(b.turns, cards[:3], turn)
        values, moved = b.turn[place], b.turns.moved_hands[permutation]
        for hand in range(len(turn_row)):
            if blocked(b, hand, shown | 1 << turn):
                continue
            value = np.int64(values[np.uintp(moved[hand])])
            before = np.int64(b.flop[flop, hand])
            if street == TURN and not whole:
                add(count, before if b.nested else 0, value, times)
                continue
            turn_row[hand] = further(before, b.turn_thresholds, b.counts[TURN], b.nested, value)
            if street == TURN:
                add(count, 0, turn_row[hand], times)
        if street == TURN:
            continue
        still = keepers_of_card(b.flops, kept[0], many, turn, kept[1])
        for river in range(len(b.tables.words)):
            often = 0 if (shown >> river & 1) or river == turn else orbit(b.flops, kept[1], still, river)
            if often == 0:
                continue
            spot, swap = find_with(b.rivers, cards[:4], river)
            doubled, put = b.river[spot], b.rivers.moved_hands[swap]
            for hand in range(len(turn_row)):
                if not blocked(b, hand, shown | 1 << turn | 1 << river):
                    value = np.int64(doubled[np.uintp(put[hand])])
                    if whole:
                        value = further(turn_row[hand], b.river_thresholds, b.counts[RIVER], b.nested, value)
                    add(count, turn_row[hand] if b.nested and not whole else 0, value, times * often)


@inner_njit
def sequences_on(b, board, out):
    """Fill the sequences of all hands on a board, (rounds, hands): -1 where they share a card with it.

    The board has the flop first, then turn and river: (5,) or (3,) int8.
    """
    place, permutation = find_flop(b, board)
    moved = b.flops.moved_hands[permutation]
    for hand in range(out.shape[1]):
        out[0, hand] = b.preflop[hand]
        out[1, hand] = b.flop[place, np.uintp(moved[hand])]
    if b.streets == 2:
        for hand in range(out.shape[1]):
            if out[1, hand] < 0:
                out[0, hand] = -1
        return
    place, permutation = find_with(b.turns, board[:3], board[3])
    values, moved = b.turn[place], b.turns.moved_hands[permutation]
    spot, swap = find_with(b.rivers, board[:4], board[4])
    doubled, put = b.river[spot], b.rivers.moved_hands[swap]
    shown = np.int64(1) << board[3] | np.int64(1) << board[4]  # cards are int8
    for hand in range(out.shape[1]):
        if out[1, hand] < 0 or blocked(b, hand, shown):
            out[0, hand] = out[1, hand] = out[2, hand] = out[3, hand] = -1
            continue
        wins = np.int64(doubled[np.uintp(put[hand])])
        value = np.int64(values[np.uintp(moved[hand])])
        out[2, hand] = further(out[1, hand], b.turn_thresholds, b.counts[TURN], b.nested, value)
        out[3, hand] = further(out[2, hand], b.river_thresholds, b.counts[RIVER], b.nested, wins)


@inner_njit(forceinline=True)
def find_flop(b, board):
    """Return (canonical flop, permutation that leads there) of a board's first three cards."""
    return find_with(b.flops, board[:2], board[2])


@inner_njit
def sequences_of(b, board, hand, out):
    """Fill the sequences of one hand on a board: (rounds,) int64."""
    place, permutation = find_flop(b, board)
    out[0] = b.preflop[hand]
    out[1] = b.flop[place, b.flops.moved_hands[permutation, hand]]
    if b.streets == 2:
        return
    place, permutation = find_with(b.turns, board[:3], board[3])
    value = np.int64(b.turn[place, b.turns.moved_hands[permutation, hand]])
    out[2] = further(out[1], b.turn_thresholds, b.counts[TURN], b.nested, value)
    spot, swap = find_with(b.rivers, board[:4], board[4])
    wins = np.int64(b.river[spot, b.rivers.moved_hands[swap, hand]])
    out[3] = further(out[2], b.river_thresholds, b.counts[RIVER], b.nested, wins)


@njit
def flop_sequences(b, values, thresholds, flop):
    """Fill the sequences of all hands on the flop, (flops, hands) int32, by their values there."""
    for place in range(len(flop)):
        for hand in range(flop.shape[1]):
            flop[place, hand] = -1
            if not blocked(b, hand, b.flops.code[place]):
                before, value = np.int64(b.preflop[hand]), np.int64(values[place, hand])
                flop[place, hand] = further(before, thresholds, b.counts[FLOP], b.nested, value)


@njit
def fill_sequences(b, boards, hands, out):
    """Fill the sequences of many deals: `boards` (n, cards) int8, `hands` (n,), `out` (n, streets) int64."""
    for k in range(len(boards)):
        sequences_of(b, boards[k], hands[k], out[k])
