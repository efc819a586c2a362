"""The square of hands before the flop, each with its percentile bucket: where the first cut goes through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cfrlib.cards.preflop import preflop_names, preflop_table
from cfrlib.draw.parts.colors import text_on
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, text, text_width
from cfrlib.draw.picture import composed, drawing
from cfrlib.draw.preflop import EDGE, box, percent
from cfrlib.lessons.abstraction.hand_in_buckets import bucketed

if TYPE_CHECKING:
    from cfrlib.draw.picture import Picture
    from cfrlib.games.limit_base import LimitHoldem

PALE, DEEP = (234, 243, 250), (0, 62, 104)
"""The weakest and the strongest bucket, in red, green and blue."""
WIDE, HIGH = 58.0, 42.0
"""Of a cell."""
HEAD = "Bucket of each hand before the flop: 1 is the weakest"


@drawing
def preflop_buckets(
    game: LimitHoldem, title: str | None = None, name: str | None = None, *, standalone: bool = True
) -> Picture:
    """Draw the square of hands before the flop, each with its bucket.

    Parameters
    ----------
    game : texas or holdem
        With buckets.
    title, name : str, optional
        A heading; the name of the file in `figures`.
    standalone : bool
        False: take background and text color from the page.

    Returns
    -------
    Picture
        Its text says which share of all hands each bucket holds.

    Raises
    ------
    ValueError
        If this is no game with buckets.
    """
    deck, count, theme = bucketed(game).deck, game.buckets[0], LIGHT if standalone else INLINE
    table = preflop_table(deck)
    lowest = np.unique(table.hand_class, return_index=True)[1]
    bucket = game.percentiles.tables.preflop[lowest]
    shares = np.bincount(bucket, table.multiplicity) / len(deck.hands)
    words = {int(k): f"{k + 1}: {percent(shares[k])}" for k in np.flatnonzero(shares)}
    caption = "Suited hands (s) above the diagonal, offsuit hands (o) below it."
    if deck.suits == 1:
        caption = "With one suit all hands are suited (s)."
    width = 2 * EDGE + max(deck.ranks * WIDE, *(1.08 * text_width(said, 14) for said in (HEAD, caption)))
    left = (width - deck.ranks * WIDE) / 2
    key, top = _key(words, count, width, theme)
    bottom = top + deck.ranks * HIGH
    body = [
        text(width / 2, 16, HEAD, 14, fill=theme.ink, font_weight="bold"),
        *key,
        *_cells(deck, bucket, count, left, top, theme),
        text(width / 2, bottom + 15, caption, 14, fill=theme.ink),
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


def _cells(deck, bucket, count, left, top, theme):
    """Return the cells: the name of the hands and the number of their bucket."""
    ranks = [name[0] for name in deck.names[:: -deck.suits]]  # from the ace
    for hand, k in zip(preflop_names(deck), bucket.tolist(), strict=True):
        one, other = ranks.index(hand[0]), ranks.index(hand[1])
        row, column = (one, other) if hand.endswith("s") else (other, one)
        fill, x, y = shade(k, count), left + column * WIDE, top + row * HIGH
        tip = element("title", f"{hand}: bucket {k + 1} of {count:,}")
        cell = element("path", d=box(x, y, WIDE, HIGH), fill=fill, stroke=theme.paper, stroke_width=1.5)
        name = text(x + WIDE / 2, y + 12, hand, 14, fill=text_on(fill))
        number = text(x + WIDE / 2, y + 30, k + 1, 16, fill=text_on(fill), font_weight="bold")
        yield element("g", tip, cell, name, number)


def shade(bucket, count):
    """Return the fill of a bucket: the stronger, the darker."""
    part = bucket / (count - 1) if count > 1 else 0.5
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in zip(PALE, DEEP, strict=True))
