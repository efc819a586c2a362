"""Walks of two-round hold'em that carry all hands of one player and a single one of the other, on one flop.

Vectors are [class][lane] for the player whose hands are carried; of the drawn hand they are [lane] only. The rows of
its class stand side by side in the table, so both players' vectors are parts of rows: a first entry and a length. An
end is worth O(n): against a drawn hand each class is worth its share of hands that can be held beside it; a drawn hand
is worth the sum over all that can be held against it.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.betting_round import Parts, set_time, walk_down, walk_up
from cfrlib.engine.common.limit_holdem.draws import draw_flop, draw_hand, hold_against, number
from cfrlib.engine.common.limit_holdem.rounds import FOLD, NEXT, SHOWDOWN
from cfrlib.engine.two_rounds.vector import remember

TILE = 32
"""Classes for which the reach of a drawn hand is written out side by side, so that one loop serves all lanes."""


class Held(NamedTuple):
    """The hands that can be held beside the drawn one, as many as vectors are long."""

    counts: np.ndarray
    """(classes,) float64: how many of each class."""
    folds: np.ndarray
    """Share of the class, or their number: what they count at a fold."""
    shows: np.ndarray
    """The same at a showdown: less than zero where the walking player loses."""
    tile: np.ndarray


@inner_njit
def hold(boards, board, held, own_all, c, many):
    """From the counts of classes fill in what they count at ends, against a drawn hand of class c."""
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
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
def ends(betting, walk, room, held, own_all, n, many):
    """Fill in the values of all folds and showdowns: of n classes, or of the drawn hand."""
    sign, wide = 1.0 if walk.me == 0 else -1.0, TILE * many
    for node in range(len(betting.kind)):
        kind = betting.kind[node]
        if kind != FOLD and kind != SHOWDOWN:
            continue
        factor, beside = (sign, held.folds) if kind == FOLD else (1.0, held.shows)
        reach, value, stakes = room.at[0, node], node * room.stride, betting.stakes[betting.end[node]]
        if own_all:
            for i in range(TILE):
                for l in range(many):
                    held.tile[i * many + l] = room.reach[reach + l] * (factor * stakes[l])
            for first in range(0, n * many, wide):
                loops.multiply(room.value, value + first, beside, first, held.tile, 0, min(wide, n * many - first))
        else:
            loops.fill(held.tile, 0, 0.0, wide)
            for first in range(0, n * many, wide):
                loops.add_product(held.tile, 0, beside, first, room.reach, reach + first, min(wide, n * many - first))
            for l in range(many):
                total = 0.0
                for i in range(TILE):
                    total += held.tile[i * many + l]
                room.value[value + l] = total * (factor * stakes[l])


@inner_njit
def hand_over(betting, boards, board, room, below, own_all, count):
    """Give the reach at the ends of the first round to a flop."""
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
    lane = 0
    for node in range(len(betting.kind)):
        if betting.kind[node] != NEXT:
            continue
        theirs, mine = room.at[0, node], room.at[1, node]
        if own_all:
            below.reach[lane] = room.reach[theirs]
            for k in range(n):
                below.mine[k * count + lane] = room.mine[mine + boards.before[start + k]]
        else:
            below.mine[lane] = room.mine[mine]
            for k in range(n):
                below.reach[k * count + lane] = room.reach[theirs + boards.before[start + k]]
        lane += 1


@inner_njit
def hand_back(betting, boards, board, room, below, own_all, count, scale, found, hands):
    """Give the values of a flop, times a scale, to the ends of the first round.

    Parameters
    ----------
    found : (classes before the flop,) float64
        Room.
    hands : (classes before the flop,) float64
        How many hands each has.
    """
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
    lane, classes = 0, len(hands)
    for node in range(len(betting.kind)):
        if betting.kind[node] != NEXT:
            continue
        value = node * room.stride
        if own_all:
            loops.fill(found, 0, 0.0, classes)
            for k in range(n):
                found[boards.before[start + k]] += boards.hands[start + k] * below.value[k * count + lane]
            for c in range(classes):
                room.value[value + c] = found[c] * scale / hands[c]
        else:
            room.value[value] = below.value[lane] * scale
        lane += 1


@njit
def walk(first, second, boards, dealer, early, late, room, below, held, own_all, flop, a, b, scale, found, count):
    """Do a walk on a flop where one player's hand, of cards a and b, is drawn.

    Parameters
    ----------
    first, second : Betting
    boards : (before the flop, on it)
    early, late : Walk
        Of either round.
    own_all : bool
        Whether the walking player's hands are all carried, or the opponent's.
    scale : float
        What values of the flop count more than those of folds before it: flops that fit the drawn hand, over those that
        fit both hands. For the flop is drawn to fit one, and worth nothing to hands of the other that it takes a card
        of, while a fold before it is worth something to all.
    count : int
        Lanes.
    """
    hand, (before, after) = number(a, b), boards
    c, k = np.int64(dealer.before[hand]), np.int64(dealer.hand_class[flop, hand])
    classes, start = len(before.hands), after.start[flop]
    n = after.start[flop + 1] - start
    base, width = second.rows * count * start, n * count
    if own_all:
        top, bottom = Parts(0, classes, c, 1), Parts(0, width, k * count, count)
    else:
        top, bottom = Parts(c, 1, 0, classes), Parts(k * count, count, 0, width)
    loops.fill(room.reach, 0, 1.0, classes)
    loops.fill(room.mine, 0, 1.0, classes)
    walk_down(first, early, room, 0, classes, top)
    hand_over(first, after, flop, room, below, own_all, count)
    walk_down(second, late, below, base, width, bottom)
    hold_against(dealer, flop, a, b, after.hands, start, n, held[1].counts)
    hold(after, flop, held[1], own_all, k, count)
    ends(second, late, below, held[1], own_all, n, count)
    walk_up(second, late, below, base, width, bottom)
    hand_back(first, after, flop, room, below, own_all, count, scale, found, before.hands)
    hold_against(dealer, -1, a, b, before.hands, 0, classes, held[0].counts)
    hold(before, 0, held[0], own_all, c, 1)
    ends(first, early, room, held[0], own_all, classes, 1)
    walk_up(first, early, room, 0, classes, top)


@inner_njit
def time_since(last_update, me, place, t):
    """Return when a class, or flop, was seen last, and note that it is now; 0 where nobody asks."""
    if len(last_update) == 0:
        return 0
    since = last_update[me, place]
    last_update[me, place] = t
    return since


@njit
def iterate(
    first, second, boards, dealer, early, late, room, below, held, own_all, scale, found, count, simultaneous,
    last_update, rule, rng, t, iterations,
):  # fmt: skip
    """Do iterations t, t + 1, ...

    Draws of a walk, in this order: the flop, the cards of the one hand.

    Parameters
    ----------
    early, late : pair of Walk
        Of player 0 and of player 1, in either round; see `cfrlib.engine.two_rounds.vector.iterate`.
    seen : (2, classes before the flop + classes on all flops) int64
        When a player's walk came to a class last; of a flop whose classes are all carried, its first one. Empty where
        nothing is discounted.
    """
    classes = len(found)
    for now in range(t, t + iterations):
        drawn = draw(dealer, rng), draw(dealer, rng)
        if simultaneous:
            remember(second, boards[1], drawn[1][0], count, early[1], late[1], early[1].theirs, late[1].theirs)
        for me in range(2):
            flop, a, b = drawn[me]
            hand, top, bottom = number(a, b), 0, classes + boards[1].start[flop]
            if not own_all:
                top, bottom = np.int64(dealer.before[hand]), bottom + dealer.hand_class[flop, hand]
            set_time(early[me], rule, now, time_since(last_update, me, top, now))
            set_time(late[me], rule, now, time_since(last_update, me, bottom, now))
            walk(
                first, second, boards, dealer, early[me], late[me], room, below, held, own_all, flop, a, b, scale,
                found, count,
            )  # fmt: skip


@inner_njit
def draw(dealer, rng):
    """Return a flop and the two cards of a hand."""
    flop = draw_flop(dealer, rng)
    a, b = draw_hand(dealer, rng, dealer.shown[flop])
    return flop, a, b
