"""One walk over single histories of an explicit tree: chance, external, robust and outcome sampling, and their mixes.

It is the walk of `cfrlib.engine.common.single_histories.walk`, with the same choices and the same weights. Two things
are other here: chance stands in the tree, and is drawn when the walk first comes to it, once for each place; and where
actions are hidden, a walk may come to an information set more than once.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.regret_matching import update_listed, weight_of
from cfrlib.engine.common.single_histories import actions as at
from cfrlib.engine.common.single_histories.actions import choose, clear, next_turn
from cfrlib.engine.common.single_histories.lazy_averages import LAZY, STOCHASTIC, missed
from cfrlib.tree.explicit import CHANCE, TERMINAL


class Workspace(NamedTuple):
    """The stack, a row for each decision on the way, and what a walk notes."""

    place: np.ndarray  # (depth, 9) int64: see `cfrlib.engine.common.single_histories.actions`
    number: np.ndarray  # (depth, 5): reach of players 0 and 1, chance's part, q, value so far
    tried: np.ndarray  # (depth, max actions): probability that an action is tried, or 0
    value: np.ndarray  # (depth, max actions): estimate of its value
    visited: np.ndarray  # (2, rows, 4) int64: rows that learn, as `update_listed` takes them
    listed: np.ndarray  # (rows,) int64: the walk that listed a row last
    rest: np.ndarray  # (places,): what is left of the draw of chance, from 0 to 1; -1 for none
    counts: np.ndarray  # (3,) int64: rows listed by each player's walk, then walks


DEALT, Q, VALUE = 2, 3, 4


def make_workspace(tree, nodes):
    """Return the workspace for a tree."""
    depth = 1 + max(node.depth for node in tree.nodes)
    actions = max((len(infoset.actions) for infoset in tree.infosets), default=1)
    rows, places = max(len(tree.infosets), 1), 1 + max(nodes.place.max(), nodes.after.max(initial=0))
    return Workspace(
        np.zeros((depth, 9), np.int64), np.zeros((depth, 5)), np.zeros((depth, actions)), np.zeros((depth, actions)),
        np.zeros((2, rows, 4), np.int64), np.zeros(rows, np.int64), np.zeros(places), np.zeros(3, np.int64),
    )  # fmt: skip


@inner_njit(forceinline=True)
def draw(nodes, n, rng, rest):
    """Return the edge that chance takes at a node; what the draw leaves of the number decides what comes next."""
    place, first, last = nodes.place[n], nodes.edges[n], nodes.edges[n]
    if place == 0 and rest[0] < 0:
        rest[0] = rng.random()
    u = rest[place]
    for e in range(first, nodes.edges[n + 1]):
        p = nodes.probability[e]
        if p > 0:
            last = e
            if u < p:
                rest[nodes.after[e]] = u / p
                return e
        u -= p
    rest[nodes.after[last]] = 0.0  # the number was 1, but for rounding
    return last


@njit
def walk(nodes, switches, turn, rng, tables, work):
    """Do one walk; return how many rows it has listed, and how many nodes it has entered."""
    player, averaged, which, probability, power, t = turn
    strategy, instantaneous, sums = tables.strategy, tables.instantaneous, tables.sums
    work.counts[2] += 1
    count, entered, depth, n = 0, 0, 0, 0
    reach0 = reach1 = dealt = q = 1.0
    value, weight = 0.0, weight_of(power, switches.exponent, t, switches.weights)
    while True:
        # down: enter nodes until the end of a game
        while True:
            entered += 1
            kind = nodes.kind[n]
            if kind == TERMINAL:
                value = nodes.payoff[n] if player == 0 else -nodes.payoff[n]
                break
            if kind == CHANCE:
                edge = draw(nodes, n, rng, work.rest)
                dealt *= nodes.probability[edge]
                n = nodes.child[edge]
                continue
            place, number, tried = work.place[depth], work.number[depth], work.tried[depth]
            entry, row = nodes.entry[n], nodes.row[n]
            actions = nodes.edges[n + 1] - nodes.edges[n]
            place[at.BUNDLE], place[at.ENTRY], place[at.CLASSES], place[at.ACTIONS] = n, entry, 1, actions
            place[at.ROW], place[at.PLAYER] = row, kind
            number[0], number[1], number[DEALT], number[Q], number[VALUE] = reach0, reach1, dealt, q, 0.0
            scheme = which
            if switches.coin == at.BY_NODE:
                scheme = 0 if rng.random() < probability else 1
            elif switches.coin == at.BY_PLACE and kind == player:
                scheme = clear(tables, switches.cutoff, which, rng, place)
            a, place[at.LAST] = choose(tables, switches, scheme, kind == player, rng, place, tried)
            place[at.NEXT] = a
            if kind == averaged or (switches.custom and (kind == player) == switches.by_deal[scheme]):
                reach = reach0 if kind == 0 else reach1
                if switches.average == STOCHASTIC:
                    x = weight * reach / (q * dealt if switches.by_deal[scheme] else q)
                else:
                    x = missed(switches.average, power, t, switches.parents, row, reach, tables)
                for b in range(actions):
                    sums[entry + b] += x * strategy[entry + b]
            depth += 1
            if kind == 0:
                reach0 *= strategy[entry + a]
            else:
                reach1 *= strategy[entry + a]
            q *= tried[a]
            n = nodes.child[nodes.edges[n] + a]

        # up: give the value to the decision above, until one has another action to try
        while depth > 0:
            place, number, tried = work.place[depth - 1], work.number[depth - 1], work.tried[depth - 1]
            a, actions, entry, kind = place[at.NEXT], place[at.ACTIONS], place[at.ENTRY], place[at.PLAYER]
            estimate = value / tried[a]
            work.value[depth - 1, a] = estimate
            number[VALUE] += strategy[entry + a] * estimate
            if a < place[at.LAST]:
                a += 1
                while tried[a] == 0:
                    a += 1
                place[at.NEXT] = a
                reach0, reach1, dealt, q = number[0], number[1], number[DEALT], number[Q] * tried[a]
                if kind == 0:
                    reach0 *= strategy[entry + a]
                else:
                    reach1 *= strategy[entry + a]
                n = nodes.child[nodes.edges[place[at.BUNDLE]] + a]
                break
            value = number[VALUE]
            if kind == player:
                x = number[1 - player] / number[Q]
                for b in range(actions):
                    v = work.value[depth - 1, b] if tried[b] > 0 else 0.0
                    instantaneous[entry + b] += x * (v - value)
                row = place[at.ROW]
                if work.listed[row] != work.counts[2]:
                    work.listed[row] = work.counts[2]
                    listed = work.visited[player, count]
                    listed[0], listed[1], listed[2], listed[3] = entry, 1, actions, row
                    count += 1
            depth -= 1
        if depth == 0:
            return count, entered


@njit
def iterate(nodes, switches, rule, simultaneous, rng, tables, work, t, iterations):
    """Do iterations t, t + 1, ...; return how many histories were touched."""
    total = 0
    for k in range(iterations):
        now = t + k
        coin = rng.random() if switches.coin == at.BY_PLACE else 0.0
        for player in range(2):
            work.rest[0] = rng.random() if nodes.kind[0] == CHANCE else -1.0
            turn = next_turn(switches, rule.power, player, k, now, coin, rng)
            count, entered = walk(nodes, switches, turn, rng, tables, work)
            work.counts[player] = count
            total += entered
            if not simultaneous:
                update_listed(rule, now, tables, work.visited[player], count)
        if simultaneous:
            for player in range(2):
                update_listed(rule, now, tables, work.visited[player], work.counts[player])
    return total


@njit
def push_down(parents, entries, power, t, tables):
    """Add to the lazy average of every row what it has missed, those before first."""
    for row in range(len(parents)):
        weight = missed(LAZY, power, t, parents, row, 1.0, tables)
        for e in range(entries[row], entries[row + 1]):
            tables.sums[e] += weight * tables.strategy[e]
