"""Hand strengths, as tests compare them."""

from itertools import permutations

import numpy as np

from cfrlib.cards.best_five import best_five
from cfrlib.cards.boards import find
from cfrlib.cards.strength_kernels import fill_doubled, make_workspace


def counted(deck, boards):
    """Return twice the hands that each hand beats on each board, plus those it ties with, by the kernel."""
    tables, doubled = best_five(deck), np.empty((len(boards), len(deck.hands)), dtype=np.uint16)
    workspace, boards = make_workspace(deck.cards, len(tables.levels)), np.array(boards, dtype=np.int8)
    boards.setflags(write=False)  # as the package has them: the kernel is compiled once
    fill_doubled(tables, boards, workspace, doubled)
    assert not workspace.group.any()  # for the next board
    return doubled


def expected(table, cards, hands):
    """Return E[HS^p] of deals, looked up in a table: 0 where board and hand share a card."""
    return table.total[find(table.boards, cards, hands)] / table.certain


def renamed(cards, deck, places):
    """Return the cards after suit s has become ``places[s]``."""
    return [card // deck.suits * deck.suits + places[card % deck.suits] for card in cards]


def orbit(deck, *sets):
    """Return what sets of cards become, under all names of the suits."""
    names = permutations(range(deck.suits))
    return frozenset(tuple(frozenset(renamed(cards, deck, p)) for cards in sets) for p in names)
