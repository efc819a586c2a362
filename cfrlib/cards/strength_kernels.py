"""Hand strength of all hands on a board, and its sums over the cards to come, in whole numbers.

On a board of five a hand's *doubled wins* are twice the hands without a common card that it beats, plus those that it
ties with. Equally strong hands on a board are a *group*; groups rise in strength, and there are few. If N[g, c] is
twice the number of hands in groups below g that hold card c, plus the number of those in g, and N[g] the same for all
hands, then a hand with cards a and b in group g has the doubled wins

    N[g] - N[g, a] - N[g, b] + 1,

as it is in g itself and is taken away twice. Instead of sorting, hands are counted by group. They are numbered as by
`cfrlib.cards.deck.number`.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.cards.board_kernels import find_with
from cfrlib.cards.rank_kernels import level


class Workspace(NamedTuple):
    """Room to work on a board of five.

    Attributes
    ----------
    level : (hands,) int16
        The level of each hand; -1 where it shares a card with the board.
    group : (levels,) int16
        One more than the group of each level, 0 for levels that no hand has. All 0 between calls.
    held : (hands, cards + 1) int16
        N by group and card, N of all hands in the last column.
    below : (cards + 1,) int16
        The number of hands in lower groups, in the same order.
    """

    level: np.ndarray
    group: np.ndarray
    held: np.ndarray
    below: np.ndarray


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
def _levels(tables, board, room):
    """Fill the level of each hand on a board, and mark the levels that there are."""
    word = ranks = shown = 0
    for k in range(len(board)):
        shown |= np.int64(1) << board[k]
        word += tables.words[board[k], 0]
        ranks += tables.words[board[k], 1]
    hand = 0
    for b in range(len(tables.words)):
        word_b, ranks_b = word + tables.words[b, 0], ranks + tables.words[b, 1]
        for a in range(b):
            if (shown >> a | shown >> b) & 1:
                room.level[hand] = -1
            else:
                here = level(tables, word_b + tables.words[a, 0], ranks_b + tables.words[a, 1], len(board) + 2)
                room.level[hand] = here
                room.group[np.uintp(here)] = 1
            hand += 1


@inner_njit
def _count(cards, room):
    """Fill N."""
    groups = 0
    for here in range(len(room.group)):
        if room.group[here]:
            groups += 1
            room.group[here] = groups
    for g in range(groups):
        for c in range(cards + 1):
            room.held[g, c] = 0
    hand = 0
    for b in range(cards):
        for a in range(b):
            if room.level[hand] >= 0:
                g = np.uintp(room.group[np.uintp(room.level[hand])] - 1)
                room.held[g, a] += 1
                room.held[g, b] += 1
                room.held[g, cards] += 1
            hand += 1
    for c in range(cards + 1):
        room.below[c] = 0
    for g in range(groups):
        for c in range(cards + 1):
            own = room.held[g, c]
            room.held[g, c] = 2 * room.below[c] + own
            room.below[c] += own


@njit
def doubled_wins(tables, board, room, doubled):
    """Fill the doubled wins of all hands on a board of five, or of three; 0 where the hand shares a card with it.

    Hand strength, the probability to win against a hand dealt at random of what hand and board leave in the deck, a tie
    counting half, is this over twice the number of such hands: over 1,980 with 52 cards (Zinkevich et al. 2007, section
    4).
    """
    cards = len(tables.words)
    _levels(tables, board, room)
    _count(cards, room)
    hand = 0
    for b in range(cards):
        for a in range(b):
            doubled[hand] = 0
            if room.level[hand] >= 0:
                g = np.uintp(room.group[np.uintp(room.level[hand])] - 1)
                doubled[hand] = room.held[g, cards] - room.held[g, a] - room.held[g, b] + 1
            hand += 1
    for hand in range(len(room.level)):
        if room.level[hand] >= 0:
            room.group[np.uintp(room.level[hand])] = 0


@njit
def fill_doubled(tables, boards, room, doubled):
    """Fill the doubled wins on many boards: `boards` (n, 5), `doubled` (n, hands) uint16."""
    for k in range(len(boards)):
        doubled_wins(tables, boards[k], room, doubled[k])


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
        for hand in range(len(row)):
            row[hand] = 0
        shown = 0
        for i in range(len(board)):
            shown |= np.int64(1) << board[i]
        for card in range(further.moved_cards.shape[1]):
            if shown >> card & 1:
                continue
            place, permutation = find_with(further, board, card)
            there, moved = total[place], further.moved_hands[permutation]
            if square:
                for hand in range(len(row)):
                    x = np.int64(there[np.uintp(moved[hand])])
                    row[hand] += x * x
            else:
                for hand in range(len(row)):
                    row[hand] += np.int64(there[np.uintp(moved[hand])])
