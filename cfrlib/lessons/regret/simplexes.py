"""The triangle of all strategies with three actions, and the square of two players with two actions each."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from cfrlib._util.arguments import said
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, probability, text
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.lessons.regret import paths

SIDE, LEFT, TOP = 350.0, 62.0, 34.0
HEIGHT = round(SIDE * 3**0.5 / 2, 2)


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

    `trajectories` has a strategy a row, (T, 3), or up to four such paths by label. `labels` names the corners, where
    all probability is on one action; a cross marks the `equilibrium`.
    """
    trails = paths.checked_paths(trajectories, 3)
    for label, rows in trails.items():
        if np.abs(rows.sum(axis=1) - 1).max() > 1e-6:
            raise ValueError(f"trajectories: the rows of {label or 'the path'} must sum to 1")
    labels = _names(labels, 3)
    theme = LIGHT if standalone else INLINE
    corners = np.array([[LEFT, TOP + HEIGHT], [LEFT + SIDE / 2, TOP], [LEFT + SIDE, TOP + HEIGHT]])
    frame = [element("path", d=line(corners) + "Z", fill="none", stroke=theme.ink, stroke_width=1.4)]
    for i in range(3):
        one, two, three = np.roll(corners, i, axis=0)
        for p in (0.25, 0.5, 0.75):
            frame.append(_faint(line((p * one + (1 - p) * two, p * one + (1 - p) * three)), theme))
    for (x, y), label, dy in zip(corners, labels, (18, -14, 18), strict=True):
        frame.append(text(x, y + dy, label, 14, fill=theme.ink, font_weight="bold"))

    target = None
    if equilibrium is not None:
        target = paths.probabilities("equilibrium", [equilibrium], 3)[0]
        if abs(target.sum() - 1) > 1e-6:
            raise ValueError(f"equilibrium={said(equilibrium)}: it must sum to 1")
        target = target @ corners
    places = {label: rows @ corners for label, rows in trails.items()}
    return _picture(frame, places, target, SIDE, called="Strategies in the simplex", desc=_tips(trails, labels),
                    standalone=standalone, title=title, name=name)  # fmt: skip


@drawing
def plane(
    trajectories: ArrayLike | Mapping[str, ArrayLike],
    labels: Sequence[str] = ("Player 1", "Player 2"),
    *,
    equilibrium: ArrayLike | None = None,
    standalone: bool = True,
    title: str | None = None,
    name: str | None = None,
) -> Picture:
    """Draw how two players with two actions each move: across how likely Player 1 takes the first, up Player 2.

    `trajectories` has a pair of probabilities a row, (T, 2), or up to four such paths by label. `labels` names the
    axes; a cross marks the `equilibrium`.
    """
    trails = paths.checked_paths(trajectories, 2)
    labels = _names(labels, 2)
    theme = LIGHT if standalone else INLINE
    origin, axes = np.array([LEFT, TOP + HEIGHT]), np.array([HEIGHT, -HEIGHT])
    square = {"x": LEFT, "y": TOP, "width": HEIGHT, "height": HEIGHT, "fill": "none"}
    frame = [element("rect", stroke=theme.ink, stroke_width=1.4, **square)]
    for p in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = origin + p * axes
        frame.append(_faint(f"M{num(LEFT)},{num(y)}h{num(HEIGHT)}M{num(x)},{num(TOP)}v{num(HEIGHT)}", theme))
        frame.append(text(x, TOP + HEIGHT + 13, probability(p), 14, fill=theme.ink))
        frame.append(text(LEFT - 7, y, probability(p), 14, fill=theme.ink, text_anchor="end"))
    middle = TOP + HEIGHT / 2
    turn = f"rotate(-90 {num(LEFT - 46)} {num(middle)})"
    frame.append(text(LEFT + HEIGHT / 2, TOP + HEIGHT + 33, labels[0], 14, fill=theme.ink))
    frame.append(text(LEFT - 46, middle, labels[1], 14, fill=theme.ink, transform=turn))

    target = None if equilibrium is None else origin + paths.probabilities("equilibrium", [equilibrium], 2)[0] * axes
    places = {label: origin + rows * axes for label, rows in trails.items()}
    return _picture(frame, places, target, HEIGHT, called="Strategies of two players",
                    desc=_tips(trails, labels), standalone=standalone, title=title, name=name)  # fmt: skip


def _names(labels, count):
    """Return so many labels as a tuple."""
    if not isinstance(labels, tuple | list | str) or len(labels) != count or not set(map(type, labels)) <= {str}:
        raise ValueError(f"labels={said(labels)}: it takes {count} names")
    return tuple(labels)


def _faint(d, theme):
    """Return a line of the grid."""
    return element("path", d=d, stroke=theme.ink, stroke_width=0.8, opacity=0.2)


def _picture(frame, places, target, size, standalone, **look):
    """Return the picture of frame, paths, equilibrium and legend; a start in the place of an end lies around it."""
    x, theme = LEFT + size + 44, LIGHT if standalone else INLINE
    hues = paths.colors(places)
    moved = {k: points for k, points in enumerate(places.values()) if len(points) > 1}
    signs, width = paths.legend(places, target is not None, bool(moved), x, TOP + 6, theme)
    body = [*frame, *(paths.path(points, k, hues[k]) for k, points in enumerate(places.values()))]
    body += [] if target is None else [paths.cross(*target, theme)]
    for k, points in moved.items():
        closed = np.hypot(*(points[0] - points[-1])) < 8
        body.append(paths.start(*points[0], hues[k], theme, closed))
    body += [paths.end(k, *points[-1], hues[k], theme) for k, points in enumerate(places.values())]
    return composed(x + width + 14, TOP + HEIGHT + 48, *body, signs, kind="cfr-simplex", standalone=standalone, **look)


def _tips(trails, labels):
    """Return one sentence that says where the paths end."""
    last = []
    for label, rows in trails.items():
        where = ", ".join(f"{a} {probability(p, 3)}" for a, p in zip(labels, rows[-1], strict=True))
        last.append(f"{label or 'the path'} ends at {where}")
    return "; ".join(last) + "."
