"""Two strategies and their average as flow trees: of a hundred games, where does each go?"""

import ipywidgets as W
import numpy as np

from cfrlib.draw.parts.colors import CURRENT
from cfrlib.draw.parts.nodes import node
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import outlined, readable
from cfrlib.draw.picture import Picture
from cfrlib.textbook.small_games import two_plans
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

WIDTH, HEIGHT, EACH, THICK = 690, 270, 230, 0.22
"""Pixels: of the picture, of each tree, of a line for each game that goes along it."""
PLACES = {"A": (105, 52), "B": (150, 128), "out": (35, 196), "cliff": (115, 196), "bridge": (195, 196)}
WAYS = ("A", "out"), ("A", "B"), ("B", "cliff"), ("B", "bridge")
PAYS = {node.history[-1]: node.payoff for node in two_plans().terminals}
ADVICE = np.array([1.0, 0.0])
"""How likely the two strategies take the cliff at B."""


class flows(Widget):
    """Follows two strategies for fifty games each, and one strategy that averages them for a hundred.

    Strategy 1 goes in with probability `goes_in`, and says cliff; Strategy 2 always goes in and takes the bridge. With
    `every`, the advice of both counts the same in the average, else as often as they come to B.
    """

    state, width = ("slider", "switch_every"), WIDTH
    takes = {"ArrowRight": "slider", "ArrowLeft": "-slider", "v": "switch_every"}

    def __init__(self, goes_in: float = 0.0, every: bool = True) -> None:
        tip, look = "How often Strategy 1 goes in (keys: left and right arrow)", {"max": 1.0, "step": 0.25}
        self.slider = self.field(W.FloatSlider, "Strategy 1 goes in", tip, "26em", value=goes_in, **look)
        self.switch_every = self.switch("every strategy votes", "Count all advice the same (key: v)", on=every)
        super().__init__([self.slider, self.switch_every])

    goes_in = value_of("slider", "goes_in", "How often Strategy 1 goes in; can be set.")
    every = value_of("switch_every", "every", "Whether each strategy has one vote at B; can be set.")

    @property
    def games(self) -> list[dict[str, float]]:
        """How many games come to each place: with Strategy 1, with Strategy 2, with a coin, with their average."""
        inside = np.array([self.goes_in, 1.0])
        votes = np.ones(2) if self.every else inside
        one, two = (_counts(50, goes, cliff) for goes, cliff in zip(inside, ADVICE, strict=True))
        average = _counts(100, inside.mean(), votes @ ADVICE / votes.sum())
        return [one, two, {place: one[place] + two[place] for place in PLACES}, average]

    @property
    def earned(self) -> tuple[float, float]:
        """What a coin between the strategies earns in a game, and what their average earns."""
        return tuple(sum(games[end] * paid for end, paid in PAYS.items()) / 100 for games in self.games[2:])

    @property
    def words(self) -> str:
        """What there is to see."""
        *_, coin, average = (", ".join(f"{readable(games[end])} {end}" for end in PAYS) for games in self.games)
        by_coin, alone = (readable(round(earned, 6)) for earned in self.earned)
        how = "every strategy votes" if self.every else "own reach"
        return f"The coin: {coin}, which earns {by_coin}. The average, {how}: {average}, which earns {alone}."

    def draw(self, standalone: bool) -> Picture:
        """Draw the three trees, a line as thick as games go along it."""
        pen, (one, two, coin, average) = Pen(standalone), self.games
        trees = {"Strategy 1, 50 games": one, "Strategy 2, 50 games": two, "Their average, 100": average}
        for k, (title, games) in enumerate(trees.items()):
            where = {place: (EACH * k + x, y) for place, (x, y) in PLACES.items()}
            pen.say(where["A"][0], 14, title, bold=True)
            for start, end in WAYS:
                much = games[end]
                look = {"stroke_width": THICK * much} if much else {"stroke_width": 1.0, "stroke_dasharray": "3 4"}
                pen.path(where[start], where[end], stroke_opacity="0.55", **look)
            pen.parts += [node(0, *where[place], place, pen.ink) for place in "AB"]
            x, y = where["B"]
            pen.say(x + 20, y, f"{readable(games['B'])} come", 13, "start", **outlined(pen.paper))
            for end, paid in PAYS.items():
                x, y = where[end]
                wrong = k == 2 and abs(games[end] - coin[end]) > 1e-9
                pen.say(x, y + 12, readable(games[end]), 17, fill=CURRENT if wrong else pen.ink, bold=True)
                pen.say(x, y + 32, f"{end}: {readable(paid)}", 13)
                if k == 2:
                    pen.say(x, y + 56, f"coin {readable(coin[end])}", 13)
        return pen.picture(WIDTH, HEIGHT, title="Flows", desc=self.words, kind="cfr-flows")


def _counts(games, goes_in, cliff):
    """Return how many of so many games come to each place."""
    inside = games * goes_in
    counts = {"A": games, "B": inside, "out": games - inside, "cliff": inside * cliff, "bridge": inside * (1 - cliff)}
    return {place: float(count) for place, count in counts.items()}
