"""Percentile buckets: which one a hand falls into, street by street."""

from itertools import accumulate
from operator import mul
from typing import NamedTuple

from cfrlib.abstraction.futures import futures
from cfrlib.cards.boards import read_deal
from cfrlib.cards.deck import FLOP, number
from cfrlib.draw.parts.colors import SKY
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, readable, text, text_width
from cfrlib.draw.picture import composed, drawing
from cfrlib.games.limit_base import LimitHoldem
from cfrlib.lessons.abstraction.hand_futures import EDGE, HIGH, LEFT, WIDE, highest, plot, read_futures, spoken

ROUNDS = ("before the flop", "on the flop", "on the turn", "on the river")
SIDE, BOXES, BESIDE = 138.0, 488.0, 158.0
"""Left of the boxes, for the streets; for the boxes; right of them, for the range and the strength."""
ROW, FUNNEL = 44.0, 22.0
"""How high boxes are, and how far apart two rows of them."""
MOST_BOXES = 24
"""The most boxes of a street; of more, only the one that a hand falls into is drawn."""


class Step(NamedTuple):
    """The bucket of a hand on one street, from 0 for the weakest; None before its cards are dealt, as is E[HS^2]."""

    betting_round: int
    bucket: int | None
    buckets: int
    square: float | None

    @property
    def range(self):
        """The percentiles between which it is cut, such as "60–80 %"."""
        low, high = (num(100 * k / self.buckets, 1) for k in (self.bucket, self.bucket + 1))
        return f"{low}–{high} %"


@drawing
def hand_in_buckets(game, hand, board="", name=None, *, standalone=True):
    """Draw what a hand may still become, and below it the buckets it falls into, betting round by betting round."""
    theme, path = LIGHT if standalone else INLINE, read_path(game, hand, board)
    (one,) = read_futures(hand, board, game.deck, sum(game.shows), "hand")
    above, y = plot(*one, EDGE, 10.0, highest([one]), theme, HIGH if standalone else 100.0)
    rows, bottom = _rows(path, game.recall == "perfect", EDGE, y + 14, theme)
    return composed(
        2 * EDGE + LEFT + WIDE, bottom, above, *rows, called="A hand in its buckets",
        desc=f"{spoken(*one)}. Buckets: {spoken_path(game, path)}.", kind="cfr-buckets", standalone=standalone,
        title=None, name=name,
    )  # fmt: skip


def read_path(game, hand, board=""):
    """Return the `Step` of each betting round; errors as in `hand_in_buckets`."""
    game = bucketed(game)
    deck, last = game.deck, sum(game.shows)
    held, shown = read_deal(deck, hand, board, last)
    dealt = [deck.label(shown[:FLOP]), *(deck.names[card] for card in shown[FLOP:])] if shown else []
    path = []
    for k, buckets in enumerate(game.buckets):
        if k > len(dealt):
            path.append(Step(k, None, buckets, None))
            continue
        key, _ = game.key(0, (), tuple(dealt[:k]), int(number(held)))
        square = futures(deck, held, shown[: FLOP + k - 1] if k else (), last).mean_square
        path.append(Step(k, int(key.rpartition(".")[2]) - 1, buckets, square))
    return path


def spoken_path(game, path):
    """Return the buckets in words: "before the flop bucket 5 of 5 (80–100 %), ...: sequence 5.3, one of 25"."""
    dealt = [step for step in path if step.bucket is not None]
    said = ", ".join(f"{ROUNDS[s.betting_round]} bucket {s.bucket + 1} of {s.buckets} ({s.range})" for s in dealt)
    if game.recall != "perfect":
        return f"{said}; each street is cut as a whole"
    many = list(accumulate((step.buckets for step in dealt), mul))[-1]
    return f"{said}: sequence {sequence(dealt)}, one of {many:,}"


def sequence(path):
    """Return the buckets as they stand in a key: "5.3"."""
    return ".".join(str(step.bucket + 1) for step in path if step.bucket is not None)


def bucketed(game):
    """Return the game if it has buckets, or raise the ValueError that says so."""
    if not isinstance(game, LimitHoldem) or game.layout != "buckets":
        raise ValueError(f"game={game!r}: it takes hold'em with buckets, such as texas(buckets=5)")
    return game


def _rows(path, nested, x, y, theme):
    """Return the rows of boxes, from (x, y), with funnels from the box that is cut to its parts; and where all ends."""
    left, parts = x + SIDE, []
    before_it, behind = ({"fill": theme.ink, "text_anchor": anchor} for anchor in ("end", "start"))
    for step in path:
        before, dealt, of = path[: step.betting_round], step.bucket is not None, "of all hands"
        if nested and before:
            of = f"of bucket {sequence(before)}" if before[-1].bucket is not None else "cut once more"
            if dealt:
                parts.append(_funnel(before[-1], left, y - FUNNEL))
        said, weight = ROUNDS[step.betting_round].capitalize(), "bold" if dealt else "normal"
        parts.append(text(left - 12, y + 14, said, 14, **before_it, font_weight=weight))
        parts.append(text(left - 12, y + 31, of, 14, **before_it))
        if dealt:
            parts += _boxes(step, left, y, theme)
            strength = f"E[HS²] = {readable(step.square, 3)}"
            parts.append(text(left + BOXES + 12, y + 14, step.range, 14, **behind, font_weight="bold"))
            parts.append(text(left + BOXES + 12, y + 31, strength, 14, **behind))
        else:
            frame = {"x": left, "y": y, "width": BOXES, "height": ROW, "fill": "none", "stroke": theme.ink}
            parts.append(element("rect", **frame, stroke_dasharray="3 4", stroke_opacity=0.7))
            parts.append(text(left + BOXES / 2, y + ROW / 2, "not dealt yet", 14, fill=theme.ink, font_style="italic"))
        y += ROW + FUNNEL
    cut = "Each row cuts the filled box above it." if nested else "Each street is cut as a whole."
    ties = "Equally strong hands are never cut apart, so a part can be a little larger or smaller than it says."
    said = enumerate((f"From weak to strong, by E[HS²]. {cut}", ties))
    told = (text(left, y - 8 + 17 * k, words, 14, **behind) for k, words in said)
    return [*parts, element("g", *told, class_="legend")], y + 2 * 17


def _boxes(step, left, y, theme):
    """Yield the boxes of a street, the one that the hand falls into filled, each with as many words as fit."""
    wide, few = BOXES / step.buckets, step.buckets <= MOST_BOXES
    drawn = range(step.buckets) if few else [step.bucket]
    ranges = [step._replace(bucket=k).range for k in drawn]
    small = 14 if theme is INLINE else 11  # widgets are shown on small screens, too
    split = any(text_width(said, small) > wide - 2 for said in ranges)
    lines = [said.replace("–", "–\n").splitlines() if split else [said] for said in ranges]
    fit = all(text_width(part, small - 1) < wide - 2 for said in lines for part in said) and (small == 11 or not split)
    split = split and fit
    if not few:
        yield element("rect", x=left, y=y, width=BOXES, height=ROW, fill=theme.paper, stroke=theme.ink)
    for k in sorted(drawn, key=step.bucket.__eq__):  # the filled one last, on top
        filled, middle = k == step.bucket, left + (k + 0.5) * wide
        look = {"fill": SKY, "stroke_width": 3} if filled else {"fill": theme.paper, "stroke_width": 0.8}
        frame = {"x": left + k * wide, "y": y, "width": max(wide, 2.0), "height": ROW, "stroke": theme.ink}
        yield element("rect", **frame, **look)
        if few:
            ink, weight = ("#000000", "bold") if filled else (theme.ink, "normal")
            high = ROW / 2 if not fit else 10 if split else 15
            yield text(middle, y + high, k + 1, 14 if split else 16, fill=ink, font_weight=weight)
            for n, part in enumerate(lines[k] if fit else ()):
                yield text(middle, y + (24 + 12 * n if split else 33), part, 10 if split else small, fill=ink)


def _funnel(step, left, y):
    """Return what leads from a box to the row of its parts."""
    wide = BOXES / step.buckets
    near = left + step.bucket * wide
    corners = (near, y), (near + wide, y), (left + BOXES, y + FUNNEL), (left, y + FUNNEL)
    return element("path", d=line(corners) + "z", fill=SKY, fill_opacity=0.3)
