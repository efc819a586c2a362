"""The triangle of all strategies with three actions, and paths in it that fade in with time."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from cfrlib._util.arguments import numbers, said
from cfrlib.draw.parts.colors import GREEN, PLAYERS, PURPLE
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import num, probability, text_width
from cfrlib.draw.picture import Picture, composed, drawing

SIDE, LEFT, TOP = 350.0, 62.0, 34.0
HEIGHT = round(SIDE * 3**0.5 / 2, 2)
CORNERS = np.array([[LEFT, TOP + HEIGHT], [LEFT + SIDE / 2, TOP], [LEFT + SIDE, TOP + HEIGHT]])
COLORS, DASHES, SIGNS = (GREEN, PURPLE), (None, "7 3"), ("M-5,-5H5V5H-5Z", "M0,-6.5L6,4.5H-6Z")
"""Color and dash of each path, and the shape at its end; a path of one player has that player's color."""
FIRST, REST, FADES = 400, 1200, 16
"""A long path is thinned: all of its first points, and so many of the others; in how many steps it fades in."""


@drawing
def simplex(
    trajectories: ArrayLike | Mapping[str, ArrayLike],
    labels: Sequence[str] = ("Rock", "Paper", "Scissors"),
    *,
    equilibrium: ArrayLike | None = None,
    standalone: bool = True,
    title: str | None = None,
    name: str | None = None,
) -> Picture:
    """Draw how strategies with three actions move in the triangle of all strategies.

    `trajectories` has a strategy a row, (T, 3), or one or two such paths by label. `labels` names the corners, where
    all probability is on one action; a cross marks the `equilibrium`.
    """
    given = trajectories if isinstance(trajectories, Mapping) else {"": trajectories}
    if not 0 < len(given) <= len(COLORS) or not all(isinstance(label, str) for label in given):
        raise ValueError(f"trajectories={said(trajectories)}: {len(given)} paths; it takes one, or two by label")
    if not isinstance(labels, tuple | list) or len(labels) != 3 or not set(map(type, labels)) <= {str}:
        raise ValueError(f"labels={said(labels)}: it takes 3 names")
    paths = {label: _strategies(f"trajectories {label}".strip(), rows) for label, rows in given.items()}
    cross = None if equilibrium is None else _strategies("equilibrium", [equilibrium])[0] @ CORNERS
    pen = Pen(standalone)
    pen.area(*CORNERS, fill="none", stroke=pen.ink, stroke_width=1.4)
    for i, p in np.ndindex(3, 3):
        one, two, three = np.roll(CORNERS, i, axis=0)
        part = (p + 1) / 4
        pen.path(part * one + (1 - part) * two, part * one + (1 - part) * three, stroke_width=0.8, opacity=0.2)
    for (x, y), label, dy in zip(CORNERS, labels, (18, -14, 18), strict=True):
        pen.say(x, y + dy, label, bold=True)
    looks = list(zip(map(_color, paths, COLORS), DASHES, SIGNS, strict=False))
    for rows, (color, dash, _) in zip(paths.values(), looks, strict=True):
        _path(pen, rows @ CORNERS, color, dash)
    if cross is not None:
        _cross(pen, *cross)
    for rows, (color, _, sign) in zip(paths.values(), looks, strict=True):
        begin, end = rows[0] @ CORNERS, rows[-1] @ CORNERS
        if len(rows) > 1:
            pen.dot(*begin, 9 if np.hypot(*(begin - end)) < 8 else 4.5, fill="none", stroke=color, stroke_width=2)
        _sign(pen, sign, *end, color)
    x, y = LEFT + SIDE + 44, TOP + 6
    entries = [*(label or "path" for label in paths), "start", *["equilibrium"] * (cross is not None)]
    for row, words in enumerate(entries):
        pen.say(x + 40, y + 22 * row, words, anchor="start")
        if row < len(looks):
            color, dash, sign = looks[row]
            pen.path((x, y + 22 * row), (x + 26, y + 22 * row), stroke=color, stroke_width=2.2, stroke_dasharray=dash)
            _sign(pen, sign, x + 26, y + 22 * row, color)
        elif words == "start":
            pen.dot(x + 13, y + 22 * row, 4.5, fill="none", stroke=pen.ink, stroke_width=2)
        else:
            _cross(pen, x + 13, y + 22 * row)
    says = (f"{label or 'the path'} ends at {_told(labels, rows[-1])}" for label, rows in paths.items())
    width = x + 54 + max(text_width(words, 14) for words in entries)
    look = {"kind": "cfr-simplex", "standalone": standalone, "title": title, "name": name}
    called, desc = "Strategies in the simplex", f"{'; '.join(says)}."
    return composed(width, TOP + HEIGHT + 36, *pen.parts, called=called, desc=desc, **look)


def _strategies(argument, rows):
    """Return an array whose rows are strategies with three actions, or raise a ValueError that names the argument."""
    rows = numbers(argument, rows, "probabilities of shape (T, 3)")
    if rows.ndim != 2 or rows.shape[1] != 3 or not len(rows):
        raise ValueError(f"{argument}: shape {rows.shape}; it takes (T, 3)")
    if not (rows.min() >= -1e-9 and np.abs(rows.sum(axis=1) - 1).max() <= 1e-6):
        raise ValueError(f"{argument}: some rows are no probabilities that sum to 1")
    return rows


def _color(label, other):
    """Return a player's color, if the path is called after one of the two, else the other color."""
    named = [PLAYERS[i] for i in (0, 1) if f"Player {i + 1}" in label]
    return named[0] if len(named) == 1 else other


def _path(pen, points, color, dash):
    """Draw a path that fades in with time."""
    last = len(points) - 1
    times = np.unique(np.concatenate([np.arange(min(FIRST, last + 1)), np.linspace(0, last, REST).round().astype(int)]))
    pieces = [piece for piece in np.array_split(np.arange(len(times) - 1), FADES) if len(piece)]
    look = {"fill": "none", "stroke": color, "stroke_width": 1.8, "stroke_dasharray": dash, "stroke_linejoin": "round"}
    for f, piece in enumerate(pieces):
        pen.path(*points[times[piece[0] : piece[-1] + 2]], opacity=0.3 + 0.7 * (f + 1) / len(pieces), **look)


def _sign(pen, sign, x, y, color):
    pen.path(sign, fill=color, stroke=pen.paper, stroke_width=1, transform=f"translate({num(x)},{num(y)})")


def _cross(pen, x, y):
    for look in {"stroke": pen.paper, "stroke_width": 5}, {"stroke_width": 1.8}:
        pen.path("M", (x - 10, y), "h20", "M", (x, y - 10), "v20", **look)


def _told(labels, strategy):
    return ", ".join(f"{action} {probability(p, 3)}" for action, p in zip(labels, strategy, strict=True))
