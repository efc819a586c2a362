"""Private and public outcomes that nothing can tell apart: a walk carries one number for all of them.

Two infostates are *alike* if nothing tells them apart but their names: they meet as many of the opponent's outcomes
that are alike, with equal weights and payoffs, and public chance leads to them and on from them alike. Vanilla CFR
keeps their strategies equal for ever, by induction: what actions are worth depends on the opponent's strategy alone,
which is equal where it is alike. In Leduc suits decide nothing: six cards are three ranks, and thirty pairs of
a private and a public card are nine.

The classes are the coarsest stable partition, found as one refines the colors of a graph: all start in one class, and
a class is split by what its members see of other classes, until none is split any more. Numbers are compared exactly.

Values and sums of a class are those of its infostates added up, so they are some factor times larger. Neither regret
matching nor averages see that; a local update of a rule does, and is never merged. Additions come in another order
than without merging: strategies agree to 1e-12 until rounding decides between regrets that tie.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.engine.common.flat_tree import chance, integers
from cfrlib.engine.tree.blocks import one_class_an_infostate
from cfrlib.engine.tree.sweeps import FEWEST
from cfrlib.game import Game
from cfrlib.tree.explicit import TERMINAL

MOST = 300_000
"""Weights of a game whose outcomes are compared; with more it would take longer than a third of a second."""


class Places(NamedTuple):
    """Where merged outcomes stand; by stage, the second and the third for each player, too."""

    boards: list  # (boards,) int64: the merged public outcome of each
    private: tuple  # lists, (boards, n) int64: the merged private outcome of each, at these public outcomes
    slots: tuple  # lists, (merged boards, merged n) int64: its place before public chance


def alike(tree):
    """Return the `Places` of outcomes that are alike; None if there are none, or they are not to be merged.

    A game with rows of its own, or with terminals that stand for further games, is left as it is; so is one whose
    payoffs are read as orders, unless it gets small enough for matrices.
    """
    game, b = tree.game, tree.bundles
    if not b.identity[b.kind >= 0].all() or type(game).best_payoff is not Game.best_payoff:
        return None
    if not 0 < b.weights.size <= MOST:  # of too many none are kept
        return None
    if any(_too_many(record, b.outcomes) for records in tree.orders.values() for record in records):
        return None
    partition = refined(b, _labels(tree))
    if partition is None:
        return None
    places = placed(b, *partition)
    shown, n, m = (integers(1 + part.max() for part in parts) for parts in (places.boards, *places.private))
    n, m = n.max(), m.max()
    if (shown == b.boards).all() and (n, m) == tuple(b.outcomes):
        return None
    return None if tree.orders and 2 * n * m >= FEWEST * (n + m) else places


def _too_many(record, outcomes):
    """Return whether a record has so many strengths that merging leaves too many outcomes for a matrix."""
    return any(
        len(np.unique(places[m:][:n])) >= FEWEST
        for (places, _, _), n, m in zip(record, outcomes, outcomes[::-1], strict=True)
    )


def _shown(b):
    """Return where the public outcomes of each stage stand."""
    return [slice(first, first + count) for first, count in zip(b.first_board, b.boards, strict=True)]


def _matrices(b, stage):
    """Return the places of the payoff matrices of a stage, each once, in order."""
    terminals = np.flatnonzero((b.kind == TERMINAL) & (b.stage == stage))
    return sorted({int(m) for g in terminals for m in b.matrix[b.terminal[g] :][: b.sequences[g]]})


def _labels(tree):
    """Return numbers (boards, n0, n1) by stage, equal where the weight and all payoffs are equal."""
    b, payoffs, labels = tree.bundles, tree.with_matrices.payoffs[1], []
    for stage, shown in enumerate(_shown(b)):
        label = np.zeros(b.weights[shown].shape, dtype=np.int64)
        for array in (b.weights[shown], *(payoffs[m:][: b.boards[stage]] for m in _matrices(b, stage))):
            values, places = np.unique(array, return_inverse=True)
            both = label * len(values) + places.reshape(label.shape)
            label = np.unique(both, return_inverse=True)[1].reshape(label.shape)
        labels.append(label)
    return labels


def refined(b, labels):
    """Return the classes of infostates, two arrays (boards, n) by stage, -1 if impossible, and of public outcomes; or
    None if all are alone.

    An infostate meets all outcomes of the opponent, and each of these all of its player: so public outcomes that have
    one class of infostates in common have all in common, and so have those before them.
    """
    shown, last = _shown(b), len(b.boards) - 1
    possible = [[part[where] > 0 for part in b.marginals] for where in shown]
    classes = [[np.where(part, 0, -1) for part in parts] for parts in possible]
    above, count = [b.parent[where] for where in shown], 0
    most = sum(part.sum() for parts in possible for part in parts)
    after = [_after(above[s + 1], b.boards[s]) for s in range(last)]
    while count < (count := sum(len(np.unique(part[part >= 0])) for parts in classes for part in parts)) < most:
        for s in range(last + 1):
            for p in (0, 1):
                theirs, pairs = classes[s][1 - p], labels[s] if p == 0 else labels[s].swapaxes(1, 2)
                seen = [np.sort(pairs * (theirs.max() + 2) + theirs[:, None, :] + 1)]
                if s > 0:
                    seen.append(classes[s - 1][p][above[s]][..., None])
                if s < last:
                    later = np.append(classes[s + 1][p], np.full((1, b.outcomes[p]), -2), axis=0)
                    seen.append(np.sort(later[after[s]].swapaxes(1, 2)))
                classes[s][p] = np.where(possible[s][p], _numbered(np.concatenate(seen, axis=2)), -1)
    if count == most:
        return None
    return classes, [_numbered(first.max(axis=1)[:, None]) for first, _ in classes]


def _after(parents, count):
    """Return the public outcomes that follow each of `count` ones, (count, most); -1 where there are no more."""
    following = [np.flatnonzero(parents == k) for k in range(count)]
    most = max(map(len, following))
    return np.array([np.pad(part, (0, most - len(part)), constant_values=-1) for part in following])


def _numbered(rows):
    """Return numbers from 0 on for rows (..., width), in the order in which they first come; equal for equal rows."""
    numbers = {}
    flat = np.ascontiguousarray(rows).reshape(-1, rows.shape[-1])
    return integers(numbers.setdefault(row.tobytes(), len(numbers)) for row in flat).reshape(rows.shape[:-1])


def placed(b, classes, boards):
    """Return the `Places` of classes: where they stood before public chance, but for those that part from another."""
    private, slots = [], []
    for p in (0, 1):
        before, places, ways = np.zeros((1, b.outcomes[p]), dtype=np.int64), [], []
        for s, where in enumerate(_shown(b)):
            came = before[b.parent[where]] if s else before
            firsts = np.unique(boards[s], return_index=True)[1]
            at = [_assigned(classes[s][p][k].tolist(), came[k].tolist()) for k in firsts]
            rows = zip(classes[s][p].tolist(), boards[s], strict=True)
            before = np.array([[at[d].get(name, (0,))[0] for name in row] for row, d in rows])
            places.append(before)
            ways.append([dict(way.values()) for way in at])
        n = 1 + max(part.max() for part in places)
        private.append(places)
        slots.append([np.array([[way.get(k, k) for k in range(n)] for way in part]) for part in ways])
    return Places(boards, tuple(private), tuple(slots))


def _assigned(names, came):
    """Return {class: (place, place before)} of the classes at one public outcome: the same if no other has taken it."""
    before = {name: at for name, at in zip(names, came, strict=True) if name >= 0}
    stay = {at: name for name, at in reversed(before.items())}  # the first of each place
    free = (k for k in range(len(names)) if k not in stay)
    return {name: (at if stay[at] == name else next(free), at) for name, at in before.items()}


def merged(bundles, places):
    """Return the `Bundles` of merged outcomes, the entry there of each entry of a table before, and the slots."""
    b, boards, private = bundles, places.boards, places.private
    sizes = [1 + max(part.max() for part in parts) for parts in private]

    def added(arrays, s):
        result = np.zeros((1 + boards[s].max(), *sizes))
        np.add.at(result, (boards[s][:, None, None], private[0][s][:, :, None], private[1][s][:, None, :]), arrays)
        return result

    paths = [[()]]  # merged public outcomes, by those on the way to them
    for s, where in enumerate(_shown(b)[1:], 1):
        parents = boards[s - 1][b.parent[where][np.unique(boards[s], return_index=True)[1]]]
        paths.append([(*paths[s - 1][parent], k) for k, parent in enumerate(parents)])
    payoffs, place, count = [], {}, 0
    for s, shown in enumerate(b.boards):
        for m in _matrices(b, s):
            place[m] = count
            payoffs.append(added(b.payoffs[1][m:][:shown], s))
            count += len(payoffs[-1])
    to_second = np.concatenate(payoffs)
    fields = chance(paths, [added(b.weights[where], s) for s, where in enumerate(_shown(b))])
    fields |= {
        "matrix": integers(place[m] for m in b.matrix.tolist()),
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
    return small, entries, places.slots
