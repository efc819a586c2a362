"""Private and public outcomes that nothing can tell apart: walks store one number for all of them.

Two infostates are *alike* if only their names tell them apart: they meet equally many of the opponent's outcomes of
each kind, with equal weights and payoffs, and public chance leads to them and on from them alike. Vanilla CFR keeps
their strategies equal for ever, by induction: the values of actions depend on the opponent's strategy alone, which is
equal where it is alike. In Leduc suits decide nothing: six cards are three ranks, and thirty pairs of a private and
a public card are nine.

The classes are the coarsest stable partition, found as one refines the colors of a graph: all start in one class, and
a class is split when its members see different ones elsewhere, until none is split. Numbers are compared exactly.

The value and the sums of a class are those of its infostates added up, so they are some factor times larger. Neither
regret matching nor averages see that; a local update of a rule does, and is never merged. Additions come in another
order than without merging: strategies agree to 1e-12 until rounding decides between regrets that tie.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.engine.common.flat_tree import chance, integers
from cfrlib.engine.tree.blocks import one_class_an_infostate
from cfrlib.engine.tree.sweeps import FEWEST, sweep_pays
from cfrlib.game import Game
from cfrlib.tree.explicit import TERMINAL

MOST = 300_000
"""Weights of a game whose outcomes are compared; with more it would take longer than a third of a second."""


class MergeMap(NamedTuple):
    """The merged outcome of each outcome. All are lists with an entry per stage; `private`, `slots`: of each player."""

    boards: list  # (boards,) int64: merged public outcomes
    private: tuple  # (boards, n) int64: merged private outcomes, at these public outcomes
    slots: tuple  # (merged boards, merged n) int64: the index of each merged private outcome at the stage before


def merge_map(tree):
    """Return the `MergeMap` of a tree; None if no outcomes are alike, or they are not to be merged.

    A game with user-defined rows, or whose terminals stand for further games, is left as it is. Terminals evaluated by
    a `Comparison` (`sweeps`) are merged only if the merged game is small enough for matrices.
    """
    game, b = tree.game, tree.bundles
    if not b.identity[b.kind >= 0].all() or type(game).best_payoff is not Game.best_payoff:
        return None
    if not 0 < b.weights.size <= MOST:  # 0: too many to be stored
        return None
    if any(_too_many(record, b.outcomes) for records in tree.orders.values() for record in records):
        return None
    partition = _refined(b, _labels(tree))
    if partition is None:
        return None
    mapping = _indexed(b, *partition)
    boards, n, m = (integers(1 + part.max() for part in parts) for parts in (mapping.boards, *mapping.private))
    n, m = n.max(), m.max()
    if (boards == b.boards).all() and (n, m) == tuple(b.outcomes):
        return None
    return None if tree.orders and sweep_pays(n, m) else mapping


def _too_many(record, outcomes):
    """Return whether a terminal's record has so many strengths that the merged game would be too large for matrices."""
    return any(
        len(np.unique(places[m:][:n])) >= FEWEST  # the `weaker` counts: as many distinct values as strengths
        for (places, _, _), n, m in zip(record, outcomes, outcomes[::-1], strict=True)
    )


def _stages(b):
    """Return the slice of public outcomes of each stage."""
    return [slice(first, first + count) for first, count in zip(b.first_board, b.boards, strict=True)]


def _matrices(b, stage):
    """Return the indices of the payoff matrices of a stage, each once, in order."""
    terminals = np.flatnonzero((b.kind == TERMINAL) & (b.stage == stage))
    return sorted({int(m) for g in terminals for m in b.matrix[b.terminal[g] :][: b.sequences[g]]})


def _labels(tree):
    """Return labels (boards, n0, n1) by stage, equal where the weight and all payoffs are equal."""
    b, payoffs, labels = tree.bundles, tree.with_matrices.payoffs[1], []
    for stage, boards in enumerate(_stages(b)):
        label = np.zeros(b.weights[boards].shape, dtype=np.int64)
        for array in (b.weights[boards], *(payoffs[m:][: b.boards[stage]] for m in _matrices(b, stage))):
            values, inverse = np.unique(array, return_inverse=True)
            both = label * len(values) + inverse.reshape(label.shape)
            label = np.unique(both, return_inverse=True)[1].reshape(label.shape)
        labels.append(label)
    return labels


def _refined(b, labels):
    """Return the classes of infostates, two arrays (boards, n) by stage, and of public outcomes; None if all are alone.

    An infostate meets all outcomes of the opponent, and each of these all of its player: so public outcomes with one
    class of infostates in common have all in common, and so have their parents.
    """
    stages = _stages(b)
    possible = [[part[boards] > 0 for part in b.marginals] for boards in stages]
    classes = [[np.where(part, 0, -1) for part in parts] for parts in possible]  # -1: impossible
    most, count = sum(part.sum() for parts in possible for part in parts), 0
    after = [_after(b.parent[boards], size) for boards, size in zip(stages[1:], b.boards, strict=False)]
    # until the number of classes stops growing, or every infostate is alone
    while count < (count := sum(len(np.unique(part[part >= 0])) for parts in classes for part in parts)) < most:
        for s, boards in enumerate(stages):
            for p in (0, 1):
                seen = _seen_rows(classes, labels, b.parent[boards], after, s, p)
                classes[s][p] = np.where(possible[s][p], _numbered(seen), -1)
    if count == most:
        return None
    # any one class of player 0 identifies the public outcome
    return classes, [_numbered(first.max(axis=1)[:, None]) for first, _ in classes]


def _seen_rows(classes, labels, parents, after, s, p):
    """Return (boards, n, width): all that each infostate of a player at a stage sees of other classes.

    Its own class need not be included: every input only gets finer, so the partition does, too.
    """
    theirs, pairs = classes[s][1 - p], labels[s] if p == 0 else labels[s].swapaxes(1, 2)
    # a pair is coded as label * (classes + 1) + class + 1, where an impossible outcome has class -1
    seen = [np.sort(pairs * (theirs.max() + 2) + theirs[:, None, :] + 1)]
    if s > 0:
        seen.append(classes[s - 1][p][parents][..., None])
    if s < len(after):
        later = np.pad(classes[s + 1][p], ((0, 1), (0, 0)), constant_values=-2)  # -2: no such successor
        seen.append(np.sort(later[after[s]].swapaxes(1, 2)))
    return np.concatenate(seen, axis=2)


def _after(parents, count):
    """Return the public outcomes that follow each of `count` ones, (count, most); -1 where there are no more."""
    following = [np.flatnonzero(parents == k) for k in range(count)]
    most = max(map(len, following))
    return np.array([np.pad(part, (0, most - len(part)), constant_values=-1) for part in following])


def _numbered(rows):
    """Return numbers from 0 on for rows (..., width), by first occurrence; equal rows have equal numbers."""
    numbers = {}
    flat = np.ascontiguousarray(rows).reshape(-1, rows.shape[-1])
    return integers(numbers.setdefault(row.tobytes(), len(numbers)) for row in flat).reshape(rows.shape[:-1])


def _indexed(b, classes, boards):
    """Return the `MergeMap` of classes: give every class an index at each merged public outcome."""
    private, slots = [], []
    for p in (0, 1):
        index, indices, parents_of = np.zeros((1, b.outcomes[p]), dtype=np.int64), [], []
        for s, stage in enumerate(_stages(b)):
            parent_index = index[b.parent[stage]] if s else index
            firsts = np.unique(boards[s], return_index=True)[1]
            assigned = [_assigned(classes[s][p][k].tolist(), parent_index[k].tolist()) for k in firsts]
            rows = zip(classes[s][p].tolist(), boards[s], strict=True)
            index = np.array([[assigned[board].get(name, (0,))[0] for name in row] for row, board in rows])
            indices.append(index)
            parents_of.append([dict(pairs.values()) for pairs in assigned])
        n = 1 + max(part.max() for part in indices)
        private.append(indices)
        slots.append([np.array([[parent_of.get(k, k) for k in range(n)] for parent_of in s]) for s in parents_of])
    return MergeMap(boards, tuple(private), tuple(slots))


def _assigned(classes, parent_indices):
    """Return {class: (index, parent's index)} of the possible classes at one public outcome.

    A class keeps its parent's index; when a parent splits, the first child keeps it and the others take free ones.
    """
    parent_index = {name: k for name, k in zip(classes, parent_indices, strict=True) if name >= 0}
    keeps = {k: name for name, k in reversed(parent_index.items())}  # the last to be set is the first child
    free = (k for k in range(len(classes)) if k not in keeps)
    return {name: (k if keeps[k] == name else next(free), k) for name, k in parent_index.items()}


def merged(bundles, mapping):
    """Return the `Bundles` of merged outcomes, the entry there of each former table entry, and the slots."""
    b, boards, private = bundles, mapping.boards, mapping.private
    sizes = [1 + max(part.max() for part in parts) for parts in private]

    def summed(arrays, s):
        result = np.zeros((1 + boards[s].max(), *sizes))
        np.add.at(result, (boards[s][:, None, None], private[0][s][:, :, None], private[1][s][:, None, :]), arrays)
        return result

    paths = [[()]]  # merged public outcomes, by those on the way to them
    for s, stage in enumerate(_stages(b)[1:], 1):
        parents = boards[s - 1][b.parent[stage][np.unique(boards[s], return_index=True)[1]]]
        paths.append([(*paths[s - 1][parent], k) for k, parent in enumerate(parents)])
    payoffs, new_index, count = [], {}, 0
    for s, size in enumerate(b.boards):
        for m in _matrices(b, s):
            new_index[m] = count
            payoffs.append(summed(b.payoffs[1][m:][:size], s))
            count += len(payoffs[-1])
    to_second = np.concatenate(payoffs)
    fields = chance(paths, [summed(b.weights[stage], s) for s, stage in enumerate(_stages(b))])
    fields |= {
        "matrix": integers(new_index[m] for m in b.matrix.tolist()),
        "payoffs": (np.ascontiguousarray(0.0 - to_second.transpose(0, 2, 1)), to_second),
    }
    small = one_class_an_infostate(b._replace(**fields, identity=b.kind < 0))
    entries = np.zeros(int((b.classes * np.diff(b.edges))[b.kind >= 0].sum()), dtype=np.int64)
    for g in np.flatnonzero(b.kind >= 0):
        player, s, actions = b.kind[g], b.stage[g], np.arange(b.edges[g + 1] - b.edges[g])
        state = np.arange(b.sequences[g])[:, None] * small.boards[s] + boards[s]
        infostate = state[..., None] * sizes[player] + private[player][s]
        new = small.block[g] + actions[:, None] * small.classes[g] + infostate.ravel()
        entries[b.block[g] :][: new.size] = new.ravel()
    return small, entries, mapping.slots
