"""The picture of a stored table, as a row of ``runs.toml`` describes it."""

import numpy as np

from cfrlib import draw as drawing
from cfrlib.runs.curves import over_seeds, stored_runs
from cfrlib.runs.practice import effort


def draw(table, name, *, by, x="iterations", y="exploitability", kind="convergence", where=None, label="{}",
         at=None, axis=None, only=None, **looks):  # fmt: skip
    """Return the picture of a table: a curve for each value of a column, with the median and the band of its seeds.

    Parameters
    ----------
    table : pandas.DataFrame
    name : str or None
        Of the file.
    by : str
        The column that tells curves apart; `label` makes their names of its values, and `only` names those that are
        drawn, in this order.
    x, y : str
        Columns, or what `DataFrame.eval` makes of them.
    kind : {"convergence", "lines"}
    where : str, optional
        What rows are drawn: a condition for `DataFrame.query`.
    at : str, optional
        The seeds were measured at the same values of this column: a point stands at the median of their x.
    axis : float, optional
        Draw the seeds at the same places of the horizontal axis, from there on.
    **looks
        Of the drawing function.
    """
    part = table.query(where, engine="python") if where else table
    part = part.assign(y=part.eval(y))
    if at:
        curves = {value: over_seeds(rows, x, "y", at) for value, rows in part.groupby(by, sort=False)}
    elif "seed" in part:
        curves = stored_runs(part, by, x, "y")
    else:
        curves = {value: (rows[x].to_numpy(), rows["y"].to_numpy()) for value, rows in part.groupby(by, sort=False)}
    if axis:
        curves = {value: on_one_axis(runs, axis) for value, runs in curves.items()}
    curves = {label.format(value): curves[value] for value in only or curves}
    return getattr(drawing, kind)(curves, **{"xlabel": effort(x), **looks}, name=name)


def on_one_axis(runs, start=0):
    """Return the curves of several seeds at the same places of the horizontal axis, as a band needs them.

    Parameters
    ----------
    runs : list of (x, y)
        Rising x.
    start : float
        Leave out what comes before.

    Returns
    -------
    list of (x, y)
        Between its points a curve is taken as straight on logarithmic axes. The places lie where all runs have been.
    """
    low, high = max(start, *(x[0] for x, _ in runs)), min(x[-1] for x, _ in runs)
    places = np.geomspace(low, high, len(runs[0][0]))
    return [(places, np.exp(np.interp(np.log(places), np.log(x), np.log(y)))) for x, y in runs]
