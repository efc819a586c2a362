"""Boards under buckets: the steps of a walk, and the matrices of the terminals of a round between them.

All hands on a drawn board are carried; a *step* is the group of those with the same sequence of buckets. Between the
steps of both players there are two matrices, counted hand by hand: how many *pairs* of hands without a common card
there are, which is what a fold pays on, and in how many the hand beats the opponent's, less those in which it loses.
Hands are gone through in order of strength, with the weaker ones summed up by step, of all and by card: O(n m) for n
hands in m steps.

In this file `steps` are the `Steps` of a player (`cfrlib.engine.buckets.vector`), `sizes` how many sequences of buckets
each round has, and b the `Buckets`.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.abstraction.bucket_kernels import keepers, keepers_of_card, orbit, sequences_on
from cfrlib.cards.rank_kernels import level_with, words_of
from cfrlib.engine.common.limit_holdem.draws import draw_card

DIGIT = 11  # bits that are sorted by at once


class Table(NamedTuple):
    """A board with all hands on it."""

    board: np.ndarray  # (5,) or (3,) int8
    sequences: np.ndarray  # (rounds, hands) int64
    level: np.ndarray  # (hands,) int64: how strong they are
    keys: np.ndarray  # (hands,) int64: what hands are sorted by; later, by step, hands or sequences
    order: np.ndarray  # (2, hands) int64: the hands that share no card with the board, sorted
    counts: np.ndarray  # (2^DIGIT,) int64, at least as many as hands: how many have a digit, or are of a step
    place: np.ndarray  # (rounds, hands) int64: the step of each hand among those of its round
    above: np.ndarray  # (rounds, hands) int64: the step before each step
    below: np.ndarray  # ((cards + 1) x hands,): hands counted by card and step, and all of them
    pairs: np.ndarray  # (hands^2,) float: of the last round, [own step][opponent's step], or against one hand [step]
    wins: np.ndarray  # (hands^2,) float, likewise


@inner_njit
def draw_board(cards, rng, board):
    """Draw the cards of a board; return them as bits."""
    out = 0
    for k in range(len(board)):
        card = draw_card(cards, rng, out)
        board[k] = card
        out |= 1 << card
    return out


@inner_njit
def sort_hands(table, n):
    """Sort the first n of the hands in ``table.order[0]`` by their keys, digit by digit.

    Hands of equal keys keep their order, and no array is made, as `np.argsort` would.
    """
    most = 0
    for i in range(n):
        most = max(most, table.keys[table.order[0, i]])
    shift, now = 0, 0
    while most >> shift or now:  # an even number of passes, so that the result is in order[0]
        counts, source, target = table.counts, table.order[now], table.order[1 - now]
        counts[:] = 0
        mask = len(counts) - 1
        for i in range(n):
            counts[(table.keys[source[i]] >> shift) & mask] += 1
        upto = 0
        for d in range(len(counts)):
            upto, counts[d] = upto + counts[d], upto
        for i in range(n):
            digit = (table.keys[source[i]] >> shift) & mask
            target[counts[digit]] = source[i]
            counts[digit] += 1
        shift, now = shift + DIGIT, 1 - now


@inner_njit
def see_board(b, table, steps, sizes):
    """Fill in the steps of all hands on the table's board, sort the hands by step in ``order[0]``; return how many.

    `b` is `cfrlib.abstraction.bucket_kernels.Buckets`. Hands are sorted by their sequences in all rounds, or, where
    that of the last round tells those before (`nested`), by this one.
    """
    sequences_on(b, table.board, table.sequences)
    n, rounds = 0, b.rounds
    for hand in range(len(table.keys)):
        if table.sequences[0, hand] < 0:
            continue
        table.order[0, n] = hand
        n += 1
        if b.nested:
            table.keys[hand] = table.sequences[rounds - 1, hand]
            continue
        key = 0
        for k in range(rounds):
            key = key * sizes[k] + table.sequences[k, hand]
        table.keys[hand] = key
    sort_hands(table, n)
    number_steps(table, steps, n, rounds)
    count_hands_of_steps(table, steps, n, rounds)
    return n


@inner_njit
def number_steps(table, steps, n, rounds):
    """Number the steps of sorted hands. Steps are a tree: a hand that begins one begins one in all later rounds."""
    steps.count[:] = 0
    before = -1
    for i in range(n):
        hand, new = table.order[0, i], before < 0
        for k in range(rounds):
            new = new or table.sequences[k, hand] != table.sequences[k, before]
            if not new:
                table.place[k, hand] = table.place[k, before]
                continue
            step, place = steps.count[0], steps.count[1 + k]
            steps.round[step], steps.sequence[step], steps.place[step] = k, table.sequences[k, hand], place
            steps.hands[step] = 0
            table.place[k, hand] = place
            table.above[k, place] = table.place[k - 1, hand] if k else 0
            steps.count[0] += 1
            steps.count[1 + k] += 1
        before = hand


@inner_njit
def count_hands_of_steps(table, steps, n, rounds):
    """Fill in how many hands each step stands for."""
    table.counts[:] = 0
    for i in range(n):
        table.counts[table.place[rounds - 1, table.order[0, i]]] += 1
    for k in range(rounds - 1, -1, -1):
        for step in range(steps.count[0]):
            if steps.round[step] == k:
                steps.hands[step] = table.counts[steps.place[step]]
        if k:
            m = steps.count[1 + k]  # the keys are not needed any more: they keep this round's counts meanwhile
            for place in range(m):
                table.keys[place] = table.counts[place]
            table.counts[:] = 0
            for place in range(m):
                table.counts[table.above[k, place]] += table.keys[place]


@inner_njit
def fill_levels(b, table, n):
    """Fill in how strong the hands on the board are."""
    word, ranks = words_of(b.tables, table.board)
    for i in range(n):
        hand = table.order[0, i]
        table.level[hand] = level_with(b.tables, word, ranks, b.hands[hand, 0], b.hands[hand, 1], len(table.board) + 2)


@inner_njit
def add_open(out, o, below, everything, first, second, n):
    """Add the hands of each step to `out`: all, less those with one of two cards."""
    o, a, i, k = np.uintp(o), np.uintp(everything), np.uintp(first), np.uintp(second)
    for l in range(np.uintp(n)):
        out[o + l] += below[a + l] - below[i + l] - below[k + l]


@inner_njit(forceinline=True)
def shares(hands, one, other):
    """Return whether two hands have a card in common."""
    a, c = hands[one, 0], hands[one, 1]
    return hands[other, 0] == a or hands[other, 0] == c or hands[other, 1] == a or hands[other, 1] == c


@inner_njit
def count_pairs(b, table, n, m):
    """Fill the matrices of the last round of the board in the table, with n hands in m steps."""
    fill_levels(b, table, n)
    for i in range(n):
        table.keys[table.order[0, i]] = table.level[table.order[0, i]]
    sort_hands(table, n)
    cards, order, place = len(b.tables.words), table.order[0], table.place[b.rounds - 1]
    table.below[: (cards + 1) * m] = 0
    table.wins[: m * m] = 0
    table.pairs[: m * m] = 0
    i = 0
    while i < n:
        after = i
        while after < n and table.level[order[after]] == table.level[order[i]]:
            after += 1
        for j in range(i, after):
            first, second = b.hands[order[j], 0], b.hands[order[j], 1]
            add_open(table.wins, place[order[j]] * m, table.below, cards * m, first * m, second * m, m)
        for j in range(i, after):
            first, second, step = b.hands[order[j], 0], b.hands[order[j], 1], place[order[j]]
            table.below[first * m + step] += 1
            table.below[second * m + step] += 1
            table.below[cards * m + step] += 1
        i = after
    for i in range(n):
        first, second, step = b.hands[order[i], 0], b.hands[order[i], 1], place[order[i]]
        add_open(table.pairs, step * m, table.below, cards * m, first * m, second * m, m)
        table.pairs[step * m + step] += 1  # the hand itself was taken away twice
    # wins[i, j] are now the pairs in which i's hand is the stronger; from here on less those in which it is the weaker.
    for i in range(m):
        for j in range(i):
            lead = table.wins[i * m + j] - table.wins[j * m + i]
            table.wins[i * m + j], table.wins[j * m + i] = lead, -lead
        table.wins[i * m + i] = 0


@inner_njit
def sum_up(table, k, pairs, m, out, fewer):
    """Fill the pairs of round k - 1, (fewer, fewer), from those of round k, (m, m)."""
    out[: fewer * fewer] = 0
    for i in range(m):
        to, source = table.above[k, i] * fewer, i * m
        for j in range(m):
            out[to + table.above[k, j]] += pairs[source + j]


@njit
def deal_board(b, table, steps, sizes, early_pairs, rng):
    """Draw a board, and fill in its steps and matrices."""
    draw_board(len(b.tables.words), rng, table.board)
    n = see_board(b, table, steps, sizes)
    count_pairs(b, table, n, steps.count[b.rounds])
    number = b.rounds - 1
    if number > 0:
        sum_up(table, number, table.pairs, steps.count[1 + number], early_pairs[number - 1], steps.count[number])
    for k in range(number - 1, 0, -1):
        sum_up(table, k, early_pairs[k], steps.count[1 + k], early_pairs[k - 1], steps.count[k])


@njit
def add_runouts(b, table, steps, sizes, flop, kept, pairs, wins):
    """Add the matrices of all boards that go on from a canonical flop to those of all sequences.

    `kept` is workspace for the permutations of suits that leave the flop, and then its turn, as they are.
    """
    shown, weight = b.flops.code[flop], b.flops.weight[flop]
    for k in range(3):
        table.board[k] = b.flops.cards[flop, k]
    if b.rounds == 2:
        add_board(b, table, steps, sizes, weight, pairs, wins)
        return
    permutations = keepers(b.flops, flop, kept[0])
    for turn in range(len(b.tables.words)):
        turns = 0 if shown >> turn & 1 else orbit(b.flops, kept[0], permutations, turn)
        if turns == 0:
            continue
        left = keepers_of_card(b.flops, kept[0], permutations, turn, kept[1])
        for river in range(len(b.tables.words)):
            rivers = 0 if (shown >> river & 1) or river == turn else orbit(b.flops, kept[1], left, river)
            if rivers:
                table.board[3], table.board[4] = turn, river
                add_board(b, table, steps, sizes, weight * turns * rivers, pairs, wins)


@njit
def add_draws(b, table, steps, sizes, boards, pairs, wins, rng):
    """Draw `boards` boards and add their pairs and wins."""
    for _ in range(boards):
        draw_board(len(b.tables.words), rng, table.board)
        add_board(b, table, steps, sizes, 1, pairs, wins)


@inner_njit
def add_board(b, table, steps, sizes, weight, pairs, wins):
    """Add the pairs and wins of the board in the table, counted `weight` times."""
    n = see_board(b, table, steps, sizes)
    m, number = steps.count[b.rounds], b.rounds - 1
    count_pairs(b, table, n, m)
    at = 0
    for i in range(steps.count[0]):  # in the order of their places
        if steps.round[i] == number:
            table.keys[at] = steps.sequence[i]
            at += 1
    for i in range(m):
        row, source = table.keys[i], np.uintp(i * m)
        for j in range(np.uintp(m)):
            column = np.uintp(table.keys[j])
            pairs[row, column] += weight * table.pairs[source + j]
            wins[row, column] += weight * table.wins[source + j]


@inner_njit
def hold_beside(b, table, hand, n, m, sign):
    """Count, by step of the last round, the hands beside one: all, and weaker less stronger ones, times a sign.

    The sign makes the lead of the drawn hand that of the walking player.
    """
    table.pairs[:m] = 0
    table.wins[:m] = 0
    for i in range(n):
        other = table.order[0, i]
        if shares(b.hands, hand, other):
            continue
        place = table.place[b.rounds - 1, other]
        table.pairs[place] += 1
        lead = (table.level[other] < table.level[hand]) * 1 - (table.level[other] > table.level[hand]) * 1
        table.wins[place] += sign * lead


@njit
def deal_side(b, table, steps, alone, sizes, early_pairs, own_all, rng):
    """Draw a board and one hand on it, and fill in what the others are worth against it.

    They are vectors, against one hand: those of the last round come first in ``table.pairs`` and ``table.wins``, early
    ones in `early_pairs`. The player with all hands, the walking one if `own_all`, has `steps`, the other one `alone`.
    """
    draw_board(len(b.tables.words), rng, table.board)
    n = see_board(b, table, steps, sizes)
    fill_levels(b, table, n)
    hand = table.order[0, int(rng.random() * n)]
    for k in range(b.rounds):
        alone.sequence[k] = table.sequences[k, hand]
    m = steps.count[b.rounds]
    hold_beside(b, table, hand, n, m, -1 if own_all else 1)
    for k in range(b.rounds - 1, 0, -1):
        fewer = steps.count[k]
        early_pairs[k - 1][:fewer] = 0
        for i in range(m):
            pairs = table.pairs[i] if k == b.rounds - 1 else early_pairs[k][i]
            early_pairs[k - 1][table.above[k, i]] += pairs
        m = fewer
