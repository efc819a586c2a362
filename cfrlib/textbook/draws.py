"""How random numbers become outcomes. The fast solver does the same in the same order: one seed, the same walks."""


def pick(probabilities, u):
    """Lay the outcomes side by side on the line from 0 to 1, each as long as it is likely, and see where u falls.

    Return the outcome, and where in it u falls, as a part of its length: if u is drawn evenly then so is this, and it
    can serve as the next u.

    >>> pick([0.25, 0.75], 0.625)
    (1, 0.5)
    """
    for outcome, p in enumerate(probabilities):
        if u < p:
            return outcome, u / p
        u -= p
    return max(outcome for outcome, p in enumerate(probabilities) if p > 0), 0.0  # u was 1, but for rounding


def some(n, k, rng):
    """Return k of n in order, all sets of k alike: each is taken with the chance that fits what is still missing."""
    chosen = []
    for a in range(n):
        if rng.random() * (n - a) < k - len(chosen):
            chosen.append(a)
    return chosen
