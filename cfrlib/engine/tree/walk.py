"""Iterations of CFR: walks over a `Program`, down with the reach of both players and up with the values of one.

In an iteration all that is done at a decision is done in one loop: it gets the mean of its actions' values, adds to the
average strategy, moves its regrets and matches the next strategy to them. That is as good as doing it after the walk:
no other decision reads this strategy any more, as reach was carried down before.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.regret_matching import normalize, update_rows
from cfrlib.engine.step import constants_of, remembers, step, typed, weight_in_matching, weight_of
from cfrlib.engine.tree.program import CHANCE, DECIDE, FIRST, PASS, PLAY, SLOTS, SWEEP, TERMINAL
from cfrlib.engine.tree.removal import EIGHT, REMOVAL, eight_places, gather, scratch_for, sweep_removal
from cfrlib.engine.tree.sweeps import sweep
from cfrlib.engine.tree.terminals import Matrix, Vectors, times_matrix


class WalkVectors(NamedTuple):
    """What walks write on their way."""

    reach: tuple  # two vectors: how likely a player plays their part up to each infostate
    value: np.ndarray  # counterfactual value to the walking player at each own infostate
    scratch: np.ndarray


class Decision(NamedTuple):
    """One `DECIDE`, or a stretch of one, read from its row; see `program`."""

    v: int  # where its values, and reach, begin
    length: int
    below: np.ndarray  # where the values after each action begin
    actions: int
    entry: int
    classes: int
    h: int  # its place in `Program.chance`
    first: int  # its place in `class_of`; 0 if every infostate is a class of its own


def make_vectors(program):
    """Return vectors for the walks of a program; at the root reach is 1, and nothing ever writes there."""
    first, second, classes = program.sizes.tolist()
    swept = (program.between.records[:, 2] == REMOVAL).any()
    scratch = max(2 * classes, scratch_for(*program.between.outcomes.tolist()) if swept else 0)
    return WalkVectors((np.ones(first), np.ones(second)), np.zeros(max(first, second)), np.zeros(scratch))


@inner_njit
def carry_reach(program, player, part, strategy, reach):
    """Fill `reach` in a part, or with the operations of no part (-1), which come before all parts on the way down.

    Reach is multiplied by the strategy where `player` moves, and else passed on.
    """
    operations, bounds, n = program.down[player], program.parts[player, 0], np.uintp(program.between.outcomes[player])
    for q in range(0 if part < 0 else bounds[part], bounds[part + 1]):
        code, to, start, length = operations[q, 0], operations[q, 1], operations[q, 2], operations[q, 3]
        if code == PLAY:
            entry, first = operations[q, 4], operations[q, 5]
            if first == 0:
                loops.multiply(reach, to, reach, start, strategy, entry, length)
            else:
                loops.multiply_by_class(reach, to, reach, start, strategy, entry, program.class_of, first, length)
        elif code == PASS:
            loops.copy(reach, to, reach, start, length)
        elif code == CHANCE:
            through_chance(program.between, operations, q, n, reach, True)
        else:
            through_slots(program.between, operations, q, n, reach, True)


@inner_njit
def parts_of(program):
    """Return the number of parts."""
    return program.parts.shape[2] - 1


@inner_njit(forceinline=True)
def through_chance(between, operations, q, n, vector, down):
    """Pass reach on (`down`) to every public outcome, or sum values over them, in parts over those of parts before."""
    above, below = np.uintp(operations[q, 1]), np.uintp(operations[q, 2])
    sequences, before, after, first = operations[q, 3], operations[q, 4], operations[q, 5], operations[q, 6]
    if not down and operations[q, 7] == FIRST:
        loops.fill(vector, above, 0.0, np.uintp(sequences * before) * n)
    for _ in range(sequences):
        for k in range(after):
            place = above + np.uintp(between.parent[first + k]) * n
            if down:
                loops.copy(vector, below, vector, place, n)
            else:
                loops.add(vector, place, vector, below, n)
            below += n
        above += np.uintp(before) * n


@inner_njit(forceinline=True)
def through_slots(between, operations, q, n, vector, down):
    """Carry reach down, or values up, where private outcomes do not keep their places."""
    above, below = np.uintp(operations[q, 1]), np.uintp(operations[q, 2])
    sequences, before, after, first = operations[q, 3], operations[q, 4], operations[q, 5], operations[q, 6]
    slots = np.uintp(operations[q, 7])
    if not down:
        loops.fill(vector, above, 0.0, np.uintp(sequences * before) * n)
    for _ in range(sequences):
        for k in range(np.uintp(after)):
            place = above + np.uintp(between.parent[np.uintp(first) + k]) * n
            for i in range(n):
                slot = place + np.uintp(between.slots[slots + k * n + i])
                if down:
                    vector[below + i] = vector[slot]
                else:
                    vector[slot] += vector[below + i]
            below += n
        above += np.uintp(before) * n


@inner_njit(forceinline=True)
def matrix_values(between, player, operations, q, theirs, value):
    """Fill the values of terminals that share their payoff matrices: payoffs times the opponent's reach."""
    v, r, count, boards = operations[q, 1], operations[q, 2], operations[q, 3], operations[q, 4]
    n, m = between.outcomes[player], between.outcomes[1 - player]
    for k in range(boards):
        payoffs = Matrix(between.payoffs[player], (operations[q, 5] + k) * n * m, n, m, n)
        values, reaches = Vectors(value, v + k * n, boards * n), Vectors(theirs, r + k * m, boards * m)
        times_matrix(values, reaches, count, between.scale, operations[q, 6], 1.0, payoffs)


@inner_njit(forceinline=True)
def swept_values(between, player, operations, q, theirs, value, running):
    """Fill the values of terminals that share their records."""
    v, r, count, boards = operations[q, 1], operations[q, 2], operations[q, 3], operations[q, 4]
    record, z = operations[q, 5], operations[q, 6]
    n, m = between.outcomes[player], between.outcomes[1 - player]
    if between.records[record, 2] == REMOVAL:
        for h in range(0, count, EIGHT):
            some = min(count - h, EIGHT)
            scale = gather(between.scale, eight_places(z + h, 1, some), 0)
            for k in range(boards):
                place = between.places[between.records[record + k, 0] :]
                number = between.numbers[between.records[record + k, 1] :]
                values = eight_places(v + (h * boards + k) * n, boards * n, some)
                reaches = eight_places(r + (h * boards + k) * m, boards * m, some)
                sweep_removal(place, number, value, values, theirs, reaches, scale, n, m, running)
        return
    for h in range(count):
        for k in range(boards):
            part = between.records[record + k]
            place, number, partners = between.places[part[0] :], between.numbers[part[1] :], part[2]
            sweep(place, number, partners, value, v, theirs, r, between.scale[z + h], n, m, running)
            v += n
            r += m


@inner_njit(forceinline=True)
def decision_of(between, operations, q):
    """Return the `Decision` in row q."""
    o = operations[q]
    return Decision(o[1], o[2], between.below[o[3] :], o[4], o[5], o[6], o[7], o[8])


@inner_njit(forceinline=True)
def decide_between_two(written, chance, reach, value, weight, constants, tolerance, decision):
    """Update a decision between two actions in one loop: value, average, regrets and the next strategy."""
    # What `decide_between_many` does, with both actions in registers. Measured without this function: an iteration of
    # Leduc takes 4.2 microseconds instead of 3.6, of Kuhn poker with 13 cards 2.1 instead of 1.0.
    (regret, sums, strategy), (v, length, below, _, entry, classes, h, _) = written, decision
    number = regret.dtype.type
    x, y = np.uintp(below[0]), np.uintp(below[1])
    e, f, v, h = np.uintp(entry), np.uintp(entry + classes), np.uintp(v), np.uintp(h)
    for l in range(np.uintp(length)):
        p, q = strategy[e + l], strategy[f + l]
        mean = p * value[x + l] + q * value[y + l]
        g, d = constants.weight * number(value[x + l] - mean), constants.weight * number(value[y + l] - mean)
        value[v + l] = mean
        w = weight * chance[h + l] * reach[v + l]
        sums[e + l] += w * p
        sums[f + l] += w * q
        r = step(regret[e + l], g, constants)
        regret[e + l] = r
        a = weight_in_matching(r, g, constants)
        r = step(regret[f + l], d, constants)
        regret[f + l] = r
        b = weight_in_matching(r, d, constants)
        total = float(a) + b
        none = total <= tolerance
        share, inverse = 0.5 if none else 0.0, 0.0 if none else 1.0 / total
        strategy[e + l] = a * inverse + share
        strategy[f + l] = b * inverse + share


@inner_njit(forceinline=True)
def decide_between_many(written, chance, reach, value, weight, constants, tolerance, decision, scratch):
    """Update a decision between any number of actions: one loop for each, as many of them do not fit in registers."""
    (regret, sums, strategy), (v, length, below, actions, entry, classes, h, _) = written, decision
    number, half = regret.dtype.type, np.uintp(len(scratch) // 2)
    v, h, length = np.uintp(v), np.uintp(h), np.uintp(length)
    loops.multiply(value, v, value, below[0], strategy, entry, length)
    for a in range(1, actions):
        loops.add_product(value, v, value, below[a], strategy, entry + a * classes, length)
    loops.fill(scratch, 0, 0.0, length)
    for a in range(actions):
        e, x = np.uintp(entry + a * classes), np.uintp(below[a])
        for l in range(length):
            sums[e + l] += weight * chance[h + l] * reach[v + l] * strategy[e + l]
            g = constants.weight * number(value[x + l] - value[v + l])
            r = step(regret[e + l], g, constants)
            regret[e + l] = r
            p = weight_in_matching(r, g, constants)
            strategy[e + l] = p
            scratch[l] += p
    normalize(strategy, entry, classes, actions, length, scratch, half, tolerance)


@inner_njit(forceinline=True)
def decide_row_by_row(rule, t, tables, program, chance, reach, value, weight, decision, scratch):
    """Update the rows of a decision one by one, where infostates share rows or the rule asks more of a row."""
    add_regrets(tables, program, chance, reach, value, weight, decision)
    rows = decision.length if decision.first == 0 else decision.classes
    place = decision.entry, decision.classes, decision.actions
    update_rows(rule, t, tables, *place, rows, t - 1, scratch)  # t - 1: a walk updates all rows


@inner_njit(forceinline=True)
def add_regrets(tables, program, chance, reach, value, weight, decision):
    """Fill the values of a decision, and add to the instantaneous regrets and the average of its rows."""
    v, length, below, actions, entry, classes, _, first = decision
    loops.fill(value, v, 0.0, length)
    for a in range(actions):
        e = entry + a * classes
        loops.add_product_by_class(value, v, value, below[a], tables.strategy, e, program.class_of, first, length)
    for a in range(actions):
        e = entry + a * classes
        loops.add_difference_to_class(
            tables.instantaneous, e, value, below[a], value, v, program.class_of, first, length
        )
    add_to_average(tables, program, chance, reach, weight, decision)


@inner_njit(forceinline=True)
def add_to_average(tables, program, chance, reach, weight, decision):
    """Add the strategy at one operation, times reach and the weights of chance."""
    v, length, _, actions, entry, classes, h, first = decision
    v, h, first = np.uintp(v), np.uintp(h), np.uintp(first)
    for a in range(actions):
        e = np.uintp(entry + a * classes)
        for l in range(np.uintp(length)):
            place = e + np.uintp(program.class_of[first + l])
            tables.sums[place] += weight * chance[h + l] * reach[v + l] * tables.strategy[place]


@inner_njit(forceinline=True)
def bounds_up(program, player, part):
    """Return the first and the end of the operations up in a part, or of those in no part (-1), which come last."""
    bounds = program.parts[player, 1]
    return (bounds[-1], len(program.up[player])) if part < 0 else (bounds[part], bounds[part + 1])


@inner_njit
def average_decisions(program, player, part, weight, tables, vectors):
    """Add the strategy of a player to the average, in a part or before all (-1)."""
    operations = program.up[player]
    for q in range(*bounds_up(program, player, part)):
        if operations[q, 0] == DECIDE:
            decision = decision_of(program.between, operations, q)
            add_to_average(tables, program, program.chance[player], vectors.reach[player], weight, decision)


@inner_njit(forceinline=True)
def pass_up(between, player, operations, q, vectors):
    """Fill the values of all that an operation stands for, where the walking player does not decide."""
    theirs, value = vectors.reach[1 - player], vectors.value
    code, v, length = operations[q, 0], operations[q, 1], operations[q, 2]
    if code == TERMINAL:
        matrix_values(between, player, operations, q, theirs, value)
    elif code == SWEEP:
        swept_values(between, player, operations, q, theirs, value, vectors.scratch)
    elif code == CHANCE:
        through_chance(between, operations, q, np.uintp(between.outcomes[player]), value, False)
    elif code == SLOTS:
        through_slots(between, operations, q, np.uintp(between.outcomes[player]), value, False)
    else:
        below, actions = between.below[operations[q, 3] :], operations[q, 4]
        if actions == 1:
            loops.copy(value, v, value, below[0], length)
        else:
            loops.add_two(value, v, value, below[0], below[1], length)
        for a in range(2, actions):
            loops.add(value, v, value, below[a], length)


@inner_njit(forceinline=True)  # a call would hand over some 300 numbers each time
def update(program, player, part, rule, t, constants, weight, tables, vectors):
    """Walk up for a player: move regrets, and add the strategy times a weight to the average."""
    operations, between, value = program.up[player], program.between, vectors.value
    reach, chance = vectors.reach[player], program.chance[player]
    written = tables.regret, tables.sums, tables.strategy
    for q in range(*bounds_up(program, player, part)):
        if operations[q, 0] != DECIDE:
            pass_up(between, player, operations, q, vectors)
            continue
        decision, scratch = decision_of(between, operations, q), vectors.scratch
        if decision.first > 0 or rule.local or remembers(constants):
            decide_row_by_row(rule, t, tables, program, chance, reach, value, weight, decision, scratch)
        elif decision.actions == 2:
            decide_between_two(written, chance, reach, value, weight, constants, rule.tolerance, decision)
        else:
            decide_between_many(written, chance, reach, value, weight, constants, rule.tolerance, decision, scratch)


@njit
def iterate(program, rule, opponents_average, simultaneous, tables, vectors, t, iterations):
    """Walk for both players in iterations t, t + 1, ... and update their tables."""
    # With `later`, the *new* strategy of player 0 enters the average, times the reach that it gives: so player 0's walk
    # adds 0 times the old one, and after the update reach is carried down again and a second pass adds the new one.
    later = opponents_average and not simultaneous
    for player in range(2):
        carry_reach(program, player, -1, tables.strategy, vectors.reach[player])
    for now in range(t, t + iterations):
        weight = weight_of(rule.power, rule.exponent, now, rule.weights)
        constants = typed(constants_of(rule, now, now - 1), tables.regret.dtype.type)
        for player in range(2):
            counted = 0.0 if later and player == 0 else weight
            # Parts come first, each with both players' reach carried down for it. Last comes -1, what is in no part,
            # whose reach is there already. Under simultaneous updates a program has no parts.
            for k in range(parts_of(program) + 1):
                part = k if k < parts_of(program) else -1
                for p in range(2 if part >= 0 else 0):
                    carry_reach(program, p, part, tables.strategy, vectors.reach[p])
                update(program, player, part, rule, now, constants, counted, tables, vectors)
            if not simultaneous:
                carry_reach(program, player, -1, tables.strategy, vectors.reach[player])
            for part in range(-1, parts_of(program) if later and player == 0 else -1):
                if part >= 0:
                    carry_reach(program, player, part, tables.strategy, vectors.reach[player])
                average_decisions(program, player, part, weight, tables, vectors)
        if simultaneous:
            for player in range(2):
                carry_reach(program, player, -1, tables.strategy, vectors.reach[player])
    if iterations:
        loops.fill(tables.last_update, 0, t + iterations - 1, len(tables.last_update))
