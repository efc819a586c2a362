"""Matplotlib's SVG, the same to the byte everywhere.

Coordinates are rounded to two decimals, and every id is numbered anew: Matplotlib derives its ids from
unrounded coordinates, whose last digits differ between processors. A prefix made from the rounded picture keeps the
ids of two pictures on one page apart.
"""

import hashlib
import io
import re
from html import escape

from cfrlib.draw.parts.svg import element, num

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
