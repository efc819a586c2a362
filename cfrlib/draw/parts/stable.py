"""Matplotlib's pictures, the same to the byte everywhere.

Coordinates are rounded, and every id is numbered anew: Matplotlib derives its ids from unrounded coordinates. A prefix
made from the rounded picture keeps the ids of two pictures on one page apart.
"""

import hashlib
import io
import re
from contextlib import contextmanager
from html import escape

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogFormatterSciNotation, LogLocator

from cfrlib.draw.parts.svg import element, num
from cfrlib.draw.picture import finished

STYLE = {
    "svg.hashsalt": "cfrlib",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "axes.formatter.useoffset": False,
    "lines.linewidth": 1.9,
    "lines.markersize": 5.5,
}
COORDINATE = re.compile(r"(scale\([^)]*\))|-?\d+\.\d+(?:e-?\d+)?")
"""Any decimal, except in the scale of a glyph."""
ID = re.compile(r'\bid="([^"]+)"')
REFERENCE = re.compile(r'(\bid="|#)([A-Za-z_][^")]*)')
UNUSED = re.compile(r"\s*<metadata>.*?</metadata>|\s*<defs>\s*<style.*?</defs>", re.S)
"""Who made the figure, and a style sheet for all of the page, which goes into the root's own style instead."""
ROOT = ' role="img" style="max-width:100%;height:auto;stroke-linejoin:round;stroke-linecap:butt">'


@contextmanager
def plotting(size, rows=1, title=None, columns=1):
    """Yield a figure and a list of its axes, row by row; no pyplot, or a notebook would show it a second time."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained", facecolor="white")
        axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
        for one in axes:
            one.spines[["top", "right"]].set_visible(False)
        if title and len(axes) > 1:
            figure.suptitle(title, fontweight="bold", fontsize=13)
        elif title:
            axes[0].set_title(title, fontweight="bold", fontsize=13)
        yield figure, axes


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


def plotted(figure, called, desc, name):
    """Return the picture of a figure, still within `plotting`."""
    return finished(stable_svg(figure, called, desc), f"{called}: {desc}", name)


def stable_svg(figure, title, desc):
    """Return a figure, made and written within ``matplotlib.rc_context(STYLE)``, as SVG with a description."""
    written = io.StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    svg = written.getvalue()
    svg = UNUSED.sub("", svg[svg.index("<svg") :])
    head, body = re.match(r"<svg[^>]*>", svg).group(), svg[svg.index(">") + 1 :]
    body = COORDINATE.sub(lambda match: match.group(1) or num(float(match.group())), body)
    body = _numbered(body)
    return head[:-1] + ROOT + element("title", escape(title)) + element("desc", escape(desc)) + body


def _numbered(body):
    """Return the markup with its ids numbered in the order in which they are defined."""
    number = {name: k for k, name in enumerate(dict.fromkeys(ID.findall(body)))}

    def renamed(prefix):
        def rename(match):
            start, name = match.groups()
            return f"{start}{prefix}{number[name]}" if name in number else match.group()

        return REFERENCE.sub(rename, body)

    return renamed(f"cfr-{hashlib.sha256(renamed('').encode()).hexdigest()[:8]}-")
