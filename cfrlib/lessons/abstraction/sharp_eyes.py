"""Be the opponent who sees cards: an answer for each of seven cards, against a player who learned with buckets."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import GREEN, SKY, VERMILLION
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.parts.tokens import CARD, TALL, cards
from cfrlib.draw.picture import Picture
from cfrlib.games import kuhn
from cfrlib.lessons.abstraction.sorted_kuhn import CARDS, buckets, solve
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

CUTS = (5,), (5, 6)
"""One cut, after the Queen; and one more, between King and Ace."""
SPOTS = ("bet", "pass")
"""What Player 1 has done; each spot has two answers."""
ANSWERS = (("fold", "call"), ("pass", "bet"))
HELD = kuhn(CARDS).outcomes(0)
WIDTH, HEIGHT, COLUMN, GAP, CHIP, MOST = 464.0, 314.0, 62.0, 12.0, 2.0, 12
"""The picture, a card and the gap between two buckets, a chip of a bar, in pixels; the end of the scale, in chips."""


class Board(NamedTuple):
    """The bucket of each card; by spot, what each answer earns and the best answers by buckets, the first of equals."""

    bucket: tuple
    worth: NDArray[np.float64]
    by_buckets: tuple


class sharp_eyes(Widget):
    """Answers for Player 2, card by card, against the equilibrium of a game of buckets; a click changes an answer.

    `cards` says whether Player 2 sees cards, or only buckets, whose cards then have one answer. `finer` says whether
    the deck has a second cut. `answers` has, for each spot and card, 0 or 1: fold or call a bet, pass or bet after a
    pass. Bars are what each answer earns, in chips over all 42 deals.
    """

    state, takes, width = ("cards", "finer", "answers"), {"c": "_eyes", "k": "_cut", "Home": "begin"}, WIDTH
    spots = tuple(f"{spot} {card}" for spot in SPOTS for card in HELD)
    only = "more than one answer that gains nothing"

    def __init__(self, cards: bool = False, finer: bool = False) -> None:
        see, cut = "Player 2 sees cards, not only buckets (key: c)", "Cut between the King and the Ace (key: k)"
        self._eyes = self.switch("I see cards", see, lambda _: self.begin(), "eye", on=cards)
        self._cut = self.switch("cut K | A", cut, lambda _: self.begin(), "scissors", on=finer)
        again = self.button("Begin anew", "undo", "The best answers by buckets (key: Home)", self.begin)
        self._answers = _solved(finer).by_buckets
        super().__init__([self._eyes, self._cut, again])
        self.canvas.focusable = "[data-node]"

    cards = value_of("_eyes", "cards", "Whether Player 2 sees cards; can be set.")
    finer = value_of("_cut", "finer", "Whether the deck has a second cut; can be set.")

    def begin(self) -> None:
        """Answer as buckets say."""
        self.answers = self.board.by_buckets

    @property
    def answers(self) -> tuple:
        """For each spot and card, which answer Player 2 gives; can be set."""
        return self._answers

    @answers.setter
    def answers(self, answers: tuple) -> None:
        self._answers = tuple(tuple(one_of("answers", one, (0, 1)) for one in spot) for spot in answers)
        self.refresh()

    @property
    def board(self) -> Board:
        """Buckets, what answers earn, and the best ones by buckets."""
        return _solved(self.finer)

    @property
    def extra(self) -> NDArray[np.float64]:
        """What each card earns more than by the best answers by buckets, spot by spot."""
        return self._earned(self.answers) - self._earned(self.board.by_buckets)

    def _earned(self, answers):
        return np.take_along_axis(self.board.worth, np.array(answers)[:, None], axis=1)[:, 0]

    @property
    def score(self) -> float:
        """What Player 2 earns over all deals, in chips."""
        return self._earned(self.answers).sum()

    def click(self, spot: str) -> None:
        row, card = divmod(self.spots.index(spot), CARDS)
        of, now = np.array(self.board.bucket), np.array(self.answers)
        alike = np.arange(CARDS) == card if self.cards else of == of[card]
        now[row, alike] = 1 - now[row, card]
        self.answers = tuple(map(tuple, now.tolist()))

    def recordable(self) -> bool:
        changed = np.array(self.answers) != self.board.by_buckets
        return not self.cards or (changed & (self.extra < 1e-6)).sum() <= 1

    @property
    def words(self) -> str:
        sees, best = "cards" if self.cards else "buckets", _short(self._earned(self.board.by_buckets).sum())
        said = f"You see {sees}. Your answers earn {_short(self.score)} chips over all 42 deals; "
        said += f"the best answers by buckets earn {best}."
        extra = [
            f"{_short(self.extra[s, k])} with {HELD[k]} ({ANSWERS[s][self.answers[s][k]]})"
            for s, k in np.argwhere(self.extra > 1e-6)
        ]
        return f"{said} More than by buckets: {', '.join(extra)}." if extra and self.cards else said

    def draw(self, standalone: bool) -> Picture:
        """Draw the cards with bars above them, for after a bet, and below them, for after a pass; then the score."""
        pen, of = Pen(standalone), np.array(self.board.bucket)
        middle = (WIDTH - CARDS * COLUMN - GAP * of.max()) / 2 + COLUMN * (np.arange(CARDS) + 0.5) + GAP * of
        pen.parts += [cards([card], x - 18, 116.0) for card, x in zip(HELD, middle, strict=True)]
        for among in (middle[of == b] for b in range(of.max() + 1)):
            place = "M", (among[0] - CARD / 2, 122 + TALL), "H", among[-1] + CARD / 2
            pen.path(*place, class_="bucket", stroke=SKY, stroke_width=5)
        for s, (top, did) in enumerate(((20.0, "bet"), (192.0, "passed"))):
            never = "" if self.board.worth[s].any() else " (they never do)"
            says = f"Player 1 has {did}{never}: {ANSWERS[s][0]} (left bar), or {ANSWERS[s][1]}?"
            pen.say(4, top - 10, says, anchor="start", bold=True)
            for k, x in enumerate(middle):
                name = f"{HELD[k]}, Player 1 has {did}: {ANSWERS[s][self.answers[s][k]]}"
                with pen.group(data_node=self.spots[s * CARDS + k], aria_label=name, style="cursor:pointer"):
                    self._spot(pen, s, k, x, top)
        zero, y, long = 100.0, HEIGHT - 16, 13.0 * min(max(self.score, 0), MOST)
        pen.say(zero - 10, y, "your score", anchor="end", bold=True)
        pen.path("M", (zero, y - 10), "v20")
        pen.box(zero, y - 8, long, 16, "score", fill=GREEN)
        pen.say(zero + long + 8, y, f"{_short(self.score)} chips over 42 deals", anchor="start")
        return pen.picture(WIDTH, HEIGHT, title="The opponent with eyes", desc=self.words, kind="cfr-eyes")

    def _spot(self, pen, s, k, x, top):
        """Draw a card's two bars and answers in one spot."""
        chosen, zero, lit = self.answers[s][k], top + 34, self.cards and self.extra[s, k] > 1e-6
        around = {"stroke": VERMILLION, "stroke_width": 2.5} if lit else {"stroke": "none"}
        pen.box(x - COLUMN / 2 + 1, top, COLUMN - 2, 90, "lit" if lit else None, rx=6, fill=pen.paper, **around)
        pen.path("M", (x - 29, zero), "h58")
        for a, value in enumerate(self.board.worth[s, :, k]):
            at, high, up = x + (a - 0.5) * 31, abs(value) * CHIP, value > 0
            look = {"fill": GREEN, "stroke": GREEN} if a == chosen else {"fill": "none", "stroke": pen.ink}
            pen.box(at - 10, zero - high * up, 20, max(high, 0.5), "bar", **look)
            pen.say(at, zero + (-1 if up else 1) * (high + 10), _short(value))
        pen.say(x, top + 80, ANSWERS[s][chosen], 15, bold=True)


def _short(value):
    return readable(round(value, 3))


@cache
def _solved(finer):
    of, worth = buckets(CUTS[finer]), solve(CUTS[finer]).worth()
    sums = np.stack([worth[:, :, np.array(of) == b].sum(axis=2) for b in of], axis=2)
    return Board(of, worth, tuple(map(tuple, (sums[:, 1] > sums[:, 0] + 1e-6).astype(int).tolist())))
