"""The square of hands before the flop, each with its percentile bucket: where the first cut goes through."""

import numpy as np

from cfrlib.draw.parts.colors import text_on
from cfrlib.draw.parts.grid import HandSquare
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import element, text_width
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.draw.preflop import EDGE, percent
from cfrlib.games.limit_base import LimitHoldem

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
    if not isinstance(game, LimitHoldem) or game.layout != "buckets":
        raise ValueError(f"game={game!r}: it takes hold'em with buckets, such as texas(buckets=5)")
    deck, count, pen, square = game.deck, game.buckets[0], Pen(standalone), HandSquare(game.deck)
    bucket = game.percentiles.tables.preflop[square.first]
    shares = np.bincount(bucket, square.hands) / len(deck.hands)
    words = {int(k): f"{k + 1}: {percent(shares[k])}" for k in np.flatnonzero(shares)}
    width = 2 * EDGE + max(deck.ranks * WIDE, *(1.08 * text_width(said, 14) for said in (HEAD, square.caption)))
    pen.say(width / 2, 16, HEAD, bold=True)
    step = max(text_width(word, 14) for word in words.values()) + 46
    columns = int((width - 2 * EDGE) // step)
    for place, (k, word) in enumerate(words.items()):
        x, y = EDGE + place % columns * step, 44.0 + 24 * (place // columns)
        pen.box(x, y - 8, 22, 16, fill=shade(k, count), stroke=pen.ink, stroke_width=0.7)
        pen.say(x + 28, y, word, anchor="start")
    top = 46.0 + 24 * -(-len(words) // columns)
    for c, (hand, k) in enumerate(zip(square.names, bucket.tolist(), strict=True)):
        fill, cell = shade(k, count), square.box(c, (width - deck.ranks * WIDE) / 2, top, WIDE, HIGH)
        x, y = cell["x"], cell["y"]
        with pen.group():
            pen.parts.append(element("title", f"{hand}: bucket {k + 1} of {count:,}"))
            pen.box(x, y, WIDE, HIGH, fill=fill, stroke=pen.paper, stroke_width=1.5)
            pen.say(x + 6, y + HIGH / 2, hand, anchor="start", fill=text_on(fill))
            pen.say(x + WIDE - 6, y + HIGH / 2, str(k + 1), anchor="end", bold=True, fill=text_on(fill))
    bottom = top + deck.ranks * HIGH
    pen.say(width / 2, bottom + 15, square.caption)
    desc = ", ".join(f"bucket {k + 1} has {percent(shares[k])} of all hands" for k in words) + "."
    called = f"{count:,} bucket{'s' if count > 1 else ''} before the flop"
    look = {"kind": "cfr-preflop-buckets", "standalone": standalone, "title": title, "name": name}
    return composed(width, bottom + 30, *pen.parts, called=called, desc=desc, **look)


def shade(bucket, count):
    """Return the fill of a bucket: the stronger, the darker."""
    part = bucket / (count - 1) if count > 1 else 0.5
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in zip(PALE, DEEP, strict=True))
