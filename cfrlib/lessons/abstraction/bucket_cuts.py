"""Cut seven cards into buckets, and see what the abstract equilibrium loses to a player who sees the cards."""

from cfrlib.draw.parts.colors import GREEN, SKY
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, readable, text
from cfrlib.draw.parts.tokens import CARD, TALL, cards
from cfrlib.draw.picture import Picture, titled
from cfrlib.games import kuhn
from cfrlib.lessons.abstraction.sorted_kuhn import CARDS, names, solve
from cfrlib.widgets.widget import Widget

WIDTH, HEIGHT, MOST = 640, 252, 18 / 42
"""Width and height of the picture, in pixels; the end of its axis, in chips: what one bucket loses."""
GAP = 22.0
"""Pixels between two buckets."""


class bucket_cuts(Widget):
    """Switches between seven cards; each that is pressed cuts the deck there.

    `cuts` has after how many cards the deck is cut, 1 to 6. Two bars compare the equilibrium before the last change
    with the one after it: against an opponent who sees the buckets that there are now, and against one who sees cards.
    """

    state, width = ("_changes",), WIDTH

    def __init__(self, cuts: tuple = (5,)) -> None:
        self.now = self.before = solve(cuts)
        held, tip = kuhn(CARDS).outcomes(0), "Cut the deck between {} and {}"
        self.switches = [
            self.switch(f"{low} | {high}", tip.format(low, high), self._pressed, on=k in self.now.cuts)
            for k, (low, high) in enumerate(zip(held, held[1:], strict=False), 1)
        ]
        super().__init__(self.switches)

    @property
    def cuts(self) -> tuple:
        """After how many cards the deck is cut."""
        return self.now.cuts

    def choose(self, cuts: tuple) -> None:
        """Cut the deck anew, after as many cards as each of `cuts` says."""
        solved = solve(cuts)
        self._switch(solved.cuts)
        self._change(solved)

    def _switch(self, cuts):
        with self.quietly():
            for k, made in enumerate(self.switches, 1):
                made.value = k in cuts

    @property
    def _changes(self):
        """The cuts before the last change, and those after it."""
        return self.before.cuts, self.now.cuts

    @_changes.setter
    def _changes(self, cuts):
        self.before, self.now = map(solve, cuts)
        self._switch(self.now.cuts)
        self.refresh()

    @property
    def gaps(self) -> tuple:
        """Exploitability in chips: by the buckets of now before and now, then by cards before and now."""
        eyes = self.now.cuts
        return self.before.gap(eyes), self.now.gap(eyes), self.before.gap(), self.now.gap()

    @property
    def words(self) -> str:
        """What there is to see."""
        many, numbers = len(self.cuts) + 1, [_short(value) for value in self.gaps]
        if self.before is not self.now:
            numbers[1], numbers[3] = (f"{numbers[k]} before, {numbers[k + 1]} now" for k in (0, 2))
        return (
            f"{many} bucket{'s' * (many > 1)}: {', '.join(names(self.cuts))}. Against these buckets: {numbers[1]}. "
            f"Against cards: {numbers[3]}."
        )

    def _pressed(self, _):
        self._change(solve([k for k, made in enumerate(self.switches, 1) if made.value]))

    def _change(self, solved):
        if solved.cuts != self.now.cuts:
            self.before, self.now = self.now, solved
        self.refresh()

    def draw(self, standalone: bool) -> Picture:
        """Draw the cards bucket by bucket, and below them two pairs of bars."""
        theme, y = LIGHT if standalone else INLINE, 18 + TALL
        x, parts = (WIDTH - CARDS * CARD - GAP * len(self.cuts)) / 2, []
        held, cuts = kuhn(CARDS).outcomes(0), [0, *self.cuts, CARDS]
        for first, last in zip(cuts, cuts[1:], strict=False):
            parts.extend(cards([card], x + CARD * k, 12.0) for k, card in enumerate(held[first:last]))
            line = f"M{num(x)},{num(y)}H{num(x + CARD * (last - first - 1) + 36)}"
            parts.append(element("path", class_="bucket", d=line, stroke=SKY, stroke_width=5))
            x += CARD * (last - first) + GAP
        left, wide = 278.0, WIDTH - 350.0
        sees = "against these buckets", "", "against cards", ""
        for k, (value, who) in enumerate(zip(self.gaps, sees, strict=True)):
            top, before = 96.0 + 30 * k + 16 * (k > 1), k % 2 == 0
            parts.append(text(left - 70, top + 10, who, 14, fill=theme.ink, text_anchor="end"))
            when = "before" if before else "now"
            parts.append(text(left - 8, top + 10, when, 14, fill=theme.ink, text_anchor="end"))
            if before and self.before is self.now:
                continue
            look = {"fill": GREEN if k > 1 else theme.ink, "fill_opacity": 0.45 if before else 1}
            bar = {"x": left, "y": top, "width": max(value / MOST, 0.004) * wide, "height": 20}
            parts.append(element("rect", class_="bar", **bar, **look))
            beside = left + bar["width"] + 8
            parts.append(text(beside, top + 10, _short(value), 14, fill=theme.ink, text_anchor="start"))
        says = "exploitability of the equilibrium, in chips"
        parts.append(text(WIDTH / 2, HEIGHT - 14, says, 14, fill=theme.ink))
        look = {"kind": "cfr-cuts", "standalone": standalone}
        return titled(WIDTH, HEIGHT, *parts, title="Cards in buckets", desc=self.words, **look)


def _short(value):
    """Return a number of chips with three decimals, and 0 for what is nothing but rounding."""
    return readable(round(max(value, 0.0), 3), 3)
