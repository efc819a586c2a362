"""Four rules of Leduc hold'em, solved while one looks: the card face down or up, with bets after it or without."""

from functools import cache

import ipywidgets as W

from cfrlib.draw.parts.colors import GRAY, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.picture import Picture
from cfrlib.engine import CFR
from cfrlib.exact.linear_program import equilibrium
from cfrlib.lessons.your_own_game.house_rules import house_rules
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

CARDS, TIMES = "JQK", (0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Iterations after which all four are shown; the exact equilibrium comes last."""
PANELS = {
    f"{side}, {more}": {"board": board, "raises": (2, limit)}
    for side, board in (("face down", "hidden"), ("face up", "seen"))
    for more, limit in (("no bets follow", 0), ("bets follow", 2))
}
"""The rules of each panel, row by row, keywords of `house_rules`."""
COVERED = "face up, bets follow"
WIDE, HIGH, GAP, ROW, BAR, SIZE = 232, 110, 12, 26, 144, 15
"""A panel, the space between two, the height of its rows, the length of a bar, and of letters, in pixels."""


class open_card(Widget):
    """Shows how often Player 1 opens with a bet, by card, in four rules of Leduc hold'em, while CFR solves them.

    The panel of the usual rules is covered until *Uncover* is pressed. A saved picture has the equilibrium.
    """

    takes, state = {"ArrowRight": "slider", "ArrowLeft": "-slider", "u": "cover"}, ("at", "uncovered")
    width = 2 * WIDE + GAP

    def __init__(self) -> None:
        tip = "Iterations of CFR, closer together at the start, and the equilibrium at the end (keys: arrows)"
        self.slider = self.field(W.IntSlider, "solve", tip, "22em", max=len(TIMES), readout=False)
        self.cover = self.switch("Uncover", "Show the fourth panel when your answer is locked (key: u)", icon="eye")
        super().__init__([self.slider, self.cover])

    at = value_of("slider", "at", "How far they are solved, an index into `TIMES`, or behind it; can be set.")
    uncovered = value_of("cover", "uncovered", "Whether the fourth panel is in sight; can be set.")

    @property
    def words(self) -> str:
        return f"{_when(self.at)}. The last panel is {'in sight' if self.uncovered else 'covered'}."

    def draw(self, standalone: bool) -> Picture:
        """Draw four panels with a bar for each card."""
        pen, at, told = Pen(standalone), len(TIMES) if standalone else self.at, []
        for k, (name, rates) in enumerate(_solved()[at].items()):
            x, y = (WIDE + GAP) * (k % 2), (HIGH + GAP) * (k // 2)
            pen.box(x + 1, y + 1, WIDE - 2, HIGH - 2, rx=6.0, stroke=GRAY)
            pen.say(x + 10, y + 16, name, SIZE, "start")
            if name == COVERED and not self.uncovered:
                told.append(f"{name}: covered.")
                pen.say(x + WIDE / 2, y + 66, "?", 40)
                continue
            told.append(f"{name}: {', '.join(f'{card} {rates[card]:.2f}' for card in CARDS)}.")
            for row, card in enumerate(CARDS):
                middle = y + 42 + ROW * row
                pen.say(x + 10, middle, card, SIZE, "start")
                pen.box(x + 28, middle - 9, BAR, 18, stroke=GRAY)
                pen.box(x + 28, middle - 9, BAR * rates[card], 18, "bar", fill=PLAYERS[0])
                pen.say(x + WIDE - 10, middle, f"{rates[card]:.2f}", SIZE, "end")
        bottom = 2 * HIGH + GAP + 14
        pen.say(self.width / 2, bottom, "how often Player 1 opens with a bet", SIZE)
        desc = f"{_when(at)}, how often Player 1 opens with a bet. {' '.join(told)}"
        return pen.picture(self.width, bottom + 12, title="Four rules of Leduc", desc=desc, kind="cfr-open-card")


def _when(at):
    if at == len(TIMES):
        return "In equilibrium"
    return f"After {TIMES[at]:,} iteration{'s' * (TIMES[at] != 1)} of CFR"


@cache
def _solved():
    """Return for each time how often each card opens with a bet: {panel: {card: probability}}."""
    solved = [{} for _ in (*TIMES, "equilibrium")]
    for name, rules in PANELS.items():
        game = house_rules(**rules)
        solver = CFR(game)
        for seen, time in zip(solved, TIMES, strict=False):
            solver.run(time - solver.iterations)
            seen[name] = _opening(solver.average_strategy())
        solved[-1][name] = _opening(equilibrium(game)[1])
    return solved


def _opening(profile):
    return {card: float(profile[card, ""]["r"]) for card in CARDS}
