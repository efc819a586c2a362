"""Rising bids as walks on single histories see them: their masks as bundles, in closed form; and uniform strategies.

All masks with the same lowest bit k and the same player to move form a bundle, and so do their calls. A sequence is
named by its mask: the bid of bit j leads from h to h + 2^j, so `Bundles.slot` is 2^j, and 0 for a call.
"""

import numpy as np

from cfrlib.engine.common.flat_tree import Bundles, chance
from cfrlib.tree.explicit import TERMINAL


def bids_bundles(layout, values):
    """Return the bundles of a game of rising bids; `values` to player 0: that player 0, or player 1, wins the round.

    Bundle 0 is the start. The decision of player p at k is bundle 1 + 2 (B - 1 - k) + p, the call of p at k is bundle
    1 + 2B + 2k + p: parents first. Only what scalar walks ask for is filled in.
    """
    B = layout.places.bids
    child, slot, count, kind, sequences, lowest = [], [], [0], [], [], []
    for k, player in [(B, 0), *((k, player) for k in range(B - 1, -1, -1) for player in (0, 1))]:
        below = range(k - 1, -1, -1)
        child += [1 + 2 * (B - 1 - j) + 1 - player for j in below] + [1 + 2 * B + 2 * k + player] * (k < B)
        slot += [1 << j for j in below] + [0] * (k < B)
        count.append(len(child))
        kind.append(player)
        lowest.append(k)
        sequences.append(2 ** (B - 2 - k) if k < B - 1 else int(k == B or player == 1))
    G, rolls = len(kind) + 2 * B, [len(weights) for weights in layout.weights]
    owner, k = np.array(kind), np.array(lowest)
    offset = np.array([0, (B + 1) * rolls[0]])

    def padded(decisions, calls=0):
        return np.concatenate([decisions, np.zeros(2 * B, dtype=np.int64) + calls])

    return Bundles(
        kind=padded(owner, TERMINAL), stage=np.zeros(G, dtype=np.int64),
        sequences=np.array([*sequences, *np.array(sequences[1:]).reshape(B, 2)[::-1].ravel()]),
        edges=padded(count, len(child)), child=np.array(child), slot=np.array(slot),
        block=np.full(G, layout.num_entries), classes=padded(layout.classes[owner, k]),
        row=np.zeros(G, dtype=np.int64), identity=np.zeros(G, dtype=bool),
        infostate=padded(offset[owner] + k * np.array(rolls)[owner]),
        class_of=np.concatenate([classes.ravel() for classes in layout.class_of]),
        terminal=padded(np.zeros_like(owner), np.arange(2 * B)), matrix=np.arange(2 * B), scale=np.ones(2 * B),
        payoffs=_payoffs(layout, values), **chance([[()]], [np.outer(*layout.weights)[None]]),
    )  # fmt: skip


def _payoffs(layout, values):
    """Return the payoff matrices of the calls, times the weights: (2B, n1, n0) and (2B, n0, n1)."""
    game, B = layout.game, layout.places.bids
    mine, theirs = (np.asarray(game.roll_counts(player))[:, ::-1].T for player in (0, 1))
    holds = mine[:, :, None] + theirs[:, None, :] >= np.asarray(game.quantities)[::-1, None, None]
    first = np.empty((B, 2, *holds.shape[1:]))
    for caller in (0, 1):
        first[:, caller] = np.where(holds, values[1 - caller], values[caller])
    first = first.reshape(2 * B, *holds.shape[1:]) * np.outer(*layout.weights)
    return np.ascontiguousarray(first.transpose(0, 2, 1)), -first


def uniform(layout, dtype):
    """Return a table of uniform strategies, with the entry behind all others that masks with k = 0 share."""
    r, table = layout.places, np.ones(layout.num_entries + 1, dtype=dtype)
    for prefix in range(len(r.above)):
        player, k = prefix.bit_count() % 2, layout.lowest(prefix << r.low)
        actions, start = k + (prefix > 0), r.above[prefix]
        table[start : start + actions * r.classes[player, k]] = 1 / actions
    for parity in (0, 1):
        groups = [
            table[start : start + r.groups * size].reshape(r.groups, size)
            for start, size in zip(r.below[parity], r.group[parity], strict=True)
        ]
        for mask in range(2, 2**r.low, 2):
            player, k = (parity + mask.bit_count()) % 2, layout.lowest(mask)
            start = r.node[parity, mask]
            groups[player][:, start : start + (k + 1) * r.classes[player, k] * r.batch] = 1 / (k + 1)
    return table
