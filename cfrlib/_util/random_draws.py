"""One of several things, drawn in proportion to weights."""

import numpy as np


def drawn(running, rng):
    """Return the number of one thing; `running` are the weights of all, summed up to each."""
    return min(int(np.searchsorted(running, rng.random() * running[-1], side="right")), len(running) - 1)
