"""Kuhn poker's twelve bars to drag, and the most dangerous opponent, who answers at once."""

import re
from dataclasses import replace

from cfrlib import draw
from cfrlib._util.arguments import number, one_of
from cfrlib.evaluate import best_response, best_response_values, exploitability
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import profile_of_bets
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import LINE, PAGE
from cfrlib.widgets.widget import Widget

GOAL, STEP = 0.05, 0.05
"""An exploitability to get below, and how far a key moves a bar."""
KEYS = {"ArrowUp": -1, "ArrowDown": 1, "ArrowLeft": STEP, "ArrowRight": -STEP}
"""The bar that a key goes to, or what it adds to the probability of b."""
GROUP = re.compile(r'<g><title>(\w) (\w*):(.*?)(<rect [^>]*fill="none"[^>]*/>)</g>(.*?</g>)', re.S)
"""A bar in the picture, its frame, and the bar beside it."""


class drag_bars(Widget):
    """Twelve bars that are dragged by mouse, or by the arrow keys, beside the best response to them.

    `bets` has the probability of b at each information set, such as "Qpb"; `chosen` is the one whose bar the keys move.
    """

    takes, only = KEYS, "dragging, and the answer"

    def __init__(self) -> None:
        self._game = kuhn()
        self.bets = {card + public: 0.5 for public in ("", "p", "b", "pb") for card in "JQK"}
        self.chosen = "J"
        heard = {"on_click": lambda node, _: node and self.click(node), "on_drag": self._drag, "on_key": self.press}
        self.canvas = Canvas(takes=list(KEYS), around=PAGE + 3 * LINE, **heard)
        super().__init__()

    @property
    def profile(self) -> Profile:
        """The bars as a profile."""
        return profile_of_bets(self.bets)

    @property
    def exploitability(self) -> float:
        """The exploitability of the strategy that the bars show."""
        return exploitability(self._game, self.profile)

    def drag(self, infoset: str, bet: float) -> None:
        """Set the probability to bet, or to call, of an information set such as "Qpb"; it is rounded to two places."""
        self.chosen = one_of("infoset", infoset, tuple(self.bets))
        self.bets[infoset] = round(number("bet", bet, "a probability", 0, 1), 2)
        self.refresh()

    def press(self, key: str) -> None:
        """Respond to a key: the up and down arrows choose a bar, left and right change its probability by 0.05."""
        by, keys = KEYS[one_of("key", key, tuple(KEYS))], list(self.bets)
        if key in ("ArrowUp", "ArrowDown"):
            self.click(keys[(keys.index(self.chosen) + by) % len(keys)])
        else:
            self.drag(self.chosen, min(max(self.bets[self.chosen] + by, 0), 1))

    @property
    def words(self) -> str:
        """What the most dangerous opponent earns."""
        b1, b2 = best_response_values(self._game, self.profile)
        goal = "you are" if (b1 + b2) / 2 < GOAL else "get"
        return (
            f"A best response earns {b1:.3f} as Player 1 and {b2:.3f} as Player 2. "
            f"Exploitability {(b1 + b2) / 2:.3f}: {goal} below {GOAL}."
        )

    def click(self, spot: str) -> None:
        self.chosen = spot
        self.refresh()

    def _drag(self, node, part):
        self.drag(node, 1 - part)

    def draw(self, standalone: bool) -> draw.Picture:
        shown = {"your bars": self.profile, "best response": best_response(self._game, self.profile)}
        drawn = draw.strategy_chart(shown, width=300, standalone=standalone)
        chosen = "" if standalone else f"{self.chosen} bets or calls with {self.bets[self.chosen]:.2f}. "
        return replace(drawn, svg=GROUP.sub(_to_drag, drawn.svg), text=f"{chosen}{self.words}")

    def refresh(self) -> None:
        super().refresh()
        self.canvas.ringed = self.chosen


def _to_drag(match):
    """Return a bar that can be dragged, its frame first; only the left one of two is."""
    card, public, rest, frame, other = match.groups()
    return f'<g data-node="{card}{public}" data-drag="">{frame}<title>{card} {public}:{rest}{frame}</g>{other}'
