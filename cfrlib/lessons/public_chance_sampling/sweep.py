"""A showdown valued in one sweep, hand by hand, forward and back."""

from dataclasses import replace
from html import escape

import ipywidgets as W

from cfrlib._util.arguments import whole
from cfrlib.draw.picture import Picture
from cfrlib.lessons.public_chance_sampling.sweep_picture import sweep_picture
from cfrlib.textbook import terminals
from cfrlib.textbook.terminals import Showdown, SweepStep
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, button, field, frame, value_of
from cfrlib.widgets.parts.fallback import Rows

KEYS = {"ArrowRight": 1, "ArrowLeft": -1}


class sweep(Rows):
    """Moves through a sweep over a `cfrlib.textbook.terminals.Showdown` (Johanson et al. 2011).

    It shows which of the opponent's hands are weaker than one of ours, equal and stronger, and the sums that give the
    value of our hand. `at` is how many of our hands are valued already, from 1; `steps` has a `SweepStep` for each of
    them.
    """

    _keys, _recorded = KEYS, ("at",)

    def __init__(self, showdown: Showdown, at: int = 1) -> None:
        self.showdown, self.steps = showdown, list(terminals.sweep(*showdown.arguments))
        self.slider = field(
            W.IntSlider, "your hands valued", "How many hands the sweep has valued", "28em", lambda _: self._refresh(),
            value=whole("at", at, 1, len(self.steps)), min=1, max=len(self.steps),
        )  # fmt: skip
        self.says, around = W.HTML(), PAGE + BAR + 2 * LINE
        self.canvas = Canvas(on_key=lambda name: self.forward(KEYS[name]), takes=list(KEYS), around=around)
        back = button("Back", "chevron-left", "One hand back (key: left arrow)", lambda: self.forward(-1))
        on = button("Forward", "chevron-right", "The next hand (key: right arrow)", self.forward, "primary")
        super().__init__(frame([back, on, self.slider], self.says, self.canvas))
        self._refresh()

    at = value_of("slider", "at", "How many hands are valued; can be set.")

    @property
    def step(self) -> SweepStep:
        """The step that is shown."""
        return self.steps[self.at - 1]

    def forward(self, n: int = 1) -> None:
        """Go `n` hands forward, or back if `n` is below 0; at the ends it stops."""
        self.at = min(max(self.at + n, 1), len(self.steps))

    @property
    def words(self) -> str:
        """How much work has been done, and how much pair by pair would have been."""
        pairs = self.at * len(self.showdown.theirs)
        return (
            f"Hands of the opponent added to a sum so far: {self.step.passed + self.step.reached} "
            f"(and all {len(self.showdown.theirs)} once before). Pair by pair it would be {pairs}."
        )

    def picture(self) -> Picture:
        drawn = sweep_picture(self.showdown, self.step)
        return replace(drawn, text=f"{drawn.text} {self.words}")

    def _refresh(self):
        self.canvas.show(sweep_picture(self.showdown, self.step, standalone=False))
        self.says.value = f"<p>{escape(self.words)}</p>"
