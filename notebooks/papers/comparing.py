"""Stored runs beside each other: at equal effort, at equal levels, and how sure a ratio is."""

import numpy as np
import pandas as pd
from scipy.stats import binom, norm, ttest_ind

MARKS = 10
"""Efforts at which two curves are compared."""


def median_interval(numbers):
    """Return the interval between two of the numbers that holds the median of their distribution, with 95 % confidence.

    How many numbers lie below the median is binomial, whatever they are distributed like.
    """
    low = int(binom.ppf(0.025, len(numbers), 0.5))
    ordered = np.sort(numbers)
    return float(ordered[max(low - 1, 0)]), float(ordered[min(len(numbers) - low, len(numbers) - 1)])


def ratio_interval(a, b):
    """Return the 95 % interval of the ratio of two geometric means (Welch, on logarithms)."""
    off = ttest_ind(np.log(a), np.log(b), equal_var=False).confidence_interval(0.95)
    return float(np.exp(off.low)), float(np.exp(off.high))


def contrast(a, b, c, d, level=0.95):
    """Return the interval of (a / b) / (c / d), of four geometric means, with this confidence."""
    logs = [np.log(x) for x in (a, b, c, d)]
    middle = sum(sign * x.mean() for sign, x in zip((1, -1, -1, 1), logs, strict=True))
    off = norm.ppf((1 + level) / 2) * np.sqrt(sum(x.var(ddof=1) / len(x) for x in logs))
    return float(np.exp(middle - off)), float(np.exp(middle + off))


def ratio_text(a, b):
    """Return the 95 % interval of a ratio as text."""
    return "{:.2f} to {:.2f}".format(*ratio_interval(a, b))


def means(table, x="cpu_seconds", y="exploitability", by="curve", names=None):
    """Return the curves and bands that `cfrlib.draw` takes: the mean over seeds, and from the lowest to the highest.

    Points are the marks that all seeds of a curve share, at the median of their x.
    """
    curves, bands = {}, {}
    for name in table[by].unique() if names is None else names:
        wide = table[table[by] == name].pivot(index="iterations", columns="seed")[[x, y]].dropna()
        curves[name] = wide[x].median(axis=1).to_numpy(), wide[y].mean(axis=1).to_numpy()
        bands[name] = wide[y].min(axis=1).to_numpy(), wide[y].max(axis=1).to_numpy()
    return {"curves": curves, "bands": bands}


def at(table, effort, x="cpu_seconds", y="exploitability", log=True):
    """Return y at an effort for each seed of a curve, between the marks a straight line over the logarithm of x.

    With `log` also over the logarithm of y. Seeds that were not measured before and after it are left out.
    """
    values = []
    for _, part in table.groupby("seed"):
        if part[x].min() <= effort <= part[x].max():
            value = np.interp(np.log(effort), np.log(part[x]), np.log(part[y]) if log else part[y])
            values.append(np.exp(value) if log else value)
    return np.array(values, dtype=float)


def compared(one, other, x="cpu_seconds", y="exploitability", ratio=True, start=None):
    """Return one curve over another at equal effort, or less it: by effort low and high over all pairs of seeds.

    Without `ratio` it is the difference, y on a linear scale. `start` is the first effort; by default a tenth of the
    last, which is where the shortest of all runs ends.
    """
    both = [part.groupby("seed")[x].agg(["min", "max"]) for part in (one, other)]
    first, last = max(part["min"].max() for part in both), min(part["max"].min() for part in both)
    efforts = np.geomspace(max(first, last / 10 if start is None else start), last, MARKS)
    efforts[[0, -1]] = efforts[0] * (1 + 1e-12), last * (1 - 1e-12)
    rows = {}
    for effort in efforts:
        a, b = (at(part, effort, x, y, ratio) for part in (one, other))
        low, high = (a.min() / b.max(), a.max() / b.min()) if ratio else (a.min() - b.max(), a.max() - b.min())
        rows[effort] = {"low": low, "high": high}
    return pd.DataFrame.from_dict(rows, orient="index")


def reach_level(table, level, x="cpu_seconds", y="exploitability", falling=True):
    """Return for each seed the effort at which a curve is first at a level; seeds that do not come there are left out.

    Straight lines between the marks: over the logarithm of both, or of x alone where it does not fall but rise.
    """
    efforts = []
    for _, part in table.groupby("seed"):
        u, v = part[x].to_numpy(float), part[y].to_numpy(float)
        reached = v <= level if falling else v >= level
        if not reached.any():
            continue
        k = int(np.argmax(reached))
        if k == 0:
            efforts.append(u[0])
            continue
        (p, q), goal = (np.log(v[k - 1 : k + 1]), np.log(level)) if falling else (v[k - 1 : k + 1], level)
        efforts.append(float(np.exp(np.interp((goal - p) / (q - p), [0, 1], np.log(u[k - 1 : k + 1])))))
    return np.array(efforts)


def quotients(one, other):
    """Return the lowest and the highest quotient of two lists of numbers."""
    return min(one) / max(other), max(one) / min(other)


def sooner(one, other):
    """Return the lowest and the highest quotient of times that two curves take to the lowest point of one's worst seed.

    A seed of the other that does not come there takes forever: then the lowest is 0.
    """
    level = one.groupby("seed").exploitability.min().max()
    theirs = reach_level(other, level)
    return quotients(reach_level(one, level), [*theirs, *[np.inf] * (other.seed.nunique() - len(theirs))])


def table_of(comparisons):
    """Return comparisons, {name: what `compared` returns}, as a table: from and to which effort, lowest, highest."""
    rows = {
        name: {"from": part.index[0], "to": part.index[-1], "lowest": part.low.min(), "highest": part.high.max()}
        for name, part in comparisons.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index")
