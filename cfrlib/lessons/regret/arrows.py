"""A right angle: where somebody stands, a step across, and where it leads."""

from math import hypot

from cfrlib._util.arguments import said
from cfrlib.draw.parts.colors import GRAY
from cfrlib.draw.parts.svg import LIGHT, element, line, num, outlined, text
from cfrlib.draw.picture import composed, drawing

UNIT, LEFT, TOP = 74.0, 44.0, 26.0


@drawing
def right_angle(stands, step, xlabel="", ylabel="", title=None, name=None):
    """Draw an arrow from 0 to where one `stands`, one from there along `step`, and the way from 0 to its end."""
    (x, y), (across, up) = stands, step
    if abs(x * across + y * up) > 1e-9:
        raise ValueError(f"step={said(step)}: it takes one at a right angle to {said(stands)}")
    points = (0, 0), (x, y), (x + across, y + up)
    wide, high = (max(point[k] for point in points) + 0.6 for k in (0, 1))
    origin, stand, goal = at = [(LEFT + UNIT * a, TOP + UNIT * (high - b)) for a, b in points]
    (ox, oy), (hx, hy), (tx, ty) = at
    ink = {"fill": LIGHT.ink}
    axes = f"M{num(ox)},{num(TOP)}V{num(oy)}H{num(ox + UNIT * wide)}"
    parts = [
        element("path", d=axes, fill="none", stroke=GRAY),
        *(text(ox + UNIT * k, oy + 14, k, 14, **ink) for k in range(1, int(wide) + 1)),
        *(text(ox - 14, oy - UNIT * k, k, 14, **ink) for k in range(1, int(high) + 1)),
        text(ox + UNIT * wide / 2, oy + 36, xlabel, 14, **ink),
        text(ox, TOP - 12, ylabel, 14, text_anchor="start", **ink),
        _arrow(origin, goal, "5 4"),
        _arrow(origin, stand),
        _arrow(stand, goal),
        _corner(stand, origin, goal),
    ]
    captions = (
        ("you stand here", x * x + y * y, hx - 6, hy - 18, "end"),
        ("next step", across * across + up * up, (hx + tx) / 2 + 14, (hy + ty) / 2 - 6, "start"),
        ("after the step", (x + across) ** 2 + (y + up) ** 2, (ox + tx) / 2, oy - 14, "middle"),
    )
    for what, square, px, py, anchor in captions:
        look = ink | outlined(LIGHT.paper)
        parts.append(text(px, py, f"{what}: length² = {square:g}", 14, text_anchor=anchor, **look))
    desc = f"From 0 to ({x:g}, {y:g}), and from there by ({across:g}, {up:g}) to ({x + across:g}, {y + up:g})."
    return composed(ox + UNIT * wide + 130, oy + 52, *parts, called="A step at a right angle", desc=desc,
                    kind="cfr-right-angle", title=title, name=name)  # fmt: skip


def _arrow(start, end, dash=None):
    """Return an arrow; its head is drawn, so that it needs no marker with an id."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    neck = bx - 9 * ux, by - 9 * uy
    corners = ((bx, by), (bx - 12 * ux + 5 * uy, by - 12 * uy - 5 * ux), (bx - 12 * ux - 5 * uy, by - 12 * uy + 5 * ux))
    shaft = element("path", d=line([start, neck]), stroke=LIGHT.ink, stroke_width=2.4, stroke_dasharray=dash)
    return shaft + element("path", d=line(corners) + "Z", fill=LIGHT.ink)


def _corner(at, one, other):
    """Return the small square that marks a right angle."""
    (x, y), legs = at, []
    for end in (one, other):
        length = hypot(end[0] - x, end[1] - y)
        legs.append((13 * (end[0] - x) / length, 13 * (end[1] - y) / length))
    (ax, ay), (bx, by) = legs
    d = line([(x + ax, y + ay), (x + ax + bx, y + ay + by), (x + bx, y + by)])
    return element("path", d=d, fill="none", stroke=LIGHT.ink, stroke_width=1.2)
