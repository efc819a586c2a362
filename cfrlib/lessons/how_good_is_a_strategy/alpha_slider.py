"""A slider through Kuhn poker's family of equilibria, and a little beyond."""

from dataclasses import replace
from functools import cache
from html import escape

import ipywidgets as W

from cfrlib import draw
from cfrlib.draw.picture import Picture
from cfrlib.evaluate import best_response_values, expected_value, exploitability
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import LARGEST_ALPHA, ROUNDING, kuhn_profile
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, column, stage, value_of
from cfrlib.widgets.parts.numbers import show
from cfrlib.widgets.parts.small_curve import small_curve
from cfrlib.widgets.widget import Widget

GAME = kuhn()
STEPS, CHART = 60, 300
"""The slider goes by sixtieths, so that 1/3 is one of its values; width of the chart, in pixels."""


class alpha_slider(Widget):
    """Moves alpha, the probability that Player 1 bluffs with the Jack, and shows who could gain by answering it.

    It takes `alpha` from 0 to 1/2; up to 1/3 the profile is an equilibrium (Kuhn 1950). With `king`, the probability
    that Player 1 bets with the King, only alpha = king / 3 is one; by default the King bets three times as often as the
    Jack.
    """

    state, width, shrink, around = ("alpha",), CHART, 0.8, PAGE + BAR

    def __init__(self, alpha: float = 0.2, king: float | None = None) -> None:
        kuhn_profile(alpha, king)  # refuses what is out of range
        self.king = king
        tip, look = "How often Player 1 bets with a Jack", {"min": 0, "max": 0.5, "readout_format": ".3f"}
        self.slider = self.field(W.FloatSlider, "α", tip, "28em", value=alpha, step=1 / STEPS, **look)
        self._curve = Canvas(around=PAGE + BAR + 8 * LINE)
        super().__init__([self.slider], stage(self.canvas, column(self.says, self._curve, width="24em")))

    alpha = value_of("slider", "alpha", "The probability; can be set.")

    @property
    def profile(self) -> Profile:
        """The profile at this alpha."""
        return kuhn_profile(self.alpha, self.king)

    @property
    def best_response_values(self) -> tuple[float, float]:
        """What best responses of Player 1 and of Player 2 earn against it."""
        return best_response_values(GAME, self.profile)

    @property
    def exploitability(self) -> float:
        """Half the sum of the best-response values."""
        return exploitability(GAME, self.profile)

    @property
    def queen_after_a_bet(self) -> tuple[float, float] | None:
        """What folding and calling earn Player 2's Queen that faces a bet; None if nobody bets."""
        jack, king = (self.profile[card, ""]["b"] for card in "JK")
        return (-1.0, 2 * (jack - king) / (jack + king)) if jack + king else None

    @property
    def words(self) -> str:
        """What there is to see at this alpha."""
        surplus = self.alpha - (min(self.alpha, LARGEST_ALPHA) if self.king is None else self.king / 3)
        if abs(surplus) < ROUNDING:
            return "An equilibrium: nobody can gain by playing differently."
        if self.king is not None:
            many, does = ("many", "calling") if surplus > 0 else ("few", "folding")
            said = f"too {many} of Player 1's bets are bluffs. Player 2 gains by {does} with every Queen."
            return f"No equilibrium: {said}"
        return (
            "No equilibrium: the King cannot bet more often than always, so too many of Player 1's bets are bluffs, "
            "and their Queen calls too often. Player 2 gains by calling with every Queen and by bluffing with no Jack."
        )

    def picture(self) -> Picture:
        words = f"Kuhn poker with α = {show(self.alpha)}. {self.words} Exploitability: {show(self.exploitability)}."
        return replace(self.draw(standalone=True), text=words)

    def draw(self, standalone: bool) -> Picture:
        return draw.strategy_chart(self.profile, title=f"α = {show(self.alpha)}", standalone=standalone)

    def refresh(self) -> None:
        self.canvas.show(self.draw(standalone=False))
        self._curve.show(exploitability_curve(self.alpha, self.king))
        b1, b2 = self.best_response_values
        rows = [
            ("value to Player 1", expected_value(GAME, self.profile)),
            ("best response of Player 1 earns", b1),
            ("best response of Player 2 earns", b2),
            ("exploitability", self.exploitability),
        ]
        if self.queen_after_a_bet:
            rows.append(("Player 2's Queen folds, calls", *self.queen_after_a_bet))
        body = "".join(
            f'<tr><th scope="row">{escape(what)}</th><td>{", ".join(map(show, numbers))}</td></tr>'
            for what, *numbers in rows
        )
        self.says.value = f'<p>{escape(self.words)}</p><table class="cfr-table"><tbody>{body}</tbody></table>'


@cache
def curve_points(king=None):
    """Return (alpha, exploitability) from 0 to 1/2 in steps of the slider."""
    return [(k / STEPS, exploitability(GAME, kuhn_profile(k / STEPS, king))) for k in range(STEPS // 2 + 1)]


def exploitability_curve(alpha, king):
    """Draw exploitability against alpha, with the present one marked."""
    points, now = curve_points(king), exploitability(GAME, kuhn_profile(alpha, king))
    zero = "for α up to 1/3 and rises beyond" if king is None else f"at α = {show(king / 3)} and rises on both sides"
    return small_curve(
        [(2 * a, e) for a, e in points], (2 * alpha, now), max(0.042, *(e for _, e in points)),
        {"0": 0, "1/6": 1 / 3, "1/3": 2 / 3, "1/2": 1}, {show(e): e for e in (0.0, 0.02, 0.04)},
        ("α, probability of betting with a Jack", "exploitability in chips"),
        f"Exploitability is 0 {zero}; at α = {show(alpha)} it is {show(now)}.",
    )  # fmt: skip
