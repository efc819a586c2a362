"""A waterfall of the noise: what each kind of draw of an outcome walk adds to the variance of a regret."""

from functools import cache

from cfrlib.draw.parts.colors import GRAY, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.textbook.variance import moments
from cfrlib.tree import unroll
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

WIDTH, LEFT, SCALE, STEP, SIZE = 445, 142.0, 275.0, 25.0, 15
COLORS = GRAY, PLAYERS[1], PLAYERS[0], PLAYERS[0]
BARS = {
    ("K", "pb"): ("calling at Kpb", ("cards", "Player 2's bet", "own pass", "own call or fold")),
    ("K", ""): ("betting at K", ("cards", "Player 2's actions", "", "own actions")),
}


class noise_bars(Widget):
    """Stacks the noise of two regrets, draw by draw, for outcome walks on Kuhn poker where all play half and half.

    A perfect baseline takes away what is drawn from the information set on.
    """

    state, width = ("baseline",), WIDTH

    def __init__(self, baseline: bool = False) -> None:
        tip = "Take away what a perfect baseline removes"
        self.turn = self.switch("perfect baseline", tip, on=bool(baseline))
        super().__init__([self.turn])

    baseline = value_of("turn", "baseline", "Whether each history's true value is its baseline; can be set.")

    @property
    def words(self) -> str:
        said = (f"{what} {exactly(sum(noise(key, self.baseline)))}" for key, (what, _) in BARS.items())
        return f"Variance {'with a perfect' if self.baseline else 'without a'} baseline: {', '.join(said)}."

    def draw(self, standalone: bool) -> Picture:
        """Draw a bar for each kind of draw, which begins where the one before ends, and below them their sum."""
        pen, y, told = Pen(standalone), 14.0, []
        for key, (what, names) in BARS.items():
            parts, y, x = noise(key, self.baseline), y + STEP, LEFT
            pen.say(8, y - STEP, f"variance of the regret of {what}", SIZE, "start", bold=True)
            for k, name in enumerate(names):
                if not name:
                    continue
                gone, end = not parts[k], x + SCALE * noise(key, False)[k]
                number = "gone" if gone else "+" * (k > 0) + exactly(parts[k])
                look = {"stroke": GRAY, "stroke_dasharray": "4 3"} if gone else {"fill": COLORS[k]}
                pen.box(x, y - 8, end - x, 16, "bar", **look)
                pen.say(8, y, name, SIZE, "start", opacity=0.6 if gone else 1.0)
                also = f"   (external: {exactly(sum(parts[:2]))})" if k == 1 and not gone else ""
                pen.say(end + 6, y, number + also, SIZE, "start")
                told.append(f"{name} {number}")
                y, x = y + STEP, end
            pen.path("M", (LEFT, y - 12), "H", WIDTH - 8)
            pen.say(8, y, "what is left" if self.baseline else "together", SIZE, "start")
            pen.box(LEFT, y - 8, SCALE * sum(parts), 16, fill=pen.ink)
            pen.say(LEFT + SCALE * sum(parts) + 6, y, exactly(sum(parts)), SIZE, "start", bold=True)
            y += STEP + 14
        desc = f"{', '.join(told)}. {self.words}"
        return pen.picture(WIDTH, y - 22, title="Where the noise comes from", desc=desc, kind="cfr-noise")


@cache
def noise(key: tuple[str, str], baseline: bool) -> tuple[float, ...]:
    """Return what draws add to a variance: cards, the other's actions, own ones before `key`, own ones from there.

    If half of the walks go elsewhere, those that come count twice: the mean square doubles.
    """
    bet, uniform = unroll(kuhn()).infoset(key).offset + 1, Profile.uniform(kuhn())
    chance, external, outcome = (moments(kuhn(), uniform, row) for row in ("cs", "es", "os"))
    cards, both, every = (walk.regret_variance[bet] for walk in (chance, external, outcome))
    square, comes = external.regret_mean[bet] ** 2, 0.5 ** (len(key[1]) // 2)  # own draws before are half and half
    rare = (both + square) / comes - square
    late = (False, not key[1], False, True)  # at K the other acts after
    parts = zip((cards, both - cards, rare - both, every - rare), late, strict=True)
    return tuple(0.0 if baseline and after else round(float(part), 12) for part, after in parts)


def exactly(value: float) -> str:
    """Return a number with all its decimals if they are at most four, else with three."""
    return readable(round(value, 4)) if abs(round(value, 4) - value) < 1e-9 else f"{value:.3f}"
