"""The picture of a stored table, as a row of ``runs.toml`` describes it."""

from cfrlib import draw as drawing
from cfrlib.runs.curves import over_seeds, stored_runs
from cfrlib.runs.practice import effort
from cfrlib.runs.reading import on_one_axis


def draw(table, name, *, by, x="iterations", y="exploitability", kind="convergence", where=None, label="{}",
         at=None, axis=None, only=None, **looks):  # fmt: skip
    """Return the picture of a table: a curve for each value of a column, with the median and the band of its seeds.

    by
        The column that tells curves apart; `label` makes their names of its values, and `only` names those that are
        drawn, in this order.
    x, y
        Columns, or what `DataFrame.eval` makes of them.
    kind
        "convergence" or "lines"; `looks` are further arguments of the drawing function.
    where
        What rows are drawn: a condition for `DataFrame.query`.
    at
        The seeds were measured at the same values of this column: a point stands at the median of their x.
    axis
        Draw the seeds at the same places of the horizontal axis, from there on.
    """
    part = table.query(where, engine="python") if where else table
    part = part.assign(x=part.eval(x), y=part.eval(y))
    if at:
        curves = {value: over_seeds(rows, "x", "y", at) for value, rows in part.groupby(by, sort=False)}
    elif "seed" in part:
        curves = stored_runs(part, by, "x", "y")
    else:
        curves = {value: (rows["x"].to_numpy(), rows["y"].to_numpy()) for value, rows in part.groupby(by, sort=False)}
    if axis:
        curves = {value: on_one_axis(runs, axis) for value, runs in curves.items()}
    curves = {label.format(value): curves[value] for value in only or curves}
    return getattr(drawing, kind)(curves, **{"xlabel": effort(x), **looks}, name=name)
