"""The picture of a stored table, as a row of ``runs.toml`` describes it."""

import inspect
from functools import reduce

from cfrlib import draw as drawing
from cfrlib._util.arguments import flag, number, one_of, pair, positive, refuse, text
from cfrlib.runs import expressions
from cfrlib.runs.curves import over_seeds, stored_runs
from cfrlib.runs.keys import one_known, texts
from cfrlib.runs.practice import effort
from cfrlib.runs.reading import on_one_axis


def _log(name, value):
    return value if value == "x" else flag(name, value)


def _label(name, value):
    if set(text(name, value).replace("{}", "")) & set("{}"):
        refuse(name, value, "a text, in which {} stands for the value of the column", right_type=True)


def _limits(name, value):
    takes = "two finite numbers"
    return [number(name, one, takes) for one in pair(name, value, takes)]


def _levels(name, value):
    return [number(name, one) for one in (value.values() if isinstance(value, dict) else [value])]


KINDS = ("convergence", "lines")
ONE_OF = ("by", "at", "facets")
"""Columns."""
EXPRESSIONS = ("x", "y", "where")
CHECKS = dict.fromkeys((*ONE_OF, *EXPRESSIONS, "title", "xlabel", "ylabel"), text) | {
    "kind": lambda name, value: one_of(name, value, KINDS), "label": _label, "axis": positive, "only": texts,
    "log": _log, "log_x": flag, "xlim": _limits, "ylim": _limits, "target": _levels,
}  # fmt: skip


def check(name, how, columns):
    """Check what an entry `draw` says, each key and its value; `columns` are those of the table, if they are known."""
    kind = how.get("kind", KINDS[0])
    looks = inspect.signature(getattr(drawing, one_of(f"{name}.kind", kind, KINDS))).parameters
    for key, value in how.items():
        known = [one for one in CHECKS if one in looks or one in inspect.signature(draw).parameters]
        CHECKS[one_known(f"{name} key", key, known)](f"{name}.{key}", value)
        if key in EXPRESSIONS and value not in columns:
            expressions.parsed(f"{name}.{key}", value, columns or None)
        elif key in ONE_OF and columns:
            one_known(f"{name}.{key}", value, tuple(columns))


def draw(table, name, *, by, x="iterations", y="exploitability", kind="convergence", where=None, label="{}",
         at=None, axis=None, only=None, facets=None, said=(), **looks):  # fmt: skip
    """Return the picture of a table: a curve for each value of a column, with the median and the band of its seeds.

    by
        The column that tells curves apart; `label` makes their names of its values, and `only` names those that are
        drawn, in this order.
    x, y
        Columns, or expressions over them (`cfrlib.runs.expressions`).
    kind
        "convergence" or "lines"; `looks` are further arguments of the drawing function.
    where
        What rows are drawn: an expression that is a condition.
    facets
        The column of which each value has a panel of its own.
    at
        The seeds were measured at the same values of this column: a point stands at the median of their x.
    said
        Columns that tell runs apart, besides those of texts: where rows of one curve differ in them, its name has it.
    axis
        Draw the seeds at the same places of the horizontal axis, from there on.
    """
    part, how = table if where is None else table[expressions.condition("where", where, table)], (by, x, y)
    if facets is None:
        curves = _curves(part, *how, label, at, axis, only, said)
    else:
        panels = part.groupby(one_known("facets", facets, tuple(part)), sort=False)
        told = f"{facets} " * (part[facets].dtype.kind in "iuf")
        curves = {f"{told}{value}": _curves(rows, *how, label, at, axis, only, said) for value, rows in panels}
    return getattr(drawing, kind)(curves, **{"xlabel": effort(x), **looks}, name=name)


def _curves(part, by, x, y, label, at, axis, only, said):
    """Return the curves of some rows by their names; see `draw`."""
    part = _told_apart(part, by, x, at or ("iterations" if "iterations" in part else x), said)
    part = part.assign(x=expressions.numbers("x", x, part), y=expressions.numbers("y", y, part))
    if at:
        curves = {value: over_seeds(rows, "x", "y", at) for value, rows in part.groupby(by, sort=False)}
    elif "seed" in part:
        curves = stored_runs(part, by, "x", "y")
    else:
        curves = {value: (rows["x"].to_numpy(), rows["y"].to_numpy()) for value, rows in part.groupby(by, sort=False)}
    if axis:
        curves = {value: on_one_axis(runs, axis) for value, runs in curves.items()}
    values = [one_of("only", value, tuple(curves)) for value in only or curves]
    labels = {label.replace("{}", str(value)): curves[value] for value in values}
    if len(labels) < len(values):
        refuse("label", label, "a text with {}, so that each curve has another name", right_type=True)
    return labels


def _told_apart(table, by, x, at, said):
    """Return a table whose column `by` tells runs apart: a run of one seed has one row at each of its marks, `at`."""
    for name, column in (("by", by), ("at", at)):
        if name == "by" or column != x:
            one_known(name, column, tuple(table))
    on_axis = expressions.named("x", x, table.columns)
    parameter = on_axis <= {*said}
    table = table.assign(_at=expressions.numbers("x", x if parameter else at, table))
    run = [by, *({"seed"} & {*table} - {by})]
    twice = table.duplicated([*run, "_at"]).any()
    more = [
        column for column in table if column not in {*run, "iterations", "_at", *on_axis}
        and (table[column].dtype.kind not in "iuf" or column in said and (twice or not parameter))
        and (table.groupby(by)[column].nunique(dropna=False) > 1).any()
    ]  # fmt: skip
    if more:
        plain = {by, *(column for column in table if table[column].dtype.kind not in "iufb")}
        texts = [f"{c} " * (c not in plain) + table[c].astype(str) for c in table if c in {by, *more}]
        table = table.assign(**{by: reduce(lambda before, then: before + ", " + then, texts)})
    if table.duplicated([*run, "_at"]).any():
        refuse("by", by, f"a column that tells rows apart which have the same {at}; `where` leaves rows out", True)
    return table
