"""What the kernels know of chance: the joint weights of private and public outcomes, and their sums to draw from."""

import numpy as np

from cfrlib.engine.common.flat_tree import integers


def chance(publics, weights):
    """Return the fields of `Bundles` about chance, from the public outcomes of each stage and their joint weights."""
    places = [{public: k for k, public in enumerate(shown)} for shown in publics]
    parts = [part.sum(axis=(1, 2)) for part in weights]
    counts, weights = [len(shown) for shown in publics], np.concatenate(weights)
    return {
        "boards": integers(counts),
        "first_board": integers(np.cumsum([0, *counts[:-1]])),
        "parent": integers(
            places[stage - 1][public[:-1]] if stage else 0 for stage, shown in enumerate(publics) for public in shown
        ),
        "weights": weights,
        "marginals": (weights.sum(axis=2), weights.sum(axis=1)),
        "total": np.concatenate(parts),
        "running": np.concatenate([np.cumsum(part) for part in parts]),
        "running_one": tuple(weights.sum(axis=axis).cumsum(axis=1).ravel() for axis in (2, 1)),
        "running_pair": weights.cumsum(axis=2).ravel(),
        "pairs": np.count_nonzero(weights, axis=(1, 2)),
        "outcomes": integers(weights.shape[1:]),
    }
