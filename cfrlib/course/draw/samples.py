"""Random numbers around what they should be: histograms below one another, and bars on a logarithmic axis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from cfrlib._util.arguments import GREATEST, is_number, number, numbers, said, whole
from cfrlib.course.draw.parts.curve_looks import looks
from cfrlib.course.draw.parts.stable import STYLE, stable_svg
from cfrlib.course.draw.parts.svg import readable
from cfrlib.course.draw.picture import drawing, finished

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from cfrlib.course.draw.picture import Picture

MOST_BINS = 10_000


@drawing
def histogram(
    samples: Mapping[str, ArrayLike], *, exact: float | None = None, bins: int = 41, xlabel: str = "value",
    title: str | None = None, name: str | None = None,
) -> Picture:  # fmt: skip
    """Draw how samples spread: one histogram for each label, all on the same axis.

    Parameters
    ----------
    samples : dict of str to array_like
        Numbers by label, in any shape.
    exact : float, optional
        A vertical line through all of them.
    bins : int
        Of each histogram.
    xlabel : str
        What stands below the axis, with the unit.
    title, name : str, optional
        A heading; the name of the file in `figures`.

    Returns
    -------
    Picture
        A notebook shows it; with a name it is in ``figures/NAME.svg``, too.

    Raises
    ------
    ValueError
        If there is nothing to draw, or a number is not finite.

    Examples
    --------
    >>> import cfrlib
    >>> cfrlib.draw.histogram({"es": [0.1, 0.3, 0.2]}, exact=0.2)
    Value: value: es spreads by 0.0816 (standard deviations).
    """
    drawn, bins = _checked("samples", samples), whole("bins", bins, 1, MOST_BINS)
    exact = None if exact is None else number("exact", exact)
    everything = np.concatenate(list(drawn.values()))
    middle = (everything.min() + everything.max()) / 2 if exact is None else exact
    reach = np.abs(everything - middle).max() * (1 + 1e-6) or 1.0
    edges = np.linspace(middle - reach, middle + reach, bins + 1)
    spread = "; ".join(f"{label} spreads by {readable(np.std(x), 3)}" for label, x in drawn.items())
    called, desc = title or xlabel.capitalize(), f"{xlabel}: {spread} (standard deviations)."

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.6, 0.6 + 1.1 * len(drawn)), layout="constrained", facecolor="white")
        rows = figure.subplots(len(drawn), 1, sharex=True, squeeze=False)[:, 0]
        look = looks(drawn)
        for axes, (label, x) in zip(rows, drawn.items(), strict=True):
            axes.hist(x, edges, color=look[label].colour, label=label)
            axes.set_yticks([])
            axes.set_ylabel(label, rotation=0, ha="right", va="center")
            axes.spines[["top", "right", "left"]].set_visible(False)
            if exact is not None:
                axes.axvline(exact, color="#222222", linewidth=1.4, linestyle=(0, (5, 2)))
        rows[-1].set_xlabel(xlabel if exact is None else f"{xlabel} (dashed: exact)")
        if title:
            rows[0].set_title(title, fontweight="bold", fontsize=13)
        svg = stable_svg(figure, called, desc)
    return finished(svg, f"{called}: {desc}", name)


@drawing
def bars(
    values: Mapping[str, Mapping[str, float]], *, ylabel: str = "value", title: str | None = None,
    name: str | None = None,
) -> Picture:  # fmt: skip
    """Draw groups of bars on a logarithmic axis.

    Parameters
    ----------
    values : dict of str to dict of str to float
        By group, by bar; all groups have the same bars.
    ylabel : str
        What stands at the axis, with the unit.
    title, name : str, optional
        A heading; the name of the file in `figures`.

    Returns
    -------
    Picture
        A notebook shows it; with a name it is in ``figures/NAME.svg``, too.

    Raises
    ------
    ValueError
        If a value is not above 0, or groups have different bars.

    Examples
    --------
    >>> import cfrlib
    >>> cfrlib.draw.bars({"kuhn": {"es": 0.1, "os": 2.0}}, ylabel="variance")
    Variance: variance: kuhn: es 0.1, os 2.
    """
    if (
        not isinstance(values, Mapping)
        or not values
        or not all(isinstance(part, Mapping) and part for part in values.values())
    ):
        raise ValueError(f"values={said(values)}: it takes a dict of dicts of numbers")
    labels = list(next(iter(values.values())))
    if not all(isinstance(label, str) for label in labels):
        raise ValueError(f"values={said(values)}: it takes texts for the bars")
    for group, part in values.items():
        if list(part) != labels:
            raise ValueError(f"values: {group!r} has the bars {list(part)}, the first group has {labels}")
        if not all(is_number(v) and 0 < v <= GREATEST for v in part.values()):
            raise ValueError(f"values: {group!r} has a value that is not above 0, which a logarithmic axis cannot show")
    desc = "; ".join(
        f"{g}: " + ", ".join(f"{b} {readable(v, 3)}" for b, v in part.items()) for g, part in values.items()
    )
    called = title or ylabel.capitalize()

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.6, 3.6), layout="constrained", facecolor="white")
        axes, width = figure.subplots(), 0.8 / len(values)
        place = np.arange(len(labels))
        look = looks(values)
        for k, (group, part) in enumerate(values.items()):
            offset = (k - (len(values) - 1) / 2) * width
            hatch = (None, "//", "..", "xx")[k % 4]
            drawn = axes.bar(
                place + offset,
                list(part.values()),
                width,
                label=group,
                color=look[group].colour,
                hatch=hatch,
                edgecolor="white",
            )
            axes.bar_label(drawn, [readable(v, 3) for v in part.values()], fontsize=9)
        axes.set(yscale="log", ylabel=ylabel)
        axes.set_xticks(place, labels)
        axes.spines[["top", "right"]].set_visible(False)
        if len(values) > 1:
            figure.legend(loc="outside upper right", ncols=len(values), frameon=False)
        if title:
            axes.set_title(title, fontweight="bold", fontsize=13)
        svg = stable_svg(figure, called, f"{ylabel}: {desc}.")
    return finished(svg, f"{called}: {ylabel}: {desc}.", name)


def _checked(argument, samples):
    """Return {label: array}."""
    if not isinstance(samples, Mapping) or not samples:
        raise ValueError(f"{argument}={said(samples)}: it takes a dict of arrays by label")
    drawn = {label: np.ravel(numbers(argument, x, "arrays of numbers, by label")) for label, x in samples.items()}
    for label, x in drawn.items():
        if not x.size or np.ndim(samples[label]) == 0 or not np.isfinite(x).all():
            raise ValueError(f"{argument}: {label!r} has no numbers, or one that is not finite")
    return drawn
