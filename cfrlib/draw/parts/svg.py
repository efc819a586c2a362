"""Writing SVG by hand: elements, and the frame that every picture shares.

All numbers pass through `num` (coordinates) or `readable` (text): the last digits of floats differ between processors.
"""

from html import escape
from typing import NamedTuple

FONT = "DejaVu Sans, sans-serif"
NARROW, WIDE = frozenset(" .,:;|!'()[]/fijlrtI"), frozenset("mwMW%@")


class Theme(NamedTuple):
    """What a picture is drawn with: `ink` for lines and text, `paper` for what lies behind them."""

    ink: str
    paper: str


LIGHT = Theme("#222222", "#FFFFFF")
"""For files and saved outputs: readable wherever they are shown, because they bring their own background."""

INLINE = Theme("currentColor", "var(--jp-layout-color0, var(--vscode-editor-background, #fff))")
"""For SVG inside a page or a widget: takes the colors of the light or dark theme around it."""

INLINE_INK = "var(--jp-ui-font-color1, var(--vscode-editor-foreground, #222))"


def num(value, decimals=2):
    """Return a coordinate as text: rounded, without trailing zeros, never "-0"."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def readable(value, digits=6, sign=False):
    """Return a number as a reader wants it: up to 6 significant digits, a real minus sign, 0 below 1e-12.

    >>> readable(-1 / 18, 3), readable(2.0, sign=True), readable(1e-9, 2)
    ('−0.0556', '+2', '1e−9')
    """
    if abs(value) < 1e-12:
        return "0"
    text = f"{value:{'+' if sign else ''}.{min(digits, 6)}g}"
    mantissa, e, exponent = text.partition("e")
    text = mantissa + (f"e{int(exponent)}" if e else "")
    return text.replace("-", "−")


def probability(value, digits=2):
    """Return a probability in as few signs as possible: "0", "1", ".33"."""
    return num(value, digits).removeprefix("0") or "0"


def text_width(content, size):
    """Return about how wide a text is: no font is ever measured, so the picture is the same everywhere."""
    return size * sum(0.38 if c in NARROW else 0.9 if c in WIDE else 0.65 for c in content)


def element(name, *children, **attributes):
    """Return an SVG element around markup: ``class_`` is ``class``, floats are rounded, None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(num(v) if isinstance(v, float) else str(v))}"'
        for key, v in attributes.items()
        if v is not None
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def line(points):
    """Return the ``d`` of a path from point to point."""
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points)


def text(x, y, content, size=11, **attributes):
    """Return a text whose middle is at (x, y) unless `text_anchor` says otherwise."""
    attributes = {"text_anchor": "middle"} | attributes
    return element(
        "text", escape(str(content)), x=float(x), y=float(y + 0.36 * size), font_size=num(size), **attributes
    )


def outlined(paper):
    """Return the attributes that keep a text readable where lines run behind it."""
    return {"stroke": paper, "stroke_width": "4", "stroke_linejoin": "round", "paint_order": "stroke"}


def document(width, height, *body, title, desc, kind, css="", standalone=True, heading=None):
    """Return a complete picture of a natural size in pixels; `title` and `desc` are what a screen reader says.

    `kind` is the class of the root, by which `css` stays within this picture. It brings its own background if it is
    `standalone`, or takes the theme of the page. A `heading` can be seen above it.
    """
    theme = LIGHT if standalone else INLINE
    top = 26 if heading else 0
    width = max(width, 20 + text_width(heading or "", 14))
    parts = [element("title", escape(title)), element("desc", escape(desc))]
    if css:
        parts.append(f"<style>{css}</style>")
    if standalone:
        parts.append(element("rect", width="100%", height="100%", fill=theme.paper))
    if heading:
        parts.append(text(width / 2, 18, heading, 14, fill=theme.ink, font_weight="bold"))
        body = (element("g", *body, transform=f"translate(0,{top})"),)
    style = "max-width:100%;height:auto" + ("" if standalone else f";color:{INLINE_INK}")
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class_": kind,
        "width": num(width),
        "height": num(height + top),
        "viewBox": f"0 0 {num(width)} {num(height + top)}",
        "role": "img" if standalone else "group",
        "font_family": FONT,
        "style": style,
    }
    return element("svg", "\n", "\n".join([*parts, *body]), "\n", **attributes) + "\n"
