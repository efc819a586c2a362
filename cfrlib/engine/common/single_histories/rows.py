"""Where the row stands that a scalar walk comes to: on a public tree from its bundle, over bids from the mask alone.

Which of the two it is, the compiler knows by the type of `places`: neither pays for the other.
"""

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.single_histories.actions import CLASSES, ENTRY
from cfrlib.engine.common.single_histories.baseline_kernels import slot_below


@njit(forceinline=True)
def odd(mask):
    """Return 1 if an odd number of bits is set, else 0; for up to 32 bits."""
    mask ^= mask >> 16
    mask ^= mask >> 8
    mask ^= mask >> 4
    return (0x6996 >> (mask & 15)) & 1  # bit n of this number says it of n


@inner_njit(forceinline=True)
def row_of(tree, places, drawn, g, h):
    """Return a decision's row at sequence h (over bids: the mask) of bundle g: first entry, distance, number."""
    player, stage = tree.kind[g], tree.stage[g]
    if places is None:
        c = (h * tree.boards[stage] + drawn[2 + stage]) * tree.outcomes[player] + drawn[player]
        if not tree.identity[g]:
            c = tree.class_of[tree.infostate[g] + c]
        return tree.block[g] + c, tree.classes[g], tree.row[g] + c
    r, rows = places[0], places[1]
    c, classes = tree.class_of[tree.infostate[g] + drawn[player]], tree.classes[g]
    prefix, below = h >> r.low, h & ((1 << r.low) - 1)
    if below == 0:
        return r.above[prefix] + c, classes, rows.above[prefix] + c
    parity, group = odd(prefix), (prefix >> 1) // r.batch
    inside = c * r.batch + (prefix >> 1) - group * r.batch
    row = rows.below[parity, player] + group * rows.group[parity, player] + rows.node[parity, below] + inside
    if below & 1:
        return tree.block[g], 1, row
    entry = r.below[parity, player] + group * r.group[parity, player] + r.node[parity, below] + inside
    return entry, classes * r.batch, row


@inner_njit(forceinline=True)
def terminal_of(tree, places, g, h):
    """Return the place of a terminal in `tree.matrix` and `tree.scale`: over bids all of a bundle share it."""
    return tree.terminal[g] + (h if places is None else 0)


@inner_njit(forceinline=True)
def slot_of_baseline(tree, places, slots, drawn, place, g, h, a):
    """Return the entry of the guess below an action, or public chance. Over bids it is that of the action itself."""
    if places is None:
        return slot_below(tree, slots, drawn, g, h, a)
    return place[ENTRY] + a * place[CLASSES]
