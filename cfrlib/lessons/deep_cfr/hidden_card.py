"""A card that is hidden from training: what a network says of it all the same, and what a table says."""

from functools import cache

import ipywidgets as W
import numpy as np
from numpy.typing import NDArray

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import CURRENT, GRAY, GREEN
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, readable, text
from cfrlib.draw.picture import Picture, titled
from cfrlib.lessons.deep_cfr import guessing
from cfrlib.widgets.parts.controls import following, value_of
from cfrlib.widgets.widget import Widget

NO_CARD = "no card"
WIDTH, HEIGHT, LOW, HIGH = 620, 280, -1.5, 3.5
KEYS = {"ArrowRight": "next_card", "t": "tell_otherwise"}


class hidden_card(Widget):
    """Trains a network on Kuhn poker with thirteen cards, where one card is hidden from training.

    `hidden` is a card, or "no card"; `told` is how the network gets the card it holds, "by its rank" or "by its name".
    A bar is the table: the mean of all samples of how much better calling is than folding. A dot is the network.
    """

    takes, state, width = KEYS, ("hidden", "told"), WIDTH

    def __init__(self, hidden: str = NO_CARD, told: str = guessing.TOLD[0]) -> None:
        cards, ways = (NO_CARD, *guessing.CARDS), guessing.TOLD
        one_of("hidden", hidden, cards)
        one_of("told", told, ways)
        which, how = "Which card is hidden (key: right arrow)", "How the card is told (key: t)"
        self.which = self.field(W.Dropdown, "hide", which, "11em", options=cards, value=hidden)
        self.how = self.field(W.Dropdown, "told", how, "13em", options=ways, value=told)
        super().__init__([self.which, self.how])

    def choose(self, hidden: str | None = None, told: str | None = None) -> None:
        """Hide another card, or give the card to the network in the other way; the network is trained from scratch."""
        with self.quietly():
            if hidden is not None:
                self.which.value = one_of("hidden", hidden, self.which.options)
            if told is not None:
                self.how.value = one_of("told", told, guessing.TOLD)
        self.refresh()

    def next_card(self) -> None:
        """Hide the next card."""
        following(self.which)

    def tell_otherwise(self) -> None:
        """Tell the card by its name instead of its rank, or the other way round."""
        following(self.how)

    hidden = value_of("which", "hidden", "The card that is hidden from training; can be set.")
    told = value_of("how", "told", "How the network is told which card it holds; can be set.")

    @property
    def guesses(self) -> NDArray[np.float64]:
        """What the network says, card by card."""
        return _guesses(self.hidden, self.told)

    @property
    def exact(self) -> NDArray[np.float64]:
        """The means of all samples, card by card, whether the network saw them or not."""
        return _guesses(None, None)

    @property
    def words(self) -> str:
        """What there is to see."""
        if self.hidden == NO_CARD:
            return "The network has seen the samples of all thirteen cards."
        k = guessing.CARDS.index(self.hidden)
        return (
            f"No sample with {self.hidden} was in training. The network guesses {readable(round(self.guesses[k], 1))}, "
            f"the samples say {readable(round(self.exact[k], 1))}, and a table without them says 0."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw a bar and a dot for each card; those of the hidden card are hollow."""
        ink = LIGHT if standalone else INLINE
        left, right, top, bottom = 54.0, WIDTH - 16.0, 34.0, HEIGHT - 50.0
        step = (right - left) / len(guessing.CARDS)

        def height(value):
            return bottom - (min(max(value, LOW), HIGH) - LOW) / (HIGH - LOW) * (bottom - top)

        parts = []
        for value in range(-1, 4):
            y = height(value)
            parts.append(element("path", d=f"M{num(left)},{num(y)}h-5", stroke=ink.ink))
            parts.append(text(left - 9, y, readable(value), 14, fill=ink.ink, text_anchor="end"))
        zero, ring = height(0), {"fill": ink.paper, "stroke": CURRENT, "stroke_width": 3.0}
        parts.append(element("path", d=f"M{num(left)},{num(zero)}H{num(right)}", stroke=ink.ink))
        for k, (card, exact, said) in enumerate(zip(guessing.CARDS, self.exact, self.guesses, strict=True)):
            x, y, gone = left + (k + 0.5) * step, height(exact), card == self.hidden
            bar = {"x": x - 0.3 * step, "y": min(y, zero), "width": 0.6 * step, "height": max(abs(y - zero), 1.0)}
            look = {"fill": "none", "stroke": GRAY, "stroke_dasharray": "4 3"} if gone else {"fill": GRAY}
            parts.append(element("rect", class_="bar", **bar, **look))
            dot = {"r": 7.0, **ring} if gone else {"r": 6.0, "fill": GREEN}
            parts.append(element("circle", cx=x, cy=height(said), **dot))
            weight = {"font_weight": "bold", "fill": CURRENT} if gone else {"fill": ink.ink}
            parts.append(text(x, bottom + 14, card, 14, **weight))
        says = "calling minus folding (chips), after p and a bet, with each card of Player 1"
        parts.append(text((left + right) / 2, HEIGHT - 14, says, 14, fill=ink.ink))
        signs = [
            (70.0, "mean of all samples", element("rect", x=62.0, y=8.0, width=16.0, height=12.0, fill=GRAY)),
            (290.0, "network", element("circle", cx=290.0, cy=14.0, r=6.0, fill=GREEN)),
        ]
        if self.hidden != NO_CARD:
            signs.append((400.0, "network, card never seen", element("circle", cx=400.0, cy=14.0, r=6.0, **ring)))
        for x, word, sign in signs:
            parts += [sign, text(x + 14, 14, word, 14, fill=ink.ink, text_anchor="start")]
        desc = f"The card is told {self.told}. {self.words}"
        look = {"kind": "cfr-hidden", "standalone": standalone}
        return titled(WIDTH, HEIGHT, *parts, title="A hidden card", desc=desc, **look)


@cache
def _guesses(hidden, told):
    """Return what a network says of each card, or, if nothing is told, the table of all samples."""
    infosets, memory = guessing.thirteen_cards()
    if told is None:
        said = guessing.means(infosets, memory)
    else:
        known = np.array([card != hidden for card, _ in infosets.keys])
        said = guessing.trained(guessing.features(infosets, told), memory, known)
    return guessing.calling(said, infosets)
