"""The square of hands before the flop, each with its percentile bucket: where the first cut goes through."""

import numpy as np

from cfrlib.draw.parts.actions import box
from cfrlib.draw.parts.colors import text_on
from cfrlib.draw.parts.grid import HandSquare
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, text, text_width
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.draw.preflop import EDGE, percent
from cfrlib.games.limit_base import LimitHoldem
from cfrlib.lessons.abstraction.hand_in_buckets import bucketed

PALE, DEEP = (234, 243, 250), (0, 62, 104)
"""The weakest and the strongest bucket, in red, green and blue."""
WIDE, HIGH = 66.0, 30.0
"""Width and height of a cell."""
HEAD = "Bucket of each hand before the flop: 1 is the weakest"


@drawing
def preflop_buckets(
    game: LimitHoldem, title: str | None = None, name: str | None = None, *, standalone: bool = True
) -> Picture:
    """Draw the square of hands before the flop, each with its bucket, in a game with buckets."""
    deck, count, theme = bucketed(game).deck, game.buckets[0], LIGHT if standalone else INLINE
    square = HandSquare(deck)
    bucket = game.percentiles.tables.preflop[square.first]
    shares = np.bincount(bucket, square.hands) / len(deck.hands)
    words = {int(k): f"{k + 1}: {percent(shares[k])}" for k in np.flatnonzero(shares)}
    width = 2 * EDGE + max(deck.ranks * WIDE, *(1.08 * text_width(said, 14) for said in (HEAD, square.caption)))
    left = (width - deck.ranks * WIDE) / 2
    key, top = _key(words, count, width, theme)
    bottom = top + deck.ranks * HIGH
    body = [
        text(width / 2, 16, HEAD, 14, fill=theme.ink, font_weight="bold"),
        *key,
        *_cells(square, bucket.tolist(), count, left, top, theme),
        text(width / 2, bottom + 15, square.caption, 14, fill=theme.ink),
    ]
    desc = ", ".join(f"bucket {k + 1} has {percent(shares[k])} of all hands" for k in words) + "."
    return composed(width, bottom + 30, *body, called=f"{count:,} bucket{'s' if count > 1 else ''} before the flop",
                    desc=desc, kind="cfr-preflop-buckets", standalone=standalone, title=title, name=name)  # fmt: skip


def _key(words, count, width, theme):
    """Return swatches with the numbers and shares of the buckets, in rows, and where they end."""
    step, parts = max(text_width(word, 14) for word in words.values()) + 46, []
    columns = int((width - 2 * EDGE) // step)
    for place, (k, word) in enumerate(words.items()):
        x, y = EDGE + place % columns * step, 44.0 + 24 * (place // columns)
        frame = {"width": 22, "height": 16, "stroke": theme.ink, "stroke_width": 0.7}
        parts.append(element("rect", x=x, y=y - 8, fill=shade(k, count), **frame))
        parts.append(text(x + 28, y, word, 14, fill=theme.ink, text_anchor="start"))
    return parts, 46.0 + 24 * -(-len(words) // columns)


def _cells(square, bucket, count, left, top, theme):
    """Yield the cells: the name of the hands and the number of their bucket."""
    for c, (hand, k) in enumerate(zip(square.names, bucket, strict=True)):
        fill, cell = shade(k, count), square.box(c, left, top, WIDE, HIGH)
        x, y = cell["x"], cell["y"]
        yield element(
            "g",
            element("title", f"{hand}: bucket {k + 1} of {count:,}"),
            element("path", d=box(x, y, WIDE, HIGH), fill=fill, stroke=theme.paper, stroke_width=1.5),
            text(x + 6, y + HIGH / 2, hand, 14, fill=text_on(fill), text_anchor="start"),
            text(x + WIDE - 6, y + HIGH / 2, k + 1, 14, fill=text_on(fill), font_weight="bold", text_anchor="end"),
        )


def shade(bucket, count):
    """Return the fill of a bucket: the stronger, the darker."""
    part = bucket / (count - 1) if count > 1 else 0.5
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in zip(PALE, DEEP, strict=True))
