"""One walk over single histories: chance, external, robust and outcome sampling, and mixtures of them.

Chance is drawn before the walk, in an explicit tree when the walk first comes to it. At each decision the walk tries
all actions or some of them; an action tried with probability xi counts its value 1 / xi times, and q, the product of
all xi on the way, divides what is learnt below:

- regret of the walking player: reach of the opponent / q * (value of the action - value of the node);
- average of the averaged player: own reach / q * own strategy (with scale='published' over the deal's probability).

Chance is in neither: `payoff` divides what a terminal pays, times its weight, by the probability of the deal.

Which scheme this is follows from which actions are tried. The walk keeps its own stack: a frame holds a decision whose
actions are being tried, or, with a baseline, public chance. Where it comes to a row once at most, and nobody needs the
strategy of before, the row is updated when the walk leaves it; else it is listed, and updated afterwards.

A function that calls itself cannot be inlined and hands over all its arrays at every node. So the way from the root is
a stack of frames in two arrays, one frame for each decision that is under way, at `p` and `f`::

    place   | NODE SEQUENCE | ENTRY CLASSES ACTIONS | NEXT         | ROW PLAYER | LAST          | PASSED
            | where it is   | its row in the tables | action being |            | the last      | how much of `passed`
            |               |                       | tried        |            | action to try | is from before
    number  | MINE THEIRS Q | XI                    | VALUE        | VALUES ...                 | xi or 0 ...
            | up to here    | of an action tried    | so far       | one for each action        | if some are left out

A walk down puts a frame on top; a walk up gives its value to the top frame, which sends the walk down again if LAST has
not been tried, and else learns and goes.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.regret_matching import update_listed, update_row
from cfrlib.engine.common.single_histories import actions as at
from cfrlib.engine.common.single_histories import baselines
from cfrlib.engine.common.single_histories import nodes as of
from cfrlib.engine.common.single_histories.actions import Turn, asked, choose, clear, next_turn
from cfrlib.engine.common.single_histories.lazy_averages import STOCHASTIC, missed
from cfrlib.engine.common.single_histories.nodes import after_chance, begin, payoff, row_of, slot_of_baseline
from cfrlib.engine.step import constants_of, constants_since, weight_of
from cfrlib.tree.explicit import CHANCE, TERMINAL

NODE, SEQUENCE, ENTRY, CLASSES, ACTIONS, NEXT, ROW, PLAYER, LAST, PASSED, PLACES = map(np.uintp, range(11))
"""What a frame has in `Frames.place`: node, sequence, first entry, classes, actions, action being tried, row, player,
the last action to be tried, and how much of `Frames.passed` is from before."""
MINE, THEIRS, Q, XI, VALUE, VALUES = map(np.uintp, range(6))
"""What it has in `Frames.number`: reach of the walking player and the other, q, probability xi that an action is tried,
value so far (of chance: correction); the estimates of the values of the actions; and, if some are left out, xi or 0 for
each. Estimates are 0 until an action has been tried, or the value of a baseline."""
ONE, TWO = map(np.uintp, (1, 2))


class Frames(NamedTuple):
    """The stack, and what a walk notes; see `make_frames`."""

    place: np.ndarray  # (depth * 10,) int64
    number: np.ndarray  # (depth * (5 + 2 * most actions),) float64
    passed: np.ndarray  # (2 * depth,) float64: of the opponent's decisions that try one action its probability, and xi
    most: int  # actions
    visited: np.ndarray  # (2, rows, 4) int64: rows that learn: first entry, classes, actions, row; no rows: see `walk`
    listed: np.ndarray  # (rows,) int64: the walk that listed a row last, where it may come there twice; else empty
    slot: np.ndarray  # (2, nodes) int64: where baseline values stand that a walk has checked
    observed: np.ndarray  # (2, nodes) float64: the values that it has come back with
    counts: np.ndarray  # (5,) int64: rows listed by each player's walk, then baseline values checked, then walks


def make_frames(depth, actions, rows, nodes, twice=0):
    """Return `Frames` for so many decisions on a way, actions at each, rows that learn and baseline values."""
    place, number = np.zeros(depth * int(PLACES), np.int64), np.zeros(depth * (int(VALUES) + 2 * actions))
    visited, listed, counts = np.zeros((2, rows, 4), np.int64), np.zeros(twice, np.int64), np.zeros(5, np.int64)
    slot, observed = np.zeros((2, nodes), np.int64), np.zeros((2, nodes))
    return Frames(place, number, np.zeros(2 * depth), actions, visited, listed, slot, observed, counts)


@inner_njit
def take_away(entry, classes, x, baseline, strategy, instantaneous):
    """Take from a row the regrets that it would have at a history if the baseline were right, counted x times."""
    mean = 0.0
    for a in range(len(baseline)):
        mean += strategy[entry + a * classes] * baseline[a]
    for a in range(len(baseline)):
        instantaneous[entry + a * classes] -= x * (baseline[a] - mean)


@njit(forceinline=True, no_cpython_wrapper=True)  # an `inner_njit` would run 4 to 10 % slower
def walk(tree, switches, turn, rule, rng, deal, tables, frames):
    """Do one walk; return (rows listed in `visited`, nodes entered, value at the root).

    If no rows can be listed, it updates them itself.
    """
    player, averaged, which, probability, power, t = turn
    strategy, instantaneous, sums = tables.strategy, tables.instantaneous, tables.sums
    nodes, frame, number, drawn = tree.nodes, frames.place, frames.number, deal.drawn
    slots, table, bids, bundles = switches.slots, tables.baseline, switches.places, tree.bundles
    general = len(switches.more) > 0  # else none of the mixes, baselines and lazy averages is asked for
    updates_at_once = frames.visited.shape[1] == 0
    with_baseline, exact_baseline = general and len(table) > 0, general and len(slots.reach) > 0
    sign = 1.0 - 2.0 * player
    most, wide = np.uintp(frames.most), np.uintp(frames.most) + np.uintp(frames.most) + VALUES
    listed, entered, checked = 0, 0, 0
    passed, node, sequence = frames.passed, np.uintp(0), 0
    p, f, waiting = np.uintp(0), np.uintp(0), np.uintp(0)
    # sequence: of actions, in a bundle; p, f: where the next frame begins in `place` and in `number`; waiting: what is
    # next in `passed`; q: product of the xi on the way; bids: None on a public tree. a is an action, s its probability.
    mine = theirs = q = 1.0
    value, weight = 0.0, weight_of(power, rule.exponent, t, rule.weights)
    constants = constants_of(rule, t, 0)
    frames.counts[4] += 1
    while True:
        # down: enter nodes until the end of a game
        while True:
            entered += 1
            kind = nodes[node + of.KIND]
            if kind == TERMINAL:
                value = sign * payoff(tree, bids, deal, node, sequence)
                break
            if kind == CHANCE:
                if with_baseline:  # a frame with these five only; `passed` is not used then, so its PASSED stays 0
                    frame[p + NODE], frame[p + SEQUENCE], frame[p + NEXT], frame[p + PLAYER] = node, sequence, 0, CHANCE
                    g = nodes[node + of.BUNDLE]
                    number[f + VALUE] = sign * baselines.chance_correction(bundles, slots, table, drawn, g, sequence)
                    p, f = p + PLACES, f + wide
                edge = node + of.EDGES + np.uintp(2 * after_chance(tree.draws, nodes, node, rng, deal))
                node, sequence = np.uintp(nodes[edge]), nodes[edge + ONE] + sequence
                continue
            entry, classes, row = row_of(tree, bids, deal.at, node, sequence)
            actions, own = nodes[node + of.ACTIONS], kind == player
            # `Switches` are of one or two schemes. The coin between two was thrown for the whole walk (`which`), is
            # thrown at this node, or asks how often its row was visited.
            scheme = which
            if general and switches.coin == at.BY_NODE:
                scheme = 0 if rng.random() < probability else 1
            elif general and switches.coin == at.BY_PLACE and own:
                scheme = clear(tables, switches.cutoff, which, rng, entry, classes, actions, row)
            values, tried = f + VALUES, f + VALUES + most
            how, epsilon = asked(switches, scheme, own)
            a, last, xi = choose(strategy, entry, classes, actions, how, epsilon, rng, number, tried)
            # As is customary, a scheme that divides by the deal adds at own nodes, another at those of the opponent.
            if kind == averaged or (general and switches.custom and own == switches.by_deal[scheme]):
                reach = mine if own else theirs
                if not general or switches.average == STOCHASTIC:
                    x = weight * reach / q
                    if general and switches.by_deal[scheme]:
                        x /= deal.weight[nodes[node + of.STAGE]]
                else:
                    x = missed(switches.average, power, t, switches.parents, row, reach, tables)
                for b in range(actions):
                    e = np.uintp(entry + b * classes)
                    sums[e] += x * strategy[e]
            s = strategy[np.uintp(entry) + np.uintp(a) * np.uintp(classes)]
            # The opponent tries one action: nothing will be learnt here and nothing tried again, so no frame is needed.
            # Its probability and xi wait in `passed` until the walk comes up, which multiplies the value by them.
            if not with_baseline and not own and a == last:
                passed[waiting], passed[waiting + ONE] = s, xi
                waiting += TWO
                theirs *= s
                q *= xi
                edge = node + of.EDGES + np.uintp(2 * a)
                node, sequence = np.uintp(nodes[edge]), nodes[edge + ONE] + sequence
                continue
            frame[p + NODE], frame[p + SEQUENCE], frame[p + ENTRY], frame[p + CLASSES] = node, sequence, entry, classes
            frame[p + ACTIONS], frame[p + ROW], frame[p + PLAYER] = actions, row, kind
            number[f + MINE], number[f + THEIRS], number[f + Q], number[f + VALUE] = mine, theirs, q, 0.0
            frame[p + NEXT], frame[p + LAST], number[f + XI], frame[p + PASSED] = a, last, xi, waiting
            if with_baseline:
                for b in range(np.uintp(actions)):
                    slot = slot_of_baseline(bundles, nodes, bids, slots, drawn, entry, classes, node, sequence, b)
                    number[values + b] = sign * table[slot]
                    if b < a or b > last or (xi < 1 and number[tried + b] == 0):
                        number[f + VALUE] += strategy[entry + b * classes] * number[values + b]
                if exact_baseline and own:
                    expected = number[values : values + np.uintp(actions)]
                    take_away(entry, classes, theirs / q, expected, strategy, instantaneous)
            a = np.uintp(a)
            if own:
                mine *= s
            else:
                theirs *= s
            q *= xi
            p, f = p + PLACES, f + wide
            edge = node + of.EDGES + a + a
            node, sequence = np.uintp(nodes[edge]), nodes[edge + ONE] + sequence

        # up: give the value to the decision above, until one has another action to try
        while True:
            below = np.uintp(frame[p - PLACES + PASSED]) if p > 0 else np.uintp(0)
            while waiting > below:
                waiting -= TWO
                value = 0.0 + passed[waiting] * (value / passed[waiting + ONE])  # 0.0 + makes -0 positive, as elsewhere
            if p == 0:
                break
            p, f = p - PLACES, f - wide
            values, xi, a = f + VALUES, number[f + XI], np.uintp(frame[p + NEXT])
            actions, entry, classes = frame[p + ACTIONS], frame[p + ENTRY], frame[p + CLASSES]
            kind = frame[p + PLAYER]
            if with_baseline:
                node, sequence = np.uintp(frame[p + NODE]), frame[p + SEQUENCE]
                slot = slot_of_baseline(bundles, nodes, bids, slots, drawn, entry, classes, node, sequence, a)
                frames.slot[player, checked], frames.observed[player, checked] = slot, sign * value
                checked += 1
                if kind == CHANCE:
                    value += number[f + VALUE]
                    continue
                baseline = number[values + a]
                estimate = baseline + (value - baseline) / xi
            else:
                estimate = value if xi == 1 else value / xi  # most are 1, and dividing takes long
            if with_baseline or kind == player:
                number[values + a] = estimate
            number[f + VALUE] += strategy[np.uintp(entry) + a * np.uintp(classes)] * estimate
            if a < np.uintp(frame[p + LAST]):
                a += ONE
                while xi < 1 and number[values + most + a] == 0:
                    a += ONE
                frame[p + NEXT] = a
                mine, theirs, q = number[f + MINE], number[f + THEIRS], number[f + Q] * xi
                s = strategy[np.uintp(entry) + a * np.uintp(classes)]
                if kind == player:
                    mine *= s
                else:
                    theirs *= s
                edge = np.uintp(frame[p + NODE]) + of.EDGES + a + a
                node, sequence = np.uintp(nodes[edge]), nodes[edge + ONE] + frame[p + SEQUENCE]
                p, f = p + PLACES, f + wide
                break
            value = number[f + VALUE]
            if kind == player:
                x, row = number[f + THEIRS] / number[f + Q], frame[p + ROW]
                if updates_at_once:
                    own = constants_since(rule, constants, tables.last_update, row, t)
                    update_row(rule, t, own, tables, (number, values, ONE), x, value, (entry, classes, actions))
                    continue
                for b in range(np.uintp(actions)):
                    instantaneous[np.uintp(entry) + b * np.uintp(classes)] += x * (number[values + b] - value)
                    number[values + b] = 0.0
                if len(frames.listed) == 0 or frames.listed[row] != frames.counts[4]:
                    if len(frames.listed) > 0:
                        frames.listed[row] = frames.counts[4]
                    visited = frames.visited[player, listed]
                    visited[0], visited[1], visited[2], visited[3] = entry, classes, actions, row
                    listed += 1
        if p == 0:
            if exact_baseline:
                listed, correction = baselines.expected_regrets(
                    bundles, slots, table, drawn, strategy, player, instantaneous, frames.visited[player]
                )
                value += sign * correction
            return listed, entered, value


@njit
def iterate(tree, switches, rule, simultaneous, rng, tables, frames, deal, t, iterations):
    """Walk for both players in iterations t, t + 1, ...; return how many nodes were entered."""
    total, counts = 0, frames.counts
    for k in range(iterations):
        now = t + k
        coin = rng.random() if switches.coin == at.BY_PLACE else 0.0
        for player in range(2):
            if len(switches.slots.reach) > 0 and not (simultaneous and player == 1):
                baselines.history_values(tree.bundles, switches.slots, tables.strategy, tables.baseline)
            begin(tree.public, tree, rng, deal)
            turn = next_turn(switches, rule.power, player, k, now, coin, rng)
            count, nodes, _ = walk(tree, switches, turn, rule, rng, deal, tables, frames)
            counts[player], counts[2 + player] = count, nodes - 1
            total += nodes
            if not simultaneous:
                update_listed(rule, now, tables, frames.visited[player], count)
        if simultaneous:
            for player in range(2):
                update_listed(rule, now, tables, frames.visited[player], counts[player])
        rate = switches.slots.rate
        if rate > 0:
            for player in range(2):
                baselines.learn(tables.baseline, frames.slot[player], frames.observed[player], counts[2 + player], rate)
    return total


@njit
def sample(tree, switches, rule, rng, player, walks, tables, frames, deal, entries, regrets):
    """Do walks of one player for Deep CFR; return how many of them, of sampled regrets, of nodes and of histories.

    Strategies and regrets stay as they are: each sampled row gets its first entry in `entries` and its actions' regrets
    in `regrets`, and the walks stop early when these are full. Visits of the opponent add the strategy there to
    ``tables.sums``.
    """
    done = listed = total = histories = 0
    while done < walks and listed + len(frames.visited[player]) <= len(entries):
        begin(tree.public, tree, rng, deal)
        turn = Turn(player, 1 - player, 0, 1.0, 0.0, 1)
        count, nodes, _ = walk(tree, switches, turn, rule, rng, deal, tables, frames)
        for k in range(count):
            entry, classes, actions, _ = frames.visited[player, k]
            entries[listed] = entry
            for a in range(actions):
                regrets[listed, a] = tables.instantaneous[entry + a * classes]
                tables.instantaneous[entry + a * classes] = 0
            listed += 1
        total += nodes
        histories += nodes + 2  # and those before either player is dealt anything
        done += 1
    return done, listed, total, histories
