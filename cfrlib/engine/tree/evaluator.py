"""Best responses, expected value and averages by vectors, one pass over the public tree for each.

A best response chooses at every infostate by itself, so this is exact where no information set joins infostates.
"""

import numpy as np

from cfrlib._util.jit import njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.carried import make_view
from cfrlib.engine.common.table_layout import PerThread
from cfrlib.engine.tree.continuation import responding
from cfrlib.engine.tree.vector import carry_reach, make_vectors, terminal_values, through_chance
from cfrlib.tree.explicit import CHANCE, TERMINAL


@njit
def root_value(tree, view, drawn, player, strategy, best, vectors):
    """Return what `player` gets if the other follows `strategy`: by his best response, or by his part of it."""
    offset, value, reach = view.offset[player], vectors.value, vectors.reach[1 - player]
    carry_reach(tree, view, drawn, 1 - player, strategy, reach)
    for g in range(len(tree.kind) - 1, -1, -1):
        kind, own, length = tree.kind[g], offset[g], offset[g + 1] - offset[g]
        if kind == TERMINAL:
            terminal_values(tree, view, drawn, g, player, reach, vectors)
            continue
        width = length // tree.sequences[g]
        first = tree.edges[g]
        if kind != player or not best:
            loops.fill(value, own, 0.0, length)
        for e in range(first, tree.edges[g + 1]):
            child = tree.child[e]
            below = offset[child] + tree.slot[e] * width
            if kind == CHANCE:
                through_chance(tree, view, drawn, player, g, value, own, offset[child], tree.slot[e], False)
            elif kind != player:
                loops.add(value, own, value, below, length)
            elif not best:
                entry = tree.block[g] + (e - first) * tree.classes[g]
                loops.add_product(value, own, value, below, strategy, entry, length)
            elif e == first:
                loops.copy(value, own, value, below, length)
            else:
                loops.raise_to(value, own, value, below, length)
    total = 0.0
    for k in range(offset[1]):
        total += value[k]
    return total


@njit
def average_by_infostate(tree, by_infostate, sums, strategy):
    """Fill `strategy`, in the order of infostates, with the average strategy of a table of sums."""
    for g in range(len(tree.kind)):
        if tree.kind[g] < 0:
            continue
        actions = tree.edges[g + 1] - tree.edges[g]
        classes, many = np.uintp(tree.classes[g]), np.uintp(by_infostate.classes[g])
        start, out = np.uintp(tree.block[g]), np.uintp(by_infostate.block[g])
        for l in range(many):
            c = l if tree.identity[g] else np.uintp(tree.class_of[np.uintp(tree.infostate[g]) + l])
            total = 0.0
            for a in range(np.uintp(actions)):
                total += sums[start + a * classes + c]
            for a in range(np.uintp(actions)):
                x = sums[start + a * classes + c] / total if total > 0.0 else 1.0 / actions
                strategy[out + a * many + l] = x


class Evaluator:
    """Evaluates the profiles of one game in which no information set joins infostates."""

    def __init__(self, tree):
        self.tree, self.bundles, self.view = tree, tree.by_infostate, make_view(tree.by_infostate)
        self.responding = responding(tree)
        self.drawn = np.zeros(2 + len(self.bundles.boards), dtype=np.int64)
        self.vectors = PerThread(lambda _: make_vectors(self.bundles, (self.view, self.view)))

    def read(self, profile):
        """Return what the methods below take: a profile's probabilities by infostate, alone in a tuple."""
        names = self.tree.profile_map
        return (names.by_infostate(names.flat(profile)),)

    def best_response_values(self, strategy):
        """Return (b1, b2) against a strategy by infostate."""
        return tuple(
            root_value(self.responding[player], self.view, self.drawn, player, strategy, True, self.vectors.of())
            for player in (0, 1)
        )

    def expected_value(self, strategy):
        """Return the expected value to player 0 of a strategy by infostate."""
        return root_value(self.bundles, self.view, self.drawn, 0, strategy, False, self.vectors.of())

    def value_between(self, first, second):
        """Return the expected value to player 0 when he follows one profile and player 1 another."""
        names = self.tree.profile_map
        own = np.repeat(np.array(names.players) == 0, [len(actions) for actions in names.actions])
        return self.expected_value(names.by_infostate(np.where(own, names.flat(first), names.flat(second))))

    def average(self, sums):
        """Return the average strategy, by infostate, of a table of sums."""
        strategy = np.zeros(self.tree.num_infostate_entries)
        average_by_infostate(self.tree.bundles, self.bundles, sums, strategy)
        return strategy


EVALUATOR = Evaluator
