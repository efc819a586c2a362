"""A pen for pictures drawn by hand: it knows the colors of the page, and keeps what it has drawn."""

from contextlib import contextmanager

from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, text
from cfrlib.draw.picture import titled


class Pen:
    """Draws each part above those before, in the colors `ink` and `paper`; what it has drawn are its `parts`.

    Whatever else a part is given by name, such as `opacity`, is an attribute of the SVG element.
    """

    def __init__(self, standalone=True):
        self.standalone, self.parts = standalone, []
        self.ink, self.paper = self.theme = LIGHT if standalone else INLINE

    def say(self, x, y, words, size=14, anchor="middle", bold=False, class_=None, **look):
        """Write words around (x, y), or beside it where the `anchor` is "start" or "end"."""
        weight = "bold" if bold else None
        look = {"text_anchor": anchor, "class_": class_, "fill": self.ink, "font_weight": weight} | look
        self.parts.append(text(x, y, words, size, **look))

    def lines(self, x, y, step, *rows, **look):
        """Write lines of text below one another, all beginning at `x`."""
        for k, words in enumerate(rows):
            self.say(x, y + step * k, words, anchor="start", **look)

    def box(self, x, y, wide, high, class_=None, **look):
        """Draw a rectangle by its upper left corner, empty unless it has a `fill`."""
        place = {"x": float(x), "y": float(y), "width": float(wide), "height": float(high)}
        look = look if "fill" in look else {"fill": "none", **look}
        self.parts.append(element("rect", class_=class_, **place, **look))

    def dot(self, x, y, r, class_=None, **look):
        """Draw a circle around (x, y), full of ink unless it has another `fill`."""
        place = {"cx": float(x), "cy": float(y), "r": float(r)}
        look = look if "fill" in look else {"fill": self.ink, **look}
        self.parts.append(element("circle", class_=class_, **place, **look))

    def path(self, *d, class_=None, **look):
        """Draw through points, or along a path such as "M", (0, 5), "h", 20; in ink unless it has a `stroke`."""
        written = "".join(map(_written, d)) if isinstance(d[0], str) else line(d)
        look = look if "stroke" in look else {"stroke": self.ink, **look}
        self.parts.append(element("path", class_=class_, d=written, **look))

    def area(self, *points, class_=None, **look):
        """Fill what lies between points."""
        self.parts.append(element("path", class_=class_, d=line(points) + "Z", **look))

    @contextmanager
    def group(self, **look):
        """Join what is drawn meanwhile, such as for a click."""
        before, self.parts = self.parts, []
        yield
        self.parts = [*before, element("g", *self.parts, **look)]

    def picture(self, width, height, *, title, desc, kind):
        """Return all as a picture, with a background of its own if the pen is `standalone`."""
        look = {"title": title, "desc": desc, "kind": kind, "standalone": self.standalone}
        return titled(width, height, *self.parts, **look)


def _written(part):
    if isinstance(part, str):
        return part
    return ",".join(map(num, part)) if isinstance(part, tuple) else num(part)
