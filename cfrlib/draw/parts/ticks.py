"""Numbers along logarithmic axes."""

import numpy as np
from matplotlib.ticker import FuncFormatter, LogFormatterSciNotation, LogLocator


def label_few(axes):
    """Label some numbers between powers of ten, where few of these are to be seen; more would crowd."""
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() != "log":
            continue
        low, high = np.log10(axis.get_view_interval())
        in_full = low >= -2 and high <= 5  # 600, not 6 times a power
        if np.floor(high) - np.ceil(low) < 1 or in_full and _labels_between(axis):
            axis.set_minor_locator(LogLocator(subs=(2, 5) if high - low > 1 else (2, 3, 4, 6, 8)))
            if in_full:
                for set_formatter in (axis.set_major_formatter, axis.set_minor_formatter):
                    set_formatter(FuncFormatter(lambda number, _: f"{number:,.6g}"))
            else:
                axis.set_minor_formatter(LogFormatterSciNotation(minor_thresholds=(np.inf, np.inf)))


def _labels_between(axis):
    """Whether Matplotlib would label numbers between powers of ten by itself."""
    formatter = axis.get_minor_formatter()
    return any(formatter.format_ticks(axis.get_minorticklocs()))
