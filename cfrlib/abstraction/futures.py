"""What a hand may still become: the hand strength on every last board that can come, counted exactly.

E[HS] and E[HS^2] are two numbers about this distribution. They say different things of a hand that stays as strong as
it is, and of one that becomes very strong or very weak.
"""

from functools import lru_cache
from itertools import combinations
from math import factorial
from typing import NamedTuple

import numpy as np

from cfrlib._util.arguments import whole
from cfrlib.abstraction.percentiles import final_table
from cfrlib.cards.best_five import best_five
from cfrlib.cards.boards import MOST, read_deal
from cfrlib.cards.deck import number
from cfrlib.cards.hand_strength import certain_wins, large_enough
from cfrlib.cards.strength_kernels import fill_doubled, make_workspace


class Futures(NamedTuple):
    """How strong a hand is at the showdown, over all boards that can come. Arrays are read-only."""

    wins: np.ndarray
    """(n,) int64: twice the hands that it beats, plus those that it ties with: the different ones, rising."""
    weights: np.ndarray
    """(n,) int64: on how many boards."""
    certain: int
    """The `wins` of a hand that always wins."""

    @property
    def values(self):
        """The hand strengths HS, rising: (n,) float64."""
        return self.wins / self.certain

    @property
    def boards(self):
        """How many boards there are."""
        return int(self.weights.sum())

    @property
    def mean(self):
        """E[HS]."""
        return self.expected(1)

    @property
    def mean_square(self):
        """E[HS^2]."""
        return self.expected(2)

    def expected(self, power):
        """Return E[HS^power], summed in whole numbers."""
        total = sum(n * w**power for w, n in zip(self.wins.tolist(), self.weights.tolist(), strict=True))
        return total / (self.boards * self.certain**power)

    def bins(self, count):
        """Return how many boards fall into so many equal parts of [0, 1], a boundary into the part above: (count,)."""
        boards = np.zeros(whole("count", count, 1), dtype=np.int64)
        np.add.at(boards, np.minimum(self.wins * count // self.certain, count - 1), self.weights)
        return boards


def futures(deck, hand, board=(), last=MOST):
    """Return the hand strength of a hand on all last boards that can come.

    Hand and board, as far as it is shown, are names of cards, "AsKd", or their numbers; `last` is how many cards the
    last board has, five or three. Before the flop the first call for a deck makes a table of all last boards, with 52
    cards in a few seconds.
    """
    deck = large_enough(deck, last)
    hand, board = read_deal(deck, hand, board, last)
    return _counted(deck, hand, tuple(sorted(board)), last)


@lru_cache(maxsize=64)
def _counted(deck, hand, board, last):
    """Return `futures` of cards that are known to be right, both rising."""
    many = np.zeros(certain_wins(deck, last, last, 1) + 1, dtype=np.int64)  # boards by wins
    if board:
        boards, wins = _all_on(deck, board, last)
        np.add.at(many, wins[~np.isin(boards, hand).any(axis=1), int(number(hand))], 1)
    else:
        _add_before_the_flop(deck, hand, last, many)
    wins = np.flatnonzero(many)
    weights = many[wins]
    wins.setflags(write=False)
    weights.setflags(write=False)
    return Futures(wins, weights, certain_wins(deck, last, last, 1))


@lru_cache(maxsize=8)
def _all_on(deck, board, last):
    """Return all last boards that a board can become, (b, last) int8, and the wins of all hands there, (b, hands)."""
    left = [card for card in range(deck.cards) if card not in board]
    boards = np.array([(*board, *more) for more in combinations(left, last - len(board))], dtype=np.int8)
    tables, wins = best_five(deck), np.empty((len(boards), len(deck.hands)), dtype=np.uint16)
    boards.setflags(write=False)  # as `final` has them: the kernel is compiled once
    fill_doubled(tables, boards, make_workspace(deck.cards, len(tables.levels)), wins)
    return boards, wins


def _add_before_the_flop(deck, hand, last, many):
    """Add all boards by a hand's wins there: those on canonical boards, under all names of the suits."""
    table = final_table(deck, last)
    moved, times = np.unique(table.boards.moved_hands[:, int(number(hand))], return_counts=True)
    for other, often in zip(moved.tolist(), times.tolist(), strict=True):
        free = ~np.isin(table.boards.cards, deck.hands[other]).any(axis=1)
        np.add.at(many, table.total[free, other], table.boards.weight[free] * often)
    many //= factorial(deck.suits)  # so often every board is met
