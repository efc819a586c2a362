"""Which action sequences of a game go on alike: they form a *bundle*, which a walk treats as one.

That is a question about trees without names, so one pass from the leaves up answers it: a sequence's shape is its kind,
its stage and the shapes below it.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.engine.common.flat_tree import integers
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import Decision, PublicChance
from cfrlib.tree.explicit import CHANCE, TERMINAL


class Sequences(NamedTuple):
    """The action sequences of a game, sorted into bundles; one list entry for each bundle, parents first."""

    kinds: list  # 0 or 1 (who moves), `CHANCE` or `TERMINAL`
    stages: list  # how many public chance events have happened
    below: list  # Lists: the bundle that each action leads to
    slots: list  # lists: the place there of the first sequence that arrives by this action
    members: list  # Lists: the sequences themselves, in order
    actions: list  # Lists: the names of the actions after each of them

    def edges(self):
        """Return the fields of `Bundles` that say which bundle leads where."""
        return {
            "kind": integers(self.kinds),
            "stage": integers(self.stages),
            "sequences": integers(map(len, self.members)),
            "edges": integers(np.cumsum([0, *map(len, self.below)])),
            "child": integers(child for children in self.below for child in children),
            "slot": integers(slot for slots in self.slots for slot in slots),
        }


def sort_sequences(nodes, matrix_of):
    """Return a game's `Sequences`; terminals with the same ``matrix_of(sequence)`` come side by side."""
    shapes = _shapes(nodes)
    kinds, stages, below = (list(column) for column in zip(*shapes, strict=True))
    members, names = [[] for _ in shapes], []
    members[0].append(())
    slots, arrivals = [[0] * len(children) for children in below], [[] for _ in shapes]
    for g, children in enumerate(below):
        if kinds[g] == TERMINAL:
            arrivals[g].sort(key=lambda arrival: matrix_of(arrival[2][0]))
        for parent, a, sequences in arrivals[g]:
            slots[parent][a] = len(members[g])
            members[g].extend(sequences)
        names.append([_actions(nodes[sequence]) for sequence in members[g]])
        for a, child in enumerate(children):
            sequences = [(*sequence, own[a]) for sequence, own in zip(members[g], names[g], strict=True)]
            arrivals[child].append((g, a, sequences))
    return Sequences(kinds, stages, below, slots, members, names)


def _shapes(nodes):
    """Return (kind, stage, shapes below) of every shape, parents first and one stage before the next."""
    shapes, shape_of, height = {}, {}, {}
    for sequence, node in reversed(nodes.items()):
        below = tuple(shape_of[*sequence, a] for a in _actions(node))
        shape = (_kind(node), sequence.count(CHANCE_MARK), below)
        shape_of[sequence] = shapes.setdefault(shape, len(shapes))
        height[shape_of[sequence]] = 1 + max((height[s] for s in below), default=0)
    shapes = list(shapes)
    order = sorted(range(len(shapes)), key=lambda s: (shapes[s][1], -height[s], s))
    place = {s: g for g, s in enumerate(order)}
    return [(kind, stage, [place[s] for s in below]) for kind, stage, below in (shapes[s] for s in order)]


def _kind(node):
    return node.player if isinstance(node, Decision) else CHANCE if isinstance(node, PublicChance) else TERMINAL


def _actions(node):
    return node.actions if isinstance(node, Decision) else (CHANCE_MARK,) if isinstance(node, PublicChance) else ()
