"""Hand strength of all hands on a board, and its sums over the cards to come, in whole numbers.

A hand's *doubled wins* are twice the hands without a common card that it beats, plus those that it ties with. Equally
strong hands are a *group*; hands are counted by group instead of sorted. If N[g, c] is twice the number of hands in
groups below g that hold card c, plus the number of those in g, and N[g] the same for all hands, then a hand with cards
a and b in group g has N[g] - N[g, a] - N[g, b] + 1 doubled wins, as it is in g itself and is taken away twice.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.cards.board_kernels import bits_of, find_with
from cfrlib.cards.rank_kernels import level, words_of


class Workspace(NamedTuple):
    """What is written on the way to the strengths of a board of five."""

    level: np.ndarray
    """(hands,) int16: the level of each hand; -1 where it shares a card with the board."""
    group: np.ndarray
    """(levels,) int16: one more than the group of each level, 0 for levels that no hand has. All 0 between
    calls."""
    held: np.ndarray
    """(hands, cards + 1) int16: N by group and card, N of all hands in the last column."""
    below: np.ndarray
    """(cards + 1,) int16: the number of hands in lower groups, in the same order."""


def make_workspace(cards, levels):
    """Return `Workspace` for a deck of so many cards, and levels of hands."""
    hands = cards * (cards - 1) // 2
    return Workspace(
        np.zeros(hands, dtype=np.int16),
        np.zeros(levels, dtype=np.int16),
        np.zeros((hands, cards + 1), dtype=np.int16),
        np.zeros(cards + 1, dtype=np.int16),
    )


@inner_njit
def _levels(tables, board, workspace):
    """Fill the level of each hand on a board, and mark the levels that there are."""
    word, ranks = words_of(tables, board)
    hand, shown = 0, bits_of(board)
    for b in range(len(tables.words)):
        word_b, ranks_b = word + tables.words[b, 0], ranks + tables.words[b, 1]
        for a in range(b):
            if (shown >> a | shown >> b) & 1:
                workspace.level[hand] = -1
            else:
                strength = level(tables, word_b + tables.words[a, 0], ranks_b + tables.words[a, 1], len(board) + 2)
                workspace.level[hand] = strength
                workspace.group[np.uintp(strength)] = 1
            hand += 1


@inner_njit
def _count(cards, workspace):
    """Fill N."""
    groups = 0
    for strength in range(len(workspace.group)):
        if workspace.group[strength]:
            groups += 1
            workspace.group[strength] = groups
    for g in range(groups):
        for c in range(cards + 1):
            workspace.held[g, c] = 0
    hand = 0
    for b in range(cards):
        for a in range(b):
            if workspace.level[hand] >= 0:
                g = np.uintp(workspace.group[np.uintp(workspace.level[hand])] - 1)
                workspace.held[g, a] += 1
                workspace.held[g, b] += 1
                workspace.held[g, cards] += 1
            hand += 1
    for c in range(cards + 1):
        workspace.below[c] = 0
    for g in range(groups):
        for c in range(cards + 1):
            own = workspace.held[g, c]
            workspace.held[g, c] = 2 * workspace.below[c] + own
            workspace.below[c] += own


@inner_njit
def doubled_wins(tables, board, workspace, doubled):
    """Fill the doubled wins of all hands on a board of five, or of three; 0 where the hand shares a card with it.

    Hand strength, the probability to win against a hand dealt at random of what hand and board leave in the deck, a tie
    counting half, is this over twice the number of such hands: over 1,980 with 52 cards (Zinkevich et al. 2007, section
    4).
    """
    cards = len(tables.words)
    _levels(tables, board, workspace)
    _count(cards, workspace)
    hand = 0
    for b in range(cards):
        for a in range(b):
            doubled[hand] = 0
            if workspace.level[hand] >= 0:
                g = np.uintp(workspace.group[np.uintp(workspace.level[hand])] - 1)
                doubled[hand] = workspace.held[g, cards] - workspace.held[g, a] - workspace.held[g, b] + 1
            hand += 1
    for hand in range(len(workspace.level)):
        if workspace.level[hand] >= 0:
            workspace.group[np.uintp(workspace.level[hand])] = 0


@njit
def fill_doubled(tables, boards, workspace, doubled):
    """Fill the doubled wins on many boards: `boards` (n, 5), `doubled` (n, hands) uint16."""
    for k in range(len(boards)):
        doubled_wins(tables, boards[k], workspace, doubled[k])


@njit
def add_card(boards, further, total, square, begin, end, sums):
    """Fill the sums over the cards to come, of the canonical boards `begin` to `end`, from those of boards with a card
    more.

    The sums of hands on boards with a card more are in `total`, (boards, hands), and squared first if `square`. A set
    of m cards to come is met m times, each of its cards being the first: so `sums`, (end - begin, hands), gets m times
    the sum. It gets 0 where a hand shares a card with the board.
    """
    for k in range(begin, end):
        row, board = sums[k - begin], boards.cards[k]
        row[:] = 0
        shown = bits_of(board)
        for card in range(further.moved_cards.shape[1]):
            if shown >> card & 1:
                continue
            place, permutation = find_with(further, board, card)
            totals, moved = total[place], further.moved_hands[permutation]
            for hand in range(len(row)):
                x = np.int64(totals[np.uintp(moved[hand])])
                row[hand] += x * x if square else x
