"""A right angle: where somebody stands, a step across, and where it leads."""

import numpy as np

from cfrlib._util.arguments import said
from cfrlib.draw.parts.colors import GRAY
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import outlined
from cfrlib.draw.picture import composed, drawing

UNIT, LEFT, TOP = 74.0, 44.0, 26.0


@drawing
def right_angle(stands, step, xlabel="", ylabel="", title=None, name=None):
    """Draw an arrow from 0 to where one `stands`, one from there along `step`, and the way from 0 to its end."""
    if abs(np.dot(stands, step)) > 1e-9:
        raise ValueError(f"step={said(step)}: it takes one at a right angle to {said(stands)}")
    points = np.array([(0, 0), stands, np.add(stands, step)])
    wide, high = points.max(axis=0) + 0.6
    at = np.array([LEFT, TOP + UNIT * high]) + points * [UNIT, -UNIT]
    (ox, oy), (hx, hy), (tx, ty) = at
    pen = Pen()
    pen.path("M", (ox, TOP), "V", oy, "H", ox + UNIT * wide, fill="none", stroke=GRAY)
    for k in range(1, int(wide) + 1):
        pen.say(ox + UNIT * k, oy + 14, k)
    for k in range(1, int(high) + 1):
        pen.say(ox - 14, oy - UNIT * k, k)
    pen.say(ox + UNIT * wide / 2, oy + 36, xlabel)
    pen.say(ox, TOP - 12, ylabel, anchor="start")
    for start, end, dash in (at[0], at[2], "5 4"), (at[0], at[1], None), (at[1], at[2], None):
        along = _along(start, end)
        across = along[::-1] * [-1, 1]
        pen.path(start, end - 9 * along, stroke_width=2.4, stroke_dasharray=dash)
        pen.area(end, end - 12 * along + 5 * across, end - 12 * along - 5 * across, fill=pen.ink)
    one, other = (13 * _along(at[1], at[k]) for k in (0, 2))
    pen.path(at[1] + one, at[1] + one + other, at[1] + other, fill="none", stroke_width=1.2)
    captions = (
        ("you stand here", hx - 6, hy - 18, "end"),
        ("next step", (hx + tx) / 2 + 14, (hy + ty) / 2 - 6, "start"),
        ("after the step", (ox + tx) / 2, oy - 14, "middle"),
    )
    for (what, x, y, anchor), (a, b) in zip(captions, (stands, step, points[2]), strict=True):
        pen.say(x, y, f"{what}: length² = {a * a + b * b:g}", anchor=anchor, **outlined(pen.paper))
    way = "From 0 to ({:g}, {:g}), and from there by ({:g}, {:g}) to ({:g}, {:g}).".format(*stands, *step, *points[2])
    return composed(ox + UNIT * wide + 130, oy + 52, *pen.parts, called="A step at a right angle", desc=way,
                    kind="cfr-right-angle", title=title, name=name)  # fmt: skip


def _along(start, end):
    """Return the direction from start to end, of length 1."""
    return (end - start) / np.hypot(*(end - start))
