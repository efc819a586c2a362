"""Means, and how sure one can be of them."""

from math import floor, log10, sqrt

import numpy as np
from scipy.special import stdtrit


def half_width(values):
    """Return half of the 95 % confidence interval of the mean of at least two values, by Student's t."""
    n = len(values)
    return float(stdtrit(n - 1, 0.975) / sqrt(n) * np.std(values, ddof=1))


def plus_minus(mean, half):
    """Return a mean and half of its interval, "+12.3 ± 4.5", to two digits of the half; without any, four decimals."""
    decimals = max(1 - floor(log10(half)), 0) if half > 0 else 4
    return f"{mean:+,.{decimals}f} ± {half:,.{decimals}f}"
