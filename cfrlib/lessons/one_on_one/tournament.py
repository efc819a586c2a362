"""A tournament to which the reader invites players: the winner hangs on the guests, what each can lose does not."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import CURRENT, GRAY
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import text_width
from cfrlib.draw.picture import Picture
from cfrlib.lessons.one_on_one.cross_tables import HIGH, cell, signed
from cfrlib.widgets.widget import Widget

TOP, WIDE, MEAN, LINES, LOSS = 56.0, 50.0, 66.0, 70.0, 60.0


class tournament(Widget):
    """Ranks the invited players by what they win from one another; beside it, what each can lose stands still.

    `wins` has what the row's player wins from the column's, as `cfrlib.cross_table` returns it, and `loses` the
    exploitability of each, both in mbb/g. Switches, keys and clicks on names invite a player, or no longer.
    """

    state = ("invited",)

    def __init__(self, wins: pd.DataFrame, loses: Mapping[str, float]) -> None:
        self.wins, self.loses = wins, pd.Series(loses)[list(wins.index)].sort_values()
        self.spots = tuple(wins.index)
        self.takes = {str(k): name for k, name in enumerate(self.spots, 1)}
        self.ticks = {
            name: self.switch(name, f"Invite {name}, or not (key: {key})", icon="check", on=True)
            for key, name in self.takes.items()
        }
        self.names = 14 + max(text_width(name, 14) for name in self.spots)
        self.fixed = self.names + len(wins) * WIDE + MEAN + LINES
        self.width = self.fixed + self.names + LOSS
        super().__init__(list(self.ticks.values()))
        self.canvas.focusable = "[data-node]"

    @property
    def invited(self) -> Sequence[str]:
        """Who is invited; can be set."""
        return tuple(name for name, tick in self.ticks.items() if tick.value)

    @invited.setter
    def invited(self, names: Sequence[str]) -> None:
        with self.quietly():
            for name in self.spots:
                self.ticks[name].value = name in [one_of("invited", one, self.spots) for one in names]
        self.refresh()

    def press(self, key: str) -> None:
        self.click(self.takes[one_of("key", key, tuple(self.takes))])

    def click(self, spot: str) -> None:
        self.ticks[spot].value = not self.ticks[spot].value

    @property
    def means(self) -> pd.Series:
        """What each invited player wins from the others on average, the winner first."""
        guests = list(self.invited)
        sums = self.wins.loc[guests, guests].sum(axis=1)
        return (sums / max(len(guests) - 1, 1)).sort_values(ascending=False, kind="stable")

    @property
    def words(self) -> str:
        if len(self.invited) < 2:
            return "A tournament takes two players: invite more."
        winner, safest = self.means.index[0], self.loses[list(self.invited)].idxmin()
        return (
            f"{winner} wins the most from the others, {signed(self.means.iloc[0])} on average, and can lose "
            f"{self.loses[winner]:,.0f}. The least exploitable here is {safest}: it can lose {self.loses[safest]:,.0f}."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw the invited by rank, what they win from whom, and a line from each to what it can lose."""
        pen, ranked, x = Pen(standalone), list(self.means.index), self.names + len(self.wins) * WIDE
        most, look = np.abs(self.wins.to_numpy()).max() or 1.0, {"size": 14, "bold": True}
        pen.say(self.names, 12, "what the row wins from the column (mbb/g)", anchor="start", **look)
        pen.say(x + MEAN - 10, TOP - 12, "mean", anchor="end", **look)
        pen.lines(self.fixed, 12, 20, "its most dangerous", "opponent takes", **look)
        for j, other in enumerate(self.spots):
            pen.say(self.names + (j + 0.5) * WIDE, TOP - 12, other.partition(" ")[0], opacity=self._opacity(other), **look)
        for k, name in enumerate([*ranked, *(name for name in self.spots if name not in ranked)]):
            with pen.group(data_moves=name, opacity=self._opacity(name)):
                pen.say(self.names - 8, TOP + (k + 0.5) * HIGH, name, anchor="end", bold=not k)
                if name in ranked:
                    self._row(pen, name, TOP + k * HIGH, x, most)
        for place, (name, lost) in enumerate(self.loses.items()):
            y = TOP + (place + 0.5) * HIGH
            if name in ranked:
                won = name == ranked[0]
                line = (x + MEAN, TOP + (ranked.index(name) + 0.5) * HIGH), (self.fixed - 6, y)
                pen.path(*line, stroke=CURRENT if won else GRAY, stroke_width=3.0 if won else 1.4)
            with pen.group(data_node=name, aria_label=name, opacity=self._opacity(name), style="cursor:pointer"):
                pen.box(self.fixed, TOP + place * HIGH, self.width - self.fixed, HIGH, fill="transparent")
                pen.say(self.fixed, y, name, anchor="start")
                pen.say(self.width - 8, y, f"{lost:,.0f}", anchor="end", bold=True)
        height = TOP + len(self.wins) * HIGH + 8
        return pen.picture(self.width, height, title="A tournament", desc=self.words, kind="cfr-tournament")

    def _row(self, pen, name, y, x, most):
        """Draw what a player wins from each invited one, and the mean."""
        for j, other in enumerate(self.spots):
            if other in self.invited and other != name:
                pen.parts.append(cell(self.names + j * WIDE, y, WIDE, self.wins.loc[name, other], None, most, pen.theme))
        pen.say(x + MEAN - 10, y + HIGH / 2, signed(self.means[name]), anchor="end", bold=True)

    def _opacity(self, name):
        return None if name in self.invited else 0.4
