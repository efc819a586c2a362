"""A plane in which Player 2's mix is a point to drag: what Player 1 earns by playing the coin, with heads and tails."""

from functools import cache

import ipywidgets as W
import numpy as np
from numpy.typing import NDArray

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import GRAY, GREEN, PLAYERS
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, outlined, readable, text
from cfrlib.draw.picture import Picture, titled
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
        """What there is to see."""
        guesses = ", ".join(
            f"{name} {100 * p:.0f} %" for name, p in zip(Coin(self.hedge).guesses, self.mix, strict=True)
        )
        over = zip(SIDES, self.earned - self.stored + self.t, self.gift, strict=True)
        more = [
            f"{side} gets {_said(by)} more{', its gift' if by <= gift else ''}" for side, by, gift in over if by > 0.01
        ]
        lower = f", lowered by {self.t}" if self.t else ""
        return (
            f"Player 2: {guesses}. Player 1's best response wins {_said(self.wins)}. Stored are "
            f"{' and '.join(map(_said, self.stored))}{lower}: {', '.join(more) or 'neither side gets more'}."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw the plane with the point, and beside it the mix, and how Player 1 responds."""
        ink, gifts = LIGHT if standalone else INLINE, self.gift.any()
        sells = {"stroke": PLAYERS[0], "stroke_width": 1.6, "stroke_dasharray": "2 3", "fill": "none"}
        given = {"stroke": GREEN, "stroke_width": 2.0, "stroke_dasharray": "6 4", "fill": "none"}

        def place(heads, tails):
            return LEFT + (heads + FAR) * UNIT, BOTTOM - (tails + FAR) * UNIT

        def path(*points, **look):
            return element("path", d=line([place(*point) for point in points]), **look)

        def says(across, down, words, size=14, **look):
            return text(across, down, words, size, **{"fill": ink.ink, "text_anchor": "start"} | look)

        (a, b), (c, d) = self.stored - self.t, self.stored - self.t + self.gift
        corners = [self._earned(at) for at in ("8 0", "0 8", "0 0")[: 2 + self.hedge]]
        parts = [
            path((-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR), (-FAR, -FAR), stroke=GRAY, fill="none"),
            path((-FAR, -FAR), (a, -FAR), (a, b), (-FAR, b), fill=GREEN, fill_opacity=0.25),
            path((c, -FAR), (c, d), (-FAR, d), **given) * bool(gifts),
            path((SELLS[0], -FAR), (SELLS[0], FAR), **sells),
            path((-FAR, SELLS[1]), (FAR, SELLS[1]), **sells),
            path(*corners, corners[0], fill=GRAY, fill_opacity=0.2, stroke=GRAY, stroke_width=2.0),
        ]
        for value in (-12, -6, 0, 6, 12):
            (across, down), word = place(value, value), readable(value)
            parts.append(says(across, BOTTOM + 12, word, text_anchor="middle"))
            parts.append(says(LEFT - 5, down, word, text_anchor="end"))
        middle, turned = BOTTOM - FAR * UNIT, f"rotate(-90 10 {num(BOTTOM - FAR * UNIT)})"
        parts.append(says(LEFT + FAR * UNIT, BOTTOM + 29, "heads, if played →", text_anchor="middle"))
        parts.append(says(10, middle, "tails, if played →", text_anchor="middle", transform=turned))
        for spot in self.spots:
            across, down = place(*self._earned(spot))
            dot = element("circle", cx=across, cy=down, r=2.0, fill=ink.ink, fill_opacity=0.45)
            reach = element("circle", cx=across, cy=down, r=9.0, fill=ink.ink, fill_opacity=0.0)
            parts.append(element("g", dot, reach, data_node=spot, data_pull=""))
        (across, down), still = place(*self.earned), {"pointer_events": "none"}
        look = {"fill": PLAYERS[1], "stroke": ink.ink, "stroke_width": 2.0, "class_": "current"}
        parts.append(element("circle", cx=across, cy=down, r=8.0, **look, **still))
        if self.at in METHODS:
            parts.append(says(across + 12, down - 12, self.at, 15, font_weight="bold", **still, **outlined(ink.paper)))
        parts.append(says(BESIDE, 22, "Player 2 guesses", font_weight="bold"))
        for k, (choice, p) in enumerate(zip(Coin(self.hedge).guesses, self.mix, strict=True)):
            down = 44.0 + 22 * k
            parts += [says(BESIDE, down, choice), says(BESIDE + 164, down, f"{100 * p:.0f} %")]
            parts.append(element("rect", x=BESIDE + 56, y=down - 7, width=float(100 * p), height=14.0, fill=PLAYERS[1]))
        parts.append(says(BESIDE, 124, "Player 1 responds", font_weight="bold"))
        for k, (side, plays, sold) in enumerate(zip(SIDES, self.earned, SELLS, strict=True)):
            best = "sell, or play," if abs(plays - sold) < 0.01 else "play" if plays > sold else "sell"
            parts.append(says(BESIDE, 146 + 22 * k, f"{side}: {best} for {_said(max(plays, sold))}"))
        both = " + ".join(map(_said, np.maximum(self.earned, SELLS))).replace("+ −", "− ")
        parts.append(says(BESIDE, 190, f"wins ({both})/2 = {_said(self.wins)}", 15, font_weight="bold"))
        green = {"fill": GREEN, "fill_opacity": 0.3, "stroke": GREEN, "stroke_width": 0.5}
        legend = [(f"up to what is stored{f', less {self.t}' * bool(self.t)}", green), ("what selling pays", sells)]
        for k, (words, look) in enumerate([*legend, ("with the gift", given)][: 3 if gifts else 2]):
            d = f"M{num(BESIDE)},{224 + 22 * k}" + ("m0,-7h22v14h-22Z" if look is green else "h22")
            parts += [element("path", d=d, **look), says(BESIDE + 30, 224 + 22 * k, words)]
        look = {"kind": "cfr-coin-plane", "standalone": standalone}
        return titled(WIDTH, HEIGHT, *parts, title="The plane of the coin", desc=self.words, **look)


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
