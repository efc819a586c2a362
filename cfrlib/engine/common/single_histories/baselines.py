"""Baselines for sampled walks (Schmid et al. 2019): values, fixed before the draw, that stand for what is not tried.

They cut the variance and keep the mean; `cfrlib.textbook.baselines` does what they do, to be read. A *history* is a
public node with the private outcomes of both players, its value is that to player 0. Each history has a baseline value,
which several may share. A walk corrects values by the baseline values below where it comes. A baseline that has values
*everywhere* also corrects what the draws, that of the deal included, do to the regrets: see `expected_regrets`.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cfrlib._util.arguments import number, one_of
from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.flat_tree import MAX_ENTRIES, classes_of
from cfrlib.tree.explicit import CHANCE, TERMINAL

KINDS = ("none", "learned", "exact")


@dataclass(frozen=True)
class Baseline:
    """What stands for the value of what a walk does not try, an action or a public outcome; the mean stays as it is.

    - none: 0, plain sampling.
    - learned: of each action at a row of the table (of each public outcome at a history) the running mean of the values
      found below it, in which the newest counts `rate`. It costs about as much as the walk. The opponent's private
      outcome needs no correction: the value is the same for all, and all count alike where actions follow the strategy.
    - exact: the true value of each history under the strategy that the walk starts from. It corrects the deal, too, and
      all rows learn, without noise, wherever the walk comes. The passes over all histories that this takes are not
      counted as nodes touched, so it is there to learn from.
    """

    kind: str = "none"
    rate: float = 0.5

    def __post_init__(self):
        one_of("baseline", self.kind, KINDS)
        number("rate", self.rate, "a number above 0 and up to 1", 0, 1, above=True)

    def __str__(self):
        return f"learned({self.rate:g})" if self.kind == "learned" else self.kind


def baseline(value):
    """Return the baseline of this name, or the baseline itself."""
    return value if isinstance(value, Baseline) else Baseline(one_of("baseline", value, KINDS))


class BaselineSlots(NamedTuple):
    """Where the baseline value of each history stands in a table."""

    base: np.ndarray  # (g,) int64: number of a bundle's first history; else empty
    slot: np.ndarray  # (histories,) int64: its entry in the table of baseline values
    rate: float  # by how much of its error a baseline value is moved after an iteration
    reach: np.ndarray  # (histories,): workspace of one with values everywhere; else empty


NO_BASELINE = BaselineSlots(np.zeros(0, np.int64), np.zeros(0, np.int64), 0.0, np.zeros(0))


def baseline_slots(tree, kind, rate):
    """Return `BaselineSlots`, and how many values there are; ValueError if the game has too many histories."""
    if kind == "none":
        return NO_BASELINE, 0
    b = tree.bundles
    sizes = b.sequences * b.boards[b.stage] * b.outcomes.prod()
    if sizes.sum() > MAX_ENTRIES:
        raise ValueError(f"baseline={kind!r}: the game has {sizes.sum():,} histories; it takes at most {MAX_ENTRIES:,}")
    base, slot = np.cumsum(sizes) - sizes, np.arange(sizes.sum())
    if kind == "exact":
        return BaselineSlots(base, slot, 0.0, np.zeros(len(slot))), len(slot)
    count = tree.num_entries
    for g in np.flatnonzero(b.kind != TERMINAL):
        for a, edge in enumerate(range(b.edges[g], b.edges[g + 1])):
            part = _below(b, base, slot, edge, b.sequences[g])
            if b.kind[g] == CHANCE:
                part[...] = np.arange(count, count + part.size).reshape(part.shape)
                count += part.size
            else:
                part[...] = b.block[g] + a * b.classes[g] + _by_pair(b, g, classes_of(b, g))
    return BaselineSlots(base, slot, float(rate), np.zeros(0)), count


def _below(b, base, values, edge, sequences):
    """Return the part of an array over histories that lies behind an action: (sequences, boards, n0, n1)."""
    child, size = b.child[edge], b.boards[b.stage[b.child[edge]]] * b.outcomes.prod()
    return values[base[child] + b.slot[edge] * size :][: sequences * size].reshape(sequences, -1, *b.outcomes)


def _by_pair(b, g, infostates):
    """Spread what belongs to infostates of the player who moves over the outcomes of the other."""
    infostates = infostates.reshape(b.sequences[g], b.boards[b.stage[g]], -1)
    return infostates[..., None] if b.kind[g] == 0 else infostates[:, :, None, :]


@inner_njit
def history(tree, slots, g, h, board, i, j):
    """Return the number of a history: bundle, sequence, public outcomes, private outcomes of player 0 and 1."""
    return slots.base[g] + ((h * tree.boards[tree.stage[g]] + board) * tree.outcomes[0] + i) * tree.outcomes[1] + j


@inner_njit
def slot_of(tree, slots, drawn, g, h, board):
    """Return the entry of the baseline value of a history: bundle, sequence and public outcomes, outcomes as drawn."""
    return slots.slot[history(tree, slots, g, h, board, drawn[0], drawn[1])]


@inner_njit
def slot_below(tree, slots, drawn, g, h, a):
    """Return the entry of the history after an action, or after public chance as drawn."""
    if tree is None:
        return 0
    edge = tree.edges[g] + a
    child = tree.child[edge]
    return slot_of(tree, slots, drawn, child, tree.slot[edge] + h, drawn[2 + tree.stage[child]])


@inner_njit
def chance_correction(tree, slots, table, drawn, g, h):
    """Return what public chance is expected to bring by the baseline values, less that of what was drawn."""
    if tree is None:
        return 0.0
    edge, stage = tree.edges[g], tree.stage[g]
    child, sequence = tree.child[edge], tree.slot[edge] + h
    before = tree.weights[tree.first_board[stage] + drawn[2 + stage], drawn[0], drawn[1]]
    result = -table[slot_of(tree, slots, drawn, child, sequence, drawn[3 + stage])]
    for k in range(tree.boards[stage + 1]):
        board = tree.first_board[stage + 1] + k
        if tree.parent[board] == drawn[2 + stage]:
            p = tree.weights[board, drawn[0], drawn[1]] / before
            result += p * table[slot_of(tree, slots, drawn, child, sequence, k)]
    return result


@inner_njit
def learn(table, slots, values, count, rate):
    """Move baseline values towards what the walk has observed."""
    for k in range(count):
        table[slots[k]] += rate * (values[k] - table[slots[k]])


@inner_njit
def entry_of(tree, g, h, board, i, j):
    """Return the entry of the first action at a history of a decision bundle."""
    c = (h * tree.boards[tree.stage[g]] + board) * tree.outcomes[tree.kind[g]] + (i if tree.kind[g] == 0 else j)
    return tree.block[g] + (c if tree.identity[g] else tree.class_of[tree.infostate[g] + c])


@njit
def history_values(tree, slots, strategy, values):
    """Fill in what player 0 expects from each history on, by its number; 0 where chance does not deal so."""
    if tree is None:
        return
    for g in range(len(tree.kind) - 1, -1, -1):
        kind, stage, edge = tree.kind[g], tree.stage[g], tree.edges[g]
        actions, z = tree.edges[g + 1] - edge, tree.terminal[g]
        for h in range(tree.sequences[g]):
            for k in range(tree.boards[stage]):
                for i in range(tree.outcomes[0]):
                    for j in range(tree.outcomes[1]):
                        value, weight = 0.0, tree.weights[tree.first_board[stage] + k, i, j]
                        if weight == 0:
                            pass
                        elif kind == TERMINAL:
                            value = tree.scale[z + h] * tree.payoffs[0][tree.matrix[z + h] + k, j, i] / weight
                        elif kind == CHANCE:
                            for shown in range(tree.boards[stage + 1]):
                                board = tree.first_board[stage + 1] + shown
                                if tree.parent[board] == k:
                                    below = history(tree, slots, tree.child[edge], tree.slot[edge] + h, shown, i, j)
                                    value += tree.weights[board, i, j] / weight * values[below]
                        else:
                            entry = entry_of(tree, g, h, k, i, j)
                            for a in range(actions):
                                child, sequence = tree.child[edge + a], tree.slot[edge + a] + h
                                below = history(tree, slots, child, sequence, k, i, j)
                                value += strategy[entry + a * tree.classes[g]] * values[below]
                        values[history(tree, slots, g, h, k, i, j)] = value


@inner_njit
def expected_regrets(tree, slots, table, drawn, strategy, player, instantaneous, visited):
    """Add to all rows of a player the regrets that would be right if the baseline values were; list and count them.

    Return, too, what the deal is expected to bring by the baseline values, less that of the outcomes that were dealt.

    The walk has taken the same away, divided by q, from the rows where it came: so in the mean nothing is added.
    """
    if tree is None:
        return 0, 0.0
    reach, count, sign = slots.reach, 0, 1.0 if player == 0 else -1.0
    correction = -table[slot_of(tree, slots, drawn, 0, 0, 0)]
    n0, n1 = tree.outcomes[0], tree.outcomes[1]
    for i in range(n0):
        for j in range(n1):
            reach[history(tree, slots, 0, 0, 0, i, j)] = tree.weights[0, i, j]
            correction += tree.weights[0, i, j] * table[slots.slot[history(tree, slots, 0, 0, 0, i, j)]]
    for g in range(len(tree.kind)):
        kind, stage, edge = tree.kind[g], tree.stage[g], tree.edges[g]
        actions, classes = tree.edges[g + 1] - edge, tree.classes[g]
        after = stage + 1 if kind == CHANCE else stage
        for h in range(tree.sequences[g] if kind != TERMINAL else 0):
            for shown in range(tree.boards[after]):
                board = tree.first_board[after] + shown
                k = tree.parent[board] if kind == CHANCE else shown
                for i in range(n0):
                    for j in range(n1):
                        arrived = reach[history(tree, slots, g, h, k, i, j)]
                        if kind == CHANCE:
                            before = tree.weights[tree.first_board[stage] + k, i, j]
                            below = history(tree, slots, tree.child[edge], tree.slot[edge] + h, shown, i, j)
                            reach[below] = arrived * tree.weights[board, i, j] / before if before > 0 else 0.0
                            continue
                        entry, mean = entry_of(tree, g, h, k, i, j), 0.0
                        for a in range(actions):
                            child, sequence = tree.child[edge + a], tree.slot[edge + a] + h
                            below, e = history(tree, slots, child, sequence, k, i, j), entry + a * classes
                            reach[below] = arrived if kind == player else arrived * strategy[e]
                            mean += strategy[e] * table[slots.slot[below]]
                        for a in range(actions if kind == player else 0):
                            child, sequence = tree.child[edge + a], tree.slot[edge + a] + h
                            below = history(tree, slots, child, sequence, k, i, j)
                            instantaneous[entry + a * classes] += sign * arrived * (table[slots.slot[below]] - mean)
        for c in range(classes if kind == player else 0):
            row = visited[count]
            row[0], row[1], row[2], row[3] = tree.block[g] + c, classes, actions, tree.row[g] + c
            count += 1
    return count, correction
