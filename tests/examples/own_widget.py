"""A widget of one's own: matching pennies where heads count double, a mix to choose, and the best response to it."""

import ipywidgets

import cfrlib

SIDES = "heads", "tails"
PENNIES = cfrlib.games.matrix([[2, -1], [-1, 1]], SIDES)


class pennies(cfrlib.widgets.Widget):
    """Moves how often Player 1 shows heads, in percent, and says what Player 2 answers."""

    state = ("slider",)
    takes = {"ArrowRight": "more", "ArrowLeft": "less"}

    def __init__(self, heads=50):
        tip = "How often Player 1 shows heads, in percent (keys: arrows)"
        self.slider = self.field(ipywidgets.IntSlider, "heads", tip, "24em", value=heads, max=100, step=10)
        super().__init__([self.slider])

    def more(self):
        self.slider.value += 10

    def less(self):
        self.slider.value -= 10

    @property
    def earned(self):
        """What each answer earns Player 2 on average."""
        heads = self.slider.value / 100
        return {side: 0 - heads * a - (1 - heads) * b for side, (a, b) in zip(SIDES, PENNIES.payoffs.T, strict=True)}

    @property
    def words(self):
        answers = " and ".join(f"{side} {earned:.1f}" for side, earned in self.earned.items())
        best = [side for side in SIDES if self.earned[side] > max(self.earned.values()) - 1e-9]
        return f"Against {self.slider.value} % heads Player 2 earns: {answers}. Best response: {' or '.join(best)}."

    def draw(self, standalone):
        shown = {"heads": self.slider.value / 100, "tails": 1 - self.slider.value / 100}
        profile = cfrlib.Profile.uniform(PENNIES).replace({("Player 1", ""): shown})
        return cfrlib.draw.strategy_chart(profile, [("Player 1", "")], standalone=standalone).svg
