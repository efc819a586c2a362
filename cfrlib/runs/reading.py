"""Reading stored curves between their marks, where a curve is taken as straight on logarithmic axes."""

import lazy_loader as lazy
import numpy as np

pd = lazy.load("pandas")


def at(place, x, y):
    """Return y of a curve at a place, or at several: straight lines between rising x, both axes logarithmic."""
    return np.exp(np.interp(np.log(place), np.log(x), np.log(y)))


def on_one_axis(runs, start=0):
    """Return curves, (x, y) of each seed, at the same places from `start` on, as far as all of them go."""
    low, high = max(start, *(x[0] for x, _ in runs)), min(x[-1] for x, _ in runs)
    places = np.geomspace(low, high, len(runs[0][0]))
    return [(places, at(places, x, y)) for x, y in runs]


def below(level, x, y):
    """Return where a curve comes below a level for good; None if it never does, or is there from the start."""
    above = np.flatnonzero(y > level)
    last = above[-1] if len(above) else -1
    if not 0 <= last < len(x) - 1:
        return None
    return float(at(level, y[[last + 1, last]], x[[last + 1, last]]))


def median(table, curve, x="cpu_seconds"):
    """Return (x, exploitability) of a curve of a table, medians of the seeds at each mark."""
    by_mark = table[table["curve"] == curve].groupby("iterations")
    gap = by_mark["exploitability"].median()
    return (gap.index if x == "iterations" else by_mark[x].median()).to_numpy(), gap.to_numpy()


def reached(table, levels, names=None):
    """Return when the median of the seeds first lay at or below each level: processor seconds, by curve and level.

    Missing where a curve did not get there.
    """
    rows = {}
    for curve in table["curve"].unique() if names is None else names:
        x, y = median(table, curve)
        rows[curve] = [x[y <= level][0] if (y <= level).any() else float("nan") for level in levels]
    return pd.DataFrame.from_dict(rows, orient="index", columns=[f"{level:g}" for level in levels])


def last_rows(table, by):
    """Return the row with the most iterations of each run, which the columns `by` tell apart."""
    return table.loc[table.groupby(by, sort=False)["iterations"].idxmax()]
