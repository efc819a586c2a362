"""How a solved round of Bluff opens, and what each opening says about the dice of whoever makes it."""

import ipywidgets as W
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import CURRENT, GRAY, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import num
from cfrlib.draw.picture import Picture
from cfrlib.games import bluff
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

RARE = 0.01
"""Whoever bids so in fewer rounds does it too rarely to say anything about their dice."""
YOURS = "none of your dice counts", "one of your dice counts", "both of your dice count"
LEFT, TOP, COLUMN, ROW, BARS, PANEL = 32.0, 44.0, 13.0, 13.5, 84.0, 196.0


class opening_view(Widget):
    """Rolls against bids: how often each roll opens with each bid; for the chosen bid, what it says about the dice.

    `table` is that of the stored run "bluff_opening". `bid` is the chosen one. Beside the map stand the rolls of the
    opener, and how likely the bid holds: hollow if one knows nothing, full given the bid.
    """

    state, takes = ("bid",), {"ArrowRight": "which", "ArrowLeft": "-which"}

    def __init__(self, table: pd.DataFrame, bid: str | None = None) -> None:
        self.spots = self.bids = tuple(table["bid"].unique())
        self.rolls, self.faces = tuple(table["roll"].unique()), len(self.bids) // 4
        self.game = bluff((2, 2), faces=self.faces)
        self.opens = table["opens"].to_numpy().reshape(len(self.bids), -1).T
        self.known = self.game.roll_weights(0)
        look = {"options": self.bids, "value": self.bids[0] if bid is None else one_of("bid", bid, self.bids)}
        self.which = self.field(W.Dropdown, "opens with", "The opening bid (keys: arrows)", "11em", **look)
        self.right, self.bottom = LEFT + len(self.bids) * COLUMN, TOP + len(self.rolls) * ROW
        self.width = self.right + BARS + PANEL + 24
        super().__init__([self.which])
        self.canvas.focusable = "[data-node]"

    bid = value_of("which", "bid", "The chosen bid; can be set.")

    def click(self, spot: str) -> None:
        self.bid = spot

    @property
    def often(self) -> float:
        """In which share of all rounds the opener makes this bid."""
        return float(self.known @ self.opens[:, self.which.index])

    @property
    def given(self) -> NDArray[np.float64]:
        """How likely each roll of the opener is, given the bid; nan if the bid is rare."""
        return self.known * self.opens[:, self.which.index] / (self.often if self.often >= RARE else np.nan)

    def holds(self, belief: NDArray[np.float64]) -> list[float]:
        """Return how likely the bid holds under a belief about the opener's roll, if 0, 1, 2 of your dice count."""
        counts, needed = self.game.roll_counts(0)[:, self.which.index], self.game.quantities[self.which.index]
        return [float(belief[counts >= needed - yours].sum()) for yours in range(3)]

    @property
    def words(self) -> str:
        if self.often < RARE:
            return f"{self.bid} opens fewer than 1 in 100 rounds: too few to say what it means."
        both = zip(YOURS, self.holds(self.known), self.holds(self.given), strict=True)
        said = "; ".join(f"if {who}, with {naive:.2f} or {given:.2f}" for who, naive, given in both)
        return (
            f"{self.bid} opens {self.often:.1%} of all rounds. It holds, if you know nothing or given the bid: {said}."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw the map, the rolls given the bid beside its rows, and how likely the bid holds."""
        pen, given = Pen(standalone), np.nan_to_num(self.given)
        self._map(pen)
        x = self.right + 12
        pen.lines(x, 12, TOP - 21, "the opener's roll", f"given {self.bid}", size=13)
        for j, (before, after) in enumerate(zip(self.known, given, strict=True)):
            _bars(pen, x, TOP + j * ROW + 2, ROW - 4, before, after, BARS / max(0.3, given.max()))
        x = self.right + BARS + 22
        pen.say(x, TOP + 6, f"how likely {self.bid} holds", anchor="start", bold=True)
        for k, (who, naive, now) in enumerate(zip(YOURS, self.holds(self.known), self.holds(given), strict=True)):
            y, said = TOP + 36 + 58 * k, f"{now:.2f}" if self.often >= RARE else "?"
            pen.say(x, y, who, 13, "start")
            _bars(pen, x, y + 11, 12.0, naive, now, 110)
            pen.say(x, y + 35, f"{naive:.2f}, given the bid {said}", 13, "start")
        y = TOP + 36 + 58 * 3
        _bars(pen, x, y, 11.0, 0, 16, 1)
        _bars(pen, x, y + 20, 11.0, 16, 0, 1)
        pen.lines(x + 22, y + 6, 20, "given the bid", "if you know nothing", size=13)
        return pen.picture(self.width, self.bottom + 10, title="How Bluff opens", desc=self.words, kind="cfr-openings")

    def _map(self, pen):
        """Draw how often each roll opens with each bid, and the columns that can be clicked on."""
        for k in range(4):
            x = LEFT + k * self.faces * COLUMN
            pen.say(x + self.faces * COLUMN / 2, 12, f"{k + 1}-", bold=True)
            pen.path("M", (x, 4), "V", self.bottom, stroke=GRAY, stroke_width=0.8)
        pen.box(LEFT, TOP, self.right - LEFT, self.bottom - TOP, stroke=GRAY)
        for j, roll in enumerate(self.rolls):
            pen.say(LEFT - 5, TOP + (j + 0.5) * ROW, roll, 13, "end")
            for b in np.flatnonzero(self.opens[j] >= 0.005):
                look = {"fill": PLAYERS[0], "fill_opacity": num(self.opens[j, b])}
                pen.box(LEFT + b * COLUMN, TOP + j * ROW, COLUMN, ROW, "cell", **look)
        for b, bid in enumerate(self.bids):
            x, ring = LEFT + b * COLUMN, {"stroke": CURRENT, "stroke_width": 2.5}
            with pen.group(data_node=bid, aria_label=bid, style="cursor:pointer"):
                pen.say(x + COLUMN / 2, TOP - 9, bid[-1], 13)
                ring = ring if bid == self.bid else {"stroke": "none"}
                pen.box(x, TOP - 18, COLUMN, self.bottom - TOP + 18, fill="transparent", **ring)


def _bars(pen, x, y, high, naive, given, scale):
    """Draw a hollow bar, what one knows without the bid, on a full one, what one knows with it."""
    pen.box(x, y, given * scale, high, "given", fill=PLAYERS[0])
    pen.box(x, y, naive * scale, high, stroke=pen.ink, stroke_width=1.4)
