"""Where the regrets and strategies of a bundle stand in a table, and which of its infostates share a row.

A *class* is a row of the table (see `Game.row`), of several private outcomes, public outcomes and action sequences. By
default every infostate is its own class, in order; the bundle then has `identity`.
"""

import numpy as np

from cfrlib.engine.common.flat_tree import classes_of, integers
from cfrlib.game import Game
from cfrlib.tree.explicit import CHANCE


def blocks(game, sequences, publics):
    """Return the fields of `Bundles` that say where rows stand, and the (entries, rows) of player 0 and of both."""
    G = len(sequences.members)
    own_rows = type(game).row is not Game.row or type(game).key is not Game.key
    block, classes, row, infostate = (np.zeros(G, dtype=np.int64) for _ in range(4))
    identity, maps, infostates, entries, rows, counts = np.ones(G, dtype=bool), [integers(())], 0, 0, 0, []
    for player in (0, 1):
        for g, (kind, stage) in enumerate(zip(sequences.kinds, sequences.stages, strict=True)):
            if kind != player:
                continue
            members = sequences.members[g]
            classes[g] = len(members) * len(publics[stage]) * len(game.outcomes(player))
            if own_rows:
                class_of, count = _classes(game, player, members, publics[stage])
                identity[g] = np.array_equal(class_of, np.arange(len(class_of)))
                if not identity[g]:
                    classes[g], infostate[g] = count, infostates
                    maps.append(class_of)
                    infostates += len(class_of)
            block[g], row[g] = entries, rows
            entries += len(sequences.below[g]) * int(classes[g])
            rows += int(classes[g])
        counts.append((entries, rows))
    fields = {"block": block, "classes": classes, "row": row, "identity": identity, "infostate": infostate}
    return fields | {"class_of": np.concatenate(maps)}, tuple(counts)


def _classes(game, player, members, publics):
    """Return the class of each infostate of a decision bundle, and their number; what cannot occur shares one."""
    class_of, rows = [], {}
    for actions in members:
        for public in publics:
            possible = game.weights(public).any(axis=1 - player)
            for outcome in range(len(possible)):
                name = (actions, game.row(player, actions, public, outcome)) if possible[outcome] else None
                class_of.append(rows.setdefault(name, len(rows)))
    return integers(class_of), len(rows)


def rows_differ(game, members, bundles, publics):
    """Return whether any row is used by two information sets, or any information set has two rows."""
    pairs = set()
    for kind, stage, sequences in zip(bundles.kind.tolist(), bundles.stage.tolist(), members, strict=True):
        for actions in sequences if kind in (0, 1) else ():
            for public in publics[stage]:
                for outcome in np.flatnonzero(game.weights(public).any(axis=1 - kind)).tolist():
                    where = kind, actions, public, outcome
                    pairs.add(((actions, game.key(*where)), (actions, game.row(*where))))
    return any(len(set(names)) < len(pairs) for names in zip(*pairs, strict=True))


def one_class_an_infostate(bundles):
    """Return the same bundles with every infostate a class of its own."""
    b = bundles
    if b.identity[b.kind >= 0].all():
        return b
    block, classes, size = np.zeros_like(b.block), np.zeros_like(b.classes), 0
    for player in (0, 1):
        for g in np.flatnonzero(b.kind == player):
            classes[g] = b.sequences[g] * b.boards[b.stage[g]] * b.outcomes[player]
            block[g] = size
            size += classes[g] * (b.edges[g + 1] - b.edges[g])
    return b._replace(block=block, classes=classes, identity=np.ones_like(b.identity))


def row_parents(bundles, num_rows):
    """Return each row's entry of its player's last action, or -1: (num_rows,); None if rows join different pasts."""
    parents = np.full(num_rows, -2)
    for player in (0, 1):
        if not _find_parents(bundles, player, parents):
            return None
    return parents


def _find_parents(bundles, player, parents):
    """Carry each infostate's last own entry down the bundles, note it in `parents`; return whether rows agree on it."""
    b, n = bundles, int(bundles.outcomes[player])
    last = [np.full((count, n), -1) for count in (b.sequences * b.boards[b.stage]).tolist()]
    for g, (kind, stage) in enumerate(zip(b.kind, b.stage, strict=True)):
        if kind == player:
            classes = classes_of(b, g)
            shown = slice(b.first_board[stage], b.first_board[stage] + b.boards[stage])
            possible = np.tile(b.marginals[player][shown].ravel() > 0, b.sequences[g])
            rows = b.row[g] + classes[possible]
            parents[rows] = last[g].ravel()[possible]
            if (parents[rows] != last[g].ravel()[possible]).any():
                return False
        for a, edge in enumerate(range(b.edges[g], b.edges[g + 1])):
            child, wide = b.child[edge], b.boards[stage]
            if kind == CHANCE:
                shown_before = b.parent[b.first_board[stage + 1] :][: b.boards[stage + 1]]
                passed = last[g].reshape(-1, wide, n)[:, shown_before].reshape(-1, n)
                wide = b.boards[stage + 1]
            elif kind == player:
                passed = (b.block[g] + a * b.classes[g] + classes).reshape(-1, n)
            else:
                passed = last[g]
            start = b.slot[edge] * wide
            last[child][start : start + len(passed)] = passed
    return True
