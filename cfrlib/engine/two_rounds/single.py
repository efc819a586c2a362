"""Walks of two-round hold'em on a single deal: the rows cs, es, os, robust, and mixes of them."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.limit_holdem.draws import Dealer, dealer, dealt_from, draw_flop, draw_hand, number
from cfrlib.engine.common.limit_holdem.single_engine import SingleDealWalks


class Flops(NamedTuple):
    """What two-round hold'em with all its cards is dealt from."""

    dealer: Dealer
    start: np.ndarray  # (flops + 1,) int64: where the classes of a flop start
    after: np.ndarray
    before: np.ndarray  # (classes on all flops,) int64: see `Boards`
    rows: int  # of the round on the flop
    decisions: int
    lanes: int


@inner_njit(forceinline=True)
def put_class(flops, deal, player, flop, c):
    """Write down where the tables have class c on a canonical flop, which a player holds, and its class before it."""
    start = flops.start[flop]
    before = flops.before[start + c]
    deal.base[player, 0] = deal.noted[player, 0] = before
    deal.base[player, 1] = flops.lanes * (flops.rows * start + c)
    deal.noted[player, 1] = flops.lanes * (flops.decisions * start + c)
    deal.stride[1] = (flops.start[flop + 1] - start) * flops.lanes


@njit
def put_hands(flops, deal, flop, first, second):
    """Write down where the tables have the classes of both players' hands on a flop, and who wins."""
    put_class(flops, deal, 0, flop, first)
    put_class(flops, deal, 1, flop, second)
    deal.wins[0] = 0.0
    if first >= flops.after[flops.start[flop] + second]:
        deal.wins[0] = 1.0
    elif second >= flops.after[flops.start[flop] + first]:
        deal.wins[0] = -1.0


@inner_njit(forceinline=True)
def deal_flop(cards, deal, rng):
    """Draw a flop, then the hands of player 0 and of player 1."""
    flop = draw_flop(cards.dealer, rng)
    out = cards.dealer.shown[flop]
    a, b = draw_hand(cards.dealer, rng, out)
    c, d = draw_hand(cards.dealer, rng, out | (1 << a) | (1 << b))
    classes = cards.dealer.hand_class[flop]
    put_hands(cards, deal, flop, np.int64(classes[number(a, b)]), np.int64(classes[number(c, d)]))


@inner_njit
def put_flop_class(cards, i, deal):
    """Deal class i of all classes on flops to both players, as if both could hold it; False if there is no class i."""
    if i == cards.start[-1]:
        return False
    flop = np.searchsorted(cards.start, i, side="right") - 1
    for player in range(2):
        put_class(cards, deal, player, flop, i - cards.start[flop])
    return True


dealt_from(Flops, deal_flop, put_flop_class)


class TwoRoundsSingleWalks(SingleDealWalks):
    """Two-round hold'em with all its cards."""

    def _cards(self):
        layout, boards, betting = self.layout, self.layout.boards[1], self.layout.second.betting
        decisions = int((betting.kind < 2).sum())
        return Flops(dealer(layout), boards.start, boards.after, boards.before, betting.rows, decisions, layout.lanes)

    def _classes(self):
        layout = self.layout
        return (1, layout.lanes), (layout.classes, int(layout.flops.start[-1]))
