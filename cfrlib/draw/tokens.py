"""Cards and dice, as they lie on a table."""

from cfrlib.draw.colours import VERMILLION, YELLOW, text_on
from cfrlib.draw.svg import element, text

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
CARD, TALL = 42.0, 46.0
"""From a card to the next one; how high it is."""
DIE = 38.0


def parted(label):
    """Return the cards of a label such as "2c7d9h"."""
    return [label[k : k + 2] for k in range(0, len(label), 2)]


def cards(names, x, y, back="#0072B2"):
    """Return cards side by side.

    Parameters
    ----------
    names : sequence of str or None
        "As", or a rank alone; None lies face down.
    x, y : float
    back : str
        Colour of what lies face down.
    """
    parts = []
    for k, name in enumerate(names):
        at, fill = x + CARD * k, back if name is None else "#FFFFFF"
        parts.append(element("rect", x=at, y=y, width=36, height=46, rx=5, fill=fill, stroke="#222222"))
        if name is None:
            parts.append(text(at + 18, y + 23, "?", 20, fill=text_on(back)))
            continue
        rank, suit = name[0], name[1:]
        ink = {"fill": VERMILLION if suit in ("d", "h") else "#000000", "font_weight": "bold"}
        parts.append(text(at + 18, y + (14 if suit else 24), rank, 17 if suit else 22, **ink))
        if suit:
            parts.append(text(at + 18, y + 34, SYMBOLS[suit], 18, **ink))
    return "".join(parts)


def dice(faces, x, y, colour, counting=()):
    """Return dice side by side.

    Parameters
    ----------
    faces : sequence of str or None
        None is under the cup.
    x, y : float
    colour : str
        Of the player who holds them.
    counting : sequence of bool
        Which of them to mark.
    """
    parts = []
    for k, face in enumerate(faces):
        at, marked = x + (DIE + 10) * k, k < len(counting) and counting[k]
        fill = colour if face is None else YELLOW if marked else "#FFFFFF"
        frame = {"x": at, "y": y, "width": DIE, "height": DIE, "rx": 7}
        parts.append(element("rect", fill=fill, stroke=colour, stroke_width=2.4, **frame))
        shown = "?" if face is None else face
        parts.append(text(at + DIE / 2, y + DIE / 2, shown, 20, fill=text_on(fill)))
    return "".join(parts)
