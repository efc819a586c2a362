"""Five controls that make a member of the CFR family, with three winds at a single decision and two games."""

from collections.abc import Sequence
from math import inf, log10

import ipywidgets as W

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import GRAY, looks
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, readable, text, text_width
from cfrlib.draw.picture import Picture, titled
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
        """What there is to see."""
        winds = "; ".join(f"{wind} {number}" for wind, number in self.numbers.items())
        reached = "; ".join(f"{game} {self.after(game)}" for game in self.games)
        return f"Set is {self.name}: {winds}. Exploitability after 1,000 iterations: {reached} chips."

    def refresh(self) -> None:
        """Show which of the five this is, what there is to see in words, and the picture."""
        with self.quietly():
            for name, made in self.presets.items():
                made.value = name == self.name
        super().refresh()

    def draw(self, standalone: bool) -> Picture:
        """Draw the winds below one another, and beside them a panel for each game."""
        ink = LIGHT if standalone else INLINE
        parts = [part for k, wind in enumerate(WINDS) for part in self._strip(wind, 4 + 88.0 * k, ink)]
        wide = (WIDTH - 306) / len(self.games)
        for k, game in enumerate(self.games):
            parts += self._panel(game, 306 + k * wide + 52, 306 + (k + 1) * wide - 22, ink)
        parts.append(text(14, HEIGHT - 10, f"Set: {self.name}", 14, fill=ink.ink, text_anchor="start"))
        x, look = 330.0, looks(FAMILY)
        for name in FAMILY:
            short = name.replace(" CFR", "").replace("Predictive+", "Predictive")
            parts.append(curve_line(look[name], ink, f"M{num(x)},{HEIGHT - 10}h22"))
            parts.append(text(x + 26, HEIGHT - 10, short, 13, fill=ink.ink, text_anchor="start"))
            x += 38 + text_width(short, 13)
        look = {"kind": "cfr-switchboard", "standalone": standalone}
        return titled(WIDTH, HEIGHT, *parts, title="A switchboard", desc=self.words, **look)

    def _strip(self, wind, top, ink):
        """Return a wind: its name and number, and the probability of the second action."""
        (name, end), left, wide, high = SHOWN[wind], 14.0, 270.0, 46.0
        second, values = played(wind, self.settings)[0][:end], WINDS[wind][:end]
        step = max(end // 120, 1)
        y, at = top + 22, [left + wide * n / end for n in range(end + 1)]
        yield text(left, top + 9, name, 14, fill=ink.ink, text_anchor="start", font_weight="bold")
        yield text(left + wide, top + 9, self.numbers[wind], 14, fill=ink.ink, text_anchor="end")
        starts = [n for n in range(end) if values[n][1] == max(values[n]) and (not n or values[n] != values[n - 1])]
        for n in starts:
            stop = next((m for m in range(n, end) if values[m] != values[n]), end)
            yield element("rect", x=at[n], y=y, width=at[stop] - at[n], height=high, fill=GRAY, fill_opacity=0.3)
        yield element("path", d=f"M{num(left)},{num(y)}v{high}h{wide}", stroke=ink.ink, fill="none", stroke_opacity=0.5)
        points = [(at[n], y + (1 - second[n]) * high) for n in range(0, end, step)]
        yield element("path", class_="wind", d=line(points), stroke=ink.ink, stroke_width=2.4, fill="none")

    def _panel(self, game, left, right, ink):
        """Return the exploitability on a game, as a band over its copies, and the curves of the family."""
        low, high = DECADES[game]
        curves, top = exploitabilities(game, self.settings), 26.0

        def points(heights):
            across = ((left + log10(mark) / 3 * (right - left)) for mark in MARKS)
            tall = (min(max((high - log10(max(y, 1e-300))) / (high - low), 0), 1) for y in heights)
            return [(x, top + y * (BOTTOM - top)) for x, y in zip(across, tall, strict=True)]

        bold = {"fill": ink.ink, "text_anchor": "start", "font_weight": "bold"}
        yield text(left - 42, 12, f"{game}: {self.after(game)}", 14, **bold)
        for power in range(low, high + 1, 2):
            y = top + (high - power) / (high - low) * (BOTTOM - top)
            yield element("path", d=f"M{num(left)},{num(y)}H{num(right)}", stroke=ink.ink, stroke_opacity=0.15)
            yield text(left - 6, y, readable(10.0**power), 13, fill=ink.ink, text_anchor="end")
        for power in range(4):
            x = left + power / 3 * (right - left)
            yield element("path", d=f"M{num(x)},{num(BOTTOM)}v5", stroke=ink.ink)
            yield text(x, BOTTOM + 15, f"{10**power:,}", 13, fill=ink.ink)
        yield element("path", d=f"M{num(left)},{num(top)}V{num(BOTTOM)}H{num(right)}", stroke=ink.ink, fill="none")
        yield text((left + right) / 2, BOTTOM + 36, "iterations; chips upward", 13, fill=ink.ink)
        for name, look in looks(FAMILY).items():
            thin = line(points(exploitabilities(game, FAMILY[name])[0]))
            yield element("g", curve_line(look, ink, thin), stroke_opacity=0.8)
        band = [*points(curves.max(axis=0)), *reversed(points(curves.min(axis=0)))]
        yield element("path", class_="band", d=line(band) + "Z", fill=ink.ink, fill_opacity=0.3)
        yield element("path", class_="now", d=line(points(curves[0])), stroke=ink.ink, stroke_width=3.6, fill="none")
