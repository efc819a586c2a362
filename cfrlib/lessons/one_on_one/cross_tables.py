"""A cross table as a picture: who wins from whom, and how much."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

import numpy as np

from cfrlib._util.arguments import numbers, said
from cfrlib.draw.parts.colors import CRIMSON, GREEN, text_on
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import element, text_width
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
    Decimals go as far as the first digit of the widest half; if all is exact, to two digits of the largest number.
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
    longest, most, half = max(text_width(name, 14) for name in names), np.abs(values).max() or 1.0, halves.max()
    decimals = min(max(-floor(log10(max(half, most / 1000) if half else most / 10)), 0), 6)
    largest = text_width(f"({signed(-most, decimals)})", 14)
    pen, left, wide = Pen(standalone), EDGE + 10 + longest, max(WIDE, 10 + longest, largest)
    head = f"What the row wins from the column ({unit})"
    shown = f"{half:,.{decimals + 1}f}"
    widest = f"(in parentheses: no more than half its 95 % interval; the widest half is {shown})"
    if not ((halves > 0) & (np.abs(values) <= halves)).any():
        widest = f"(the widest half of a 95 % interval is {shown})"
    foot = widest if given else "all numbers are exact"
    width = max(left + len(names) * wide + EDGE, 2 * EDGE + max(1.08 * text_width(head, 14), text_width(foot, 14)))
    bottom = TOP + len(names) * HIGH
    pen.say(width / 2, 14, head, bold=True)
    for i, mine in enumerate(names):
        pen.say(left + (i + 0.5) * wide, TOP - 12, mine, bold=True)
        pen.say(left - 8, TOP + (i + 0.5) * HIGH, mine, anchor="end", bold=True)
        for j in (j for j in range(len(names)) if j != i):
            cell(pen, left + j * wide, TOP + i * HIGH, wide, values[i, j], most, halves[i, j], decimals)
    pen.say(width / 2, bottom + 16, foot)
    won = [[f"{signed(value, decimals)} from {name}" for value, name in zip(row, names, strict=True)] for row in values]
    wins = (f"{mine} wins {', '.join(won[i][:i] + won[i][i + 1 :])}" for i, mine in enumerate(names))
    desc = f"{head}: {'; '.join(wins)}."
    return composed(width, bottom + 32, *pen.parts, called="Cross table", desc=desc, kind="cfr-cross-table",
                    standalone=standalone, title=title, name=name)  # fmt: skip


def cell(pen, x, y, wide, value, most, half=0.0, decimals=0):
    """Draw a number on a shade, in parentheses if it is no farther from 0 than half its interval."""
    fill, said = shade(value / most), signed(value, decimals)
    tip = signed(value, decimals + 1) + (f" ± {half:,.{decimals + 1}f}" if half else "")
    with pen.group():
        pen.parts.append(element("title", tip))
        pen.box(x, y, wide, HIGH, fill=fill, stroke=pen.paper, stroke_width=1.5)
        pen.say(x + wide / 2, y + HIGH / 2, f"({said})" if half and abs(value) <= half else said, fill=text_on(fill))


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
