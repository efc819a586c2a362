"""Averages of limit hold'em that make up for the walks that have passed a row by.

The rule is that of `cfrlib.engine.common.single_histories.lazy_averages`.

A walk carries down, for either player, how much has been counted so far at the node where it is: under lazy averaging
the sum at that player's action that leads there, else the weight of all iterations. A row is matched to its regrets
when it is needed, and its strategy stands still until its own player's walk comes by.
"""

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.limit_holdem.draws import deal_each
from cfrlib.engine.common.regret_matching import regret_matching
from cfrlib.engine.common.single_histories.lazy_averages import LAZY, catch_up, total_weight


@inner_njit(forceinline=True)
def missed(hand, workspace, part, node, row, how):
    """Return what the strategy at a node is to be multiplied by, and note that it has been added."""
    player = hand.kind[node]
    return catch_up(part.accounted, row, workspace.above[player, node], how, workspace.reach[player, node])


@inner_njit(forceinline=True)
def carry(hand, workspace, part, node, entry, stride, how):
    """Carry down how much has been counted."""
    player = hand.kind[node]
    for edge in range(hand.edges[node], hand.edges[node + 1]):
        child, now = hand.child[edge], workspace.above[player, node]
        if how == LAZY:
            now = part.sums[np.uintp(entry + (edge - hand.edges[node]) * stride)]
        workspace.above[player, child], workspace.above[1 - player, child] = now, workspace.above[1 - player, node]


@njit
def push_down(hand, cards, workspace, deal, early, last, power, t):
    """Add to the average of every row what it has missed, those before first.

    Each class of the last round comes with those before it, as if both players held it. An early class has missed
    nothing any more when it comes again.
    """
    workspace.above[0, 0] = workspace.above[1, 0] = total_weight(power, t)
    i = 0
    while deal_each(cards, i, deal):
        number = len(hand.first) - 1
        for k in range(number):
            push_round(hand, workspace, deal, early, k)
        push_round(hand, workspace, deal, last, number)
        i += 1


@inner_njit
def push_round(hand, workspace, deal, part, k):
    """Push down through the nodes of a round."""
    stride = deal.stride[k]
    for lane in range(hand.lanes[k]):
        start = hand.first[k] + lane * hand.size[k]
        for node in range(start, start + hand.size[k]):
            kind, edge = hand.kind[node], hand.edges[node]
            if kind > 1:
                if hand.edges[node + 1] > edge:
                    child = hand.child[edge]
                    for player in range(2):
                        workspace.above[player, child] = workspace.above[player, node]
                continue
            entry = deal.base[kind, k] + hand.row[node] * stride + lane
            row = deal.noted[kind, k] + hand.decision[node] * stride + lane
            x, actions = missed(hand, workspace, part, node, row, LAZY), hand.edges[node + 1] - edge
            if x > 0:
                regret_matching(part.matched, entry, stride, actions, part.tolerance, workspace.strategy, 0)
                for a in range(actions):
                    part.sums[np.uintp(entry + a * stride)] += x * workspace.strategy[a]
            carry(hand, workspace, part, node, entry, stride, LAZY)
