"""Kuhn poker's two bluffers and two callers: whose probability makes whom indifferent, and who gains if one moves."""

import ipywidgets as W

from cfrlib._util.arguments import number, one_of
from cfrlib.draw.parts.colors import GRAY, GREEN, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import probability
from cfrlib.draw.picture import Picture
from cfrlib.evaluate import best_response_values, expected_value, exploitability
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

GAME, AT_REST, STEPS = kuhn(), kuhn_equilibrium(0.2), 30
KEYS = {hand: (hand[0], hand[1:]) for hand in ("J", "Qb", "Jp", "Qpb", "K")}
HANDS = {"J": "bets", "Qb": "calls", "Jp": "bets", "Qpb": "calls"}
"""The hands that mix, two pairs of a bluffer and a caller, who make each other indifferent; and what b is for them."""
CARDS, WIDTH, HEIGHT, WIDE, HIGH, SIZE = {"J": "Jack", "Q": "Queen", "K": "King"}, 480, 306, 158, 92, 15


class bluffs_and_calls(Widget):
    """Moves how often one of four hands of Kuhn poker bets or calls, away from the equilibrium with alpha = 0.2.

    `hand` is "J", "Qb", "Jp" or "Qpb", and `bet` how often it bets or calls; the three others rest.
    """

    state, takes, spots, width = ("hand", "bet"), {"n": "which"}, tuple(HANDS), WIDTH

    def __init__(self, hand: str = "J", bet: float | None = None) -> None:
        tip, look = "The hand that moves (key: n)", {"options": self.spots, "value": one_of("hand", hand, self.spots)}
        self.which = self.field(W.Dropdown, "hand", tip, "8em", lambda _: self._rest(), **look)
        tip, look = "How often it bets or calls", {"max": 1, "step": 1 / STEPS, "readout_format": ".2f"}
        self.slider = self.field(W.FloatSlider, "bets or calls", tip, "26em", value=_at_rest(hand), **look)
        if bet is not None:
            self.bet = number("bet", bet, "a probability", 0, 1)
        super().__init__([self.which, self.slider])

    hand = value_of("which", "hand", "The hand that moves; can be set.")
    bet = value_of("slider", "bet", "How often it bets or calls; can be set.")

    def _rest(self):
        with self.quietly():
            self.slider.value = _at_rest(self.hand)
        self.refresh()

    def click(self, spot: str) -> None:
        self.hand = spot

    @property
    def profile(self) -> Profile:
        """The equilibrium, but for the hand that moves."""
        return AT_REST.replace({KEYS[self.hand]: {"p": 1 - self.bet, "b": self.bet}})

    @property
    def advantages(self) -> dict[str, float]:
        """How much better b is than p for each hand that mixes, in chips a hand of the game; 0 if it is indifferent."""
        better = {}
        for hand, key in KEYS.items():
            passes, bets = (expected_value(GAME, self.profile.replace({key: {action: 1}})) for action in "pb")
            gain = (passes - bets) if _player(hand) else bets - passes
            better[hand] = 0 if abs(gain) < 1e-9 else gain
        return better

    @property
    def exploitability(self) -> float:
        """The exploitability of the profile."""
        return exploitability(GAME, self.profile)

    @property
    def words(self) -> str:
        better = {hand: gain for hand, gain in self.advantages.items() if gain}
        now = (f"Player {_player(hand) + 1}'s {CARDS[hand[0]]} {_advice(hand, gain)}" for hand, gain in better.items())
        said = f"{' and '.join(now)}." if better else "All are indifferent: nobody can gain."
        one, two = map(_said, best_response_values(GAME, self.profile))
        return f"{said} A best response earns {one} as Player 1 and {two} as Player 2."

    def draw(self, standalone: bool) -> Picture:
        """Draw four hands with their bars, the arrows between them, and the King in the middle."""
        pen, better, value = Pen(standalone), self.advantages, expected_value(GAME, self.profile)
        moving = None if standalone and abs(self.bet - _at_rest(self.hand)) < 1e-9 else self.hand
        for k, hand in enumerate(HANDS):
            self._hand(pen, hand, better[hand], 4 + (k % 2) * (WIDTH - WIDE - 8), 6 + (k // 2) * 166, hand == moving)
        king = f"Player 1's King bets with {probability(AT_REST['K', '']['b'])}: {_advice('K', better['K'])}"
        pen.say(WIDTH / 2, 122, king, SIZE)
        pen.say(WIDTH / 2, 148, f"value {_said(value)}, exploitability {_said(self.exploitability)}", SIZE, bold=True)
        pen.say(WIDTH / 2, HEIGHT - 16, "An arrow leads to the hand that it makes indifferent.", SIZE)
        desc = f"{self.hand} {HANDS[self.hand]} with {probability(self.bet)}. {self.words}"
        return pen.picture(WIDTH, HEIGHT, title="Bluffs and calls", desc=desc, kind="cfr-bluffs")

    def _hand(self, pen, hand, gain, x, y, moving):
        """Draw a hand, and the arrow to the hand beside it."""
        player, bet = _player(hand), self.profile[KEYS[hand]]["b"]
        with pen.group(class_="node", data_node=hand):
            frame = {"fill": pen.paper, "stroke": PLAYERS[player], "rx": 6}
            pen.box(x, y, WIDE, HIGH, stroke_width=3 if moving else 1.6, **frame)
            pen.box(x + 10, y + 48, WIDE - 20, 10, fill="#D9D9D9")
            pen.box(x + 10, y + 48, (WIDE - 20) * bet, 10, fill=GREEN)
            pen.say(x + WIDE / 2, y + 16, f"Player {player + 1}: {hand}", SIZE, bold=True)
            pen.say(x + WIDE / 2, y + 34, f"{HANDS[hand]} with {probability(bet)}", SIZE)
            pen.say(x + WIDE / 2, y + 75, _advice(hand, gain), SIZE, bold=gain)
        way, color = 1 if x < WIDTH / 2 else -1, pen.ink if moving else GRAY
        start, tip = (WIDE + 12, WIDTH - WIDE - 12)[::way]
        at = y + (34 if way > 0 else 58)
        pen.path("M", (start, at), "H", tip, stroke=color, stroke_width=3.0 if moving else 1.6)
        pen.path("M", (tip, at), "l", (-10 * way, -6), "v12z", stroke=None, fill=color)


def _player(hand):
    return len(hand[1:]) % 2


def _at_rest(hand):
    return AT_REST[KEYS[hand]]["b"]


def _said(value):
    return f"{round(value, 4) + 0:.4f}".replace("-", "−")


def _advice(hand, gain):
    """Return what a hand should do that gains so much by b."""
    if not gain:
        return "indifferent"
    passes, bets = ("fold", "call") if hand.endswith("b") else ("pass", "bet")
    return f"should {bets if gain > 0 else passes}"
