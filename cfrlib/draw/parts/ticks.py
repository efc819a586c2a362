"""Numbers along logarithmic axes."""

import numpy as np
from matplotlib.ticker import FuncFormatter, LogFormatterSciNotation, LogLocator


def label_few(axes):
    """Where at most one power of ten is to be seen label some numbers between them, too; more would crowd."""
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() != "log":
            continue
        low, high = np.log10(axis.get_view_interval())
        if np.floor(high) - np.ceil(low) < 1:
            axis.set_minor_locator(LogLocator(subs=(2, 5) if high - low > 1 else (2, 3, 4, 6, 8)))
            if low >= -2 and high <= 5:  # in full: 600, not 6 times a power
                for set_formatter in (axis.set_major_formatter, axis.set_minor_formatter):
                    set_formatter(FuncFormatter(lambda number, _: f"{number:,.6g}"))
            else:
                axis.set_minor_formatter(LogFormatterSciNotation(minor_thresholds=(np.inf, np.inf)))
