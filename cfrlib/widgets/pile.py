"""Random numbers that pile up around what they should be, a press at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import ipywidgets as W
import numpy as np

from cfrlib._util.arguments import number, one_of, said, whole
from cfrlib.draw.parts.colors import CURRENT, looks
from cfrlib.draw.parts.svg import INLINE, LIGHT, document, element, num, readable, text
from cfrlib.draw.picture import Picture
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE
from cfrlib.widgets.widget import Widget

MANY = (1, 4, 16, 64)
"""How many numbers a press may average."""
STEPS = 32
"""From one end of the axis to the other; a bar stands on each of their ends."""
WIDTH, HEIGHT = 620, 250
TIMES = {"ArrowRight": 1, "n": 100, "m": 1000}
"""How many presses a key stands for; the key Home takes everything away."""


class pile(Widget):
    """A pile of means of random numbers: each press draws some numbers and drops their mean on it.

    `draws` has functions by label, from a `numpy.random.Generator` to one random number; `exact`, a dashed line, is
    their expected value. The axis goes from `low` to `high`, with all numbers beyond in its last bars, and `what` names
    it. `pressed` says how many means are on the pile.

    >>> dice = pile({"a die": lambda rng: rng.integers(1, 7)}, exact=3.5, low=0, high=7)
    """

    takes, state, left_out = (*TIMES, "Home"), ("which", "pressed"), ("many",)
    only = "more presses, and means of more draws"
    width, around = WIDTH, PAGE + BAR + 3 * LINE

    def __init__(
        self, draws: Mapping[str, Callable[[np.random.Generator], float]], *, exact: float, low: float, high: float,
        what: str = "value", seed: int = 0,
    ) -> None:  # fmt: skip
        if not isinstance(draws, Mapping) or not draws or not all(map(callable, draws.values())):
            raise ValueError(f"draws={said(draws)}: it takes functions by label")
        self.draws, self.what, self.seed = dict(draws), what, whole("seed", seed, 0)
        self.exact, self.low, self.high = number("exact", exact), number("low", low), number("high", high)
        if not self.low < self.high:
            raise ValueError(f"high={said(high)}: it takes a number above low")
        self._drawn, self.pressed = {}, 0
        super().__init__(self._controls())

    def press(self, times: int | str = 1) -> None:
        """Drop so many means on the pile; as keys, "ArrowRight", "n" and "m" drop 1, 100 and 1000, "Home" clears it."""
        if isinstance(times, str):
            if one_of("key", times, self.takes) == "Home":
                self.reset()
                return
            times = TIMES[times]
        self.pressed += whole("times", times, 0)
        self.refresh()

    def reset(self) -> None:
        """Take everything away, and begin with the same draws."""
        self.pressed = 0
        self.refresh()

    def recordable(self) -> bool:
        """Say whether a page has the present state: the first presses of each button, in any order."""
        thousands, rest = divmod(self.pressed, 1000)
        return thousands <= 2 and rest // 100 <= 3 and rest % 100 <= 3

    def choose(self, label: str | None = None, many: int | None = None) -> None:
        """Draw from `draws[label]`, or average `many` draws a press, 1, 4, 16 or 64; the pile begins anew."""
        with self.quietly():
            if label is not None:
                self.which.value = one_of("label", label, tuple(self.draws))
            if many is not None:
                if many not in MANY:
                    raise ValueError(f"many={said(many)}: it takes 1, 4, 16 or 64")
                self.many.value = many
        self.reset()

    @property
    def means(self) -> list[float]:
        """The means on the pile, in the order of the presses."""
        which, many = self.which.value, self.many.value
        rng, means = self._drawn.setdefault((which, many), (np.random.default_rng(self.seed), []))
        while len(means) < self.pressed:
            means.append(float(np.mean([self.draws[which](rng) for _ in range(many)])))
        return means[: self.pressed]

    @property
    def mean(self) -> float:
        """The mean of all that is on the pile; not a number while there is nothing."""
        return float(np.mean(self.means)) if self.means else float("nan")

    @property
    def spread(self) -> float:
        """The standard deviation of what is on the pile; not a number while there is nothing."""
        return float(np.std(self.means)) if self.means else float("nan")

    @property
    def words(self) -> str:
        """What there is to see, in two sentences."""
        each = "one draw" if self.many.value == 1 else f"the mean of {self.many.value} draws"
        if not self.means:
            return f"Nothing yet. Press once: it drops {each} on the pile."
        times = "1 press" if len(self.means) == 1 else f"{len(self.means):,} presses"
        return (
            f"{times}, each {each}. The last was {readable(self.means[-1], 3)}. Mean of all "
            f"{readable(self.mean, 3)}, exact {readable(self.exact, 3)}, spread {readable(self.spread, 2)}."
        )

    def _controls(self):
        once = self.button("Press once", "chevron-right", "One more (key: right arrow)", self.press, "primary")
        hundred = self.button("100 times", "forward", "A hundred more (key: n)", lambda: self.press(100))
        thousand = self.button("1,000 times", "fast-forward", "A thousand more (key: m)", lambda: self.press(1000))
        reset = self.button("Reset", "step-backward", "Take everything away (key: Home)", self.reset)
        again = lambda _: self.reset()  # noqa: E731
        self.which = self.field(W.Dropdown, "draw", "What is drawn", "15em", again, options=list(self.draws))
        options = [(str(many), many) for many in MANY]
        tip = "How many a press averages"
        self.many = self.field(W.Dropdown, "mean of", tip, "9em", again, options=options, value=1)
        return [once, hundred, thousand, reset, self.which, self.many]

    def draw(self, standalone: bool) -> Picture:
        """Draw the pile: a bar for each part of the axis, the exact value, and where the last one fell."""
        ink = LIGHT if standalone else INLINE
        left, right, top, bottom = 64.0, WIDTH - 40.0, 24.0, HEIGHT - 48.0
        width = (right - left) / STEPS

        def across(value):
            return left + (value - self.low) / (self.high - self.low) * (right - left)

        steps = (np.array(self.means) - self.low) / (self.high - self.low) * STEPS
        cells = np.clip(np.floor(steps + 0.5 + 1e-9), 0, STEPS).astype(int)
        heights = np.bincount(cells, minlength=STEPS + 1)
        color, tallest = looks(self.draws)[self.which.value].color, max(10, heights.max())
        parts = []
        for k, height in enumerate(heights.tolist()):
            if height:
                tall = height / tallest * (bottom - top)
                bar = {"x": left + (k - 0.5) * width + 1, "y": bottom - tall, "width": width - 2, "height": tall}
                parts.append(element("rect", class_="bar", fill=color, **bar))
        ground = f"M{num(left - width / 2)},{num(bottom)}H{num(right + width / 2)}"
        parts.append(element("path", d=ground, stroke=ink.ink))
        if self.means:
            edge = left - width / 2 - 5
            scale = f"M{num(edge - 4)},{num(top)}h4V{num(bottom)}h-4"
            parts.append(element("path", d=scale, stroke=ink.ink, fill="none"))
            upright = f"rotate(-90 {num(edge - 18)} {num((top + bottom) / 2)})"
            parts.append(text(edge - 18, (top + bottom) / 2, "presses", 14, fill=ink.ink, transform=upright))
            for y, height in ((top, tallest), (bottom, 0)):
                parts.append(text(edge - 8, y, f"{height:,}", 14, fill=ink.ink, text_anchor="end"))
        for value in np.linspace(self.low, self.high, 5).tolist():
            x, last = across(value), value == self.high and max(self.means, default=0) > self.high
            parts.append(element("path", d=f"M{num(x)},{num(bottom)}v5", stroke=ink.ink))
            parts.append(text(x, bottom + 16, readable(value, 3) + "+" * last, 14, fill=ink.ink))
        x = across(self.exact)
        dashes = {"stroke": ink.ink, "stroke_width": 1.6, "stroke_dasharray": "6 3"}
        parts.append(element("path", d=f"M{num(x)},{num(top - 6)}V{num(bottom)}", **dashes))
        parts.append(text(x, 8, f"exact {readable(self.exact, 3)}", 14, fill=ink.ink))
        if self.means:
            x = across(min(max(self.means[-1], self.low), self.high))
            marker = f"M{num(x)},{num(bottom + 1)}l-5,8h10z"
            parts.append(element("path", class_="current", d=marker, fill=CURRENT))
        parts.append(text((left + right) / 2, bottom + 37, self.what, 14, fill=ink.ink))
        title, look = "A pile of draws", {"kind": "cfr-pile", "standalone": standalone}
        svg = document(WIDTH, HEIGHT, *parts, title=title, desc=self.words, **look)
        return Picture(svg, f"{title}, {self.which.value}: {self.words}")
