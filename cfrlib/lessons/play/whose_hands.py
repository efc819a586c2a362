"""A switch for lesson 17, the reader's hands or those of a program, and the costliest of them as staircases."""

from collections import Counter
from collections.abc import Sequence

import ipywidgets as W

from cfrlib.draw.picture import Picture
from cfrlib.lessons.play.ledger import as_fraction, hand_picture
from cfrlib.playing.aivat import split
from cfrlib.playing.record import Hand
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.play import play
from cfrlib.widgets.widget import Widget

FEWEST = 10  # hands of the reader's own


class whose_hands(Widget):
    """Chooses between hands that are `stored` and those played at a `table`; shows the costliest as staircases.

    `hands` are what the lesson goes on with. The slider goes on to cheaper hands, each once.
    """

    state, left_out, only = ("at",), ("menu",), "your own hands"
    takes = {"ArrowRight": "slider", "ArrowLeft": "-slider"}

    def __init__(self, table: play, stored: Sequence[Hand], player: str = "always bet") -> None:
        self.table, self.stored, tips = table, list(stored), ("Whose hands", "From the costliest on (keys: arrows)")
        self.menu = self.field(W.Dropdown, "Whose hands?", tips[0], "15em", self._sorted, options=[player, "mine"])
        self.slider = self.field(W.IntSlider, "hand", tips[1], "20em", value=1, min=1, max=1)
        self._sorted()
        super().__init__([self.menu, self.slider])

    at = value_of("slider", "at", "Which hand is shown, from 1; can be set.")
    player = value_of("menu", "player", "Whose hands are looked at, a choice of the menu; can be set.")

    @property
    def message(self) -> str:
        few = self.player == "mine" and len(self.table.session.hands) < FEWEST
        return f"Play {FEWEST} hands or more at the table above, and choose again." if few else ""

    @property
    def hands(self) -> list[Hand]:
        """The hands that are chosen."""
        if self.message:
            raise ValueError(self.message)
        return list(self.table.session.hands) if self.player == "mine" else self.stored

    @property
    def words(self) -> str:
        hand, cost, times = self._kinds[self.at - 1]
        return (
            f"{self.player}: {len(self.hands)} hands. This one was played {times} time{'s' * (times > 1)}. "
            f"It paid {as_fraction(hand.paid, sign=True)}, and its mistakes cost {as_fraction(cost)}."
        )

    def draw(self, standalone: bool) -> Picture:
        hand, place = self._kinds[self.at - 1][0], f"hand {self.at} of {len(self._kinds)}"
        return hand_picture(self.table.session.profile, hand, f"{self.player}: {place}", standalone=standalone)

    def _sorted(self, change=None):
        if not self.message:
            costs, often = split(self.table.session.profile, self.hands)["mistakes"].round(9), Counter(self.hands)
            kinds = {hand: (hand, cost, often[hand]) for hand, cost in zip(self.hands, costs, strict=True)}
            self._kinds = sorted(kinds.values(), key=lambda kind: (-kind[1], -kind[2]))
            with self.quietly():
                self.at, self.slider.max = 1, len(kinds)
        if change:
            self.refresh()
