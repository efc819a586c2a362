"""What a hand may still become: hand strength over all boards that can come, of one hand, or of two in two plots."""

from html import escape
from math import ceil, sqrt

from cfrlib._util.arguments import said as written
from cfrlib.abstraction import futures as counted
from cfrlib.cards.boards import read_deal
from cfrlib.cards.deck import Deck
from cfrlib.cards.hand_strength import large_enough
from cfrlib.draw.parts.colors import SKY, VERMILLION
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, readable, text, text_width
from cfrlib.draw.parts.tokens import CARD, TALL, cards
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.draw.preflop import percent

BINS = 20
"""Bins of HS, from 0 to 1."""
EDGE, LEFT, HIGH = 14.0, 52.0, 150.0
"""At the sides; for the labels of the vertical axis; of the plot."""
WIDE, LOW = 740.0, 110.0
"""How wide a plot is; how high each of two is, so that both fit on a projector."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
DASH = "7 4"


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
    theme, each = LIGHT if standalone else INLINE, read_futures(hands, board, deck, last)
    parts, y = [], 10.0
    for one in each:
        panel, y = plot(*one, EDGE, y, highest(each), theme, HIGH if len(each) == 1 else LOW)
        parts.append(panel)
    return composed(
        LEFT + WIDE + 2 * EDGE, y, *parts, called="What a hand may still become",
        desc=" ".join(f"{spoken(*one)}." for one in each), kind="cfr-futures", standalone=standalone, title=title,
        name=name,
    )  # fmt: skip


def read_futures(hands, board, deck, last, name="hands"):
    """Return (names of the hand's cards, of the board's cards, `Futures`) of each hand; errors as in `futures`."""
    hands, deck, each = (hands,) if isinstance(hands, str) else hands, Deck.of(deck), []
    if not isinstance(hands, tuple | list) or len(hands) not in (1, 2):
        raise ValueError(f"hands={written(hands)}: it takes a hand, such as 'AsKd', or a pair of hands")
    deck = large_enough(deck, last)
    for hand in hands:
        held, shown = read_deal(deck, hand, board, last, name)
        distribution = counted.futures(deck, hand, board, last)
        each.append(([deck.names[card] for card in held[::-1]], [deck.names[card] for card in shown], distribution))
    return each


def spoken(held, shown, strengths):
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


def plot(held, shown, strengths, x, y, top, theme, tall):
    """Return the cards, the numbers and the histogram of a hand, from (x, y), and where all ends below."""
    left, wide, boards = x + LEFT, WIDE, strengths.boards
    parts = [cards(held, left, y), cards(shown, left + 2 * CARD + 20, y)]
    key, width = _key(strengths, theme)
    parts.append(element("g", key, transform=f"translate({num(left + wide - width)},{num(y + TALL / 2)})"))
    high = y + TALL / 2 + 56
    floor, (most, step) = high + tall, top
    for k in range(round(most / step) + 1):
        level = floor - tall * k * step / most
        parts.append(element("path", d=f"M{num(left - 5)},{num(level)}h5", stroke=theme.ink))
        parts.append(text(left - 8, level, percent(k * step), 14, fill=theme.ink, text_anchor="end"))
    for k, n in enumerate(strengths.bins(BINS).tolist()):
        if n:
            many = f"{n:,} of {boards:,} boards" if boards > 1 else "this board"
            tip = element("title", escape(f"HS from {num(k / BINS)} to {num((k + 1) / BINS)}: {many}"))
            rises = tall * n / boards / most
            bar = {"x": left + wide * k / BINS + 1, "y": floor - rises, "width": wide / BINS - 2, "height": rises}
            parts.append(element("rect", tip, **bar, fill=SKY, stroke=theme.ink, stroke_width=0.6))
    frame = f"M{num(left)},{num(high)}V{num(floor)}H{num(left + wide)}"
    parts.append(element("path", d=frame, fill="none", stroke=theme.ink))
    for k in range(5):
        spot = left + wide * k / 4
        parts.append(element("path", d=f"M{num(spot)},{num(floor)}v5", stroke=theme.ink))
        parts.append(text(spot, floor + 15, num(k / 4), 14, fill=theme.ink))
    said = "the board is complete" if boards == 1 else f"{boards:,} boards can come"
    parts.append(text(left + wide / 2, floor + 35, f"hand strength HS at the showdown; {said}", 14, fill=theme.ink))
    parts += _mark("mean", left + wide * strengths.mean, high - 18, floor, theme)
    parts += _mark("root", left + wide * sqrt(strengths.mean_square), high - 5, floor, theme)
    return "".join(parts), floor + 50


def _key(strengths, theme):
    """Return the numbers, with the marks that stand for them in the plot, and how wide they are."""
    mean, square, root = _numbers(strengths)
    parts, x = [], 0.0
    for sign, said in (("mean", f"E[HS] = {mean}"), ("root", f"√E[HS²] = {root}"), ("", f"E[HS²] = {square}")):
        if sign:
            parts += _mark(sign, x + 7, -9.0, 9.0, theme)
            x += 18
        parts.append(text(x, 0.0, said, 14, fill=theme.ink, text_anchor="start", font_weight="bold"))
        x += 1.25 * text_width(said, 14) + 16  # it is bold, and on a small screen larger than the rest
    return "".join(parts), x - 16


def _mark(sign, x, top, floor, theme):
    """Return a line with a head: E[HS] solid with a disc, the root of E[HS^2] dashed with a square."""
    line, solid = f"M{num(x)},{num(top)}V{num(floor)}", sign == "mean"
    color = theme.ink if solid else VERMILLION
    yield element("path", d=line, stroke=theme.paper, stroke_width=5 if solid else 4.5, stroke_opacity=0.8)
    yield element("path", d=line, stroke=color, stroke_width=2.6, stroke_dasharray=None if solid else DASH)
    if solid:
        yield element("circle", cx=x, cy=top, r=5, fill=color, stroke=theme.paper)
    else:
        yield element("rect", x=x - 4.5, y=top - 4.5, width=9, height=9, fill=color, stroke=theme.paper)
