"""Where the row stands that a scalar walk comes to: on a public tree from its bundle, over bids from the mask alone.

Which of the two it is, the compiler knows by the type of `places`: neither pays for the other.
"""

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.single_histories import nodes as of
from cfrlib.engine.common.single_histories.baseline_kernels import slot_below


@njit(forceinline=True)
def odd(mask):
    """Return 1 if an odd number of bits is set, else 0; for up to 32 bits."""
    mask ^= mask >> 16
    mask ^= mask >> 8
    mask ^= mask >> 4
    return (0x6996 >> (mask & 15)) & 1  # bit n of this number says it of n


@inner_njit(forceinline=True)
def row_of(tree, places, at, n, h):
    """Return a decision's row at sequence h (over bids: the mask) of node n: first entry, distance, number."""
    nodes, infostate = tree.nodes, tree.nodes[n + of.INFOSTATE]
    c, classes = at[np.uintp(nodes[n + of.AT])], nodes[n + of.CLASSES]
    if places is None:
        c += h * nodes[n + of.STEP]
        if infostate >= 0:
            c = tree.class_of[np.uintp(infostate + c)]
        return nodes[n + of.BLOCK] + c, classes, nodes[n + of.ROW] + c
    r, rows, player = places[0], places[1], nodes[n + of.KIND]
    c = tree.class_of[np.uintp(infostate + c)]
    prefix, below = h >> r.low, h & ((1 << r.low) - 1)
    if below == 0:
        return r.above[prefix] + c, classes, rows.above[prefix] + c
    parity, group = odd(prefix), (prefix >> 1) // r.batch
    inside = c * r.batch + (prefix >> 1) - group * r.batch
    row = rows.below[parity, player] + group * rows.group[parity, player] + rows.node[parity, below] + inside
    if below & 1:
        return nodes[n + of.BLOCK], 1, row
    entry = r.below[parity, player] + group * r.group[parity, player] + r.node[parity, below] + inside
    return entry, classes * r.batch, row


@inner_njit(forceinline=True)
def payoff(tree, places, deal, n, h):
    """Return the payoff to player 0 at a terminal; over bids all sequences of a bundle share it."""
    nodes = tree.nodes
    z = np.uintp(nodes[n + of.BLOCK] + (h if places is None else 0))
    paid = tree.payoffs[np.uintp(tree.matrix[z] + deal.at[np.uintp(nodes[n + of.AT])])]
    return tree.scale[z] * paid / deal.weight[np.uintp(nodes[n + of.STAGE])]


@inner_njit(forceinline=True)
def slot_of_baseline(bundles, nodes, places, slots, drawn, entry, classes, n, h, a):
    """Return the entry of the guess below an action, or public chance. Over bids it is that of the action itself."""
    if places is None:
        return slot_below(bundles, slots, drawn, nodes[n + of.BUNDLE], h, np.intp(a))
    return entry + a * classes
