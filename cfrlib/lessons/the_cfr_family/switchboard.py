"""Five controls that make a member of the CFR family, with three winds at a single decision and two games."""

from collections.abc import Sequence
from math import inf, log10

import ipywidgets as W

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import GRAY, looks
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import element, line, num, readable, text_width
from cfrlib.draw.picture import Picture
from cfrlib.lessons.the_cfr_family.family import FAMILY, GAMES, MARKS, WINDS, Settings, exploitabilities, played
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, row
from cfrlib.widgets.parts.race_picture import curve_line
from cfrlib.widgets.widget import Widget

WIDTH, HEIGHT, BOTTOM = 820, 272, 206.0
DECADES = {"Kuhn": (-10, 0), "Leduc": (-5, 1)}
"""Powers of ten between which exploitability is drawn, in chips."""
SHOWN = {"change": ("change: b", 2500), "disaster": ("disaster: the second", 600), "rhythm": ("rhythm: b", 60)}
"""What is drawn of each wind, and for how many iterations."""
FINE = (inf, 3, 2.3, 2, 1.5, 1, 0.5, 0)
POWERS = {True: (FINE, FINE), False: ((inf, 1.5, 1), (inf, 1, 0))}
"""By which praise and debts may fade; coarse ones, and those of the five algorithms are among them, if not fine."""
STEPS = {True: (0.05, 0.25), False: (0.5, 1.0)}
"""Steps of looking ahead and of the average."""


class switchboard(Widget):
    """Sets how CFR adds up regrets and strategies, and shows at once what comes of it.

    The buttons set the five controls as well-known algorithms have them. A curve on the left is the probability of the
    second action, shaded while that is the best. On the right is the exploitability: a band over copies of the game
    whose payoffs differ in the ninth digit, and thin curves of the five algorithms. Steps that are not `fine` make few
    enough states for a page.
    """

    state, only = ("floor", "praise", "debts", "ahead", "average"), "finer steps"
    width, around = WIDTH, PAGE + 3 * BAR + LINE

    def __init__(self, name: str = "CFR", games: Sequence[str] = tuple(GAMES), fine: bool = True) -> None:
        self.games = tuple(one_of("games", game, GAMES) for game in games)
        self.presets = {
            one: self.switch(one, f"Set the controls of {one}", lambda _, one=one: self.choose(one)) for one in FAMILY
        }
        self.floor = self.switch("floor", "Store no regret below 0")
        tip, look = "By which power of t they fade; 0 is a half each time", {"options": [inf], "value": inf}
        self.praise = self.field(W.Dropdown, "praise fades", f"Old positive regrets. {tip}", "13em", **look)
        self.debts = self.field(W.Dropdown, "debts fade", f"Old negative regrets. {tip}", "13em", **look)
        tip, look = "How often the last regret is added once more", {"max": 1, "readout_format": ".2f"}
        self.ahead = self.field(W.FloatSlider, "look ahead", tip, "17em", **look)
        tip, look = "The power of t that iteration t counts in the average", {"max": 3, "readout_format": ".2f"}
        self.average = self.field(W.FloatSlider, "average: power", tip, "18em", **look)
        self.fine = fine
        self.choose(name)
        controls = row(*(getattr(self, control) for control in self.state))
        super().__init__([*self.presets.values()], controls, self.says, self.canvas)

    @property
    def fine(self) -> bool:
        """Whether the steps of the controls are fine; can be set."""
        return self._fine

    @fine.setter
    def fine(self, fine: bool) -> None:
        self._fine, now = bool(fine), self.settings
        with self.quietly():
            for menu, power, powers in zip((self.praise, self.debts), now[1:3], POWERS[self._fine], strict=True):
                menu.options = [("not" if one == inf else f"power {one:g}", one) for one in powers]
                menu.value = power if power in powers else inf
            self.ahead.step, self.average.step = STEPS[self._fine]

    @property
    def settings(self) -> Settings:
        """What the controls say."""
        floor, praise, debts, *sliders = (getattr(self, control).value for control in self.state)
        return Settings(floor, praise, debts, *(round(value, 2) for value in sliders))

    def choose(self, name: str) -> None:
        """Set the controls as the algorithm of this name has them."""
        with self.quietly():
            for control, value in zip(self.state, FAMILY[one_of("name", name, FAMILY)], strict=True):
                getattr(self, control).value = value
        self.refresh()

    @property
    def numbers(self) -> dict[str, str]:
        """What is read off each wind."""
        (change, _), (disaster, _), (_, earned) = (played(wind, self.settings) for wind in WINDS)
        waits = next((n for n, b in enumerate(change[1000:]) if b > 0), None)
        lasts = next((n for n, second in enumerate(disaster) if second < 0.01), None)
        return {
            "change": "waits over 1,500" if waits is None else f"waits {waits:,}",
            "disaster": "lasts over 600" if lasts is None else f"lasts {lasts:,}",
            "rhythm": f"earns {earned:.3f}",
        }

    def after(self, game: str) -> str:
        """Return between which exploitabilities the copies of a game end."""
        last = exploitabilities(game, self.settings)[:, -1]
        low, high = (readable(x, 2) for x in (last.min(), last.max()))
        return low if low == high else f"{low} to {high}"

    @property
    def name(self) -> str:
        """Which of the five this is."""
        return next((name for name, preset in FAMILY.items() if preset == self.settings), "a rule of your own")

    @property
    def words(self) -> str:
        winds = "; ".join(f"{wind} {number}" for wind, number in self.numbers.items())
        reached = "; ".join(f"{game} {self.after(game)}" for game in self.games)
        return f"Set is {self.name}: {winds}. Exploitability after 1,000 iterations: {reached} chips."

    def refresh(self) -> None:
        with self.quietly():
            for name, made in self.presets.items():
                made.value = name == self.name
        super().refresh()

    def draw(self, standalone: bool) -> Picture:
        """Draw the winds below one another, and beside them a panel for each game."""
        pen, wide = Pen(standalone), (WIDTH - 306) / len(self.games)
        for k, wind in enumerate(WINDS):
            self._strip(pen, wind, 14.0, 4 + 88.0 * k)
        for k, game in enumerate(self.games):
            self._panel(pen, game, 306 + k * wide + 52, 306 + (k + 1) * wide - 22)
        pen.say(14, HEIGHT - 10, f"Thick: {self.name}", anchor="start")
        x = 330.0
        for name, look in looks(FAMILY).items():
            short = name.replace(" CFR", "").replace("Predictive+", "Predictive")
            pen.parts.append(curve_line(look, pen.theme, f"M{num(x)},{HEIGHT - 10}h22"))
            pen.say(x + 26, HEIGHT - 10, short, 13, "start")
            x += 38 + text_width(short, 13)
        return pen.picture(WIDTH, HEIGHT, title="A switchboard", desc=self.words, kind="cfr-switchboard")

    def _strip(self, pen, wind, left, top):
        """Draw a wind: its name and number, and the probability of the second action, shaded while that is best."""
        (name, stop), wide, high, y = SHOWN[wind], 270, 46, top + 22
        second, values = played(wind, self.settings)[0][:stop], WINDS[wind][:stop]
        at = [left + wide * n / stop for n in range(stop + 1)]
        pen.say(left, top + 9, name, anchor="start", bold=True)
        pen.say(left + wide, top + 9, self.numbers[wind], anchor="end")
        turns = [n for n in range(stop) if not n or values[n] != values[n - 1]]
        for n, after in zip(turns, [*turns[1:], stop], strict=True):
            if values[n][1] == max(values[n]):
                pen.box(at[n], y, at[after] - at[n], high, fill=GRAY, fill_opacity=0.3)
        pen.path("M", (left, y), "v", high, "h", wide, stroke=pen.ink, fill="none", stroke_opacity=0.5)
        points = [(at[n], y + (1 - second[n]) * high) for n in range(0, stop, max(stop // 120, 1))]
        pen.path(*points, class_="wind", stroke=pen.ink, stroke_width=2.4, fill="none")

    def _panel(self, pen, game, left, right):
        """Draw the exploitability on a game, as a band over its copies, and the curves of the family."""
        (low, high), top, curves = DECADES[game], 26.0, exploitabilities(game, self.settings)

        def across(mark):
            return left + log10(mark) / 3 * (right - left)

        def down(chips):
            part = (high - log10(max(chips, 1e-300))) / (high - low)
            return top + min(max(part, 0), 1) * (BOTTOM - top)

        def points(heights):
            return [(across(mark), down(chips)) for mark, chips in zip(MARKS, heights, strict=True)]

        pen.say(left - 42, 12, f"{game}: {self.after(game)}", anchor="start", bold=True)
        for chips in (10.0**power for power in range(low, high + 1, 2)):
            pen.path("M", (left, down(chips)), "H", right, stroke_opacity=0.15)
            pen.say(left - 6, down(chips), readable(chips), 13, "end")
        for mark in (1, 10, 100, 1000):
            pen.path("M", (across(mark), BOTTOM), "v5")
            pen.say(across(mark), BOTTOM + 15, f"{mark:,}", 13)
        pen.path("M", (left, top), "V", BOTTOM, "H", right, stroke=pen.ink, fill="none")
        pen.say((left + right) / 2, BOTTOM + 36, "iterations; chips upward", 13)
        for name, look in looks(FAMILY).items():
            thin = curve_line(look, pen.theme, line(points(exploitabilities(game, FAMILY[name])[0])))
            pen.parts.append(element("g", thin, stroke_opacity=0.8))
        band = [*points(curves.max(axis=0)), *reversed(points(curves.min(axis=0)))]
        pen.area(*band, class_="band", fill=pen.ink, fill_opacity=0.3)
        pen.path(*points(curves[0]), class_="now", stroke=pen.ink, stroke_width=3.6, fill="none")
