"""Averages of limit hold'em that make up for the walks that have passed a row by.

The rule is that of `cfrlib.engine.common.single_histories.lazy_averages`.

A walk carries down, for either player, how much has been counted so far at the node where it is: under lazy averaging
the sum at the action of his own that leads there, else the weight of all iterations. A row is matched to its regrets
when it is needed, and its strategy stands still until its own player's walk comes by.
"""

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.limit_holdem.single_deals import deal_each
from cfrlib.engine.common.single_histories.lazy_averages import LAZY, total_weight


@inner_njit(forceinline=True)
def match(part, strategy, here, entry, stride, actions):
    """Match the strategy of a row to its regrets; put it into `strategy` from `here` on."""
    total = 0.0
    for a in range(actions):
        r = part.matched[np.uintp(entry + a * stride)]
        r = r if r > 0 else 0.0
        strategy[here + a] = r
        total += r
    inverse = 1.0 / total if total > part.tolerance else 0.0
    for a in range(actions):
        strategy[here + a] = strategy[here + a] * inverse if inverse > 0 else 1.0 / actions


@inner_njit(forceinline=True)
def missed(hand, room, part, node, row, how):
    """Return what the strategy at a node is to be multiplied by, and note that it has been added."""
    player = hand.kind[node]
    now = room.above[player, node]
    weight = now - part.accounted[row]
    part.accounted[row] = now
    return weight if how == LAZY else weight * room.reach[player, node]


@inner_njit(forceinline=True)
def carry(hand, room, part, node, entry, stride, how):
    """Carry down how much has been counted."""
    player = hand.kind[node]
    for edge in range(hand.edges[node], hand.edges[node + 1]):
        child, now = hand.child[edge], room.above[player, node]
        if how == LAZY:
            now = part.sums[np.uintp(entry + (edge - hand.edges[node]) * stride)]
        room.above[player, child], room.above[1 - player, child] = now, room.above[1 - player, node]


@njit
def push_down(hand, cards, room, deal, early, last, power, t):
    """Add to the average of every row what it has missed, those before first.

    Each class of the last round comes with those before it, as if both players held it. An early class has missed
    nothing any more when it comes again.
    """
    room.above[0, 0] = room.above[1, 0] = total_weight(power, t)
    i = 0
    while deal_each(cards, i, deal):
        number = len(hand.first) - 1
        for k in range(number):
            push_round(hand, room, deal, early, k)
        push_round(hand, room, deal, last, number)
        i += 1


@inner_njit
def push_round(hand, room, deal, part, k):
    """Push down through the nodes of a round."""
    stride = deal.stride[k]
    for lane in range(hand.lanes[k]):
        start = hand.first[k] + lane * hand.size[k]
        for node in range(start, start + hand.size[k]):
            kind, edge = hand.kind[node], hand.edges[node]
            if kind > 1:
                if hand.edges[node + 1] > edge:
                    child = hand.child[edge]
                    room.above[0, child], room.above[1, child] = room.above[0, node], room.above[1, node]
                continue
            entry = deal.base[kind, k] + hand.row[node] * stride + lane
            row = deal.noted[kind, k] + hand.decision[node] * stride + lane
            x, actions = missed(hand, room, part, node, row, LAZY), hand.edges[node + 1] - edge
            if x > 0:
                match(part, room.strategy, 0, entry, stride, actions)
                for a in range(actions):
                    part.sums[np.uintp(entry + a * stride)] += x * room.strategy[a]
            carry(hand, room, part, node, entry, stride, LAZY)
