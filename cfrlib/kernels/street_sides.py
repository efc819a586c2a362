"""Walks of two-round hold'em that carry all hands of one player and a single one of the other, on one flop.

Vectors are [class][lane] for the player whose hands are carried; of the drawn hand they are [lane] only. The rows of
its class stand side by side in the table, so both players' vectors are parts of rows: a first entry and a length. An
end is worth O(n): against a drawn hand each class is worth its share of hands that can be held beside it; a drawn hand
is worth the sum over all that can be held against it.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.kernels import ladder_lanes, lanes, njit
from cfrlib.kernels.ladder import GAIN, NOTHING, PLUS, PREDICTIVE, SHARES, WEIGHT
from cfrlib.kernels.street_draws import draw_flop, draw_hand, hold_against, number
from cfrlib.kernels.update import DISCOUNTED, LINEAR
from cfrlib.layout.rounds import FOLD, NEXT, SHOWDOWN

TILE = 32
"""Classes for which the reach of a drawn hand is written out side by side, so that one loop serves all lanes."""


class Parts(NamedTuple):
    """Which part of each row a walk is about: that of the walking player's vectors, and of the opponent's."""

    mine: int
    """The first entry."""
    mine_length: int
    theirs: int
    theirs_length: int


class Held(NamedTuple):
    """The hands that can be held beside the drawn one, as many as vectors are long."""

    counts: np.ndarray
    """(classes,) float64: how many of each class."""
    folds: np.ndarray
    """Share of the class, or their number: what they count at a fold."""
    shows: np.ndarray
    """The same at a showdown: less than zero where the walking player loses."""
    tile: np.ndarray


@njit
def walk_down(betting, walk, room, base, width, parts):
    """Carry reach from the start of the round, where it stands in the room already, to all its nodes."""
    numbers = walk.numbers
    room.at[0, 0] = room.at[1, 0] = 0
    for node in range(len(betting.kind)):
        player, here = betting.kind[node], node * room.apart
        if player > 1:
            continue
        first, actions = betting.edges[node], betting.edges[node + 1] - betting.edges[node]
        mine = player == walk.me
        entry = base + betting.row[node] * width + (parts.mine if mine else parts.theirs)
        length = parts.mine_length if mine else parts.theirs_length
        table, reach, side = walk.basis if mine else walk.theirs, room.mine if mine else room.reach, 1 if mine else 0
        ladder_lanes.reciprocal_of_positives(
            room.inverse, here, table, entry, width, actions, numbers[NOTHING], numbers, length
        )
        share = numbers[SHARES + actions]
        for a in range(actions):
            child, e = betting.child[first + a], entry + a * width
            room.at[0, child], room.at[1, child] = room.at[0, node], room.at[1, node]
            if mine and walk.averaged != walk.me:
                continue
            room.at[side, child] = child * room.apart
            if player == walk.averaged:
                ladder_lanes.play_and_add(
                    reach, child * room.apart, True, reach, room.at[side, node], table, e, room.inverse, here, share,
                    walk.sums, numbers[WEIGHT], numbers, length,
                )  # fmt: skip
            else:
                ladder_lanes.play(
                    reach, child * room.apart, True, reach, room.at[side, node], table, e, room.inverse, here, share,
                    numbers, length,
                )  # fmt: skip


@njit
def walk_up(betting, walk, room, base, width, parts):
    """Bring values from the ends of the round to its start, and update the regrets of the walking player."""
    numbers, length = walk.numbers, parts.mine_length
    for node in range(len(betting.kind) - 1, -1, -1):
        player, here = betting.kind[node], node * room.apart
        if player > 1:
            continue
        first, actions = betting.edges[node], betting.edges[node + 1] - betting.edges[node]
        entry, share = base + betting.row[node] * width + parts.mine, numbers[SHARES + actions]
        for a in range(actions):
            below, e = betting.child[first + a] * room.apart, entry + a * width
            if player != walk.me:
                ladder_lanes.pass_on(room.value, here, a == 0, room.value, below, length)
            elif walk.rule == PREDICTIVE:
                ladder_lanes.keep_expected(
                    room.value, here, a == 0, room.value, below, walk.basis, e, room.inverse, here, share, numbers,
                    length,
                )  # fmt: skip
            else:
                ladder_lanes.gain_expected(
                    room.value, here, a == 0, room.value, below, walk.basis, e, room.inverse, here, share,
                    walk.fade[0], walk.fade[1], numbers[GAIN], numbers, length,
                )  # fmt: skip
        if player == walk.me:
            for a in range(actions):
                e = entry + a * width
                if walk.rule == PREDICTIVE:
                    ladder_lanes.take_mean_and_guess(walk.regret, walk.basis, e, room.value, here, numbers, length)
                else:
                    ladder_lanes.take_mean(
                        walk.regret, e, numbers[GAIN], room.value, here, walk.rule == PLUS, numbers, length
                    )


@njit
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


@njit
def ends(betting, walk, room, held, own_all, n, many):
    """Fill in the values of all folds and showdowns: of n classes, or of the drawn hand."""
    sign, wide = 1.0 if walk.me == 0 else -1.0, TILE * many
    for node in range(len(betting.kind)):
        kind = betting.kind[node]
        if kind != FOLD and kind != SHOWDOWN:
            continue
        factor, beside = (sign, held.folds) if kind == FOLD else (1.0, held.shows)
        reach, value, stakes = room.at[0, node], node * room.apart, betting.stakes[betting.end[node]]
        if own_all:
            for i in range(TILE):
                for l in range(many):
                    held.tile[i * many + l] = room.reach[reach + l] * (factor * stakes[l])
            for first in range(0, n * many, wide):
                lanes.multiply(room.value, value + first, beside, first, held.tile, 0, min(wide, n * many - first))
        else:
            lanes.fill(held.tile, 0, 0.0, wide)
            for first in range(0, n * many, wide):
                lanes.add_product(held.tile, 0, beside, first, room.reach, reach + first, min(wide, n * many - first))
            for l in range(many):
                total = 0.0
                for i in range(TILE):
                    total += held.tile[i * many + l]
                room.value[value + l] = total * (factor * stakes[l])


@njit
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


@njit
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
        value = node * room.apart
        if own_all:
            lanes.fill(found, 0, 0.0, classes)
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
    lanes.fill(room.reach, 0, 1.0, classes)
    lanes.fill(room.mine, 0, 1.0, classes)
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


@njit
def fade(walk, rule, seen, me, place, t):
    """Set what regrets are multiplied by since their class, or flop, was seen last; note the time."""
    if rule.kind != DISCOUNTED:
        return
    since = seen[me, place]
    for sign in range(2):
        walk.fade[sign] = np.exp(rule.fading[sign, t - 1] - rule.fading[sign, since - 1]) if since > 0 else 1.0
    seen[me, place] = t


@njit
def iterate(
    first, second, boards, dealer, early, late, room, below, held, own_all, scale, found, count, seen, rule, rng, t,
    iterations,
):  # fmt: skip
    """Do iterations t, t + 1, ...

    Draws of a walk, in this order: the flop, the cards of the one hand.

    Parameters
    ----------
    early, late : pair of Walk
        Of player 0 and of player 1, in either round.
    seen : (2, classes before the flop + classes on all flops) int64
        When a player's walk came to a class last; of a flop whose classes are all carried, its first one. Empty where
        nothing is discounted.
    """
    classes = len(found)
    for now in range(t, t + iterations):
        for me in range(2):
            flop = draw_flop(dealer, rng)
            a, b = draw_hand(dealer, rng, dealer.shown[flop])
            hand, top, bottom = number(a, b), 0, classes + boards[1].start[flop]
            if not own_all:
                top, bottom = np.int64(dealer.before[hand]), bottom + dealer.hand_class[flop, hand]
            fade(early[me], rule, seen, me, top, now)
            fade(late[me], rule, seen, me, bottom, now)
            early[me].numbers[WEIGHT] = late[me].numbers[WEIGHT] = float(now) ** rule.power
            if rule.kind == LINEAR:
                early[me].numbers[GAIN] = late[me].numbers[GAIN] = now
            walk(
                first, second, boards, dealer, early[me], late[me], room, below, held, own_all, flop, a, b, scale,
                found, count,
            )  # fmt: skip
