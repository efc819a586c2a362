"""Cards: how they are named, and the probability of dealing them without replacement."""

import numpy as np

RANKS = "23456789TJQKA"
SUITS = "shdc"


def rank_names(n):
    """Return the names of `n` ranks from low to high: J Q K for three, else the highest `n` of 2..9TJQKA.

    Beyond thirteen the cards are numbered from 1.
    """
    if n <= 3:
        return tuple("JQK"[3 - n :])
    if n <= len(RANKS):
        return tuple(RANKS[-n:])
    return tuple(str(i + 1) for i in range(n))


def deal_weights(private, num_shown=0):
    """Return the probability of every way to deal a private card each and then `num_shown` public ones, from a deck
    that holds so many cards of each rank: (r, r, ..., r) float64, with an axis for each player and for each public
    card."""
    counts = np.asarray(private)
    axes = 2 + num_shown
    weights = np.ones((len(counts),) * axes)
    index = np.indices(weights.shape)
    for k in range(axes):
        used = sum((index[m] == index[k]).astype(int) for m in range(k)) if k else 0
        weights *= np.maximum(counts[index[k]] - used, 0) / (counts.sum() - k)
    return weights
