"""Continual re-solving: what a player carries from one public state to the next."""

from cfrlib.draw.parts.colors import PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import composed, drawing

WIDE, APART, EDGE, HIGH = 150.0, 94.0, 8.0, 252.0
WAYS = (92, ("times how", "often you", "do this")), (202, ("what each", "hand gets", "there"))
"""What goes on to the next state: how far down the arrow is, and its words."""


@drawing
def carried(seen, title=None, name=None):
    """Draw public states in a row: own range and stored numbers, which both go on to the next.

    `seen` has, by the name of a state, the range of Player 1 and the numbers of Player 2, each a number by hand.
    """
    pen, told = Pen(), []
    for k, (state, (own, stored)) in enumerate(seen.items()):
        left = EDGE + (WIDE + APART) * k
        pen.box(left, 28, WIDE, HIGH - 36, stroke=pen.ink, stroke_width=1.2, rx=8.0)
        pen.say(left + WIDE / 2, 14, state, bold=True)
        pen.say(left + WIDE / 2, 44, "your range", 13)
        pen.say(left + WIDE / 2, 154, "their numbers", 13)
        for row, hand in enumerate(own):
            down = 68.0 + 24 * row
            pen.say(left + 18, down, hand)
            pen.box(left + 32, down - 8, 66 * own[hand], 16, fill=PLAYERS[0])
            pen.say(left + WIDE - 8, down, f"{own[hand]:.2f}", anchor="end")
            pen.box(left + 42, down + 100, 66, 20, fill="#FBEBCB", rx=4.0)
            pen.say(left + 18, down + 110, hand)
            pen.say(left + 75, down + 110, f"{stored[hand]:z.2f}".replace("-", "−"))
        told.append(f"{state}: range {_row(own)}, stored {_row(stored)}")
        for (down, words), color in zip(WAYS, PLAYERS, strict=True) if k else ():
            pen.path("M", (left - APART + 6, down), "H", left - 14, stroke=color, stroke_width=3.0)
            pen.path("M", (left - 6, down), "l", (-9, -6), "v12Z", stroke=None, fill=color)
            for word, shift in zip(words, (-38, -22, 16), strict=True):
                pen.say(left - APART / 2, down + shift, word, 13)
    look = {"called": "Carried on", "desc": ". ".join(told), "kind": "cfr-carried", "title": title, "name": name}
    return composed(2 * EDGE + len(seen) * (WIDE + APART) - APART, HIGH, *pen.parts, **look)


def _row(numbers):
    return ", ".join(f"{hand} {readable(round(value, 2))}" for hand, value in numbers.items())
