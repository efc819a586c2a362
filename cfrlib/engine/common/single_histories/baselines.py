"""Baselines for sampled walks (Schmid et al. 2019): guesses of values that cut the variance and keep the mean.

See `cfrlib.textbook.baselines` for what they do, to be read.
"""

from dataclasses import dataclass

import numpy as np

from cfrlib._util.arguments import number, one_of
from cfrlib.engine.common.flat_tree import MAX_ENTRIES, classes_of
from cfrlib.engine.common.single_histories.baseline_kernels import NO_BASELINE, BaselineSlots
from cfrlib.tree.explicit import CHANCE, TERMINAL

KINDS = ("none", "learned", "exact")


@dataclass(frozen=True)
class Baseline:
    """What stands for the value of what a walk does not try, an action or a public outcome; the mean stays as it is.

    - none: 0, plain sampling.
    - learned: of each action at a row of the table (of each public outcome at a history) the running mean of the values
      found below it, in which the newest counts `rate`. It costs about as much as the walk. The opponent's private
      outcome needs no correction: the guess is the same for all, and all count alike where actions follow the strategy.
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


def baseline_slots(tree, kind, rate):
    """Return `BaselineSlots`, and how many guesses there are; ValueError if the game has too many histories."""
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
