"""A strategy on the move: a path that fades in with time, from an open circle to a filled sign.

Several paths, such as the current and the average strategy, differ in color, dash and sign.
"""

from collections.abc import Mapping

import numpy as np

from cfrlib._util.arguments import numbers, said
from cfrlib.draw.parts.colors import BROWN, GREEN, PLAYERS, PURPLE, VIOLET
from cfrlib.draw.parts.svg import element, line, num, text, text_width

COLORS, DASHES = (GREEN, PURPLE, VIOLET, BROWN), (None, "7 3", "2 2.5", "9 3 2 3")
SIGNS = ("M-5,-5H5V5H-5Z", "M0,-6.5L6,4.5H-6Z", "M0,-6.5L6.5,0L0,6.5L-6.5,0Z", "M0,6.5L6,-4.5H-6Z")
"""Color and dash of each path, and the shape at its end; a path of one player has that player's color."""
FIRST, REST = 400, 1200
"""A long path is thinned: all of its first points, and so many of the others."""
FADES = 16


def checked_paths(trajectories, columns):
    """Return the paths by label as (T, columns) arrays of probabilities, or say what is wrong with them."""
    given = trajectories if isinstance(trajectories, Mapping) else {"": trajectories}
    if not 0 < len(given) <= len(COLORS):
        raise ValueError(f"trajectories: {len(given)} paths; it takes 1 to {len(COLORS)}")
    if not all(isinstance(label, str) for label in given):
        raise ValueError(f"trajectories={said(trajectories)}: it takes a dict of paths by label")
    return {label: probabilities(f"trajectories {label}".strip(), rows, columns) for label, rows in given.items()}


def probabilities(argument, rows, columns):
    """Return an array whose rows are probabilities, or raise a ValueError that names the argument."""
    rows = numbers(argument, rows, f"probabilities of shape (T, {columns})")
    if rows.ndim != 2 or rows.shape[1] != columns or not len(rows):
        raise ValueError(f"{argument}: shape {rows.shape}; it takes (T, {columns})")
    if not (rows.min() >= -1e-9 and rows.max() <= 1 + 1e-9):
        raise ValueError(f"{argument}: some entries are no probabilities")
    return rows


def colors(labels):
    """Return the color of each path: blue and orange if it is called after Player 1 or 2, else neither."""
    named = [[i for i in (0, 1) if f"Player {i + 1}" in label] for label in labels]
    return [PLAYERS[who[0]] if len(who) == 1 else COLORS[k] for k, who in enumerate(named)]


def path(points, k, color):
    """Return the k-th path of a picture, all but its two ends, through (T, 2) `points`."""
    last = len(points) - 1
    times = np.unique(np.concatenate([np.arange(min(FIRST, last + 1)), np.linspace(0, last, REST).round().astype(int)]))
    shown = points[times]
    parts, pieces = [], [piece for piece in np.array_split(np.arange(len(shown) - 1), FADES) if len(piece)]
    style = {"fill": "none", "stroke": color, "stroke_width": 1.8, "stroke_dasharray": DASHES[k]}
    for f, piece in enumerate(pieces):
        d, opacity = line(shown[piece[0] : piece[-1] + 2]), 0.3 + 0.7 * (f + 1) / len(pieces)
        parts.append(element("path", d=d, opacity=opacity, stroke_linejoin="round", **style))
    return element("g", *parts, class_="path")


def start(x, y, color, theme, closed=False):
    """Return the open circle where a path starts; around the sign of its end if the path is `closed`."""
    r, fill = (9, "none") if closed else (4.5, theme.paper)
    return element("circle", cx=float(x), cy=float(y), r=r, fill=fill, stroke=color, stroke_width=2)


def end(k, x, y, color, theme):
    """Return the filled sign where the k-th path ends."""
    style = {"fill": color, "stroke": theme.paper, "stroke_width": 1}
    return element("path", d=SIGNS[k], transform=f"translate({num(x)},{num(y)})", **style)


def cross(x, y, theme):
    """Return the mark of an equilibrium."""
    d = f"M{num(x - 10)},{num(y)}h20M{num(x)},{num(y - 10)}v20"
    halo = element("path", d=d, stroke=theme.paper, stroke_width=5)
    return halo + element("path", d=d, stroke=theme.ink, stroke_width=1.8)


def legend(labels, equilibrium, starts, x, y, theme):
    """Return the legend of a picture of paths, from (x, y) downwards, and its width."""
    entries = []
    for k, (label, color) in enumerate(zip(labels, colors(labels), strict=True)):
        dash = element("path", d="M0,0H26", stroke=color, stroke_width=2.2, stroke_dasharray=DASHES[k])
        entries.append((dash + end(k, 26, 0, color, theme), label or "path"))
    if starts:
        entries.append((start(13, 0, theme.ink, theme), "start"))
    if equilibrium:
        entries.append((cross(13, 0, theme), "equilibrium"))
    parts = []
    for row, (sign, words) in enumerate(entries):
        words_at = text(40, 0.0, words, 14, fill=theme.ink, text_anchor="start")
        parts.append(element("g", sign, words_at, transform=f"translate({num(x)},{num(y + 22 * row)})"))
    return element("g", *parts, class_="legend"), 40 + max(text_width(words, 14) for _, words in entries)
