"""Kuhn poker's two bluffers and two callers: whose probability makes whom indifferent, and who gains if one moves."""

from functools import cache

import ipywidgets as W

from cfrlib._util.arguments import number, one_of
from cfrlib.draw.parts.colors import GRAY, GREEN, PLAYERS
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, probability, text
from cfrlib.draw.picture import Picture, titled
from cfrlib.evaluate import best_response_values, expected_value, exploitability
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

GAME, AT_REST, STEPS = kuhn(), kuhn_equilibrium(0.2), 30
HANDS = {"J": "bets", "Qb": "calls", "Jp": "bets", "Qpb": "calls"}
"""The hands that mix, two pairs of a bluffer and a caller, and what b is for them."""
OTHER = {"J": "Qb", "Qb": "J", "Jp": "Qpb", "Qpb": "Jp"}
"""Whom the probability of each makes indifferent."""
CARDS, WIDTH, HEIGHT, WIDE, HIGH, SIZE = {"J": "Jack", "Q": "Queen", "K": "King"}, 480, 306, 158, 92, 15


class bluffs_and_calls(Widget):
    """Moves how often one of four hands of Kuhn poker bets or calls, away from the equilibrium with alpha = 0.2.

    `hand` is "J", "Qb", "Jp" or "Qpb", and `bet` how often it bets or calls; the three others rest.
    """

    state, takes, spots, width = ("hand", "bet"), {"n": "which"}, tuple(HANDS), WIDTH

    def __init__(self, hand: str = "J", bet: float | None = None) -> None:
        one_of("hand", hand, tuple(HANDS))
        tip, look = "The hand that moves (key: n)", {"options": list(HANDS), "value": hand}
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
        return AT_REST.replace({_key(self.hand): {"p": 1 - self.bet, "b": self.bet}})

    @property
    def advantages(self) -> dict[str, float]:
        """How much better b is than p for each hand that mixes, in chips a hand of the game; 0 if it is indifferent."""
        return _measured(self.hand, self.bet)[0]

    @property
    def exploitability(self) -> float:
        """The exploitability of the profile."""
        return _measured(self.hand, self.bet)[-1]

    @property
    def words(self) -> str:
        """Who should do what now, and what that is worth."""
        advantages, _, responses, _ = _measured(self.hand, self.bet)
        now = [f"{_name(hand)} {_advice(hand, gain)}" for hand, gain in advantages.items() if gain]
        said = f"{' and '.join(now)}." if now else "All are indifferent: nobody can gain."
        most = " and ".join(f"{_said(b)} as Player {i + 1}" for i, b in enumerate(responses))
        return f"{said} A best response earns {most}."

    def draw(self, standalone: bool) -> Picture:
        """Draw four hands with their bars, the arrows between them, and the King in the middle."""
        ink, (advantages, value, _, gap), parts = LIGHT if standalone else INLINE, _measured(self.hand, self.bet), []

        moving = None if standalone and abs(self.bet - _at_rest(self.hand)) < 1e-9 else self.hand

        def write(x, y, content, **look):
            parts.append(text(x, y, content, SIZE, fill=ink.ink, **look))

        for k, (hand, verb) in enumerate(HANDS.items()):
            x, y, sign = 4 + (k % 2) * (WIDTH - WIDE - 8), 6 + (k // 2) * 166, 1 - 2 * (k % 2)
            bet, player, moved = self.profile[_key(hand)]["b"], _player(hand), hand == moving
            frame = {"x": float(x), "width": WIDE, "fill": ink.paper, "stroke": PLAYERS[player], "rx": 6}
            box = [element("rect", y=float(y), height=HIGH, stroke_width=3 if moved else 1.6, **frame)]
            box.append(element("rect", x=x + 10.0, y=y + 48.0, width=WIDE - 20, height=10, fill="#D9D9D9"))
            box.append(element("rect", x=x + 10.0, y=y + 48.0, width=float((WIDE - 20) * bet), height=10, fill=GREEN))
            says = (f"Player {player + 1}: {hand}", f"{verb} with {probability(bet)}", _advice(hand, advantages[hand]))
            for line, dy in zip(says, (16, 34, 75), strict=True):
                bold = {"font_weight": "bold"} if dy == 16 or (dy == 75 and advantages[hand]) else {}
                box.append(text(x + WIDE / 2, y + dy, line, SIZE, fill=ink.ink, **bold))
            parts.append(element("g", *box, class_="node", data_node=hand))
            color, wide = (ink.ink, 3.0) if moved else (GRAY, 1.6)
            start, tip = (WIDE + 12, WIDTH - WIDE - 12)[::sign]
            at, head = y + (34 if sign > 0 else 58), f"l{-10 * sign},-6v12z"
            parts.append(element("path", d=f"M{start},{at}H{tip}", stroke=color, stroke_width=wide))
            parts.append(element("path", d=f"M{tip},{at}{head}", fill=color))
        king = f"Player 1's King bets with {probability(AT_REST['K', '']['b'])}: {_advice('K', advantages['K'])}"
        write(WIDTH / 2, 122, king)
        write(WIDTH / 2, 148, f"value {_said(value)}, exploitability {_said(gap)}", font_weight="bold")
        write(WIDTH / 2, HEIGHT - 16, "An arrow leads to the hand that it makes indifferent.")
        look = {"kind": "cfr-bluffs", "standalone": standalone}
        desc = f"{self.hand} {HANDS[self.hand]} with {probability(self.bet)}. {self.words}"
        return titled(WIDTH, HEIGHT, *parts, title="Bluffs and calls", desc=desc, **look)


def _key(hand):
    """Return the key of an information set, such as ("Q", "pb") for "Qpb"."""
    return hand[0], hand[1:]


def _player(hand):
    return len(hand[1:]) % 2


def _at_rest(hand):
    return AT_REST[_key(hand)]["b"]


def _name(hand):
    return f"Player {_player(hand) + 1}'s {CARDS[hand[0]]}"


def _said(value):
    return f"{round(value, 4) + 0:.4f}".replace("-", "−")


def _advice(hand, gain):
    """Return what a hand should do that gains so much by b."""
    if not gain:
        return "indifferent"
    passes, bets = ("fold", "call") if hand.endswith("b") else ("pass", "bet")
    return f"should {bets if gain > 0 else passes}"


@cache
def _measured(hand, bet):
    """Return what b gains each hand, the value, what best responses earn, and the exploitability."""
    profile = AT_REST.replace({_key(hand): {"p": 1 - bet, "b": bet}})
    advantages = {}
    for other in (*HANDS, "K"):
        passed, bet_ = (expected_value(GAME, profile.replace({_key(other): {action: 1}})) for action in "pb")
        gain = (passed - bet_) if _player(other) else bet_ - passed
        advantages[other] = 0 if abs(gain) < 1e-9 else gain
    return advantages, expected_value(GAME, profile), best_response_values(GAME, profile), exploitability(GAME, profile)
