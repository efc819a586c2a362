"""Continual re-solving: what a player carries from one public state to the next, and what comes back from there."""

from cfrlib.draw.parts.colors import PLAYERS
from cfrlib.draw.parts.svg import LIGHT, element, num, readable, text
from cfrlib.draw.picture import composed, drawing

WIDE, APART, EDGE, HIGH = 150.0, 94.0, 8.0, 252.0


@drawing
def carried(seen, title=None, name=None):
    """Draw public states in a row: own range, which goes on to the next, and stored numbers, which come from there.

    `seen` has, by the name of a state, the range of Player 1 and the numbers of Player 2, each a number by hand.
    """
    parts, told = [], []
    for k, (state, (own, stored)) in enumerate(seen.items()):
        left = EDGE + (WIDE + APART) * k
        look = {"fill": "none", "stroke": LIGHT.ink, "stroke_width": 1.2, "rx": 8.0}
        parts.append(element("rect", x=left, y=28.0, width=WIDE, height=HIGH - 36, **look))
        parts.append(text(left + WIDE / 2, 14, state, 14, fill=LIGHT.ink, font_weight="bold"))
        for top, heading in ((44, "your range"), (154, "their numbers")):
            parts.append(text(left + WIDE / 2, top, heading, 13, fill=LIGHT.ink))
        for row, hand in enumerate(own):
            down, down2 = 68.0 + 24 * row, 178.0 + 24 * row
            bar = {"x": left + 32, "y": down - 8, "width": 66 * own[hand], "height": 16.0, "fill": PLAYERS[0]}
            parts += [text(left + 18, down, hand, 14, fill=LIGHT.ink), element("rect", **bar)]
            parts.append(text(left + WIDE - 8, down, f"{own[hand]:.2f}", 14, fill=LIGHT.ink, text_anchor="end"))
            said = f"{stored[hand]:z.2f}".replace("-", "−")
            parts.append(element("rect", x=left + 42, y=down2 - 10, width=66.0, height=20.0, fill="#FBEBCB", rx=4.0))
            parts += [
                text(left + 18, down2, hand, 14, fill=LIGHT.ink),
                text(left + 75, down2, said, 14, fill=LIGHT.ink),
            ]
        told.append(f"{state}: range {_row(own)}, stored {_row(stored)}")
        if k:
            for way, down, color, words in ((1, 92, PLAYERS[0], ("times how", "often you", "do this")),
                                            (-1, 202, PLAYERS[1], ("what each", "hand gets", "there"))):  # fmt: skip
                start, end = (left - APART + 6, left - 6)[::way]
                head = f"M{num(end)},{down}l{-9 * way},-6v12Z"
                parts.append(
                    element("path", d=f"M{num(start)},{down}H{num(end - 8 * way)}", stroke=color, stroke_width=3.0)
                )
                parts.append(element("path", d=head, fill=color))
                for row, word in enumerate(words):
                    shift = -38 + 16 * row if row < 2 else 16
                    parts.append(text(left - APART / 2, down + shift, word, 13, fill=LIGHT.ink))
    desc = ". ".join(told)
    width = 2 * EDGE + len(seen) * (WIDE + APART) - APART
    return composed(width, HIGH, *parts, called="Carried on", desc=desc, kind="cfr-carried", title=title, name=name)


def _row(numbers):
    return ", ".join(f"{hand} {readable(round(value, 2))}" for hand, value in numbers.items())
