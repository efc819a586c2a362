"""A cross table as a picture: who wins from whom, and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cfrlib._util.arguments import numbers, said
from cfrlib.draw.parts.colors import CRIMSON, GREEN, text_on
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, text, text_width
from cfrlib.draw.picture import Picture, composed, drawing

if TYPE_CHECKING:
    import pandas

WIDE, HIGH, EDGE, TOP = 66.0, 34.0, 16.0, 46.0
DRAW = (250, 250, 250)
"""The fill of a draw, in red, green and blue."""


@drawing
def cross_table(
    means: pandas.DataFrame, widths: pandas.DataFrame | None = None, unit: str = "mbb/g", title: str | None = None,
    name: str | None = None, *, standalone: bool = True,
) -> Picture:  # fmt: skip
    """Draw what the row's player wins from the column's, as `cfrlib.cross_table` returns it.

    `widths` has half the 95 % intervals; without it the means are exact. The more a row wins, the deeper its green; the
    more it loses, the deeper its crimson. A number in parentheses is no farther from 0 than half its 95 % interval.
    """
    tables = {"means": means} if widths is None else {"means": means, "widths": widths}
    for argument, table in tables.items():
        if not hasattr(table, "columns") or not hasattr(table, "to_numpy"):
            raise ValueError(f"{argument}={said(table)}: it takes a table, as cfrlib.cross_table returns")
    players = list(means.index)
    if not players or any(list(side) != players for table in tables.values() for side in (table.index, table.columns)):
        raise ValueError("means, widths: it takes two square tables of the same players, as cfrlib.cross_table returns")
    values, *given = (numbers(argument, table, "a table of numbers") for argument, table in tables.items())
    halves = given[0] if given else np.zeros_like(values)
    if not np.isfinite([values, halves]).all():
        raise ValueError("means, widths: it takes finite numbers")
    names = [str(name) for name in players]
    longest = max(text_width(name, 14) for name in names)
    theme, left, wide = LIGHT if standalone else INLINE, EDGE + 10 + longest, max(WIDE, 10 + longest)
    head = f"What the row wins from the column ({unit})"
    widest = f"(in parentheses: no more than half its 95 % interval; the widest half is {halves.max():,.1f})"
    if not ((halves > 0) & (np.abs(values) <= halves)).any():
        widest = f"(the widest half of a 95 % interval is {halves.max():,.1f})"
    foot = widest if given else "all numbers are exact"
    width = max(left + len(names) * wide + EDGE, 2 * EDGE + max(1.08 * text_width(head, 14), text_width(foot, 14)))
    bottom, most = TOP + len(names) * HIGH, np.abs(values).max() or 1.0
    bold = {"fill": theme.ink, "font_weight": "bold"}
    body = [text(width / 2, 14, head, 14, **bold)]
    body += [text(left + k * wide + wide / 2, TOP - 12, name, 14, **bold) for k, name in enumerate(names)]
    for i, mine in enumerate(names):
        y = TOP + i * HIGH
        body.append(text(left - 8, y + HIGH / 2, mine, 14, **bold, text_anchor="end"))
        body += [
            cell(left + j * wide, y, wide, values[i, j], halves[i, j] if given else None, most, theme)
            for j in range(len(names)) if j != i
        ]  # fmt: skip
    body.append(text(width / 2, bottom + 16, foot, 14, fill=theme.ink))
    wins = (
        f"{mine} wins {', '.join(f'{signed(values[i, j])} from {names[j]}' for j in range(len(names)) if j != i)}"
        for i, mine in enumerate(names)
    )
    desc = f"{head}: {'; '.join(wins)}."
    return composed(width, bottom + 32, *body, called="Cross table", desc=desc, kind="cfr-cross-table",
                    standalone=standalone, title=title, name=name)  # fmt: skip


def cell(x, y, wide, value, half, most, theme):
    """Return a cell: its number, on a shade; a half of None says that it is exact."""
    fill, said = shade(value / most), signed(value)
    square = element("path", d=f"M{x},{y}h{wide}v{HIGH}h{-wide}z", fill=fill, stroke=theme.paper, stroke_width=1.5)
    tip = element("title", signed(value, 1) + ("" if half is None else f" ± {half:,.1f}"))
    shown = said if not half or abs(value) > half else f"({said})"
    return element("g", tip, square, text(x + wide / 2, y + HIGH / 2, shown, 14, fill=text_on(fill)))


def shade(part):
    """Return the fill of what is won, from -1 for the largest loss of the table to 1 for its largest win."""
    deep = GREEN if part > 0 else CRIMSON
    to = [int(deep[k : k + 2], 16) for k in (1, 3, 5)]
    much = abs(part) ** 0.5  # so that small wins can be told from none
    return "#" + "".join(f"{round(a + (b - a) * much):02X}" for a, b in zip(DRAW, to, strict=True))


def signed(value, decimals=0):
    """Return a number with its sign, but for 0."""
    said = f"{value:+,.{decimals}f}"
    return said[1:] if not said.strip("+-0.,") else said.replace("-", "−")
