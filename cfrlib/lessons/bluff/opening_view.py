"""How a solved round of Bluff opens, and what each opening says about the dice of whoever makes it."""

import ipywidgets as W
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import CURRENT, GRAY, PLAYERS
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, text
from cfrlib.draw.picture import Picture, titled
from cfrlib.games import bluff
from cfrlib.widgets.parts.controls import following, value_of
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

    state, takes = ("bid",), {"ArrowRight": "onward", "ArrowLeft": "back"}

    def __init__(self, table: pd.DataFrame, bid: str | None = None) -> None:
        self.bids, self.rolls = tuple(table["bid"].unique()), tuple(table["roll"].unique())
        self.game = bluff((2, 2), faces=len(self.bids) // 4)
        self.opens = table["opens"].to_numpy().reshape(len(self.bids), -1).T
        self.known = self.game.roll_weights(0)
        tip = "The opening bid (keys: arrows)"
        first = self.bids[0] if bid is None else one_of("bid", bid, self.bids)
        self._menu = self.field(W.Dropdown, "opens with", tip, "11em", options=self.bids, value=first)
        self.spots, self.width = self.bids, LEFT + len(self.bids) * COLUMN + BARS + PANEL + 24
        super().__init__([self._menu])
        self.canvas.focusable = "[data-node]"

    bid = value_of("_menu", "bid", "The chosen bid; can be set.")

    def onward(self) -> None:
        """Choose the next bid."""
        following(self._menu)

    def back(self) -> None:
        """Choose the bid before."""
        self._menu.index = (self._menu.index - 1) % len(self.bids)

    def click(self, spot: str) -> None:
        self.bid = spot

    @property
    def often(self) -> float:
        """In which share of all rounds the opener makes this bid."""
        return float(self.known @ self.opens[:, self._menu.index])

    @property
    def given(self) -> NDArray[np.float64]:
        """How likely each roll of the opener is, given the bid; nan if the bid is rare."""
        return self.known * self.opens[:, self._menu.index] / (self.often if self.often >= RARE else np.nan)

    def holds(self, belief: NDArray[np.float64]) -> list[float]:
        """Return how likely the bid holds under a belief about the opener's roll, if 0, 1, 2 of your dice count."""
        counts, needed = self.game.roll_counts(0)[:, self._menu.index], self.game.quantities[self._menu.index]
        return [float(belief[counts >= needed - yours].sum()) for yours in range(3)]

    @property
    def words(self) -> str:
        """What there is to see."""
        if self.often < RARE:
            return f"{self.bid} opens fewer than 1 in 100 rounds: too few to say what it means."
        both = zip(YOURS, self.holds(self.known), self.holds(self.given), strict=True)
        said = "; ".join(f"if {who}, with {naive:.2f} or {given:.2f}" for who, naive, given in both)
        return (
            f"{self.bid} opens {self.often:.1%} of all rounds. It holds, if you know nothing or given the bid: {said}."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw the map, the rolls given the bid beside its rows, and how likely the bid holds."""
        ink, parts = LIGHT if standalone else INLINE, []
        right, bottom = LEFT + len(self.bids) * COLUMN, TOP + len(self.rolls) * ROW
        faces = len(self.bids) // 4
        for k in range(4):
            x = LEFT + k * faces * COLUMN
            parts.append(text(x + faces * COLUMN / 2, 12, f"{k + 1}-", 14, fill=ink.ink, font_weight="bold"))
            parts.append(element("path", d=f"M{num(x)},4V{num(bottom)}", stroke=GRAY, stroke_width=0.8))
        frame = {"x": LEFT, "y": TOP, "width": right - LEFT, "height": bottom - TOP, "fill": "none", "stroke": GRAY}
        parts.append(element("rect", **frame))
        for j, roll in enumerate(self.rolls):
            y = TOP + j * ROW
            parts.append(text(LEFT - 5, y + ROW / 2, roll, 13, fill=ink.ink, text_anchor="end"))
            for b in np.flatnonzero(self.opens[j] >= 0.005):
                cell = {"x": LEFT + b * COLUMN, "y": y, "width": COLUMN, "height": ROW, "fill": PLAYERS[0]}
                parts.append(element("rect", class_="cell", **cell, fill_opacity=num(self.opens[j, b], 2)))
        for b, bid in enumerate(self.bids):
            column = {"x": LEFT + b * COLUMN, "y": TOP - 18, "width": COLUMN, "height": bottom - TOP + 18}
            ring = {"stroke": CURRENT, "stroke_width": 2.5} if bid == self.bid else {"stroke": "none"}
            face = text(LEFT + (b + 0.5) * COLUMN, TOP - 9, bid[-1], 13, fill=ink.ink)
            area = element("rect", **column, fill="transparent", **ring)
            parts.append(element("g", face, area, data_node=bid, aria_label=bid, style="cursor:pointer"))
        parts += self._beliefs(right + 12, ink)
        parts += self._holding(right + BARS + 22, ink)
        look = {"kind": "cfr-openings", "standalone": standalone}
        return titled(self.width, bottom + 10, *parts, title="How Bluff opens", desc=self.words, **look)

    def _bars(self, ink, x, y, high, naive, given, scale):
        """Return a hollow bar, what one knows without the bid, on a full one, what one knows with it."""
        return [
            element("rect", class_="given", x=x, y=y, width=given * scale, height=high, fill=PLAYERS[0]),
            element("rect", x=x, y=y, width=naive * scale, height=high, fill="none", stroke=ink.ink, stroke_width=1.4),
        ]

    def _beliefs(self, x, ink):
        parts = [text(x, 12, "the opener's roll", 13, fill=ink.ink, text_anchor="start")]
        parts.append(text(x, TOP - 9, f"given {self.bid}", 13, fill=ink.ink, text_anchor="start"))
        given = np.nan_to_num(self.given)
        for j, (before, after) in enumerate(zip(self.known, given, strict=True)):
            parts += self._bars(ink, x, TOP + j * ROW + 2, ROW - 4, before, after, BARS / max(0.3, given.max()))
        return parts

    def _holding(self, x, ink):
        start = {"fill": ink.ink, "text_anchor": "start"}
        parts = [text(x, TOP + 6, f"how likely {self.bid} holds", 14, **start, font_weight="bold")]
        pairs = zip(YOURS, self.holds(self.known), self.holds(np.nan_to_num(self.given)), strict=True)
        for k, (who, naive, given) in enumerate(pairs):
            y = TOP + 36 + 58 * k
            parts.append(text(x, y, who, 13, **start))
            parts += self._bars(ink, x, y + 11, 12.0, naive, given, 110)
            said = f"{given:.2f}" if self.often >= RARE else "?"
            parts.append(text(x, y + 35, f"{naive:.2f}, given the bid {said}", 13, **start))
        y = TOP + 36 + 58 * 3
        parts += self._bars(ink, x, y, 11.0, 0, 16, 1) + [text(x + 22, y + 6, "given the bid", 13, **start)]
        parts += self._bars(ink, x, y + 20, 11.0, 16, 0, 1) + [text(x + 22, y + 26, "if you know nothing", 13, **start)]
        return parts
