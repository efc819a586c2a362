"""A showdown valued in one sweep, hand by hand, forward and back."""

from dataclasses import replace
from html import escape

import ipywidgets as W

from cfrlib._util.arguments import whole
from cfrlib.draw.picture import Picture
from cfrlib.lessons.public_chance_sampling.sweep_picture import sweep_picture
from cfrlib.textbook import terminals
from cfrlib.textbook.terminals import Showdown, SweepStep
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget


class sweep(Widget):
    """Moves through a sweep over a `cfrlib.textbook.terminals.Showdown` (Johanson et al. 2011).

    It shows which of the opponent's hands are weaker than one of ours, equal and stronger, and the sums that give the
    value of our hand. `at` is how many of our hands are valued already, from 1; `steps` has a `SweepStep` for each of
    them.
    """

    takes, state = {"ArrowRight": "forward", "ArrowLeft": "back"}, ("at",)

    def __init__(self, showdown: Showdown, at: int = 1) -> None:
        self.showdown, self.steps = showdown, list(terminals.sweep(*showdown.arguments))
        tip, look = "How many hands the sweep has valued", {"min": 1, "max": len(self.steps)}
        at = whole("at", at, 1, len(self.steps))
        self.slider = self.field(W.IntSlider, "your hands valued", tip, "28em", value=at, **look)
        back = self.button("Back", "chevron-left", "One hand back (key: left arrow)", self.back)
        on = self.button("Forward", "chevron-right", "The next hand (key: right arrow)", self.forward, "primary")
        super().__init__([back, on, self.slider])

    at = value_of("slider", "at", "How many hands are valued; can be set.")

    @property
    def step(self) -> SweepStep:
        """The step that is shown."""
        return self.steps[self.at - 1]

    def forward(self, n: int = 1) -> None:
        """Go `n` hands forward, or back if `n` is below 0; at the ends it stops."""
        self.at = min(max(self.at + n, 1), len(self.steps))

    def back(self, n: int = 1) -> None:
        """Go `n` hands back; at the first it stops."""
        self.forward(-n)

    @property
    def words(self) -> str:
        """How much work has been done, and how much pair by pair would have been."""
        pairs = self.at * len(self.showdown.theirs)
        return (
            f"Hands of the opponent added to a sum so far: {self.step.passed + self.step.reached} "
            f"(and all {len(self.showdown.theirs)} once before). Pair by pair it would be {pairs}."
        )

    def draw(self, standalone: bool) -> Picture:
        drawn = sweep_picture(self.showdown, self.step, standalone=standalone)
        return replace(drawn, text=f"{drawn.text} {self.words}") if standalone else drawn

    def refresh(self) -> None:
        self.canvas.show(self.draw(standalone=False))
        self.says.value = f"<p>{escape(self.words)}</p>"
