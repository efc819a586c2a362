"""Convergence curves written by hand, on logarithmic axes: a few milliseconds a frame, the same bytes everywhere."""

from math import ceil, floor, log10

from cfrlib.draw.parts.colors import looks
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, readable, text, text_width
from cfrlib.draw.picture import titled

SIZE = (760, 380)
LEFT, TOP, BOTTOM = 66, 30, 52
TEXT, LINE = 14, 18
ROUNDING = 1e-12
"""What is smaller has no place on a logarithmic axis."""

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def race_picture(curves, xlabel, ylabel, target=None, standalone=True):
    """Return the picture of a race: curves, lists of (x, y) by label, without points that are not above 0."""
    drawn = {label: [(x, y) for x, y in points if x > 0 and y > ROUNDING] for label, points in curves.items()}
    theme = LIGHT if standalone else INLINE
    right = SIZE[0] - 44 - max((text_width(label, TEXT) for label in curves), default=0)
    frame = _Frame(drawn, target, right, first=0.01 if xlabel == "seconds" else 1)
    parts = [_grid(frame, theme, xlabel, ylabel)]
    if target is not None:
        y = frame.y(target)
        parts.append(element("path", d=f"M{LEFT},{num(y)}H{num(right)}", stroke=theme.ink, stroke_dasharray="7 4"))
        above = -8 if y > TOP + 16 else 9
        parts.append(text(LEFT + 4, y + above, f"until {readable(target, 3)}", 14, fill=theme.ink, text_anchor="start"))
    if not any(drawn.values()):
        parts.append(text((LEFT + right) / 2, (TOP + SIZE[1] - BOTTOM) / 2, "Press Run", 15, fill=theme.ink))
    parts += _curves(drawn, frame, theme)
    desc = _sentence(drawn, xlabel, ylabel)
    return titled(*SIZE, *parts, title="Race of solvers", desc=desc, kind="cfr-race", standalone=standalone)


def swatch(look):
    """Return a small picture of the line of a curve."""
    return f'<svg width="30" height="12" aria-hidden="true">{curve_line(look, INLINE, "M0,6H30")}</svg>'


class _Frame:
    """Whole decades that hold all points, and where they lie on the page."""

    def __init__(self, drawn, target, right, first):
        points = [point for curve in drawn.values() for point in curve]
        heights = [y for _, y in points] or [0.001, 1]
        self.right = right
        self.columns = _decades([x for x, _ in points] or [first, 1000 * first])
        self.rows = _decades([*heights, target or heights[0]])

    def x(self, value):
        low, high = self.columns
        return LEFT + (log10(value) - low) / (high - low) * (self.right - LEFT)

    def y(self, value):
        low, high = self.rows
        return TOP + (high - log10(value)) / (high - low) * (SIZE[1] - BOTTOM - TOP)


def _decades(values):
    low, high = floor(log10(min(values)) + 1e-9), ceil(log10(max(values)) - 1e-9)
    return low, max(high, low + 1)


def _powers(low, high):
    """Return the texts of powers of ten: all of one format, plain where they are short enough."""
    if low > -4 and high < 6:
        return [f"{10**k:,}" if k >= 0 else f"{10.0**k:.{-k}f}" for k in range(low, high + 1)]
    return ["10" + str(k).translate(SUPERSCRIPTS) for k in range(low, high + 1)]


def _grid(frame, theme, xlabel, ylabel):
    """Return the lines of the decades with their numbers, thinner ones between them, and what the axes show."""
    floor_of_page, strong, weak, numbers = SIZE[1] - BOTTOM, [], [], []
    for (low, high), across in ((frame.columns, False), (frame.rows, True)):
        step, called = 1 + (high - low) // 9, _powers(low, high)
        for k in range(low, high + 1):
            for digit in range(1, 10 if k < high and high - low < 5 else 2):
                at = (frame.y if across else frame.x)(digit * 10.0**k)
                path = f"M{LEFT},{num(at)}H{num(frame.right)}" if across else f"M{num(at)},{TOP}V{floor_of_page}"
                (strong if digit == 1 else weak).append(path)
                if digit == 1 and (k - low) % step == 0 and across:
                    numbers.append(text(LEFT - 6, at, called[k - low], 14, fill=theme.ink, text_anchor="end"))
                elif digit == 1 and (k - low) % step == 0:
                    numbers.append(text(at, floor_of_page + 14, called[k - low], 14, fill=theme.ink))
    return "".join(
        [
            element("path", d="".join(weak), stroke=theme.ink, stroke_opacity=0.08, fill="none"),
            element("path", d="".join(strong), stroke=theme.ink, stroke_opacity=0.25, fill="none"),
            *numbers,
            text((LEFT + frame.right) / 2, SIZE[1] - 11, xlabel, 14, fill=theme.ink),
            text(LEFT, 14, ylabel, 14, fill=theme.ink, text_anchor="start"),
        ]
    )


def _curves(drawn, frame, theme):
    """Return the curves and, right of the plot, their names: none on top of another, each led to its curve."""
    look, parts = looks(drawn), []
    places = {label: [(frame.x(x), frame.y(y)) for x, y in curve] for label, curve in drawn.items() if curve}
    labels = sorted(places, key=lambda label: places[label][-1][1])
    heights = _spread([places[label][-1][1] for label in labels], TOP, SIZE[1] - BOTTOM)
    for label, height in zip(labels, heights, strict=True):
        *_, (x, y) = points = places[label]
        lead = line([(x, y), (frame.right + 4, height)])
        parts += [
            curve_line(look[label], theme, line(points), kind="cfr-curve"),
            element("path", d=lead, stroke=theme.ink, stroke_opacity=0.45, stroke_width=0.8, fill="none"),
            element("circle", cx=x, cy=y, r=3.2, fill=_color(look[label], theme)),
            curve_line(look[label], theme, f"M{num(frame.right + 6)},{num(height)}h24"),
            text(frame.right + 34, height, label, TEXT, fill=theme.ink, text_anchor="start"),
        ]
    return parts


def _spread(heights, top, bottom):
    """Return rising heights, moved apart to the height of a line and kept on the page."""
    for k in range(1, len(heights)):
        heights[k] = max(heights[k], heights[k - 1] + LINE)
    for k in reversed(range(len(heights))):
        heights[k] = min(heights[k], bottom if k == len(heights) - 1 else heights[k + 1] - LINE)
    return [max(height, top + LINE * k) for k, height in enumerate(heights)]


def curve_line(look, theme, d, kind=None):
    """Return a path as a curve looks."""
    dashes = None if look.dash == "-" else " ".join(num(part) for part in look.dash[1])
    stroke = {"stroke": _color(look, theme), "stroke_width": 2.2, "stroke_dasharray": dashes}
    return element("path", d=d, fill="none", class_=kind, stroke_linejoin="round", **stroke)


def _color(look, theme):
    return theme.ink if look.color == LIGHT.ink else look.color


def _sentence(drawn, xlabel, ylabel):
    last = {label: curve[-1] for label, curve in drawn.items() if curve}
    reached = "; ".join(f"{label} {readable(y, 3)} after {readable(x)}" for label, (x, y) in last.items())
    return f"{ylabel.capitalize()} against {xlabel}: {reached or 'nobody has started'}."
