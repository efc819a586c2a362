"""Watch CFR learn Kuhn poker: its average strategy as bars or a tree, iteration by iteration, and what it concedes."""

from dataclasses import replace
from functools import cache
from math import log

import ipywidgets as W
import numpy as np

from cfrlib import draw
from cfrlib._util.arguments import flag, whole
from cfrlib.draw.picture import Picture
from cfrlib.games import kuhn
from cfrlib.lessons.start_here import played_tree
from cfrlib.profile import Profile
from cfrlib.textbook import CFR
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, column, go_or_pause, stage, value_of
from cfrlib.widgets.parts.small_curve import small_curve
from cfrlib.widgets.widget import Widget

CHART = 340
"""Width of the chart, in pixels."""
PICTURES, BEAT = 60, 180
"""At most so many are recorded, closer together at the start, and milliseconds from one to the next."""
KEYS = {"ArrowRight": "slider", "ArrowLeft": "-slider", "Home": "to_start", "End": "to_end", " ": "playing_button"}


class learning(Widget):
    """Plays the iterations of CFR on Kuhn poker: twelve bars, what an opponent can win from them, and a slider in time.

    There are up to 10,000 `iterations` of vanilla CFR, of which `times` lists those with a picture, closer together at
    the start; `profiles` are their average strategies, and `errors` what can be won from them. *Play* starts anew. With
    `tree`, the game's tree stands before the bars, its edges as wide as they are played.
    """

    takes, state, shrink, around = KEYS, ("at", "playing"), 0.8, PAGE + BAR

    def __init__(self, iterations: int = 1000, tree: bool = False) -> None:
        self.tree = flag("tree", tree)
        self.times, self.profiles, self.errors = learned(whole("iterations", iterations, 1, 10_000))
        last = len(self.times) - 1
        self.playing_button = self.switch("Play", "Watch it from the start (key: space)", self._play_or_pause, "play")
        self.playing_button.button_style = "primary"
        tip, look = "Iterations, closer together at the start", {"value": last, "max": last, "readout": False}
        self.slider = self.field(W.IntSlider, "time", tip, "24em", self._moved, **look)
        self._curve, self._chart = Canvas(around=PAGE + BAR + 6 * LINE), Canvas()
        self.width, pictures = (played_tree.WIDTH, [self._chart]) if tree else (CHART, [])
        beside = column(self.says, self._curve, width="23em" if tree else "24em")
        parts = stage(self.canvas, beside, *pictures)
        parts.add_class("cfr-three")
        super().__init__([self.playing_button, self.slider], parts)

    at = value_of("slider", "at", "Which picture is shown, an index into `times`; can be set.")
    playing = value_of("playing_button", "playing", "Whether it goes forward by itself; can be set.")

    def to_start(self) -> None:
        """Go back to before the first iteration."""
        self.at = 0

    def to_end(self) -> None:
        """Go to the last iteration."""
        self.at = self.slider.max

    @property
    def profile(self) -> Profile:
        """The average strategy that is shown."""
        return self.profiles[self.at]

    @property
    def words(self) -> str:
        return (
            f"After {self._time} Player 1 bets {self.profile['J', '']['b']:.0%} of the Jacks. "
            f"Against this play the best opponent wins {self.errors[self.at]:.3f} chips a hand."
        )

    @property
    def _time(self):
        return f"{self.times[self.at]:,} iteration{'s' * (self.times[self.at] != 1)}"

    def draw(self, standalone: bool) -> Picture:
        aloud = "It plays." if self.playing and not standalone else self.words  # else all of it would be read
        title = f"After {self._time}"
        if self.tree:
            return replace(played_tree.picture(self.profile, standalone, title, self.words), text=aloud)
        return replace(self._bars(standalone, title), text=aloud)

    def _bars(self, standalone, title):
        looks = {"targets": self.profiles[-1], "width": CHART - 40, "title": title}
        return draw.strategy_chart(self.profile, standalone=standalone, **looks)

    def _moved(self, change):
        if change.new == self.slider.max or change.new not in (0, change.old + 1):  # a jump is made by hand
            self.playing = False
        self.refresh()

    def _play_or_pause(self, change):
        go_or_pause(self.playing_button, change.new, "Play")
        if change.new and self.at == self.slider.max:
            self.at = 0
        self.refresh()

    def refresh(self) -> None:
        super().refresh()
        self.canvas.beat = BEAT if self.playing else 0
        last = log(1 + self.times[-1])
        places = [log(1 + time) / last for time in self.times]
        powers = [10**k for k in range(5) if 10**k <= self.times[-1]]
        curve = small_curve(
            list(zip(places, self.errors, strict=True)), (places[self.at], self.errors[self.at]), 0.5,
            {f"{time:,}": log(1 + time) / last for time in (0, *powers)}, {"0": 0, "0.2": 0.2, "0.4": 0.4},
            ("iterations", "what the best opponent wins, chips a hand"), "",
        )  # fmt: skip
        self._curve.show(curve)
        if self.tree:
            self._chart.show(self._bars(False, "The same as bars"), "Dashed lines mark where the bars end up.")


@cache
def learned(iterations):
    """Return the iterations of which there are pictures, with average strategies and exploitabilities."""
    cfr = CFR(kuhn())
    times = [0, *map(int, np.unique(np.geomspace(1, iterations, PICTURES).round()))]
    profiles, errors = [], []
    for time in times:
        cfr.run(time - cfr.iterations)
        profiles.append(cfr.average_strategy())
        errors.append(cfr.exploitability())
    return times, profiles, errors
