"""From cards to buckets: thresholds on hand strength, counted over all boards.

The permutations of the suits that leave a flop as it is are its *stabilizer*. Turn cards that it maps to one another
are an *orbit*, of which the lowest represents all. The stabilizer of flop and turn is smaller, and river cards have
orbits under that one. So 63,193 flops with a turn card represent all of 52 cards.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.cards.board_kernels import Boards, bits_of, find_with
from cfrlib.cards.rank_kernels import BestFive

FLOP, TURN, RIVER = 1, 2, 3
"""The betting rounds after the first, by number."""


class Buckets(NamedTuple):
    """Tables that map cards to buckets; `cfrlib.abstraction.percentiles` fills them.

    A *sequence* is a bucket and those before it as one number, s = s_before * buckets + bucket; without perfect recall
    (`nested`) it is the bucket alone. There are 2 or 4 rounds; with two, turn and river are not used.
    """

    rounds: int
    nested: bool
    counts: np.ndarray
    """(rounds,) int64: buckets in each round."""
    hands: np.ndarray
    """(hands, 2) int64: their cards."""
    tables: BestFive
    flops: Boards
    turns: Boards
    rivers: Boards
    preflop: np.ndarray
    """(hands,) int32: the sequence of each hand."""
    flop: np.ndarray
    """(flops, hands) int32: the same on each canonical flop; -1 where they share a card."""
    turn: np.ndarray
    """(turns, hands) uint32: sums of squared hand strength."""
    turn_thresholds: np.ndarray
    """(sequences on the flop, or 1, buckets - 1) int64"""
    river: np.ndarray
    """(rivers, hands) uint16: doubled wins; squares would have the same order."""
    river_thresholds: np.ndarray
    """(sequences on the turn, or 1, buckets - 1) int64"""


class Count(NamedTuple):
    """Weights of hands by their sequence before and by their value.

    First pass (`sought` empty): histogram of value >> shift. Second: exact histogram within each bin that has a
    boundary, in `fine`.
    """

    shift: int
    coarse: np.ndarray
    """(sequences before, bins) int64."""
    sought: np.ndarray
    """(sequences before, boundaries) int64: the bin of each boundary; no boundaries in the first pass."""
    fine: np.ndarray
    """(sequences before, boundaries, 2^shift) int64."""


@inner_njit
def keepers(boards, flop, kept):
    """List the stabilizer of a canonical flop in `kept`; return its size."""
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
    """List in `still` those of the first `count` permutations in `kept` that keep a card, too; return their number."""
    left = 0
    for i in range(count):
        if boards.moved_cards[kept[i], card] == card:
            still[left] = kept[i]
            left += 1
    return left


@inner_njit
def orbit(boards, kept, count, card):
    """Return the size of the orbit of a card under `kept`, if it is the lowest of it; else 0."""
    same = 0
    for i in range(count):
        moved = boards.moved_cards[kept[i], card]
        if moved < card:
            return 0
        same += moved == card
    return count // same  # orbit-stabilizer: |orbit| = |group| / |stabilizer|


@inner_njit(forceinline=True)
def further(sequence, thresholds, buckets, nested, value):
    """Return the sequence of the next round, from the one before and the value there."""
    row = sequence if nested else 0
    after = row * buckets
    for j in range(buckets - 1):
        after += value >= thresholds[np.uintp(row), np.uintp(j)]
    return after


@inner_njit(forceinline=True)
def blocked(b, hand, shown):
    """Return whether a hand has one of the cards on the board, which are bits of `shown`."""
    return (shown >> b.hands[hand, 0] | shown >> b.hands[hand, 1]) & 1


@njit
def add_flop(b, flop, values, count, by_sequence):
    """Count all hands on a canonical flop, by `values` (flops, hands), or `by_sequence`; see `add_later`."""
    weight = b.flops.weight[flop]
    for hand in range(values.shape[1]):
        if not blocked(b, hand, b.flops.code[flop]):
            if by_sequence:
                add(count, 0, np.int64(b.flop[flop, hand]), weight)
            else:
                add(count, np.int64(b.preflop[hand]) if b.nested else 0, np.int64(values[flop, hand]), weight)


@inner_njit(forceinline=True)
def add(count, row, value, weight):
    """Add the weight of a hand, in a row of the histogram of this pass (see `Count`)."""
    bin = value >> count.shift
    if count.sought.shape[1] == 0:
        count.coarse[row, bin] += weight
        return
    for j in range(count.sought.shape[1]):
        if count.sought[row, j] == bin:
            count.fine[row, j, value & ((1 << count.shift) - 1)] += weight


@njit
def add_later(b, flop, stage, count, by_sequence, cards, kept, turn_row):
    """Count all hands on all boards of the turn, or the river, after a canonical flop.

    They are counted by value, or all in one row `by_sequence`. Scratch space:
    `cards`, (5,) int8, `kept`, (2, permutations) int64, and `turn_row`, (hands,) int64: sequences on the turn.
    """
    for k in range(3):
        cards[k] = b.flops.cards[flop, k]
    shown = b.flops.code[flop]
    many = keepers(b.flops, flop, kept[0])
    for turn in range(len(b.tables.words)):
        turns = 0 if shown >> turn & 1 else orbit(b.flops, kept[0], many, turn)
        if turns == 0:
            continue
        cards[3] = turn
        turns *= b.flops.weight[flop]  # that many boards are like this one
        turn_place, turn_permutation = find_with(b.turns, cards[:3], turn)
        values, turn_moved = b.turn[turn_place], b.turns.moved_hands[turn_permutation]
        for hand in range(len(turn_row)):
            if blocked(b, hand, shown | 1 << turn):
                continue
            value = np.int64(values[np.uintp(turn_moved[hand])])
            before = np.int64(b.flop[flop, hand])
            if stage == TURN and not by_sequence:
                add(count, before if b.nested else 0, value, turns)
                continue
            turn_row[hand] = further(before, b.turn_thresholds, b.counts[TURN], b.nested, value)
            if stage == TURN:
                add(count, 0, turn_row[hand], turns)
        if stage == TURN:
            continue
        still = keepers_of_card(b.flops, kept[0], many, turn, kept[1])
        for river in range(len(b.tables.words)):
            rivers = 0 if (shown >> river & 1) or river == turn else orbit(b.flops, kept[1], still, river)
            if rivers == 0:
                continue
            river_place, river_permutation = find_with(b.rivers, cards[:4], river)
            doubled, river_moved = b.river[river_place], b.rivers.moved_hands[river_permutation]
            for hand in range(len(turn_row)):
                if not blocked(b, hand, shown | 1 << turn | 1 << river):
                    value = np.int64(doubled[np.uintp(river_moved[hand])])
                    if by_sequence:
                        value = further(turn_row[hand], b.river_thresholds, b.counts[RIVER], b.nested, value)
                    add(count, turn_row[hand] if b.nested and not by_sequence else 0, value, turns * rivers)


@inner_njit
def find_board(b, board):
    """Return (canonical board, permutation that leads there) of a board's first three, four and five cards.

    The board has the flop first, then turn and river: (5,) or (3,) int8. With a flop alone it is found three times.
    """
    flop = find_with(b.flops, board[:2], board[2])
    if b.rounds == 2:
        return flop, flop, flop
    return flop, find_with(b.turns, board[:3], board[3]), find_with(b.rivers, board[:4], board[4])


@inner_njit(forceinline=True)
def fill_sequence(b, places, hand, out):
    """Fill the sequences of a hand on a board that `find_board` found: (rounds,) int64."""
    (flop, to_flop), (turn, to_turn), (river, to_river) = places
    out[0] = b.preflop[hand]
    out[1] = b.flop[flop, np.uintp(b.flops.moved_hands[to_flop, hand])]
    if b.rounds > 2:
        value = np.int64(b.turn[turn, np.uintp(b.turns.moved_hands[to_turn, hand])])
        out[2] = further(out[1], b.turn_thresholds, b.counts[TURN], b.nested, value)
        wins = np.int64(b.river[river, np.uintp(b.rivers.moved_hands[to_river, hand])])
        out[3] = further(out[2], b.river_thresholds, b.counts[RIVER], b.nested, wins)


@inner_njit
def sequences_on(b, board, out):
    """Fill the sequences of all hands on a board, (rounds, hands): -1 where they share a card with it."""
    places, shown = find_board(b, board), bits_of(board)
    for hand in range(out.shape[1]):
        if blocked(b, hand, shown):
            out[:, hand] = -1
        else:
            fill_sequence(b, places, hand, out[:, hand])


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
    """Fill the sequences of the hands of players: `boards` (n, cards) int8, `hands` (players, n), `out` (players, n,
    rounds) int64."""
    for k in range(len(boards)):
        places = find_board(b, boards[k])
        for player in range(len(hands)):
            fill_sequence(b, places, hands[player, k], out[player, k])
