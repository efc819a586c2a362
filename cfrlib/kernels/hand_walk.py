"""Walks of two-round hold'em on a single deal: chance, external, robust and outcome sampling and their mixes.

Both rounds of betting make one small tree: the round before the flop, then the other once for each lane. Its nodes
stand parents first, so a walk needs no stack: one loop forward enters what is tried, one loop back brings values up.
What is tried, and what is learnt from it, is as in `cfrlib.kernels.scalar`. Strategies are matched to regrets when a
walk comes by, and as it comes to a row once at most, the row is updated there and then.
"""

import numpy as np

from cfrlib.kernels import njit
from cfrlib.kernels.choosing import ACTIONS, BY_NODE, BY_WALK, CLASSES, ENTRY, choose
from cfrlib.kernels.scalar import NOBODY
from cfrlib.kernels.skipped import STOCHASTIC, total_weight
from cfrlib.kernels.street_draws import draw_flop, draw_hand, number
from cfrlib.kernels.street_hand_room import MOST
from cfrlib.kernels.street_skipped import carry, match, missed
from cfrlib.kernels.update import DISCOUNTED, LINEAR, PREDICTIVE, RM_PLUS
from cfrlib.layout.rounds import FOLD, NEXT, SHOWDOWN


@njit(forceinline=True)
def enter(
    hand, switches, room, part, span, stride, entries, rows, which, probability, rng, me, averaged, weight, deals,
):  # fmt: skip
    """Go forward through the nodes of a span: match strategies, choose what to try, add to the average.

    Parameters
    ----------
    stride : int
        From the entry of an action to that of the next.
    entries : (player 0, player 1)
        Entry of their class in row and lane 0.
    rows : (player 0, player 1)
        The same in `Part.passed`.
    weight : float
        How much this iteration counts in the average.
    deals : float
        How many deals there are in this round.

    Returns
    -------
    int
        How many nodes were entered.
    """
    nodes = 0
    for node in range(span[0], span[1]):
        if room.q[node] == 0:
            continue
        nodes += 1
        kind, edge = hand.kind[node], hand.edges[node]
        if kind > 1:
            if kind == NEXT:
                child = hand.child[edge]
                room.q[child] = room.q[node]
                room.reach[0, child], room.reach[1, child] = room.reach[0, node], room.reach[1, node]
                room.above[0, child], room.above[1, child] = room.above[0, node], room.above[1, node]
            continue
        actions, here = hand.edges[node + 1] - edge, node * MOST
        entry = entries[kind] + hand.row[node] * stride + hand.lane[node]
        match(part, room.strategy, here, entry, stride, actions)
        scheme = which
        if switches.coin == BY_NODE:
            scheme = 0 if rng.random() < probability else 1
        room.place[ENTRY], room.place[CLASSES], room.place[ACTIONS] = here, 1, actions
        choose(room, switches, scheme, kind == me, rng, room.place, room.tried[node])
        if kind == averaged or (switches.custom and (kind == me) == switches.by_deal[scheme]):
            if switches.average == STOCHASTIC:
                x = weight * room.reach[kind, node] / room.q[node]
                if switches.by_deal[scheme]:
                    x *= deals
            else:
                row = rows[kind] + hand.decision[node] * stride + hand.lane[node]
                x = missed(hand, room, part, node, row, switches.average)
            if x > 0:
                for a in range(actions):
                    part.sums[np.uintp(entry + a * stride)] += x * room.strategy[here + a]
        if switches.average != STOCHASTIC:
            carry(hand, room, part, node, entry, stride, switches.average)
        for a in range(actions):
            child = hand.child[edge + a]
            room.q[child] = room.q[node] * room.tried[node, a]
            room.reach[kind, child] = room.reach[kind, node] * room.strategy[here + a]
            room.reach[1 - kind, child] = room.reach[1 - kind, node]
    return nodes


@njit(forceinline=True)
def leave(hand, room, part, span, stride, entries, rule, t, me, wins):
    """Go back through the nodes of a span: bring values up, and update the rows of the walking player.

    Parameters
    ----------
    wins : float
        1, 0 or -1: whether the walking player wins a showdown.
    """
    sign = 1.0 if me == 0 else -1.0
    for node in range(span[1] - 1, span[0] - 1, -1):
        if room.q[node] == 0:
            continue
        kind, edge = hand.kind[node], hand.edges[node]
        if kind == FOLD:
            room.value[node] = sign * hand.stake[node]
        elif kind == SHOWDOWN:
            room.value[node] = wins * hand.stake[node]
        elif kind == NEXT:
            room.value[node] = room.value[hand.child[edge]]
        else:
            actions, here, mean = hand.edges[node + 1] - edge, node * MOST, 0.0
            for a in range(actions):
                if room.tried[node, a] > 0:
                    mean += room.strategy[here + a] * room.value[hand.child[edge + a]] / room.tried[node, a]
            room.value[node] = mean
            if kind == me:
                entry = entries[kind] + hand.row[node] * stride + hand.lane[node]
                learn(hand, room, part, node, entry, stride, rule, t, room.reach[1 - me, node] / room.q[node])


@njit(forceinline=True)
def learn(hand, room, part, node, entry, stride, rule, t, weight):
    """Update the regrets of a row; see `cfrlib.regret`."""
    edge, up, down = hand.edges[node], 1.0, 1.0
    if rule.kind == DISCOUNTED:
        since = part.seen[entry]
        if since > 0:
            up = np.exp(rule.fading[0, t - 1] - rule.fading[0, since - 1])
            down = np.exp(rule.fading[1, t - 1] - rule.fading[1, since - 1])
        part.seen[entry] = t
    for a in range(hand.edges[node + 1] - edge):
        e, value = np.uintp(entry + a * stride), 0.0
        if room.tried[node, a] > 0:
            value = room.value[hand.child[edge + a]] / room.tried[node, a]
        gain, r = weight * (value - room.value[node]), part.regret[e]
        if rule.kind == LINEAR:
            gain *= t
        r = (r * up if r > 0 else r * down) + gain
        if rule.kind == RM_PLUS or rule.kind == PREDICTIVE:
            r = r if r > 0 else 0.0
        part.regret[e] = r
        if rule.kind == PREDICTIVE:
            part.basis[e] = r + gain if r + gain > 0 else 0.0


@njit(forceinline=True)
def walk(hand, switches, room, first, second, rule, t, rng, which, probability, me, averaged, flop, before, after):
    """Do the walk of one player on a deal; return how many nodes it entered.

    Parameters
    ----------
    before, after : (player 0, player 1)
        The classes of their hands before the flop and on it.
    """
    start, width = hand.start[flop] * hand.lanes, (hand.start[flop + 1] - hand.start[flop]) * hand.lanes
    entries = hand.rows * start + after[0] * hand.lanes, hand.rows * start + after[1] * hand.lanes
    rows = hand.decisions * start + after[0] * hand.lanes, hand.decisions * start + after[1] * hand.lanes
    early, late = (0, hand.first), (hand.first, len(hand.kind))
    room.q[:] = 0
    room.q[0] = room.reach[0, 0] = room.reach[1, 0] = 1.0
    weight = float(t) ** rule.power
    if switches.average != STOCHASTIC:
        room.above[0, 0] = room.above[1, 0] = total_weight(rule.power, t)
    nodes = enter(
        hand, switches, room, first, early, hand.classes, before, before, which, probability, rng, me, averaged,
        weight, room.deals[0],
    )  # fmt: skip
    nodes += enter(
        hand, switches, room, second, late, width, entries, rows, which, probability, rng, me, averaged, weight,
        room.deals[1],
    )  # fmt: skip
    mine, theirs = after[me], after[1 - me]
    wins = 0.0
    if mine >= hand.after[hand.start[flop] + theirs]:
        wins = 1.0
    elif theirs >= hand.after[hand.start[flop] + mine]:
        wins = -1.0
    leave(hand, room, second, late, width, entries, rule, t, me, wins)
    leave(hand, room, first, early, hand.classes, before, rule, t, me, wins)
    return nodes


@njit
def exchange(hand, room, first, second, flop, before, after, swap):
    """Exchange what player 0's strategies are matched to on a deal with what is aside; without `swap`, copy it there.

    Parameters
    ----------
    before, after : int
        The classes of player 0's hand.
    """
    start, width = hand.start[flop] * hand.lanes, (hand.start[flop + 1] - hand.start[flop]) * hand.lanes
    entry = hand.rows * start + after * hand.lanes
    exchange_part(hand, room, first, (0, hand.first), hand.classes, before, swap)
    exchange_part(hand, room, second, (hand.first, len(hand.kind)), width, entry, swap)


@njit(forceinline=True)
def exchange_part(hand, room, part, span, stride, start, swap):
    for node in range(span[0], span[1]):
        if hand.kind[node] != 0:
            continue
        entry = start + hand.row[node] * stride + hand.lane[node]
        for a in range(hand.edges[node + 1] - hand.edges[node]):
            e, k = np.uintp(entry + a * stride), node * MOST + a
            value = part.basis[e]
            if swap:
                part.basis[e] = room.aside[k]
            room.aside[k] = value


@njit
def iterate(hand, dealer, switches, room, first, second, rule, opponents_average, rng, t, iterations):
    """Do iterations t, t + 1, ...; return how many nodes were entered.

    Draws of a walk, in this order: the flop, the cards of player 0, those of player 1, the coin of a mix, actions and
    coins at nodes as they stand. Player 1's walk draws when player 0's is done, under simultaneous updates too: then
    it finds the rows that player 0's has changed, those of one deal, as they were.
    """
    simultaneous = len(room.aside) > 0
    total, changed = 0, (np.int64(0), np.int64(0), np.int64(0))
    for k in range(iterations):
        probability = switches.probability[k] if len(switches.probability) else 1.0
        coin = 0.0
        for me in range(2):
            flop = draw_flop(dealer, rng)
            out = dealer.shown[flop]
            a, b = draw_hand(dealer, rng, out)
            c, d = draw_hand(dealer, rng, out | (1 << a) | (1 << b))
            hands = number(a, b), number(c, d)
            before = np.int64(dealer.before[hands[0]]), np.int64(dealer.before[hands[1]])
            after = np.int64(dealer.hand_class[flop, hands[0]]), np.int64(dealer.hand_class[flop, hands[1]])
            if switches.coin == BY_WALK and probability < 1:
                coin = rng.random()
            which = 0 if coin < probability else 1
            averaged = NOBODY if switches.custom else 1 - me if opponents_average else me
            if simultaneous and me == 0:
                changed = flop, before[0], after[0]
                exchange(hand, room, first, second, *changed, False)
            total += walk(
                hand, switches, room, first, second, rule, t + k, rng, which, probability, me, averaged, flop, before,
                after,
            )  # fmt: skip
            if simultaneous:
                exchange(hand, room, first, second, *changed, True)
    return total
