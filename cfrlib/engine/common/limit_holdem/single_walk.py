"""Walks of limit hold'em on a single deal: chance, external, robust and outcome sampling and their mixes.

All rounds of betting make one tree, with the small tree of a round once for each of its lanes. Nodes stand parents
first, so a walk needs no stack: one loop forward enters what is tried, one loop back brings values up, and both leave
out the lanes where the walk does not come. What is tried, and what is learnt from it, is as in
`cfrlib.engine.common.single_histories.walk`. Strategies are matched to regrets when a walk comes by, and as it comes to
a row once at most, the row is updated there and then.
"""

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.limit_holdem.draws import draw_deal
from cfrlib.engine.common.limit_holdem.rounds import FOLD, MOST, NEXT, SHOWDOWN
from cfrlib.engine.common.limit_holdem.single_lazy_averages import carry, missed
from cfrlib.engine.common.regret_matching import regret_matching
from cfrlib.engine.common.single_histories import actions as at
from cfrlib.engine.common.single_histories.actions import asked, choose, next_turn
from cfrlib.engine.common.single_histories.lazy_averages import STOCHASTIC, total_weight
from cfrlib.engine.step import constants_of, constants_since, step_row, weight_of


@inner_njit(forceinline=True)
def enter(hand, switches, workspace, part, k, deal, turn, weight, rng):
    """Go forward through round k: match strategies, choose what to try, add to averages; return the nodes entered."""
    me, nodes, stride, size = turn.player, 0, deal.stride[k], hand.size[k]
    for lane in range(hand.lanes[k]):
        start = hand.first[k] + lane * size
        if workspace.q[start] == 0:
            continue
        for node in range(start, start + size):
            if workspace.q[node] == 0:
                continue
            nodes += 1
            kind, edge = hand.kind[node], hand.edges[node]
            if kind > 1:
                if kind == NEXT:
                    child = hand.child[edge]
                    workspace.q[child] = workspace.q[node]
                    for player in range(2):
                        workspace.reach[player, child] = workspace.reach[player, node]
                        workspace.above[player, child] = workspace.above[player, node]
                continue
            actions, first = hand.edges[node + 1] - edge, node * MOST
            entry = deal.base[kind, k] + hand.row[node] * stride + lane
            regret_matching(part.matched, entry, stride, actions, part.tolerance, workspace.strategy, first)
            scheme = turn.which
            if switches.coin == at.BY_NODE:
                scheme = 0 if rng.random() < turn.probability else 1
            how, epsilon = asked(switches, scheme, kind == me)
            if how == at.ALL or how >= actions:
                for a in range(actions):
                    workspace.tried[first + a] = 1.0
            else:
                choose(workspace.strategy, first, 1, actions, how, epsilon, rng, workspace.tried, np.uintp(first))
            if kind == turn.averaged or (switches.custom and (kind == me) == switches.by_deal[scheme]):
                if switches.average == STOCHASTIC:
                    x = weight * workspace.reach[kind, node] / workspace.q[node]
                    if switches.by_deal[scheme]:
                        x *= workspace.deals[k]
                else:
                    row = deal.noted[kind, k] + hand.decision[node] * stride + lane
                    x = missed(hand, workspace, part, node, row, switches.average)
                if x > 0:
                    for a in range(actions):
                        part.sums[np.uintp(entry + a * stride)] += x * workspace.strategy[first + a]
            if switches.average != STOCHASTIC:
                carry(hand, workspace, part, node, entry, stride, switches.average)
            for a in range(actions):
                child = hand.child[edge + a]
                workspace.q[child] = workspace.q[node] * workspace.tried[first + a]
                workspace.reach[kind, child] = workspace.reach[kind, node] * workspace.strategy[first + a]
                workspace.reach[1 - kind, child] = workspace.reach[1 - kind, node]
    return nodes


@inner_njit(forceinline=True)
def leave(hand, workspace, part, k, deal, rule, t, me):
    """Go back through the nodes of round k: bring values up, and update the rows of the walking player."""
    sign, stride, size = 1.0 if me == 0 else -1.0, deal.stride[k], hand.size[k]
    constants, tables = constants_of(rule, t, 0), (part.regret, part.matched, part.memory)
    for lane in range(hand.lanes[k]):
        start = hand.first[k] + lane * size
        if workspace.q[start] == 0:
            continue
        for node in range(start + size - 1, start - 1, -1):
            if workspace.q[node] == 0:
                continue
            kind, edge = hand.kind[node], hand.edges[node]
            if kind == FOLD:
                workspace.value[node] = sign * hand.stake[node]
            elif kind == SHOWDOWN:
                workspace.value[node] = sign * deal.wins[0] * hand.stake[node]
            elif kind == NEXT:
                workspace.value[node] = workspace.value[hand.child[edge]]
            else:
                actions, first, mean = hand.edges[node + 1] - edge, node * MOST, 0.0
                for a in range(actions):
                    value, p = 0.0, workspace.strategy[first + a]
                    if workspace.tried[first + a] > 0:
                        value = workspace.value[hand.child[edge + a]]
                        mean += p * value / workspace.tried[first + a]
                        value /= workspace.tried[first + a]
                    workspace.strategy[first + a] = value  # nobody asks for the strategy any more
                workspace.value[node] = mean
                if kind == me:
                    entry = deal.base[kind, k] + hand.row[node] * stride + lane
                    own = constants_since(rule, constants, part.last_update, entry, t)
                    weight, values = workspace.reach[1 - me, node] / workspace.q[node], (workspace.strategy, first, 1)
                    step_row(own, rule.discounts, False, tables, (entry, stride, actions), values, weight, mean)
            workspace.q[node] = 0


@njit(forceinline=True)
def walk(hand, switches, workspace, deal, parts, rule, turn, rng):
    """Do the walk of one player on a deal; return how many nodes it entered."""
    workspace.q[0] = workspace.reach[0, 0] = workspace.reach[1, 0] = 1.0
    early, last = parts
    t, number = turn.t, len(hand.first) - 1
    weight = weight_of(turn.power, rule.exponent, t, rule.weights)
    if switches.average != STOCHASTIC:
        workspace.above[0, 0] = workspace.above[1, 0] = total_weight(turn.power, t)
    nodes = 0
    for k in range(number):
        nodes += enter(hand, switches, workspace, early, k, deal, turn, weight, rng)
    nodes += enter(hand, switches, workspace, last, number, deal, turn, weight, rng)
    leave(hand, workspace, last, number, deal, rule, t, turn.player)
    for k in range(number - 1, -1, -1):
        leave(hand, workspace, early, k, deal, rule, t, turn.player)
    return nodes


@inner_njit
def exchange(hand, workspace, deal, parts, swap):
    """Exchange what player 0's strategies are matched to on a deal with what is aside, or copy it (not `swap`)."""
    early, last = parts
    number = len(hand.first) - 1
    for k in range(number):
        exchange_part(hand, workspace, deal, early, k, swap)
    exchange_part(hand, workspace, deal, last, number, swap)


@inner_njit(forceinline=True)
def exchange_part(hand, workspace, deal, part, k, swap):
    stride = deal.stride[k]
    for lane in range(hand.lanes[k]):
        start = hand.first[k] + lane * hand.size[k]
        for node in range(start, start + hand.size[k]):
            if hand.kind[node] != 0:
                continue
            entry = deal.base[0, k] + hand.row[node] * stride + lane
            for a in range(hand.edges[node + 1] - hand.edges[node]):
                e, i = np.uintp(entry + a * stride), node * MOST + a
                value = part.matched[e]
                if swap:
                    part.matched[e] = workspace.aside[i]
                workspace.aside[i] = value


@njit
def iterate(hand, cards, switches, workspace, deals, parts, rule, rng, t, iterations):
    """Do iterations t, t + 1, ...; return how many nodes were entered.

    Draws of a walk, in this order: chance (a flop or a board, the cards of player 0, those of player 1), the coin of a
    mix, actions and coins at nodes as they stand. Player 1's walk draws when player 0's is done, under simultaneous
    updates too: then it finds the rows that player 0's has changed, those of one deal, as they were.
    """
    simultaneous = len(workspace.aside) > 0
    total = 0
    for k in range(iterations):
        for me in range(2):
            draw_deal(cards, deals[me], rng)
            turn = next_turn(switches, rule.power, me, k, t + k, 0.0, rng)
            if simultaneous and me == 0:
                exchange(hand, workspace, deals[0], parts, False)
            total += walk(hand, switches, workspace, deals[me], parts, rule, turn, rng)
            if simultaneous:
                exchange(hand, workspace, deals[0], parts, True)
    return total
