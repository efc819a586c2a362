"""Curves over time: convergence on logarithmic axes, anything else on linear ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cfrlib._util.arguments import number, numbers, pair, said
from cfrlib.draw.parts.colors import looks
from cfrlib.draw.parts.stable import label_few, plotted, plotting
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture, drawing

SIZE = (7.6, 4.2)
"""Inches."""
GUIDES = (":", (0, (5, 2, 1, 2)), (0, (1, 4)))
MARKED = 24
"""Up to so many points of a curve that is alone all have a marker; else some eight have, each curve at other places."""
LEVELS = ((0, (6, 3)), (0, (2, 2)), (0, (8, 2, 2, 2)))
"""Dashes of gray lines, so that several can be told apart."""


@drawing
def convergence(
    curves: Mapping[str, Any],
    *,
    xlabel: str = "iterations",
    ylabel: str = "exploitability",
    bands: Mapping[str, Any] | None = None,
    log: bool | str = True,
    reference: Mapping[str, Any] | None = None,
    target: float | Mapping[str, float] | None = None,
    xlim: tuple[float, float] | None = None,
    ylim: tuple[float, float] | None = None,
    title: str | None = None,
    name: str | None = None,
) -> Picture:
    """Draw how something shrinks with the effort spent on it.

    Parameters
    ----------
    curves : dict of str to (x, y) or to list of (x, y)
        A list holds several runs with the same x: their median is drawn, and a band from the lowest to the highest.
        Or a dict of such dicts: each has a panel of its own, on the same axes.
    xlabel, ylabel : str
        What stands at the axes, with the unit.
    bands : dict of str to (low, high), optional
        A band around a curve that is no list of runs.
    log : bool or "x"
        Whether both axes are logarithmic, or only the horizontal one; points that have no place there are left out.
        A curve of zeros is then in the legend only; where all are, the vertical axis is linear.
    reference : dict of str to callable, optional
        Thin gray lines, such as ``{"1/√T": lambda t: 1 / t**0.5}``.
    target : float or dict of str to float, optional
        Horizontal lines.
    xlim, ylim : (float, float), optional
        Where the axes begin and end, so that pictures can be compared; by default around the curves.
    title, name : str, optional
        A heading; the name of the file in `figures`.

    Returns
    -------
    Picture
        A notebook shows it; with a name it is in ``figures/NAME.svg``, too.

    Raises
    ------
    ValueError
        If a curve is empty, has unequal lengths or, on logarithmic axes, no point from 0 on; or if limits are no two
        rising numbers. The message names it.

    Examples
    --------
    >>> import cfrlib
    >>> cfrlib.draw.convergence({"CFR": ([1, 10, 100], [1, 0.1, 0.01])})
    Exploitability: exploitability against iterations: CFR ends at 0.01 after 100.
    """
    if not isinstance(log, bool | np.bool_) and not (isinstance(log, str) and log == "x"):
        raise ValueError(f"log={said(log)}: it takes True, False or 'x'")
    log = log if isinstance(log, str) else bool(log)
    facets = isinstance(curves, Mapping) and curves and all(isinstance(part, Mapping) for part in curves.values())
    each = {panel: _checked(part, bands, log is True) for panel, part in (curves if facets else {"": curves}).items()}
    every = [(f"{panel}, " * bool(facets) + label, *drawn[label]) for panel, drawn in each.items() for label in drawn]
    if log is True and not any(y.any() for _, _, y, _ in every):
        log = "x"
    reference, levels = _rules(reference), _levels(target)
    limits = _limits(xlim=(xlim, bool(log)), ylim=(ylim, log is True))
    last = (f"{label} ends at {readable(y[-1], 3)} after {readable(x[-1])}" for label, x, y, _ in every)
    called, desc = title or ylabel.capitalize(), f"{ylabel} against {xlabel}: {'; '.join(last)}."

    look = looks(dict.fromkeys(label for drawn in each.values() for label in drawn))
    columns = 2 if len(each) == 4 else min(len(each), 3)
    rows = -(-len(each) // columns)
    size = (3.2 * columns + 1.8, 2.9 * rows + 0.6) if facets else SIZE
    with plotting(size, rows, title, columns) as (figure, panels):
        for k, (axes, (panel, drawn)) in enumerate(zip(panels, each.items(), strict=False)):
            axes.set(xlabel=xlabel, ylabel=ylabel, **({"title": panel} if facets else {}))
            axes.label_outer()
            if k + columns >= len(each):  # nothing is drawn below
                axes.set_xlabel(xlabel)
                axes.tick_params(labelbottom=True)
            axes.grid(color="#DDDDDD", linewidth=0.7)
            if log:
                axes.set(xscale="log", yscale="linear" if log == "x" else "log")
            _curves(axes, drawn, look, log is True)
            start, stop = min(x[0] for x, _, _ in drawn.values()), max(x[-1] for x, _, _ in drawn.values())
            grid = np.geomspace(start, stop, 100) if log else np.linspace(start, stop, 100)
            for k, (label, rule) in enumerate(reference.items()):
                dash = GUIDES[k % len(GUIDES)]
                axes.plot(grid, [rule(t) for t in grid], color="#6E6E6E", linewidth=1.2, linestyle=dash, label=label)
            for k, (label, level) in enumerate(levels.items()):
                axes.axhline(level, color="#444444", linewidth=1.2, linestyle=LEVELS[k % len(LEVELS)], label=label)
            axes.set(**limits)
        for axes in panels[len(each) :]:
            axes.remove()
        if log:
            label_few(panels[0])
        legends = [axes.get_legend_handles_labels() for axes in figure.axes]
        known = {label: line for both in legends for line, label in zip(*both, strict=True)}
        figure.legend(known.values(), known, loc="outside right upper", frameon=False, handlelength=3.2)
        return plotted(figure, called, desc, name)


def _curves(axes, drawn, look, log):
    """Draw the curves of a panel, those of zeros in the legend only where `log`."""
    for k, (label, (x, y, band)) in enumerate(drawn.items()):
        color, dash, marker = look[label]
        every = 1 if len(drawn) == 1 and len(x) <= MARKED else max(1, len(x) // 8)
        marks, zero = (k * every // len(drawn), every), log and not y.any()
        shown = f"{label}: 0" if zero else label
        axes.plot(x, y, color=color, linestyle=dash, marker=marker, markevery=marks, label=shown)
        if band is not None and not zero:
            axes.fill_between(x, *band, color=color, alpha=0.18, linewidth=0)


@drawing
def lines(
    curves: Mapping[str, Any], *, xlabel: str = "iterations", ylabel: str = "value",
    bands: Mapping[str, Any] | None = None, log_x: bool = False, target: float | Mapping[str, float] | None = None,
    title: str | None = None, name: str | None = None,
) -> Picture:  # fmt: skip
    """Draw curves on linear axes; with `log_x` the horizontal axis is logarithmic, and points not above 0 are left out.

    `curves`, `bands` and `target` are those of `convergence`: a list of runs is drawn as their median, in a band from
    the lowest to the highest run; `target` gives horizontal lines.
    """
    log = "x" if log_x else False
    return convergence(
        curves, xlabel=xlabel, ylabel=ylabel, bands=bands, log=log, target=target, title=title, name=name
    )


def _checked(curves, bands, log):
    """Return {label: (x, y, band or None)}."""
    if not isinstance(curves, Mapping) or not curves or not all(isinstance(label, str) for label in curves):
        raise ValueError(f"curves={said(curves)}: it takes a dict of curves by label")
    bands = bands or {}
    for label in bands:
        if label not in curves:
            raise ValueError(f"bands: there is no curve {label!r}; curves are {', '.join(map(repr, curves))}")
    drawn = {}
    for label, given in curves.items():
        runs = given if isinstance(given, list) else [given]
        try:
            runs = [tuple(numbers("curves", part, "numbers") for part in (x, y)) for x, y in runs]
        except (TypeError, ValueError):
            raise ValueError(f"curves: {label!r} is no pair (x, y) and no list of such pairs") from None
        x = runs[0][0] if runs else np.zeros(0)
        if not x.size or any(r.ndim != 1 or r.shape != x.shape or not np.array_equal(q, x) for q, r in runs):
            raise ValueError(f"curves: {label!r} needs x and y of one length, the same x in all runs, and a point")
        values = np.array([y for _, y in runs])
        y, band = np.median(values, axis=0), None
        if len(runs) > 1:
            band = values.min(axis=0), values.max(axis=0)
        elif label in bands:
            takes = "a dict of pairs (low, high)"
            band = tuple(numbers("bands", side, takes) for side in pair("bands", bands[label], takes))
            if [side.shape for side in band] != [x.shape] * 2 or not np.isfinite(band).all():
                raise ValueError(f"bands: {label!r} needs a low and a high for each of its {len(x)} points")
        good = (x > 0) & (y > 0) if log else np.isfinite(y)
        if log and not good.any():
            good = (x > 0) & (y == 0)
        if not good.any():
            raise ValueError(f"curves: {label!r} has no point to draw" + (" from 0 on, as log needs" if log else ""))
        floor = y[good].min() / 10 if log else -np.inf
        drawn[label] = x[good], y[good], None if band is None else tuple(np.maximum(b, floor)[good] for b in band)
    return drawn


def _limits(**axes):
    """Return those that are given, of {name: ((low, high) or None, whether the axis is logarithmic)}."""
    given = {name: both for name, both in axes.items() if both[0] is not None}
    for name, (limits, log) in given.items():
        takes = "(low, high)" + ", above 0, as the axis is logarithmic" * log
        low_high = numbers(name, limits, takes)
        if low_high.shape != (2,) or not (0 if log else -np.inf) < low_high[0] < low_high[1] < np.inf:
            raise ValueError(f"{name}={said(limits)}: it takes {takes}")
    return {name: limits for name, (limits, _) in given.items()}


def _rules(reference):
    """Return the gray lines by label."""
    for label, rule in (reference or {}).items():
        try:
            numbers("reference", rule(1.0), "functions that return a number")
        except TypeError:
            raise ValueError(f"reference: {label!r} is {said(rule)}; it takes a function of one number") from None
    return reference or {}


def _levels(target):
    """Return the horizontal lines by label."""
    levels = target if isinstance(target, Mapping) else {} if target is None else {"target": target}
    if not all(isinstance(label, str) for label in levels):
        raise ValueError(f"target={said(target)}: it takes a number, or a dict of numbers by label")
    return {label: number("target", level) for label, level in levels.items()}
