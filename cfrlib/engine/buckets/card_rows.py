"""Where the tables of buckets have the rows of deals of real cards."""

import numpy as np

from cfrlib._util.jit import njit
from cfrlib.abstraction.bucket_kernels import RIVER, TURN, further
from cfrlib.cards.board_kernels import find_with


@njit
def fill_places(b, first, blocks, boards, hands, base):
    """Fill in where the tables of buckets have each deal.

    Parameters
    ----------
    b : Buckets
    first, blocks : (streets,) int64
        Where the table of a street starts, and the entries of a sequence.
    boards : (deals, cards shown) int8
    hands : (2, deals) int64
    base : (2, deals, streets) int64
    """
    for d in range(len(boards)):
        board = boards[d]
        flop, turned = find_with(b.flops, board[:2], board[2])
        turn = swap = river = put = np.int64(0)
        if b.streets > 2:
            turn, swap = find_with(b.turns, board[:3], board[3])
            river, put = find_with(b.rivers, board[:4], board[4])
        for player in range(2):
            hand = hands[player, d]
            base[player, d, 0] = first[0] + b.preflop[hand] * blocks[0]
            sequence = np.int64(b.flop[flop, b.flops.moved_hands[turned, hand]])
            base[player, d, 1] = first[1] + sequence * blocks[1]
            if b.streets > 2:
                value = np.int64(b.turn[turn, b.turns.moved_hands[swap, hand]])
                sequence = further(sequence, b.turn_thresholds, b.counts[TURN], b.nested, value)
                base[player, d, 2] = first[2] + sequence * blocks[2]
                value = np.int64(b.river[river, b.rivers.moved_hands[put, hand]])
                sequence = further(sequence, b.river_thresholds, b.counts[RIVER], b.nested, value)
                base[player, d, 3] = first[3] + sequence * blocks[3]
