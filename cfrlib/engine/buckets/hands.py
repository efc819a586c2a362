"""Single deals under buckets: a board and two hands, or sequences of buckets, and iterations of one walk each."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.abstraction.bucket_kernels import Buckets, fill_sequence, find_board
from cfrlib.cards.rank_kernels import level_with, words_of
from cfrlib.engine.buckets.deals import draw_board
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.engine.buckets.vector import down, up
from cfrlib.engine.common.limit_holdem.draws import draw_card, number, place_of


class ChanceSample(NamedTuple):
    """What is drawn from, and what is drawn."""

    buckets: Buckets
    joint: tuple
    """(running, wins, pairs) to draw sequences of buckets from: matrices (n, n), and pairs summed up, (n^2,); empty to
    draw cards."""
    board: np.ndarray
    sequences: np.ndarray  # (2, rounds) int64: of either player


def make_drawn(layout, draws):
    """Return the `ChanceSample` of a layout; `draws` as in `Scheme.draws`."""
    none = np.zeros((0, 0))
    joint = np.zeros(0), none, none
    if draws == "sequences":
        exact = joint_table(layout.game)
        joint = exact.pairs.ravel().cumsum(dtype=float), exact.wins, exact.pairs
    board = np.zeros(sum(layout.game.shows), dtype=np.int8)
    return ChanceSample(layout.game.percentiles.tables, joint, board, np.zeros((2, layout.last + 1), dtype=np.int64))


@inner_njit
def draw(drawn, rng):
    """Draw a deal; return what player 0 wins of a pot of one, on either side: of sequences their mean."""
    if len(drawn.joint[0]):
        return draw_sequences(drawn, rng)
    return draw_hands(drawn, rng)


@inner_njit
def draw_hands(drawn, rng):
    """Draw a board and two hands, and look up their sequences; return 1, 0 or -1: whether player 0 wins."""
    b, board = drawn.buckets, drawn.board
    cards = len(b.tables.words)
    out, places = draw_board(cards, rng, board), find_board(b, board)
    word, ranks = words_of(b.tables, board)
    strength0 = strength1 = np.int64(0)
    for player in range(2):
        first = draw_card(cards, rng, out)
        out |= 1 << first
        second = draw_card(cards, rng, out)
        out |= 1 << second
        fill_sequence(b, places, number(first, second), drawn.sequences[player])
        strength0 = strength1
        strength1 = np.int64(level_with(b.tables, word, ranks, first, second, len(board) + 2))
    return (strength0 > strength1) * 1.0 - (strength0 < strength1) * 1.0


@inner_njit
def draw_sequences(drawn, rng):
    """Draw both players' sequences; return what player 0 wins on average of a pot of one, on either side."""
    (running, wins, pairs), sequences, counts = drawn.joint, drawn.sequences, drawn.buckets.counts
    place = place_of(running, rng.random())
    mine, theirs = place // len(pairs), place % len(pairs)
    number = len(counts) - 1
    sequences[0, number], sequences[1, number] = mine, theirs
    for k in range(number, 0, -1):
        for player in range(2):
            sequences[player, k - 1] = sequences[player, k] // counts[k]
    return wins[mine, theirs] / pairs[mine, theirs]


@njit
def iterate(drawn, steps, rounds, walks, rule, last_update, rng, t, iterations):
    """Do iterations t, t + 1, ... on single deals, a new one for each walk; `steps` have one sequence a round."""
    last = rounds.last
    for now in range(t, t + iterations):
        for me in range(2):
            worth = draw(drawn, rng)
            for player in range(2):
                for k in range(rounds.number + 1):
                    steps[player].sequence[k] = drawn.sequences[player, k]
            down(steps[1 - me], 0, rounds.number + 1, rounds, walks[me], rule, now)
            if me == 1:
                worth = -worth
            for l in range(last.steps * last.betting.folds * last.lanes, len(last.terminals)):
                last.terminals[l] *= worth
            up(steps[me], 0, rounds.number + 1, rounds, walks[me], rule, last_update, now)
