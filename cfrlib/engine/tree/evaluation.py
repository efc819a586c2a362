"""The kernels of `cfrlib.engine.tree.evaluator`: best responses and expected values, by a `Program`, and averages.

The walks are those of an iteration, with the largest value at a decision, or the mean, and nothing to learn.
"""

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.tree.program import DECIDE
from cfrlib.engine.tree.walk import bounds_up, carry_reach, decision_of, parts_of, pass_up


@inner_njit
def fill_locked_values(value, v, length, below, actions, kept, entry, classes):
    """Fill the values of infostates that are locked with the means of their actions."""
    for l in range(length):
        if kept[entry + l] >= 0.0:
            value[v + l] = 0.0
            for a in range(actions):
                value[v + l] += kept[entry + a * classes + l] * value[below[a] + l]


@inner_njit
def root_value(program, player, best, strategy, kept, vectors):
    """Walk up for a player who takes the best action, or follows the strategy; return what the game is worth to them.

    `kept` has what is locked, which stays as it is, and -1 elsewhere; it may be empty.
    """
    total = 0.0
    for k in range(parts_of(program) + 1):
        part = k if k < parts_of(program) else -1
        if part >= 0:
            carry_reach(program, 1 - player, part, strategy, vectors.reach[1 - player])
        values_up(program, player, part, best, strategy, kept, vectors)
    for l in range(program.root[player]):
        total += vectors.value[l]
    return total


@inner_njit
def values_up(program, player, part, best, strategy, kept, vectors):
    """Fill the values of a player's states from the terminals up, in a part, or after all parts (-1)."""
    operations, between, value = program.up[player], program.between, vectors.value
    for q in range(*bounds_up(program, player, part)):
        if operations[q, 0] != DECIDE:
            pass_up(between, player, operations, q, vectors)
            continue
        v, length, below, actions, entry, classes, _, _ = decision_of(between, operations, q)
        if best and actions > 1:
            loops.larger(value, v, value, below[0], below[1], length)
            for a in range(2, actions):
                loops.raise_to(value, v, value, below[a], length)
            if len(kept):
                fill_locked_values(value, v, length, below, actions, kept, entry, classes)
        elif best:
            loops.copy(value, v, value, below[0], length)
        else:
            loops.multiply(value, v, value, below[0], strategy, entry, length)
            for a in range(1, actions):
                loops.add_product(value, v, value, below[a], strategy, entry + a * classes, length)


@inner_njit
def best_values(program, strategy, kept, vectors):
    """Return what each player's best response earns against a strategy by infostate; see `root_value` for `kept`."""
    first = second = 0.0
    for player in range(2):
        carry_reach(program, player, -1, strategy, vectors.reach[player])
    for player in range(2):  # as a number that the compiler does not know: else it would compile all for each of them
        first, second = second, root_value(program, player, True, strategy, kept, vectors)
    return first, second


@njit
def expected_value(program, strategy, vectors):
    """Return the expected value to player 0 of a strategy by infostate."""
    carry_reach(program, 1, -1, strategy, vectors.reach[1])
    return root_value(program, 0, False, strategy, strategy, vectors)  # nothing is locked: the second one is not read


@njit
def best_response_values(program, strategy, kept, vectors):
    """Return what each player's best response earns against a strategy by infostate; see `root_value` for `kept`."""
    return best_values(program, strategy, kept, vectors)


@njit
def best_responses_to_average(averaging, program, sums, most, kept, workspace):
    """Return what each player's best response earns against the average of a table of sums.

    `averaging` has `averages` and the `class_of` of the table, `workspace` a strategy, to be filled, and vectors. Where
    a sum is above `most`, or no number, there is no strategy, and it returns none either.
    """
    (averaged, class_of), (strategy, vectors) = averaging, workspace
    finite = True
    for e in range(np.uintp(len(sums))):
        finite &= sums[e] <= most
    if not finite:
        return np.nan, np.nan
    for q in range(len(averaged)):
        average_by_infostate(averaged[q], class_of, sums, strategy, vectors.value)
    return best_values(program, strategy, kept, vectors)


def averages(rows, by_infostate):
    """Return what is to be averaged, as numbers: a row for each decision of a program and of the one by infostate.

    These are: infostates, actions, place in `class_of`, entry and classes in the table of sums, and by infostate.
    """
    decisions = [np.concatenate([up[up[:, 0] == DECIDE] for up in program.up]) for program in (rows, by_infostate)]
    table = np.column_stack([decisions[0][:, [2, 4, 8, 5, 6]], decisions[1][:, [5, 6]]])
    return np.ascontiguousarray(table)  # in one order for all games, or the kernel is compiled again


@inner_njit
def average_by_infostate(decision, class_of, sums, strategy, total):
    """Fill the average strategy at one decision; uniform where nothing was summed."""
    length, actions, first = decision[0], decision[1], np.uintp(decision[2])
    start, classes, out, stride, uniform = decision[3], decision[4], decision[5], decision[6], 1.0 / actions
    count = length if first == 0 else classes
    loops.fill(total, 0, 0.0, count)
    for a in range(actions):
        loops.add(total, 0, sums, start + a * classes, count)
    for a in range(actions):
        e, o = np.uintp(start + a * classes), np.uintp(out + a * stride)
        if first == 0:
            for l in range(np.uintp(length)):
                strategy[o + l] = sums[e + l] / total[l] if total[l] > 0.0 else uniform
        else:
            for l in range(np.uintp(length)):
                c = np.uintp(class_of[first + l])
                strategy[o + l] = sums[e + c] / total[c] if total[c] > 0.0 else uniform
