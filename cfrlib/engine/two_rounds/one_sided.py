"""Walks of two-round hold'em that carry all hands of one player and a single one of the other, on one flop.

Vectors are [class][lane] for the player whose hands are carried; of the drawn hand they are [lane] only, a part of the
same rows. A terminal is worth O(n): against a drawn hand each class is worth its share of hands that can be held beside
it; a drawn hand is worth the sum over all that can be held against it.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.betting_round import Parts, time_since, walk_down, walk_up
from cfrlib.engine.common.limit_holdem.draws import Dealer, draw_flop, draw_hand, hold_against, number
from cfrlib.engine.common.limit_holdem.rounds import FOLD, NEXT, SHOWDOWN
from cfrlib.engine.common.regret_matching_vectors import set_time
from cfrlib.engine.two_rounds.vector import classes_on, hand_over, remember

TILE = 32
"""Classes for which the reach of a drawn hand is written out side by side, so that one loop serves all lanes."""


class HandWeights(NamedTuple):
    """The hands of a round that can be held beside the drawn one, as many as vectors are long."""

    counts: np.ndarray  # (classes,) float64: how many of each class
    folds: np.ndarray  # share of the class, or their number: what they count at a fold
    shows: np.ndarray  # the same at a showdown: less than zero where the walking player loses
    tile: np.ndarray


class Side(NamedTuple):
    """What one-sided walks need beside `cfrlib.engine.two_rounds.vector.Rounds`."""

    dealer: Dealer
    own_all: bool  # whether the walking player's hands are all carried, or the opponent's
    early: HandWeights
    late: HandWeights
    values: np.ndarray  # (classes before the flop,) float64: a flop's worth to all hands of each


@inner_njit
def hold(boards, board, held, own_all, c, many):
    """From the counts of classes fill in what they count at terminals, against a drawn hand of class c."""
    start, n = classes_on(boards, board)
    for k in range(n):
        x = held.counts[k] / boards.hands[start + k] if own_all else held.counts[k]
        wins = 0.0
        if k >= boards.after[start + c]:
            wins = 1.0
        elif c >= boards.after[start + k]:
            wins = -1.0
        if not own_all:
            wins = -wins
        for l in range(many):
            held.folds[k * many + l], held.shows[k * many + l] = x, wins * x


@inner_njit
def value_terminals(betting, walk, workspace, held, own_all, n, many):
    """Fill in the values of all folds and showdowns: of n classes, or of the drawn hand."""
    sign, wide, reaches, values = 1.0 if walk.me == 0 else -1.0, TILE * many, workspace.reach, workspace.value
    for node in range(len(betting.kind)):
        kind = betting.kind[node]
        if kind != FOLD and kind != SHOWDOWN:
            continue
        factor, beside = (sign, held.folds) if kind == FOLD else (1.0, held.shows)
        reach, value, stakes = workspace.at[0, node], node * workspace.stride, betting.stakes[betting.end[node]]
        if own_all:
            for i in range(TILE):
                for l in range(many):
                    held.tile[i * many + l] = reaches[reach + l] * (factor * stakes[l])
            for first in range(0, n * many, wide):
                loops.multiply(values, value + first, beside, first, held.tile, 0, min(wide, n * many - first))
        else:
            loops.fill(held.tile, 0, 0.0, wide)
            for first in range(0, n * many, wide):
                loops.add_product(held.tile, 0, beside, first, reaches, reach + first, min(wide, n * many - first))
            for l in range(many):
                total = 0.0
                for i in range(TILE):
                    total += held.tile[i * many + l]
                values[value + l] = total * (factor * stakes[l])


@inner_njit
def hand_back(rounds, flop, side):
    """Give the values of a flop to the ends of the first round."""
    first, early, late, boards, hands = rounds.first, rounds.early, rounds.late, rounds.flops, rounds.preflop.hands
    start, n = classes_on(boards, flop)
    lane, classes = 0, len(hands)
    for node in range(len(first.kind)):
        if first.kind[node] != NEXT:
            continue
        value = node * early.stride
        if side.own_all:
            loops.fill(side.values, 0, 0.0, classes)
            for k in range(n):
                side.values[boards.before[start + k]] += boards.hands[start + k] * late.value[k * rounds.lanes + lane]
            for c in range(classes):
                early.value[value + c] = side.values[c] * rounds.scale / hands[c]
        else:
            early.value[value] = late.value[lane] * rounds.scale
        lane += 1


@njit
def walk(rounds, side, early, late, flop, a, b):
    """Do a walk on a flop where one player's hand, of cards a and b, is drawn.

    Values of the flop count `rounds.scale` times what those of folds before it do: a flop is drawn to fit one hand and
    worth nothing to hands that it takes a card of, while a fold before it is worth something to all.
    """
    first, second, before, after, lanes = rounds.first, rounds.second, rounds.preflop, rounds.flops, rounds.lanes
    dealer, own_all, hand = side.dealer, side.own_all, number(a, b)
    c, k = np.int64(dealer.before[hand]), np.int64(dealer.hand_class[flop, hand])
    classes = len(before.hands)
    start, n = classes_on(after, flop)
    base, width = second.rows * lanes * start, n * lanes
    if own_all:
        top, bottom = Parts(0, classes, c, 1), Parts(0, width, k * lanes, lanes)
    else:
        top, bottom = Parts(c, 1, 0, classes), Parts(k * lanes, lanes, 0, width)
    loops.fill(rounds.early.reach, 0, 1.0, classes)
    loops.fill(rounds.early.mine, 0, 1.0, classes)
    walk_down(first, early, rounds.early, 0, classes, top)
    hand_over(rounds, flop, own_all, not own_all)
    walk_down(second, late, rounds.late, base, width, bottom)
    hold_against(dealer, flop, a, b, after.hands, start, n, side.late.counts)
    hold(after, flop, side.late, own_all, k, lanes)
    value_terminals(second, late, rounds.late, side.late, own_all, n, lanes)
    walk_up(second, late, rounds.late, base, width, bottom)
    hand_back(rounds, flop, side)
    hold_against(dealer, -1, a, b, before.hands, 0, classes, side.early.counts)
    hold(before, 0, side.early, own_all, c, 1)
    value_terminals(first, early, rounds.early, side.early, own_all, classes, 1)
    walk_up(first, early, rounds.early, 0, classes, top)


@njit
def iterate(rounds, side, early, late, simultaneous, last_update, rule, rng, t, iterations):
    """Do iterations t, t + 1, ...; a walk draws the flop, then the cards of the one hand.

    `last_update`, (2, classes): of a flop whose classes are all carried, at its first one.
    """
    classes, dealer = len(rounds.preflop.hands), side.dealer
    for now in range(t, t + iterations):
        drawn = draw(dealer, rng), draw(dealer, rng)
        if simultaneous:
            remember(rounds, drawn[1][0], early[1], late[1])
        for me in range(2):
            flop, a, b = drawn[me]
            hand, top, bottom = number(a, b), 0, classes + rounds.flops.start[flop]
            if not side.own_all:
                top, bottom = np.int64(dealer.before[hand]), bottom + dealer.hand_class[flop, hand]
            set_time(early[me], rule, now, time_since(last_update, me, top, now))
            set_time(late[me], rule, now, time_since(last_update, me, bottom, now))
            walk(rounds, side, early[me], late[me], flop, a, b)


@inner_njit
def draw(dealer, rng):
    """Return a flop and the two cards of a hand."""
    flop = draw_flop(dealer, rng)
    a, b = draw_hand(dealer, rng, dealer.shown[flop])
    return flop, a, b
