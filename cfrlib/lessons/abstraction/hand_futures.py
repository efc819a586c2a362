"""What a hand may still become: hand strength over all boards that can come, of one hand, or of two in two plots."""

from html import escape
from math import ceil, sqrt

from cfrlib._util.arguments import said as written
from cfrlib.abstraction import futures as counted
from cfrlib.cards.boards import read_deal
from cfrlib.cards.deck import Deck
from cfrlib.cards.hand_strength import large_enough
from cfrlib.draw.parts.colors import SKY, VERMILLION
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import element, num, readable, text_width
from cfrlib.draw.parts.tokens import CARD, TALL, cards
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.draw.preflop import percent

BINS, STEPS = 20, (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
"""Bins of HS, from 0 to 1; how far apart ticks of the other axis may be."""
EDGE, LEFT, WIDE, HIGH, LOW = 14.0, 66.0, 740.0, 150.0, 110.0
"""At the sides; where a plot begins; how wide it is, and how high; how high each of two is, to fit on a projector."""


@drawing
def futures(
    hands: str | tuple[str, str], board: str = "", deck: Deck | tuple[int, int] = (13, 4), last: int = 5,
    title: str | None = None, name: str | None = None, *, standalone: bool = True,
) -> Picture:  # fmt: skip
    """Draw how strong a hand is at the showdown, over all boards that can come.

    `hands` is a hand, "AsKd", or a pair of them, one above the other on the same axes; `last` is the number of board
    cards at the showdown, 5 or 3. E[HS] and the root of E[HS^2] are marked: the more the strength still changes, the
    farther they lie from each other.
    """
    pen, each = Pen(standalone), read_futures(hands, board, deck, last)
    top, step = highest(each)
    high = HIGH if len(each) == 1 else LOW
    for k, one in enumerate(each):
        _plot(pen, *one, 10 + k * (TALL / 2 + 106 + high), high, top, step)
    bottom = 10 + len(each) * (TALL / 2 + 106 + high)
    look = {"kind": "cfr-futures", "standalone": standalone, "title": title, "name": name}
    desc = " ".join(f"{_spoken(*one)}." for one in each)
    called = "What a hand may still become"
    return composed(LEFT + WIDE + EDGE, bottom, *pen.parts, called=called, desc=desc, **look)


def read_futures(hands, board, deck, last):
    """Return (names of the hand's cards, of the board's cards, `Futures`) of each hand; errors as in `futures`."""
    hands, deck, each = (hands,) if isinstance(hands, str) else hands, Deck.of(deck), []
    if not isinstance(hands, tuple | list) or len(hands) not in (1, 2):
        raise ValueError(f"hands={written(hands)}: it takes a hand, such as 'AsKd', or a pair of hands")
    deck = large_enough(deck, last)
    for hand in hands:
        held, shown = read_deal(deck, hand, board, last, "hands")
        distribution = counted.futures(deck, hand, board, last)
        each.append(([deck.names[card] for card in held[::-1]], [deck.names[card] for card in shown], distribution))
    return each


def _spoken(held, shown, strengths):
    """Return what a distribution of strengths shows in words, without a full stop."""
    held = "".join(held) + (f" on {''.join(shown)}" if shown else " before the flop")
    if strengths.boards == 1:
        return f"{held}: no card is to come, HS = {readable(strengths.mean, 3)}"
    weak, strong = (
        percent(strengths.weights[which].sum() / strengths.boards)
        for which in (strengths.values < 0.25, strengths.values > 0.75)
    )
    mean, square, root = _numbers(strengths)
    return (
        f"{held}: over {strengths.boards:,} boards that can come E[HS] = {mean} and E[HS²] = {square}, its root "
        f"{root}; HS is below 0.25 on {weak} of them, above 0.75 on {strong}"
    )


def _numbers(strengths):
    """Return E[HS], E[HS^2] and its root, as they are written."""
    return [readable(x, 3) for x in (strengths.mean, strengths.mean_square, sqrt(strengths.mean_square))]


def highest(each):
    """Return (where the vertical axis ends, between two ticks of it), for all of these distributions."""
    top = max(float(one.bins(BINS).max() / one.boards) for *_, one in each)
    step = next((step for step in STEPS if top <= 4 * step), STEPS[-1])
    return ceil(round(top / step, 9)) * step, step


def _plot(pen, held, shown, strengths, y, tall, most, step):
    """Draw the cards, the numbers and the histogram of a hand, from `y` on."""
    boards, head, floor = strengths.boards, y + TALL / 2, y + TALL / 2 + 56 + tall
    pen.parts += [cards(held, LEFT, y), cards(shown, LEFT + 2 * CARD + 20, y)]
    mean, square, root = _numbers(strengths)
    key = ("mean", f"E[HS] = {mean}"), ("root", f"√E[HS²] = {root}"), ("", f"E[HS²] = {square}")
    wide = [1.25 * text_width(said, 14) + 16 for _, said in key]  # it is bold, and on a small screen larger
    x = LEFT + WIDE + 16 - sum(wide) - 2 * 18
    for (sign, said), long in zip(key, wide, strict=True):
        if sign:
            _mark(pen, sign, x + 7, head - 9, head + 9)
            x += 18
        pen.say(x, head, said, anchor="start", bold=True)
        x += long
    for k in range(round(most / step) + 1):
        level = floor - tall * k * step / most
        pen.path("M", (LEFT - 5, level), "h5")
        pen.say(LEFT - 8, level, percent(k * step), anchor="end")
    for k, n in enumerate(strengths.bins(BINS).tolist()):
        if n:
            many = f"{n:,} of {boards:,} boards" if boards > 1 else "this board"
            tip = element("title", escape(f"HS from {num(k / BINS)} to {num((k + 1) / BINS)}: {many}"))
            rises = tall * n / boards / most
            bar = {"x": LEFT + WIDE * k / BINS + 1, "y": floor - rises, "width": WIDE / BINS - 2, "height": rises}
            pen.parts.append(element("rect", tip, **bar, fill=SKY, stroke=pen.ink, stroke_width=0.6))
    pen.path("M", (LEFT, floor - tall), "V", floor, "H", LEFT + WIDE, fill="none")
    for k in range(5):
        pen.path("M", (LEFT + WIDE * k / 4, floor), "v5")
        pen.say(LEFT + WIDE * k / 4, floor + 15, num(k / 4))
    said = "the board is complete" if boards == 1 else f"{boards:,} boards can come"
    pen.say(LEFT + WIDE / 2, floor + 35, f"hand strength HS at the showdown; {said}")
    _mark(pen, "mean", LEFT + WIDE * strengths.mean, floor - tall - 18, floor)
    _mark(pen, "root", LEFT + WIDE * sqrt(strengths.mean_square), floor - tall - 5, floor)


def _mark(pen, sign, x, top, floor):
    """Draw a line with a head: E[HS] solid with a disc, the root of E[HS^2] dashed with a square."""
    solid = sign == "mean"
    color = pen.ink if solid else VERMILLION
    pen.path("M", (x, top), "V", floor, stroke=pen.paper, stroke_width=5 if solid else 4.5, stroke_opacity=0.8)
    pen.path("M", (x, top), "V", floor, stroke=color, stroke_width=2.6, stroke_dasharray=None if solid else "7 4")
    if solid:
        pen.dot(x, top, 5, fill=color, stroke=pen.paper)
    else:
        pen.box(x - 4.5, top - 4.5, 9, 9, fill=color, stroke=pen.paper)
