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
    """Return the probability of every way to deal a private card each and then some public ones.

    Parameters
    ----------
    private : list of int
        How many cards of each rank the deck holds, (r,).
    num_shown : int
        Number of public cards.

    Returns
    -------
    (r, r, ..., r) float64 array with 2 + num_shown axes
        Probability of (rank of player 0, rank of player 1, ranks shown in order).
    """
    counts = np.asarray(private)
    axes = 2 + num_shown
    weights = np.ones((len(counts),) * axes)
    index = np.indices(weights.shape)
    for k in range(axes):
        used = sum((index[m] == index[k]).astype(int) for m in range(k)) if k else 0
        weights *= np.maximum(counts[index[k]] - used, 0) / (counts.sum() - k)
    return weights
