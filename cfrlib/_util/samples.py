"""Samples: one of several things is drawn, and how sure one can be of a mean."""

from math import floor, log10, sqrt

import numpy as np


def drawn(running, rng):
    """Return which of several things is drawn; `running` are their weights, summed up to each."""
    return min(int(np.searchsorted(running, rng.random() * running[-1], side="right")), len(running) - 1)


def half_width(values):
    """Return half of the 95 % confidence interval of the mean of at least two values, by Student's t."""
    # Loaded here: games draw, too, and `import scipy` takes long.
    from scipy.special import stdtrit

    n = len(values)
    return float(stdtrit(n - 1, 0.975) / sqrt(n) * np.std(values, ddof=1))


def plus_minus(mean, half):
    """Return a mean and half of its interval, "+12.3 ± 4.5", to two digits of the half; without any, four decimals."""
    decimals = max(1 - floor(log10(half)), 0) if half > 0 else 4
    return f"{mean:+,.{decimals}f} ± {half:,.{decimals}f}"
