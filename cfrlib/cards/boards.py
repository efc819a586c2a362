"""Boards of up to five cards as sets: which of them differ in the names of the suits only.

What a hand can win does not depend on the order in which flop, turn and river came. Boards that a permutation of the
suits turns into one another are one *canonical board*: the one with the lowest number in binary, bit c for card c. Then
the sets of ranks of the suits, read as numbers in binary, do not rise; so to sort the suits is to find it.

A hand and a board are read here, too, as people write them: "As Kd", "2c 7d 9h Jc".
"""

from collections.abc import Mapping, Set
from functools import lru_cache
from itertools import permutations
from math import factorial
from numbers import Integral

import numpy as np

from cfrlib._util.arguments import said, whole
from cfrlib.cards.board_kernels import Boards
from cfrlib.cards.deck import FLOP, HOLE
from cfrlib.cards.isomorphism import suit_permutations

MOST = 5
"""A board has no more cards."""


@lru_cache(maxsize=16, typed=True)
def canonical_boards(deck, size):
    """Return the canonical boards of a `Deck` with `size` cards, 0 to 5, as `Boards`.

    With 52 cards those of five take about 0.3 s, 3 MB.
    """
    size = whole("size", size, 0, MOST)
    if size == 0:
        suits = suit_permutations(deck)
        permutation = np.full(deck.suits**deck.suits, -1, dtype=np.int8)
        for k, places in enumerate(permutations(range(deck.suits))):
            permutation[sum(place * deck.suits**s for s, place in enumerate(places))] = k
        empty = np.zeros((1, 0), dtype=np.int8), np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        boards = Boards(*empty, deck.suits, permutation, *suits)
    else:
        fewer = canonical_boards(deck, size - 1)
        # Without its last card, ranks falling and suits rising, a canonical board is canonical: so each is found once.
        order = np.arange(deck.cards) % deck.suits - np.arange(deck.cards) // deck.suits * deck.suits
        last = order[fewer.cards].max(axis=1, initial=-deck.cards)
        board, more = np.nonzero(order > last[:, None])
        cards = np.sort(np.column_stack([fewer.cards[board], more.astype(np.int8)]), axis=1)
        code = number_of_board(cards)
        keep = np.flatnonzero(_sorted(fewer, cards)[1] == code)
        keep = keep[np.argsort(code[keep])]
        cards, code = cards[keep], code[keep]
        boards = fewer._replace(cards=cards, weight=_weight(cards, deck.suits), code=code)
    for array in boards:
        if isinstance(array, np.ndarray):
            array.setflags(write=False)
    return boards


def find(boards, cards, hands=None):
    """Return the canonical board of each board, (...) int64, and the number of the hand that its way there makes of a
    hand.

    Boards are (..., size), their cards in any order, hands (...) int, numbered by `cfrlib.cards.deck.number`. Without
    hands the second result is the permutation of the suits, (...) int8, a row of ``boards.moved_hands``.
    """
    permutation, code = _sorted(boards, np.asarray(cards))
    canonical = np.searchsorted(boards.code, code)
    return canonical, permutation if hands is None else boards.moved_hands[permutation, hands]


def number_of_board(cards):
    """Return the number of boards in binary, bit c for card c: (...) int64 of (..., size) cards."""
    return (1 << np.asarray(cards, dtype=np.int64)).sum(axis=-1)


def _sorted(boards, cards):
    """Return, for boards, a permutation that makes each canonical, and the number of what it becomes."""
    suits = boards.suits
    rank, suit = np.divmod(cards.astype(np.int64), suits)
    held = [np.where(suit == s, 1 << rank, 0).sum(axis=-1) for s in range(suits)]
    places = sum(  # each suit comes after those with a higher set, and of equal ones the first stays first
        suits**s * sum(((held[t] > held[s]) | ((held[t] == held[s]) & (t < s))).astype(np.int64) for t in range(suits))
        for s in range(suits)
    )
    permutation = boards.permutation[places]
    return permutation, number_of_board(boards.moved_cards[permutation[..., None], cards])


def _weight(cards, suits):
    """Return how many boards each canonical one stands for: all names of the suits, less those that keep it."""
    sets = np.stack([np.where(cards % suits == s, 1 << (cards // suits).astype(np.int64), 0).sum(axis=1)
                     for s in range(suits)])  # fmt: skip
    keep, run = np.ones(len(cards), dtype=np.int64), np.ones(len(cards), dtype=np.int64)
    for s in range(1, suits):  # the sets do not rise, so equal ones are neighbors
        run = np.where(sets[s] == sets[s - 1], run + 1, 1)
        keep *= run
    return factorial(suits) // keep


def read_deal(deck, hand, board, last=MOST, name="hand"):
    """Return the numbers of the cards of a hand and a board, the hand rising, the board in its order: two tuples.

    A message about the hand calls it `name`. The board has none, three, four or five cards, or three if the last one
    has.
    """
    hand = read_cards(name, hand, deck, (HOLE,))
    shown = read_cards("board", board, deck, tuple(count for count in (0, FLOP, 4, MOST) if count <= last))
    if twice := set(hand) & set(shown):
        raise ValueError(f"board={board!r}: the hand has {deck.names[min(twice)]}; it takes other cards")
    return tuple(sorted(hand)), shown


def read_cards(name, given, deck, counts):
    """Return the numbers of cards named in a text, in any spelling, or given as numbers, in their order: tuple of int.

    There may be as many as `counts` lists. A message calls the argument `name`.
    """
    try:
        if isinstance(given, str):
            bare = "".join(given.replace(",", " ").split())
            cards = [deck.names.index(bare[k : k + 2].capitalize()) for k in range(0, len(bare), 2)]
        else:
            cards = [-1] if isinstance(given, Set | Mapping) else [_number(card, deck) for card in given]
    except (TypeError, ValueError):
        cards = [-1]
    if len(cards) not in counts or len(set(cards)) != len(cards) or -1 in cards:
        many = " or ".join([", ".join(map(str, counts[:-1])), str(counts[-1])] if counts[1:] else [str(counts[0])])
        takes = f"it takes {many} different cards, {deck.names[0]} to {deck.names[-1]}"
        raise ValueError(f"{name}={said(given)}: {takes}")
    return tuple(cards)


def _number(card, deck):
    """Return the number of a card that is given as one, -1 if it is none."""
    known = isinstance(card, Integral) and not isinstance(card, bool) and 0 <= card < deck.cards
    return int(card) if known else -1
