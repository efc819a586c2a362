"""A plane in which Player 2's mix is a point to drag: what Player 1 earns by playing the coin, with heads and tails."""

from functools import cache

import ipywidgets as W
import numpy as np
from numpy.typing import NDArray

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import GRAY, GREEN, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import num, outlined, readable
from cfrlib.draw.picture import Picture
from cfrlib.engine import CFR
from cfrlib.exact.resolving import METHODS, resolve
from cfrlib.lessons.solving_while_you_play.coin import SELLS, Coin
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

PARTS = 8
"""A mix that is dragged to has so many parts, and a name such as "2 6": how many of them are heads, and tails."""
BLUEPRINTS = {False: ((1, 1), "2 6"), True: ((1, 1 / 3), "4 4")}
"""By whether there is a hedge: how often Player 1 plays heads, and tails, and how Player 2 mixes."""
SIDES = "heads", "tails"
WIDTH, HEIGHT, LEFT, BOTTOM, UNIT, FAR, BESIDE = 560, 326, 40.0, 288.0, 9.6, 14.5, 332.0
ARROWS = {"ArrowRight": (-1, 1), "ArrowLeft": (1, -1), "ArrowDown": (-1, -1), "ArrowUp": (1, 1)}
"""What a key adds to the parts of heads and tails."""
SOLD = {"stroke": PLAYERS[0], "stroke_width": 1.6, "stroke_dasharray": "2 3", "fill": "none"}
GIVEN = {"stroke": GREEN, "stroke_width": 2.0, "stroke_dasharray": "6 4", "fill": "none"}
"""Lines: what selling pays, and what is stored with the gift."""


class coin_plane(Widget):
    """Drags a mix of Player 2 over all that they can do with the coin, and lets Player 1 respond.

    In the green area neither side gets more than is stored; `t` lowers both numbers. With a `hedge` there is a third
    choice, and a bad blueprint. `at` is a mix in eighths, such as "2 6", or a method of `cfrlib.resolve` that finds it.
    """

    takes = dict.fromkeys([*ARROWS, *(method[0] for method in METHODS), "h"], "")
    state, width = ("hedge", "at", "t"), WIDTH

    def __init__(self, hedge: bool = False) -> None:
        tip = "Give Player 2 a third choice, and a bad blueprint (key: h)"
        self.switched = self.switch("Hedge", tip, lambda _: (self._restart(), self.refresh()), on=hedge)
        tip = "How far each side has to stay below its stored number"
        self.slider = self.field(W.IntSlider, "lower by t", tip, "16em", max=6, step=2)
        buttons = [
            self.button(method, "", f"Go to what {method} finds (key: {method[0]})", lambda m=method: self.go(m))
            for method in METHODS
        ]
        self._restart()
        super().__init__([self.switched, self.slider, *buttons])

    hedge = value_of("switched", "hedge", "Whether Player 2 may hedge; can be set.")
    t = value_of("slider", "t", "How far each side has to stay below its stored number; can be set.")

    def _restart(self):
        self.at = BLUEPRINTS[self.hedge][1]
        with self.quietly():
            self.t = 0

    def go(self, method: str) -> None:
        """Go to what a method finds, and lower the numbers as far as it does."""
        self.at = one_of("method", method, METHODS)
        slack = self.stored - self.earned + (method == "reach") * self.gift
        with self.quietly():
            self.t = round(min(slack)) if method in ("margin", "reach") else 0
        self.refresh()

    def press(self, key: str) -> None:
        """Respond to a key: arrows move the point, first letters are methods and the hedge."""
        if one_of("key", key, tuple(self.takes)) in ARROWS:
            self.click("{} {}".format(*(np.rint(self.mix[:2] * PARTS).astype(int) + ARROWS[key])))
        elif key == "h":
            self.switched.value = not self.hedge
        else:
            self.go(next(method for method in METHODS if method[0] == key))

    @property
    def spots(self) -> list[str]:
        """The mixes that can be dragged to."""
        least, each = (0 if self.hedge else PARTS), range(PARTS + 1)
        return [f"{heads} {tails}" for heads in each for tails in each if least <= heads + tails <= PARTS]

    def click(self, spot: str) -> None:
        if self.spots.count(spot):
            self.at = spot
            self.refresh()

    @property
    def mix(self) -> NDArray[np.float64]:
        """How often Player 2 makes each guess."""
        return _mix(self.hedge, self.at)

    @property
    def earned(self) -> NDArray[np.float64]:
        """What Player 1 earns by playing heads, and tails."""
        return self._earned(self.at)

    @property
    def stored(self) -> NDArray[np.float64]:
        """What is stored for heads, and tails."""
        return self._earned(BLUEPRINTS[self.hedge][1])

    @property
    def gift(self) -> NDArray[np.float64]:
        """How much more than its stored number each side could have been sold for."""
        return np.maximum(SELLS - self.stored, 0)

    @property
    def wins(self) -> float:
        """What a best response of Player 1 wins on average."""
        return float(np.maximum(self.earned, SELLS).mean())

    def _earned(self, at):
        return _mix(self.hedge, at) @ np.array(list(Coin(self.hedge).guesses.values()))

    @property
    def words(self) -> str:
        guesses = ", ".join(f"{name} {share}" for name, share, _ in self._guesses())
        over = zip(SIDES, self.earned - self.stored + self.t, self.gift, strict=True)
        more = [
            f"{side} gets {_said(by)} more{', its gift' if by <= gift else ''}" for side, by, gift in over if by > 0.01
        ]
        lower = f", lowered by {self.t}" if self.t else ""
        return (
            f"Player 2: {guesses}. Player 1's best response wins {_said(self.wins)}. Stored are "
            f"{' and '.join(map(_said, self.stored))}{lower}: {', '.join(more) or 'neither side gets more'}."
        )

    def _guesses(self):
        """Return each guess of Player 2 with its share, as text and as a number."""
        both = zip(Coin(self.hedge).guesses, self.mix, strict=True)
        return [(name, f"{100 * p:.0f} %", float(p)) for name, p in both]

    def draw(self, standalone: bool) -> Picture:
        """Draw the plane with the point, and beside it the mix, and how Player 1 responds."""
        pen = Pen(standalone)
        self._plane(pen)
        pen.say(BESIDE, 22, "Player 2 guesses", anchor="start", bold=True)
        for down, (choice, share, p) in zip((44, 66, 88), self._guesses(), strict=False):
            pen.say(BESIDE, down, choice, anchor="start")
            pen.say(BESIDE + 164, down, share, anchor="start")
            pen.box(BESIDE + 56, down - 7, 100 * p, 14, fill=PLAYERS[1])
        pen.say(BESIDE, 124, "Player 1 responds", anchor="start", bold=True)
        for down, side, plays, sold in zip((146, 168), SIDES, self.earned, SELLS, strict=True):
            best = "sell, or play," if abs(plays - sold) < 0.01 else "play" if plays > sold else "sell"
            pen.say(BESIDE, down, f"{side}: {best} for {_said(max(plays, sold))}", anchor="start")
        both = " + ".join(map(_said, np.maximum(self.earned, SELLS))).replace("+ −", "− ")
        pen.say(BESIDE, 190, f"wins ({both})/2 = {_said(self.wins)}", 15, "start", bold=True)
        green = {"fill": GREEN, "fill_opacity": 0.3, "stroke": GREEN, "stroke_width": 0.5}
        legend = [(f"up to what is stored{f', less {self.t}' * bool(self.t)}", green), ("what selling pays", SOLD)]
        for k, (words, look) in enumerate([*legend, ("with the gift", GIVEN)][: 3 if self.gift.any() else 2]):
            pen.path("M", (BESIDE, 224 + 22 * k), "m0,-7h22v14h-22Z" if look is green else "h22", **look)
            pen.say(BESIDE + 30, 224 + 22 * k, words, anchor="start")
        return pen.picture(WIDTH, HEIGHT, title="The plane of the coin", desc=self.words, kind="cfr-coin-plane")

    def _plane(self, pen):
        """Draw what is stored, what selling pays, all that Player 2 can do, and the point."""
        (a, b), (c, d) = self.stored - self.t, self.stored - self.t + self.gift
        corners = [self._earned(at) for at in ("8 0", "0 8", "0 0")[: 2 + self.hedge]]
        square = (-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR), (-FAR, -FAR)
        green, grayish = {"fill": GREEN, "fill_opacity": 0.25}, {"fill": GRAY, "fill_opacity": 0.2}
        pen.path(*map(_place, square), stroke=GRAY, fill="none")
        pen.path(*map(_place, [(-FAR, -FAR), (a, -FAR), (a, b), (-FAR, b)]), stroke=None, **green)
        if self.gift.any():
            pen.path(*map(_place, [(c, -FAR), (c, d), (-FAR, d)]), **GIVEN)
        pen.path(*map(_place, [(SELLS[0], -FAR), (SELLS[0], FAR)]), **SOLD)
        pen.path(*map(_place, [(-FAR, SELLS[1]), (FAR, SELLS[1])]), **SOLD)
        pen.path(*map(_place, [*corners, corners[0]]), **grayish, stroke=GRAY, stroke_width=2.0)
        for value in (-12, -6, 0, 6, 12):
            across, down = _place((value, value))
            pen.say(across, BOTTOM + 12, readable(value))
            pen.say(LEFT - 5, down, readable(value), anchor="end")
        across, down = _place((0, 0))
        pen.say(across, BOTTOM + 29, "heads, if played →")
        pen.say(10, down, "tails, if played →", transform=f"rotate(-90 10 {num(down)})")
        for spot in self.spots:
            with pen.group(data_node=spot, data_pull=""):
                pen.dot(*_place(self._earned(spot)), 2, fill=pen.ink, fill_opacity=0.45)
                pen.dot(*_place(self._earned(spot)), 9, fill=pen.ink, fill_opacity=0.0)
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


@cache
def _mix(hedge, at):
    """Return how often Player 2 makes each guess. With a hedge the gadget has many solutions; this one is CFR's."""
    if at not in METHODS:
        heads, tails = map(int, at.split())
        return np.array([heads, tails, PARTS - heads - tails][: 2 + hedge]) / PARTS

    def by_cfr(game):
        solver = CFR(game)
        solver.run(1000)
        return solver.average_strategy()

    plays, guesses = BLUEPRINTS[hedge]
    coin, solve = Coin(hedge), by_cfr if hedge and at == "gadget" else None
    plan = coin.plan(plays, _mix(hedge, guesses))
    return np.array(list(resolve(coin, plan, ("play",), resolver=1, method=at, solve=solve)["?", "play"].values()))
