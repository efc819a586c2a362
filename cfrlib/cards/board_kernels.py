"""The canonical board of a board, looked up; `cfrlib.cards.boards` says what that is and does the same for many."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit

SET = 16
"""The bits of the set of ranks of one suit in a word that holds those of all suits."""


class Boards(NamedTuple):
    """The canonical boards of one size; a numba kernel takes them as they are. All arrays are read-only."""

    cards: np.ndarray
    """(b, size) int8: the cards of each, in rising order; boards by rising number. With 52 cards b = 1,755, 16,432
    and 134,459 for three, four and five cards."""
    weight: np.ndarray
    """(b,) int64: how many boards each stands for."""
    code: np.ndarray
    """(b,) int64: its number: the sum of 2^card."""
    suits: int
    """How many suits the deck has, k."""
    permutation: np.ndarray
    """(k^k,) int8: which permutation puts suit s in place p_s, at the sum of p_s k^s."""
    moved_cards: np.ndarray
    """(k!, cards) int64: where each permutation of the suits puts each card."""
    moved_hands: np.ndarray
    """(k!, hands) int16: where it puts each hand."""


@inner_njit
def bits_of(cards):
    """Return cards as bits of one number."""
    bits = np.int64(0)
    for k in range(len(cards)):
        bits |= np.int64(1) << cards[k]
    return bits


@inner_njit
def bit_of(boards, card):
    """Return a card's bit in the word that holds the sets of ranks of all suits."""
    card = np.int64(card)  # those of boards are int8
    return 1 << SET * (card % boards.suits) + card // boards.suits


@inner_njit
def sort_suits(boards, sets):
    """Return the permutation of the suits that makes a board canonical, from its sets of ranks in one word."""
    places, digit = 0, 1
    for s in range(boards.suits):
        mine, place = sets >> SET * s & (1 << SET) - 1, 0
        for t in range(boards.suits):
            other = sets >> SET * t & (1 << SET) - 1
            place += other > mine or (other == mine and t < s)
        places += place * digit
        digit *= boards.suits
    return np.int64(boards.permutation[np.uintp(places)])


@inner_njit
def search(codes, code):
    """Return where a number stands among rising ones."""
    low, high = 0, len(codes)
    while high - low > 1:
        middle = (low + high) >> 1
        if codes[np.uintp(middle)] <= code:
            low = middle
        else:
            high = middle
    return low


@njit
def find_with(boards, cards, card):
    """Return (canonical board, permutation that leads there) of the board of some cards, (size - 1,), and one more."""
    sets = bit_of(boards, card)
    for k in range(len(cards)):
        sets += bit_of(boards, cards[k])
    permutation = sort_suits(boards, sets)
    code = 1 << boards.moved_cards[permutation, card]
    for k in range(len(cards)):
        code += 1 << boards.moved_cards[permutation, cards[k]]
    return search(boards.code, code), permutation
