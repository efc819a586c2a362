"""A tournament to which the reader invites players: the winner hangs on the guests, what each can lose does not."""

from collections.abc import Mapping, Sequence

import pandas as pd

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import CURRENT, GRAY
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import text_width
from cfrlib.draw.picture import Picture
from cfrlib.lessons.one_on_one.cross_tables import HIGH, cell, signed
from cfrlib.widgets.parts.controls import following
from cfrlib.widgets.widget import Widget

TOP, WIDE, MEAN, LINES, LOSS = 56.0, 48.0, 62.0, 60.0, 70.0


class tournament(Widget):
    """Ranks the invited players by what they win from one another; beside it, what each can lose stands still.

    `wins` has what the row's player wins from the column's, as `cfrlib.cross_table` returns it, and `loses` the
    exploitability of each, both in mbb/g. The button of a player, or its digit as a key, sends it home or invites it.
    """

    state = ("invited",)

    def __init__(self, wins: pd.DataFrame, loses: Mapping[str, float]) -> None:
        self.wins, self.loses = wins, pd.Series(loses)[list(wins.index)].sort_values()
        self.takes = {str(k): name for k, name in enumerate(wins.index, 1)}
        self.ticks = {
            name: self.switch(name, f"Invite {name}, or not (key: {key})", on=True) for key, name in self.takes.items()
        }
        self.names = 16 + max(1.08 * text_width(name, 14) for name in self.ticks)
        self.width = 2 * self.names + len(wins) * WIDE + MEAN + LINES + LOSS
        super().__init__(list(self.ticks.values()))

    @property
    def invited(self) -> Sequence[str]:
        """Who is invited; can be set."""
        return tuple(name for name, tick in self.ticks.items() if tick.value)

    @invited.setter
    def invited(self, names: Sequence[str]) -> None:
        guests = [one_of("invited", name, tuple(self.ticks)) for name in names]
        with self.quietly():
            for name, tick in self.ticks.items():
                tick.value = name in guests
        self.refresh()

    def press(self, key: str) -> None:
        following(self.ticks[self.takes[one_of("key", key, tuple(self.takes))]])

    def refresh(self) -> None:
        for name, tick in self.ticks.items():
            tick.description = f"{'☑' if tick.value else '☐'} {name}"
        super().refresh()

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
        pen, ranked, end = Pen(standalone), list(self.means.index), self.names + len(self.wins) * WIDE + MEAN
        pen.say(self.names, 12, "what the row wins from the column (mbb/g)", anchor="start", bold=True)
        pen.say(end - 10, TOP - 12, "mean", anchor="end", bold=True)
        pen.lines(end + LINES, 12, 20, "its most dangerous", "opponent takes", bold=True)
        most, y = self.wins.abs().max(axis=None) or 1.0, TOP + HIGH / 2
        for k, name in enumerate(self.ticks):
            pen.say(self.names + (k + 0.5) * WIDE, TOP - 12, name.partition(" ")[0], bold=True, **self._look(name))
        for k, name in enumerate(dict.fromkeys([*ranked, *self.ticks])):
            with pen.group(data_moves=name, **self._look(name)):
                pen.say(self.names - 8, y + k * HIGH, name, anchor="end", bold=True)
                for x, other in enumerate(self.ticks):
                    if {name, other} <= set(ranked) and other != name:
                        cell(pen, self.names + x * WIDE, TOP + k * HIGH, WIDE, self.wins.loc[name, other], most)
                if name in ranked:
                    pen.say(end - 10, y + k * HIGH, signed(self.means[name]), anchor="end", bold=True)
        for k, (name, lost) in enumerate(self.loses.items()):
            pen.say(end + LINES, y + k * HIGH, name, anchor="start", **self._look(name))
            pen.say(self.width - 8, y + k * HIGH, f"{lost:,.0f}", anchor="end", bold=True, **self._look(name))
            if name in ranked:
                look = {"stroke": CURRENT, "stroke_width": 3.0} if name == ranked[0] else {"stroke": GRAY}
                pen.path((end, y + ranked.index(name) * HIGH), (end + LINES - 6, y + k * HIGH), **look)
        height = TOP + len(self.wins) * HIGH + 8
        return pen.picture(self.width, height, title="A tournament", desc=self.words, kind="cfr-tournament")

    def _look(self, name):
        return {} if self.ticks[name].value else {"opacity": 0.4}
