"""Walks over a public tree that draw some of chance and carry vectors over the rest.

(Johanson et al. 2012, Algorithm 1.) They go through a `Program` of what they carry, as walks do that draw nothing
(`walk`). What is drawn moves the places in tables and payoff matrices, and values are divided by its probability.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.regret_matching import update_rows
from cfrlib.engine.step import constants_of, remembers, typed, weight_of
from cfrlib.engine.tree.carried import View, chance_weight, count_histories, count_nodes, draw, draw_probability
from cfrlib.engine.tree.program import (
    CHANCE,
    CHANCE_STEP,
    COUNT,
    DECIDE,
    PASS,
    PLAY,
    ROW,
    STAGE,
    STEP,
    TERMINAL,
    Program,
    compile_program,
    repeats,
)
from cfrlib.engine.tree.terminals import Matrix, Vectors, times_matrix
from cfrlib.engine.tree.walk import (
    Decision,
    WalkVectors,
    add_regrets,
    add_to_average,
    decide_between_many,
    decide_between_two,
    decision_of,
    make_vectors,
    pass_up,
    through_chance,
)


class Drawn(NamedTuple):
    """What chance did in the walk of a player; see `cfrlib.engine.tree.carried`."""

    outcomes: np.ndarray  # (2 + stages,) int64: the first that is carried: private of either player, public by stage
    place: np.ndarray  # (2, stages) int64: of a sequence's first carried infostate among all of the sequence
    probability: np.ndarray  # (stages,) float64: of what a walk has met of it by then
    repeats: np.ndarray  # (2, stages) int64: how often `Program.chance` has the weights of a stage
    below: np.ndarray  # (actions,) int64: where the values after each action of a stretch begin


class Walk(NamedTuple):
    """The walk of a player."""

    carried: View
    program: Program  # of what the view carries
    vectors: WalkVectors
    drawn: Drawn


def make_walk(bundles, view):
    """Return the `Walk` of a view of `Bundles`."""
    b, program = bundles._replace(boards=view.boards, outcomes=view.private), compile_program(bundles, {}, view=view)
    stages, actions = len(b.boards), int(np.diff(b.edges).max())
    drawn = Drawn(
        np.zeros(2 + stages, np.int64), np.zeros((2, stages), np.int64), np.ones(stages),
        np.array([repeats(bundles, b, player) for player in (0, 1)]), np.zeros(actions, np.int64),
    )  # fmt: skip
    return Walk(view, program, make_vectors(program), drawn)


@inner_njit
def place_drawn(tree, view, drawn):
    """Fill in where what is drawn stands, and how likely it is."""
    for stage in range(len(tree.boards)):
        drawn.probability[stage] = draw_probability(tree, view, drawn.outcomes, stage)
        for player in range(2):
            drawn.place[player, stage] = drawn.outcomes[2 + stage] * tree.outcomes[player] + drawn.outcomes[player]


@inner_njit
def chance_weights(tree, view, drawn, player, weight, chance):
    """Fill `chance` with weight times chance's part of the way over the draw's probability, by stage and infostate."""
    place, first = 0, drawn.outcomes[player]
    for stage in range(len(tree.boards)):
        board, start = tree.first_board[stage] + drawn.outcomes[2 + stage], place
        factor = weight / drawn.probability[stage]
        for k in range(view.boards[stage]):
            for o in range(first, first + view.private[player]):
                chance[place] = factor * chance_weight(tree, view, drawn.outcomes, player, board + k, o)
                place += 1
        width = place - start
        for _ in range(1, drawn.repeats[player, stage]):
            loops.copy(chance, place, chance, start, width)
            place += width


@inner_njit
def carry_reach(walk, player, strategy):
    """Fill the reach of a player, as `walk.carry_reach` does, where a decision has several stretches."""
    program, reach, operations = walk.program, walk.vectors.reach[player], walk.program.down[player]
    for q in range(len(operations)):
        code, to, start, length = operations[q, 0], operations[q, 1], operations[q, 2], operations[q, 3]
        if code == PLAY:
            entry, first, place = operations[q, 4], operations[q, 5], walk.drawn.place[player, operations[q, 8]]
            for _ in range(operations[q, 6]):
                if first == 0:
                    loops.multiply(reach, to, reach, start, strategy, entry + place, length)
                else:
                    c = first + place
                    loops.multiply_by_class(reach, to, reach, start, strategy, entry, program.class_of, c, length)
                to, start, place = to + length, start + length, place + operations[q, 7]
        elif code == PASS:
            loops.copy(reach, to, reach, start, length)
        elif code == CHANCE:
            through_chance(program.between, operations, q, np.uintp(program.between.outcomes[player]), reach, True)


@inner_njit
def matrix_values(tree, walk, player, q):
    """Fill the values of terminals that share payoff matrices: for what is drawn, one row, column or entry of each."""
    between, drawn, other = walk.program.between, walk.drawn, 1 - player
    o = walk.program.up[player][q]
    v, r, count, boards, matrix, z, stage = o[1], o[2], o[3], o[4], o[5], o[6], o[7]
    n, m, size = between.outcomes[player], between.outcomes[other], tree.outcomes[player]
    for k in range(boards):
        row = (matrix + drawn.outcomes[2 + stage] + k) * tree.outcomes[other] + drawn.outcomes[other]
        payoffs = Matrix(between.payoffs[player], row * size + drawn.outcomes[player], n, m, size)
        values = Vectors(walk.vectors.value, v + k * n, boards * n)
        reaches = Vectors(walk.vectors.reach[other], r + k * m, boards * m)
        times_matrix(values, reaches, count, between.scale, z, 1.0 / drawn.probability[stage], payoffs)


@inner_njit(forceinline=True)
def stretch_of(decision, operations, q, r, player, drawn):
    """Return the r-th stretch of the `Decision` in row q."""
    v, length, below, actions, entry, classes, h, first = decision
    place, moved = r * operations[q, STEP] + drawn.place[player, operations[q, STAGE]], r * length
    for a in range(actions):
        drawn.below[a] = below[a] + moved
    if first > 0:
        first += place
    else:
        entry += place
    return Decision(v + moved, length, drawn.below, actions, entry, classes, h + r * operations[q, CHANCE_STEP], first)


@njit
def begin(tree, walk, player, averaged, weight, tables):
    """Go down by what is drawn in the walk of a player, and add to the average of the other if that is `averaged`.

    Where it is, no values come up to their decisions. So their strategies are averaged now, on the way down.
    """
    program, drawn = walk.program, walk.drawn
    operations, chance, reach = program.up[averaged], program.chance[averaged], walk.vectors.reach[averaged]
    place_drawn(tree, walk.carried, drawn)
    chance_weights(tree, walk.carried, drawn, averaged, weight, chance)
    for p in range(2):
        carry_reach(walk, p, tables.strategy)
    for q in range(len(operations) if averaged != player else 0):
        if operations[q, 0] == DECIDE:
            decision = decision_of(program.between, operations, q)
            for r in range(operations[q, COUNT]):
                stretch = stretch_of(decision, operations, q, r, averaged, drawn)
                add_to_average(tables, program, chance, reach, 1.0, stretch)


@njit
def end(tree, walk, player, averaged, rule, t, tables):
    """Go up: move the regrets of a player, and add to their average if that is `averaged`."""
    program, vectors, drawn = walk.program, walk.vectors, walk.drawn
    operations, weight = program.up[player], 1.0 if averaged == player else 0.0
    reach, chance, value = vectors.reach[player], program.chance[player], vectors.value
    for q in range(len(operations)):
        if operations[q, 0] == TERMINAL:
            matrix_values(tree, walk, player, q)
        elif operations[q, 0] != DECIDE:
            pass_up(program.between, player, operations, q, vectors)
        else:
            decision = decision_of(program.between, operations, q)
            for r in range(operations[q, COUNT]):
                stretch = stretch_of(decision, operations, q, r, player, drawn)
                if decision.first > 0:  # rows that infostates of several stretches may share wait until all have added
                    add_regrets(tables, program, chance, reach, value, weight, stretch)
                else:
                    row = operations[q, ROW] + stretch.entry - decision.entry
                    decide(walk, player, rule, t, tables, weight, stretch, row)
            for r in range(operations[q, COUNT] if decision.first > 0 else 0):
                stretch = stretch_of(decision, operations, q, r, player, drawn)
                update_classes(rule, t, tables, program.class_of, stretch, operations[q, ROW], vectors.scratch)


@inner_njit(forceinline=True)
def decide(walk, player, rule, t, tables, weight, stretch, row):
    """Update the rows of a stretch, from `row` on. They are always carried together, so one says when all were last."""
    program, value, scratch, length = walk.program, walk.vectors.value, walk.vectors.scratch, stretch.length
    reach, chance, since = walk.vectors.reach[player], program.chance[player], tables.last_update[row]
    loops.fill(tables.last_update, row, t, length)
    constants, written = constants_of(rule, t, since), (tables.regret, tables.sums, tables.strategy)
    if rule.local or remembers(constants):
        add_regrets(tables, program, chance, reach, value, weight, stretch)
        update_rows(rule, t, tables, stretch.entry, stretch.classes, stretch.actions, length, since, scratch)
        return
    constants = typed(constants, tables.regret.dtype.type)
    if stretch.actions == 2:
        decide_between_two(written, chance, reach, value, weight, constants, rule.tolerance, stretch)
    else:
        decide_between_many(written, chance, reach, value, weight, constants, rule.tolerance, stretch, scratch)


@inner_njit
def update_classes(rule, t, tables, class_of, stretch, row, scratch):
    """Update the rows of a stretch, the first class's being `row`, by their instantaneous regrets: each once."""
    for l in range(stretch.length):
        c = class_of[stretch.first + l]
        since = tables.last_update[row + c]
        if since < t:
            update_rows(rule, t, tables, stretch.entry + c, stretch.classes, stretch.actions, 1, since, scratch)
            tables.last_update[row + c] = t


@njit
def iterate(tree, walks, rule, opponents_average, simultaneous, rng, tables, t, iterations):
    """Do iterations t, t + 1, ... by two `Walk`s; return the public nodes (times outcomes) and histories."""
    nodes = histories = 0
    for now in range(t, t + iterations):
        weight = weight_of(rule.power, rule.exponent, now, rule.weights)
        for player in range(2):
            view, outcomes = walks[player].carried, walks[player].drawn.outcomes
            draw(tree, view, rng, outcomes)
            nodes += count_nodes(view) * view.private[player]
            histories += count_histories(tree, view, outcomes)
        for player in range(2):
            averaged = 1 - player if opponents_average else player
            if player == 0 or not simultaneous:
                begin(tree, walks[player], player, averaged, weight, tables)
            if player == 0 and simultaneous:  # both go down by the strategies of before
                begin(tree, walks[1], 1, 1 - averaged, weight, tables)
            end(tree, walks[player], player, averaged, rule, now, tables)
    return nodes, histories
