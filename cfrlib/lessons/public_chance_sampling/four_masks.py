"""Four masks over one decision of Kuhn poker: what a walk carries, with which weight, and what it records."""

from fractions import Fraction
from itertools import product

from cfrlib.draw.parts.colors import PLAYERS, YELLOW
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture
from cfrlib.games import kuhn
from cfrlib.widgets.widget import Widget

GAME, QUEEN, REACH = kuhn(), 1, (0.2, 0.4, 1.0)
CARDS, W = GAME.outcomes(0), [[Fraction(w).limit_denominator(6) for w in row] for row in GAME.weights(()).tolist()]
WORTH = [-u * p for u, p in zip(GAME.payoff_table(("b", "b"), ())[:, QUEEN], REACH, strict=True)]
"""What calling with the Queen brings against each card of Player 1, times the reach of that card."""
MASKS = {"PCS": (False, False), "OPCS": (False, True), "SPCS": (True, False), "CS": (True, True)}
"""Whether the own card is drawn, and the other's."""
WIDTH, SIZE, CELL, ROW, LEFT, TOP, AXIS, ZERO, UNIT = 480, 15, 54.0, 36.0, 62.0, 78.0, 236.0, 268.0, 92.0


def draws(name):
    """Return what a mask can draw: the own cards that are carried, those of the other, and the probability."""
    mine, theirs = ([[0], [1], [2]] if drawn else [[0, 1, 2]] for drawn in MASKS[name])
    each = [(a, b, sum(W[i][j] for i in a for j in b)) for a, b in product(mine, theirs)]
    return [(a, b, q) for a, b, q in each if q]


def recorded(mine, theirs, q):
    """Return what one walk records for the Queen's call."""
    return float(sum(W[QUEEN][j] / q * WORTH[j] for j in theirs)) if QUEEN in mine else 0.0


def mean_and_spread(name):
    """Return the mean of what a mask records over all that it can draw, and the standard deviation."""
    results = [(q, recorded(a, b, q)) for a, b, q in draws(name)]
    mean = float(sum(q * x for q, x in results))
    return mean, max(float(sum(q * x**2 for q, x in results)) - mean**2, 0.0) ** 0.5


class four_masks(Widget):
    """Draws own cards, the other's, both or none for one walk, and lights up the pairs that it carries.

    The walk is Player 2's in Kuhn poker, after a bet of (0.2, 0.4, 1). Below the pairs stands all that the four masks
    can record for the Queen's call, with means and spreads.
    """

    state, width, takes = ("own", "other_one", "at"), WIDTH, {"ArrowRight": "again"}

    def __init__(self) -> None:
        self.at = 0
        self.own = self.switch("draw own card", "Carry one card of Player 2, who walks", self._anew)
        self.other_one = self.switch("draw the other's", "Carry one card of Player 1", self._anew)
        again = self.button("Another draw", "refresh", "The next draw (key: right arrow)", self.again, "primary")
        super().__init__([self.own, self.other_one, again])

    def _anew(self, _):
        self.at = 0
        self.refresh()

    def again(self) -> None:
        """Show the next of all draws that this mask can make; after the last comes the first."""
        self.at = (self.at + 1) % len(draws(self.mask))
        self.refresh()

    @property
    def mask(self) -> str:
        """What the mask is called."""
        return next(name for name, drawn in MASKS.items() if drawn == (self.own.value, self.other_one.value))

    @property
    def words(self) -> str:
        (mine, theirs, q), (mean, spread) = draws(self.mask)[self.at], mean_and_spread(self.mask)
        single = [f"{who}'s {CARDS[cards[0]]}" for who, cards in (("Player 2", mine), ("Player 1", theirs))
                if len(cards) == 1]  # fmt: skip
        return (
            f"{self.mask} draws {' and '.join(single) or 'no private card'}: q = {q}, weight {W[0][1] / q}. It records "
            f"{_said(recorded(mine, theirs, q))} for the Queen's call. All its draws: mean {_said(mean)}, "
            f"spread {_said(spread)}."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw the pairs with their weights, and below them a line of records for each mask."""
        pen, now = Pen(standalone), draws(self.mask)[self.at]
        pen.say(LEFT + 1.5 * CELL, 14, "Player 1's card, reach", SIZE)
        for k, card in enumerate(CARDS):
            middle = LEFT + (k + 0.5) * CELL
            pen.dot(middle - 16, 40, 4.5, fill=PLAYERS[0])
            pen.say(middle + 2, 40, card, SIZE, bold=True)
            pen.say(middle, 62, readable(REACH[k]), SIZE)
            pen.box(LEFT - 42, TOP + (k + 0.5) * ROW - 4.5, 9, 9, fill=PLAYERS[1])
            pen.say(LEFT - 18, TOP + (k + 0.5) * ROW, card, SIZE, bold=True)
        for i, j in product(range(3), repeat=2):
            lit, x, y = i in now[0] and j in now[1] and W[i][j], LEFT + j * CELL, TOP + i * ROW
            pen.box(x, y, CELL, ROW, fill=YELLOW if lit else pen.paper, stroke=pen.ink, stroke_opacity=0.35)
            weight = {"fill": "#000000"} if lit else {}
            pen.say(x + CELL / 2, y + ROW / 2, "×" if i == j else str(lit / now[2]) if lit else "", SIZE, **weight)
        pen.box(LEFT, TOP + QUEEN * ROW, 3 * CELL, ROW, stroke=pen.ink, stroke_width=2.5)
        terms = [WORTH[j] for j in now[1] if j != QUEEN] if QUEEN in now[0] else []
        weight, sums = W[0][1] / now[2], " − ".join([_said(x) for x in terms[:1]] + [_said(-x) for x in terms[1:]])
        sums = sums if terms == [WORTH[0]] else f"({sums})"
        told = (f"q = {now[2]}", f"weight W/q = {weight}", "the Queen's call:")
        told += (f"{weight} · {sums}" if terms else "no pair is carried",)
        pen.say(250, 40, self.mask, 17, "start", bold=True)
        pen.lines(250, 66, 25, *told, size=SIZE)
        pen.say(250, 168, f"recorded: {_said(recorded(*now))}", SIZE, "start", bold=True)
        self._records(pen, now)
        return pen.picture(WIDTH, AXIS + 4 * ROW + 24, title="Four masks", desc=self.words, kind="cfr-masks")

    def _records(self, pen, now):
        pen.say(ZERO - 1.8 * UNIT, AXIS - 18, "what its draws record", SIZE, "start")
        pen.say(374, AXIS - 18, "mean", SIZE, "end")
        pen.say(WIDTH - 10, AXIS - 18, "spread", SIZE, "end")
        for k, name in enumerate(MASKS):
            y, (mean, spread) = AXIS + (k + 0.5) * ROW, mean_and_spread(name)
            if name == self.mask:
                pen.box(4, y - ROW / 2 + 2, WIDTH - 8, ROW - 4, rx=5, fill=YELLOW, opacity=0.25)
            pen.say(12, y, name, SIZE, "start", bold=True)
            pen.path("M", (ZERO - 2.1 * UNIT, y), "H", ZERO + 0.5 * UNIT, stroke_opacity=0.4)
            dots = [(recorded(*each), each[2]) for each in draws(name)]
            for value in sorted({x for x, _ in dots}):
                look = {"stroke_width": 3.0 if name == self.mask and value == recorded(*now) else 1.0}
                r = 10 * float(sum(q for x, q in dots if x == value)) ** 0.5
                pen.dot(ZERO + UNIT * value, y, r, fill=pen.paper, stroke=pen.ink, **look)
            pen.say(388, y, _said(mean), SIZE, "end")
            pen.say(WIDTH - 10, y, _said(spread), SIZE, "end")
        bottom, mean = AXIS + 4 * ROW, ZERO + UNIT * mean_and_spread("PCS")[0]
        pen.path("M", (mean, AXIS - 2), "V", bottom, stroke_dasharray="3 3")
        for mark in (-2, -1, 0):
            pen.say(ZERO + UNIT * mark, bottom + 12, _said(mark), SIZE)


def _said(value):
    return readable(0.0 if abs(value) < 1e-9 else float(value), 3)
