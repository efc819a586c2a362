"""One walk over the public tree that carries vectors over private outcomes (Johanson et al. 2012, Algorithm 1).

Down goes the probability that each player plays their part; back up come the counterfactual values of the walking
player, divided by the probability of what the walk has drawn. Where nothing is drawn, `flat_walks` do the same faster.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.regret_matching import update_rows
from cfrlib.engine.step import weight_of
from cfrlib.engine.tree.carried import chance_weight, chunks, count_histories, count_nodes, draw, draw_probability
from cfrlib.engine.tree.terminals import terminal_values
from cfrlib.tree.explicit import CHANCE, TERMINAL


class Vectors(NamedTuple):
    """What a walk writes on its way; see `make_vectors`."""

    reach: tuple  # two vectors: how likely a player plays their part up to each infostate
    value: np.ndarray  # counterfactual value to the walking player at each own infostate
    chance: np.ndarray  # what chance and the iteration count in the average, by stage and infostate
    scratch: np.ndarray
    drawn: np.ndarray  # (2, 2 + stages) int64: what chance did in the walk of each player


def make_vectors(tree, views):
    """Return vectors that are long enough for these views."""
    size = max(int(view.offset.max()) for view in views)
    widest = max(int(tree.classes.max()), int(np.diff(views[0].offset).max()), int(np.diff(views[1].offset).max()), 1)
    chance = int(tree.boards.sum() * tree.outcomes.max())
    reach, drawn = (np.zeros(size), np.zeros(size)), np.zeros((2, 2 + len(tree.boards)), np.int64)
    return Vectors(reach, np.zeros(size), np.zeros(chance), np.zeros(2 * widest), drawn)


@njit
def carry_reach(tree, view, drawn, player, strategy, reach):
    """Fill `reach` from the root down: multiply by the strategy of `player` at their moves, else just pass on."""
    offset = view.offset[player]
    loops.fill(reach, 0, 1.0, offset[1])
    for g in range(len(tree.kind)):
        kind, own, length = tree.kind[g], offset[g], offset[g + 1] - offset[g]
        if kind == TERMINAL or length == 0:
            continue
        width = length // tree.sequences[g]
        for e in range(tree.edges[g], tree.edges[g + 1]):
            child = tree.child[e]
            if kind == CHANCE:
                through_chance(tree, view, drawn, player, g, reach, own, offset[child], tree.slot[e], True)
                continue
            below = offset[child] + tree.slot[e] * width
            if kind == player:
                entry = tree.block[g] + (e - tree.edges[g]) * tree.classes[g]
                play(tree, view, drawn, g, player, strategy, entry, reach, own, below)
            else:
                loops.copy(reach, below, reach, own, length)


@inner_njit
def play(tree, view, drawn, g, player, strategy, entry, reach, own, below):
    """Multiply reach by the probability of one action, whose block starts at `entry`."""
    count, length, first, step = chunks(tree, view, drawn, g, player)
    for r in range(count):
        infostate = first + r * step
        if tree.identity[g]:
            loops.multiply(reach, below, reach, own, strategy, entry + infostate, length)
        else:
            loops.multiply_by_class(
                reach, below, reach, own, strategy, entry, tree.class_of, tree.infostate[g] + infostate, length
            )
        own += length
        below += length


@inner_njit
def through_chance(tree, view, drawn, player, g, vector, own, child_start, slot, down):
    """Pass reach on (`down`) to every carried outcome of public chance, or sum values over them."""
    n, stage = view.private[player], tree.stage[g]
    before, after = view.boards[stage], view.boards[stage + 1]
    for h in range(tree.sequences[g]):
        for k in range(after):
            board = tree.first_board[stage + 1] + drawn[3 + stage] + k
            above = own + (h * before + tree.parent[board] - drawn[2 + stage]) * n
            below = child_start + ((slot + h) * after + k) * n
            if down:
                loops.copy(vector, below, vector, above, n)
            else:
                loops.add(vector, above, vector, below, n)


@inner_njit
def expected_values(tree, view, drawn, g, player, strategy, instantaneous, value):
    """Where the walking player moves: the mean of the actions' values; what each is worth more is its regret."""
    offset = view.offset[player]
    own, length = offset[g], offset[g + 1] - offset[g]
    width = length // tree.sequences[g]
    count, part, first, step = chunks(tree, view, drawn, g, player)
    loops.fill(value, own, 0.0, length)
    for twice in range(2):
        for e in range(tree.edges[g], tree.edges[g + 1]):
            below = offset[tree.child[e]] + tree.slot[e] * width
            entry = tree.block[g] + (e - tree.edges[g]) * tree.classes[g]
            for r in range(count):
                v, w, infostate = own + r * part, below + r * part, first + r * step
                if tree.identity[g]:
                    if twice == 0:
                        loops.add_product(value, v, value, w, strategy, entry + infostate, part)
                    else:
                        loops.add_difference(instantaneous, entry + infostate, value, w, value, v, part)
                else:
                    c = tree.infostate[g] + infostate
                    if twice == 0:
                        loops.add_product_by_class(value, v, value, w, strategy, entry, tree.class_of, c, part)
                    else:
                        loops.add_difference_to_class(instantaneous, entry, value, w, value, v, tree.class_of, c, part)


@inner_njit
def chance_weights(tree, view, drawn, player, weight, chance):
    """Fill `chance` with weight times chance's part of the way over the draw's probability, by stage and infostate."""
    place, n = 0, view.private[player]
    for stage in range(len(tree.boards)):
        board = tree.first_board[stage] + drawn[2 + stage]
        factor = weight / draw_probability(tree, view, drawn, stage)
        for k in range(view.boards[stage]):
            for o in range(n):
                chance[place] = factor * chance_weight(tree, view, drawn, player, board + k, drawn[player] + o)
                place += 1


@inner_njit
def add_to_average(tree, view, drawn, g, player, strategy, sums, reach, chance, scratch):
    """Add the strategy of `player` at bundle g, times their reach and the weights of chance."""
    own, width, start = view.offset[player, g], view.boards[tree.stage[g]] * view.private[player], 0
    for stage in range(tree.stage[g]):
        start += view.boards[stage] * view.private[player]
    for h in range(tree.sequences[g]):
        loops.multiply(scratch, h * width, chance, start, reach, own + h * width, width)
    count, length, first, step = chunks(tree, view, drawn, g, player)
    for e in range(tree.edges[g], tree.edges[g + 1]):
        entry = tree.block[g] + (e - tree.edges[g]) * tree.classes[g]
        for r in range(count):
            infostate = first + r * step
            if tree.identity[g]:
                loops.add_product(sums, entry + infostate, scratch, r * length, strategy, entry + infostate, length)
            else:
                c = tree.infostate[g] + infostate
                loops.add_product_to_class(sums, entry, scratch, r * length, strategy, entry, tree.class_of, c, length)


@njit
def carry_values(tree, view, drawn, player, averaged, weight, tables, vectors):
    """Fill `value` from the terminals up; add to the regrets of `player` and to the average of player `averaged`."""
    offset, value = view.offset[player], vectors.value
    theirs = vectors.reach[1 - player]
    chance_weights(tree, view, drawn, averaged, weight, vectors.chance)
    for g in range(len(tree.kind) - 1, -1, -1):
        kind, own, length = tree.kind[g], offset[g], offset[g + 1] - offset[g]
        if kind == TERMINAL:
            terminal_values(tree, view, drawn, g, player, theirs, vectors)
        elif kind == player:
            expected_values(tree, view, drawn, g, player, tables.strategy, tables.instantaneous, value)
        else:
            loops.fill(value, own, 0.0, length)
            for e in range(tree.edges[g], tree.edges[g + 1]):
                child = tree.child[e]
                if kind == CHANCE:
                    through_chance(tree, view, drawn, player, g, value, own, offset[child], tree.slot[e], False)
                else:
                    width = length // tree.sequences[g]
                    loops.add(value, own, value, offset[child] + tree.slot[e] * width, length)
        if kind == averaged:
            reach = vectors.reach[averaged]
            add_to_average(
                tree, view, drawn, g, averaged, tables.strategy, tables.sums, reach, vectors.chance, vectors.scratch
            )


@inner_njit
def update_visited(tree, view, drawn, player, rule, t, tables, scratch):
    """Update every row of `player` that the walk has visited, once."""
    for g in range(len(tree.kind)):
        if tree.kind[g] != player:
            continue
        actions = tree.edges[g + 1] - tree.edges[g]
        count, length, first, step = chunks(tree, view, drawn, g, player)
        # One by one: rows that come several times, or were updated last at different times.
        size = length if tree.identity[g] and not rule.discounts else 1
        for r in range(count):
            infostate = first + r * step
            for k in range(infostate, infostate + length, size):
                c = k if tree.identity[g] else tree.class_of[tree.infostate[g] + k]
                row, entry = tree.row[g] + c, tree.block[g] + c
                since = tables.last_update[row]
                if since < t:
                    update_rows(rule, t, tables, entry, tree.classes[g], actions, size, since, scratch)
                    loops.fill(tables.last_update, row, t, size)


@njit
def iterate(tree, views, rule, opponents_average, simultaneous, rng, tables, vectors, t, iterations):
    """Do iterations t, t + 1, ... with either player's view; return the public nodes (times outcomes) and histories."""
    nodes = histories = 0
    drawn = vectors.drawn
    for now in range(t, t + iterations):
        weight = weight_of(rule.power, rule.exponent, now, rule.weights)
        for player in range(2):
            view = views[player]
            draw(tree, view, rng, drawn[player])
            for p in range(2):
                carry_reach(tree, view, drawn[player], p, tables.strategy, vectors.reach[p])
            averaged = 1 - player if opponents_average else player
            carry_values(tree, view, drawn[player], player, averaged, weight, tables, vectors)
            nodes += count_nodes(view) * view.private[player]
            histories += count_histories(tree, view, drawn[player])
            if not simultaneous:
                update_visited(tree, view, drawn[player], player, rule, now, tables, vectors.scratch)
        if simultaneous:
            for player in range(2):
                update_visited(tree, views[player], drawn[player], player, rule, now, tables, vectors.scratch)
    return nodes, histories
