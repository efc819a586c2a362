"""One walk over single histories: chance, external, robust and outcome sampling, and mixtures of them.

All chance is drawn before the walk. At each decision the walk tries all actions or some of them; an action tried with
probability xi counts its value 1 / xi times, and q, the product of all xi on the way, divides what is learnt below:

- regret of the walking player: reach of the opponent / q * (value of the action - value of the node);
- average of the averaged player: his reach / q * his strategy (and on a published scale over the deal's probability).

Which scheme this is follows from which actions are tried. The walk keeps its own stack: a frame holds a decision whose
actions are being tried, or, with a baseline, public chance.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.carried import deal
from cfrlib.engine.common.regret_matching import update_listed, weight_of
from cfrlib.engine.common.single_histories import actions as at
from cfrlib.engine.common.single_histories import baseline_kernels as baselines
from cfrlib.engine.common.single_histories.actions import choose, clear, next_turn
from cfrlib.engine.common.single_histories.lazy_averages import STOCHASTIC, missed
from cfrlib.engine.common.single_histories.rows import row_of, slot_of_baseline, terminal_of
from cfrlib.tree.explicit import CHANCE, TERMINAL


class Frames(NamedTuple):
    """The stack: one row for each decision on the way; see `make_frames`."""

    place: np.ndarray  # (depth, 9) int64: see `actions`
    number: np.ndarray  # (depth, 4): reach of players 0 and 1, q, value so far (of chance: correction)
    tried: np.ndarray  # (depth, max actions) float64: probability xi that an action is tried, or 0
    value: np.ndarray  # (depth, max actions) float64: estimate of its value
    visited: np.ndarray  # (2, rows, 4) int64: rows that learn: first entry, classes, actions, row
    slot: np.ndarray  # (2, nodes) int64: the guesses of a baseline that a walk has checked
    observed: np.ndarray  # (2, nodes) float64: the values that it has come back with
    counts: np.ndarray  # (4,) int64: rows listed by each player's walk, then guesses checked


Q, VALUE = 2, 3
ONE = np.uintp(1)


def make_frames(depth, actions, rows, nodes):
    """Return `Frames` for so many decisions on a way, actions at each, rows that learn, and guesses, at most."""
    return Frames(
        np.zeros((depth, 9), np.int64), np.zeros((depth, 4)), np.zeros((depth, actions)), np.zeros((depth, actions)),
        np.zeros((2, rows, 4), np.int64), np.zeros((2, nodes), np.int64), np.zeros((2, nodes)), np.zeros(4, np.int64),
    )  # fmt: skip


@inner_njit
def dealt(tree, drawn, stage):
    """Return the probability of the outcomes drawn, public ones up to this stage."""
    return tree.weights[tree.first_board[stage] + drawn[2 + stage], drawn[0], drawn[1]]


@inner_njit
def payoff(tree, places, drawn, g, h, player):
    """Return the payoff to player 0 or 1 at a terminal, for the outcomes drawn."""
    z = terminal_of(tree, places, g, h)
    k = tree.matrix[z] + drawn[2 + tree.stage[g]]
    weight = dealt(tree, drawn, tree.stage[g])
    return tree.scale[z] * tree.payoffs[player][k, drawn[1 - player], drawn[player]] / weight


@inner_njit
def take_away(place, x, baseline, strategy, instantaneous):
    """Take from a row the regrets that it would have at a history if the guesses were right, counted x times."""
    entry, classes, mean = place[at.ENTRY], place[at.CLASSES], 0.0
    for a in range(place[at.ACTIONS]):
        mean += strategy[entry + a * classes] * baseline[a]
    for a in range(place[at.ACTIONS]):
        instantaneous[entry + a * classes] -= x * (baseline[a] - mean)


@njit(forceinline=True)
def walk(tree, switches, turn, rng, drawn, tables, frames):
    """Do one walk; return (rows listed in `visited`, nodes entered, value at the root)."""
    player, averaged, which, probability, power, t = turn
    strategy, instantaneous, sums = tables.strategy, tables.instantaneous, tables.sums
    slots, table, places = switches.slots, tables.baseline, switches.places
    more = len(switches.more) > 0
    with_baseline, everywhere, sign = more and len(table) > 0, more and len(slots.reach) > 0, 1.0 - 2.0 * player
    listed, nodes, checked = 0, 0, 0
    depth, g, h = 0, 0, 0
    reach0 = reach1 = q = 1.0
    value, weight = 0.0, weight_of(power, switches.exponent, t, switches.weights)
    while True:
        # down: enter nodes until the end of a game
        while True:
            nodes += 1
            g = np.uintp(g)
            kind = tree.kind[g]
            if kind == TERMINAL:
                value = payoff(tree, places, drawn, g, h, player)
                break
            edge = np.uintp(tree.edges[g])
            if kind == CHANCE:
                if with_baseline:
                    place = frames.place[depth]
                    place[at.BUNDLE], place[at.SEQUENCE], place[at.NEXT], place[at.PLAYER] = g, h, 0, CHANCE
                    frames.number[depth, VALUE] = sign * baselines.chance_correction(tree, slots, table, drawn, g, h)
                    depth += 1
                g, h = tree.child[edge], tree.slot[edge] + h
                continue
            place, number = frames.place[depth], frames.number[depth]
            entry, classes, row_number = row_of(tree, places, drawn, g, h)
            actions = tree.edges[g + ONE] - tree.edges[g]
            place[at.BUNDLE], place[at.SEQUENCE], place[at.ENTRY], place[at.CLASSES] = g, h, entry, classes
            place[at.ACTIONS], place[at.ROW], place[at.PLAYER] = actions, row_number, kind
            number[0], number[1], number[Q], number[VALUE] = reach0, reach1, q, 0.0
            scheme = which
            if more and switches.coin == at.BY_NODE:
                scheme = 0 if rng.random() < probability else 1
            elif more and switches.coin == at.BY_PLACE and kind == player:
                scheme = clear(tables, switches.cutoff, which, rng, place)
            a, last = choose(tables, switches, scheme, kind == player, rng, place, frames.tried[depth])
            place[at.NEXT], place[at.LAST] = a, last
            if kind == averaged or (more and switches.custom and (kind == player) == switches.by_deal[scheme]):
                reach = reach0 if kind == 0 else reach1
                if not more or switches.average == STOCHASTIC:
                    x = weight * reach / q
                    if more and switches.by_deal[scheme]:
                        x /= dealt(tree, drawn, tree.stage[g])
                else:
                    x = missed(switches.average, power, t, switches.parents, row_number, reach, tables)
                for b in range(actions):
                    e = np.uintp(entry + b * classes)
                    sums[e] += x * strategy[e]
            if with_baseline:
                for b in range(actions):
                    frames.value[depth, b] = sign * table[slot_of_baseline(tree, places, slots, drawn, place, g, h, b)]
                    if frames.tried[depth, b] == 0:
                        number[VALUE] += strategy[np.uintp(entry + b * classes)] * frames.value[depth, b]
                if everywhere and kind == player:
                    take_away(place, number[1 - player] / q, frames.value[depth], strategy, instantaneous)
            p = strategy[np.uintp(entry + a * classes)]
            if kind == 0:
                reach0 *= p
            else:
                reach1 *= p
            q *= frames.tried[depth, np.uintp(a)]
            depth += 1
            edge += np.uintp(a)
            g, h = tree.child[edge], tree.slot[edge] + h

        # up: give the value to the decision above, until one has another action to try
        while depth > 0:
            place, number, tried = frames.place[depth - 1], frames.number[depth - 1], frames.tried[depth - 1]
            a, actions, entry, classes = place[at.NEXT], place[at.ACTIONS], place[at.ENTRY], place[at.CLASSES]
            if with_baseline:
                g, h = place[at.BUNDLE], place[at.SEQUENCE]
                frames.slot[player, checked] = slot_of_baseline(tree, places, slots, drawn, place, g, h, a)
                frames.observed[player, checked] = sign * value
                checked += 1
                if place[at.PLAYER] == CHANCE:
                    value += number[VALUE]
                    depth -= 1
                    continue
                baseline = frames.value[depth - 1, a]
                estimate = baseline + (value - baseline) / tried[a]
            else:
                estimate = value / tried[a]
            frames.value[depth - 1, a] = estimate
            number[VALUE] += strategy[np.uintp(entry + a * classes)] * estimate
            if a < place[at.LAST]:
                a += 1
                while tried[a] == 0:
                    a += 1
                place[at.NEXT] = a
                reach0, reach1, q = number[0], number[1], number[Q] * tried[a]
                p = strategy[np.uintp(entry + a * classes)]
                if place[at.PLAYER] == 0:
                    reach0 *= p
                else:
                    reach1 *= p
                edge = np.uintp(tree.edges[np.uintp(place[at.BUNDLE])] + a)
                g, h = tree.child[edge], tree.slot[edge] + place[at.SEQUENCE]
                break
            value = number[VALUE]
            if place[at.PLAYER] == player:
                x = number[1 - player] / number[Q]
                for b in range(actions):
                    v = frames.value[depth - 1, b] if with_baseline or tried[b] > 0 else 0.0
                    instantaneous[np.uintp(entry + b * classes)] += x * (v - value)
                row = frames.visited[player, listed]
                row[0], row[1], row[2], row[3] = entry, classes, actions, place[at.ROW]
                listed += 1
            depth -= 1
        if depth == 0:
            if everywhere:
                value += sign * baselines.deal_correction(tree, slots, table, drawn)
                visited = frames.visited[player]
                listed = baselines.expected_regrets(tree, slots, table, strategy, player, instantaneous, visited)
            return listed, nodes, value


@njit
def iterate(tree, switches, rule, simultaneous, rng, tables, frames, drawn, t, iterations):
    """Do iterations t, t + 1, ...; return how many public nodes and histories were touched."""
    total = histories = 0
    counts = frames.counts
    for k in range(iterations):
        now = t + k
        coin = rng.random() if switches.coin == at.BY_PLACE else 0.0
        for player in range(2):
            if len(switches.slots.reach) > 0 and not (simultaneous and player == 1):
                baselines.history_values(tree, switches.slots, tables.strategy, tables.baseline)
            deal(tree, switches.deals, rng, drawn)
            turn = next_turn(switches, rule.power, player, k, now, coin, rng)
            count, nodes, _ = walk(tree, switches, turn, rng, drawn, tables, frames)
            counts[player], counts[2 + player] = count, nodes - 1
            total += nodes
            histories += nodes + 2
            if not simultaneous:
                update_listed(rule, now, tables, frames.visited[player], count)
        if simultaneous:
            for player in range(2):
                update_listed(rule, now, tables, frames.visited[player], counts[player])
        rate = switches.slots.rate
        if rate > 0:
            for player in range(2):
                baselines.learn(tables.baseline, frames.slot[player], frames.observed[player], counts[2 + player], rate)
    return total, histories
