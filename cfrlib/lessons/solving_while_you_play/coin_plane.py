"""A plane in which Player 2's mix is a point to drag: what Player 1 earns by playing the coin, with heads and tails."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cfrlib.draw.parts.colors import GRAY, GREEN, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import num, outlined, readable
from cfrlib.draw.picture import Picture
from cfrlib.exact.resolving import resolve
from cfrlib.lessons.solving_while_you_play.coin import GUESSES, SELLS, Coin
from cfrlib.widgets.widget import Widget

PARTS, BLUEPRINT, METHODS = 8, "2 6", ("naive", "gadget")
"""A mix that is dragged to has so many parts, and a name such as "2 6": how many of them are heads, and tails."""
SIDES = "heads", "tails"
WIDTH, HEIGHT, LEFT, BOTTOM, UNIT, FAR, BESIDE = 560, 326, 40.0, 288.0, 9.6, 14.5, 332.0
SOLD = {"stroke": PLAYERS[0], "stroke_width": 1.6, "stroke_dasharray": "2 3", "fill": "none"}


class coin_plane(Widget):
    """Drags a mix of Player 2 over all that they can do with the coin, and lets Player 1 respond.

    In the green area neither side gets more than is stored. `at` is a mix in eighths, such as "2 6", or "naive" or
    "gadget", the method of `cfrlib.resolve` that finds it.
    """

    state, width, spots = ("at",), WIDTH, tuple(f"{heads} {PARTS - heads}" for heads in range(PARTS + 1))
    takes = {"ArrowUp": "more", "ArrowLeft": "more", "ArrowDown": "less", "ArrowRight": "less"}
    takes |= {method[0]: method for method in METHODS}

    def __init__(self) -> None:
        self.at = BLUEPRINT
        by = [("naive", "ranges alone", self.naive), ("gadget", "the gadget", self.gadget)]
        super().__init__([self.button(name, "", f"Solve anew by {how} (key: {name[0]})", do) for name, how, do in by])

    def naive(self) -> None:
        """Go to what solving by the ranges alone finds."""
        self.click("naive")

    def gadget(self) -> None:
        """Go to what solving the gadget finds."""
        self.click("gadget")

    def more(self, by: int = 1) -> None:
        """Guess heads more often, and tails less often."""
        heads = round(PARTS * self.mix[0]) + by
        self.click(f"{heads} {PARTS - heads}")

    def less(self) -> None:
        """Guess heads less often, and tails more often."""
        self.more(-1)

    def click(self, spot: str) -> None:
        if {spot} <= {*self.spots, *METHODS}:
            self.at = spot
            self.refresh()

    @property
    def mix(self) -> NDArray[np.float64]:
        """How often Player 2 makes each guess."""
        return _mix(self.at)

    @property
    def earned(self) -> NDArray[np.float64]:
        """What Player 1 earns by playing heads, and tails."""
        return _earned(self.at)

    @property
    def stored(self) -> NDArray[np.float64]:
        """What is stored for heads, and tails."""
        return _earned(BLUEPRINT)

    @property
    def wins(self) -> float:
        """What a best response of Player 1 wins on average."""
        return float(np.maximum(self.earned, SELLS).mean())

    @property
    def words(self) -> str:
        guesses = ", ".join(f"{name} {100 * p:.0f} %" for name, p in zip(SIDES, self.mix, strict=True))
        over = zip(SIDES, self.earned - self.stored, strict=True)
        more = ", ".join(f"{side} gets {_said(by)} more" for side, by in over if by > 0.01)
        return (
            f"Player 2: {guesses}. Player 1's best response wins {_said(self.wins)}. Stored are "
            f"{' and '.join(map(_said, self.stored))}: {more or 'neither side gets more'}."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw the plane with the point, and beside it the mix, and how Player 1 responds."""
        pen = Pen(standalone)
        self._plane(pen)
        pen.say(BESIDE, 22, "Player 2 guesses", anchor="start", bold=True)
        pen.say(BESIDE, 108, "Player 1 responds", anchor="start", bold=True)
        for k, (side, p, plays, sold) in enumerate(zip(SIDES, self.mix, self.earned, SELLS, strict=True)):
            best = "sell, or play," if abs(plays - sold) < 0.01 else "play" if plays > sold else "sell"
            pen.lines(BESIDE, 44 + 22 * k, 86, side, f"{side}: {best} for {_said(max(plays, sold))}")
            pen.say(BESIDE + 164, 44 + 22 * k, f"{100 * p:.0f} %", anchor="start")
            pen.box(BESIDE + 56, 37 + 22 * k, 100 * p, 14, fill=PLAYERS[1])
        both = " + ".join(map(_said, np.maximum(self.earned, SELLS))).replace("+ −", "− ")
        pen.say(BESIDE, 174, f"wins ({both})/2 = {_said(self.wins)}", 15, "start", bold=True)
        pen.box(BESIDE, 217, 22, 14, fill=GREEN, fill_opacity=0.3, stroke=GREEN, stroke_width=0.5)
        pen.path("M", (BESIDE, 246), "h22", **SOLD)
        pen.lines(BESIDE + 30, 224, 22, "up to what is stored", "what selling pays")
        return pen.picture(WIDTH, HEIGHT, title="The plane of the coin", desc=self.words, kind="cfr-coin-plane")

    def _plane(self, pen):
        """Draw what is stored, what selling pays, all that Player 2 can do, and the point."""
        across, high = self.stored + FAR
        pen.box(*_place((-FAR, FAR)), 2 * FAR * UNIT, 2 * FAR * UNIT, stroke=GRAY)
        pen.box(*_place((-FAR, self.stored[1])), across * UNIT, high * UNIT, fill=GREEN, fill_opacity=0.25)
        pen.path(*map(_place, [(SELLS[0], -FAR), (SELLS[0], FAR)]), **SOLD)
        pen.path(*map(_place, [(-FAR, SELLS[1]), (FAR, SELLS[1])]), **SOLD)
        pen.path(*map(_place, map(_earned, (self.spots[0], self.spots[-1]))), stroke=GRAY, stroke_width=2.0)
        for value in (-12, -6, 0, 6, 12):
            across, down = _place((value, value))
            pen.say(across, BOTTOM + 12, readable(value))
            pen.say(LEFT - 5, down, readable(value), anchor="end")
        across, down = _place((0, 3))
        pen.say(across, BOTTOM + 29, "heads, if played →")
        pen.say(10, down, "tails, if played →", transform=f"rotate(-90 10 {num(down)})")
        for spot in self.spots:
            with pen.group(data_node=spot, data_pull=""):
                pen.dot(*_place(_earned(spot)), 3, fill=pen.ink, fill_opacity=0.45)
                pen.dot(*_place(_earned(spot)), 9, fill=pen.ink, fill_opacity=0.0)
        (across, down), still = _place(self.earned), {"pointer_events": "none"}
        pen.dot(across, down, 8, fill=PLAYERS[1], stroke=pen.ink, stroke_width=2.0, class_="current", **still)
        if self.at in METHODS:
            pen.say(across + 12, down - 12, self.at, 15, "start", bold=True, **still, **outlined(pen.paper))


def _place(earned):
    """Return where a point of the plane stands in the picture."""
    return LEFT + (earned[0] + FAR) * UNIT, BOTTOM - (earned[1] + FAR) * UNIT


def _said(value):
    """Return a payoff as text, to two places."""
    return readable(round(float(value), 2) + 0.0, 4)


def _earned(at):
    return _mix(at) @ np.array(list(GUESSES.values()))


@cache
def _mix(at):
    """Return how often Player 2 guesses heads, and tails."""
    if at not in METHODS:
        return np.array(list(map(int, at.split()))) / PARTS
    coin = Coin()
    solved = resolve(coin, coin.plan((1, 1), _mix(BLUEPRINT)), ("play",), resolver=1, method=at)
    return np.array(list(solved["?", "play"].values()))
