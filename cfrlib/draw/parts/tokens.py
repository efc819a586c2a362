"""Cards and dice, as they lie on a table."""

import re

from cfrlib.draw.parts.colors import VERMILLION, YELLOW, text_on
from cfrlib.draw.parts.svg import element, text, text_width

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
CARD, TALL, WIDEST = 42.0, 46.0, 200.0
"""From a card to the next one; how high it is; the width of one with a long text on it."""
DIE = 38.0
PARTS = re.compile(r"(?:[2-9TJQKA][shdc])+")
NAME = re.compile(r"([2-9TJQKA]|[0-9]+)([shdc])")
"""Labels that are cards: several, "2c7d9h", and a single one, "2c" or, in a large deck, "14c"."""


def parted(label, kind="cards"):
    """Return the cards of a label such as "2c7d9h", where any other label is one card; or its dice, a letter each."""
    if kind == "dice":
        return list(label)
    return [label[k : k + 2] for k in range(0, len(label), 2)] if PARTS.fullmatch(label) else [label]


def tokens(kind, faces, x, y, color, counting=()):
    """Return cards or dice side by side, at one height; see `cards` and `dice`."""
    if kind == "dice":
        return dice(faces, x, y + (TALL - DIE) / 2, color, counting)
    return cards(faces, x, y, color)


def cards(names, x, y, back="#0072B2"):
    """Return cards side by side: "As", a rank alone, or any text; None lies face down, and shows its `back`."""
    parts, at = [], x
    for name in names:
        card = NAME.fullmatch(name or "")
        rank, suit = card.groups() if card else (name or "", "")
        size = 17 if suit else 22 if len(rank) < 2 else min(14, (WIDEST - 12) / text_width(rank, 1))
        wide = 36 if len(rank) < 2 else max(36, text_width(rank, size) + 12)
        fill = back if name is None else "#FFFFFF"
        parts.append(element("rect", x=at, y=y, width=wide, height=46, rx=5, fill=fill, stroke="#222222"))
        middle = at + wide / 2
        at += wide + CARD - 36
        if name is None:
            parts.append(text(middle, y + 23, "?", 20, fill=text_on(back)))
            continue
        ink = {"fill": VERMILLION if suit in ("d", "h") else "#000000", "font_weight": "bold"}
        parts.append(text(middle, y + (14 if suit else 24), rank, size, **ink))
        if suit:
            parts.append(text(middle, y + 34, SYMBOLS[suit], 18, **ink))
    return "".join(parts)


def dice(faces, x, y, color, counting):
    """Return dice side by side in the color of who holds them, those that count marked; None is under the cup."""
    parts = []
    for k, face in enumerate(faces):
        at, marked = x + (DIE + 10) * k, k < len(counting) and counting[k]
        fill = color if face is None else YELLOW if marked else "#FFFFFF"
        frame = {"x": at, "y": y, "width": DIE, "height": DIE, "rx": 7}
        parts.append(element("rect", fill=fill, stroke=color, stroke_width=2.4, **frame))
        shown = "?" if face is None else face
        parts.append(text(at + DIE / 2, y + DIE / 2, shown, 20, fill=text_on(fill)))
    return "".join(parts)
