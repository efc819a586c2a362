"""Numbers around what they should be: intervals, and bars on a logarithmic axis."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from cfrlib._util.arguments import GREATEST, is_number, number, numbers, said
from cfrlib.draw.parts.colors import GRAY, GREEN, VERMILLION, looks
from cfrlib.draw.parts.stable import label_few, plotted, plotting
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture, drawing

INK, DASHED = "#222222", (0, (5, 2))


@drawing
def intervals(
    means: ArrayLike, halves: ArrayLike, *, exact: float, ylabel: str = "value", name: str | None = None
) -> Picture:
    """Draw the intervals `means` ± `halves` side by side, and count those that exclude 0 and those that hold `exact`.

    Gray intervals contain 0. A square in the middle marks an interval that misses `exact`, the dashed line.
    """
    means = np.asarray(numbers("means", means, "a list of numbers"), dtype=float)
    halves = np.asarray(numbers("halves", halves, "a list of numbers"), dtype=float)
    exact = number("exact", exact)
    if means.ndim != 1 or not means.size or means.shape != halves.shape:
        raise ValueError("means, halves: it takes two lists of as many numbers")
    if not (np.isfinite(means).all() and np.isfinite(halves).all() and (halves >= 0).all()):
        raise ValueError("means, halves: it takes finite numbers, and halves from 0")
    sure, holds = np.abs(means) > halves, np.abs(means - exact) <= halves
    below = (sure & (means < 0)).sum()
    desc = f"{means.size} intervals; {sure.sum()} leave out 0 ({below} below it); "
    desc += f"{holds.sum()} hold the exact {readable(exact, 3)}."
    above, place = sure & (means > 0), np.arange(1, means.size + 1)
    kinds = {"above 0": (above, GREEN), "holds 0": (~sure, GRAY), "below 0": (sure & ~above, VERMILLION)}
    with plotting((7.6, 3.4)) as (figure, (axes,)):
        for label, (which, color) in kinds.items():
            if which.any():
                axes.vlines(place[which], (means - halves)[which], (means + halves)[which], color, lw=2.2, label=label)
            for inside, marker, size in ((holds, "o", 4), (~holds, "s", 7)):
                axes.plot(place[which & inside], means[which & inside], marker, color=color, markersize=size)
        axes.axhline(0, color=INK, linewidth=1)
        axes.axhline(exact, color=INK, linewidth=1.4, linestyle=DASHED)
        axes.set(xlabel="match (dashed: the exact value; square: misses it)", ylabel=ylabel, xlim=(0, means.size + 1))
        figure.legend(loc="outside upper right", ncols=3, frameon=False)
        return plotted(figure, ylabel.capitalize(), desc, name)


@drawing
def bars(
    values: Mapping[str, Mapping[str, float]], *, ylabel: str = "value", start: float | None = None,
    name: str | None = None,
) -> Picture:  # fmt: skip
    """Draw groups of bars on a logarithmic axis; all values are above 0, and all groups have bars of the same labels.

    Bars begin at `start` and go up or down, such as from 1 for ratios; by default they begin at the end of the axis.
    """
    if not values or not all(isinstance(part, Mapping) and part for part in values.values()):
        raise ValueError(f"values={said(values)}: it takes a dict of dicts of numbers")
    labels = list(next(iter(values.values())))
    if not all(isinstance(label, str) for label in labels):
        raise ValueError(f"values={said(values)}: it takes texts for the bars")
    for group, part in values.items():
        if list(part) != labels:
            raise ValueError(f"values: {group!r} has the bars {list(part)}, the first group has {labels}")
        if not all(is_number(v) and 0 < v <= GREATEST for v in part.values()):
            raise ValueError(f"values: {group!r} has a value that is not above 0, which a logarithmic axis cannot show")
    if start is not None and not (is_number(start) and 0 < start <= GREATEST):
        raise ValueError(f"start={said(start)}: it takes a number above 0")
    desc = "; ".join(
        f"{g}: " + ", ".join(f"{b} {readable(v, 3)}" for b, v in part.items()) for g, part in values.items()
    )
    look, width, place, base = looks(values), 0.8 / len(values), np.arange(len(labels)), start or 0
    with plotting((7.6, 3.6)) as (figure, (axes,)):
        for k, (group, part) in enumerate(values.items()):
            offset, heights = (k - (len(values) - 1) / 2) * width, [value - base for value in part.values()]
            style = {"color": look[group].color, "hatch": (None, "//", "..", "xx")[k % 4], "edgecolor": "white"}
            drawn = axes.bar(place + offset, heights, width, base, label=group, **style)
            axes.bar_label(drawn, [readable(v, 3) for v in part.values()], fontsize=9)
        axes.set(yscale="log", ylabel=ylabel)
        label_few(axes)
        if start is not None:
            axes.axhline(start, color=INK, linewidth=0.8)
        axes.set_xticks(place, labels)
        if len(values) > 1:
            figure.legend(loc="outside upper right", ncols=len(values), frameon=False)
        return plotted(figure, ylabel.capitalize(), f"{ylabel}: {desc}.", name)
