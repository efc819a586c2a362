"""The ring of Deep CFR, turned press by press: walk, train, match, on Kuhn poker with thirteen cards."""

from functools import cache
from itertools import count, islice
from typing import Any, NamedTuple

import ipywidgets as W
import numpy as np

from cfrlib._util.arguments import one_of, whole
from cfrlib.deep import DeepCFR, Reservoir
from cfrlib.draw.parts.colors import CURRENT, GRAY, GREEN, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture
from cfrlib.lessons.deep_cfr import guessing
from cfrlib.lessons.deep_cfr.guessing import CARDS
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

NO_CARD, PHASES, KEEP = "no card", ("match", "walk", "train"), ("a reservoir", "the last ones")
"""PHASES by the number of presses, from 0 on; what a memory may keep."""
MENU = NO_CARD, "2", "Q", "A"
WALKS, CAPACITY, STEPS, TURNS, NEW = 3000, 10_000, 100, 6, 10
"""Walks of a player in an iteration, places of a memory, steps of a training; iterations on a page, samples drawn."""
WIDTH, HEIGHT, LOW, HIGH, LEFT, STEP, TOP, BOTTOM, BESIDE = 560, 322, -1.5, 3.5, 30.0, 29.0, 30.0, 216.0, 426.0


class Seen(NamedTuple):
    """What there is to see after a press, card by card where it is an array.

    `bars` are means of samples, `before` those of before the last walk, `dots` what the network says, `calls` how often
    Player 1 calls, `bets` how often Player 2 bets behind a pass. `ages` has the memory's samples by iteration, `new`
    what some new samples say.
    """

    bars: Any
    before: Any
    dots: Any
    calls: Any
    bets: Any
    ages: Any
    new: Any


class ring(Widget):
    """Turns the ring of Deep CFR: each press is a walk, a training or a match.

    A bar is the mean of a card's samples in the memory: how much better calling is than folding. A dot is the network.
    `hidden` is a card without samples in training, `told` how the network gets its card, `keep` what a memory keeps.
    """

    takes = {"ArrowRight": "step", "Home": "reset", "h": "which", "t": "how", "k": "what"}
    state, width, only = ("hidden", "told", "keep", "presses"), WIDTH, f"more than {TURNS} iterations"

    def __init__(self, hidden: str = NO_CARD, told: str = guessing.TOLD[0], presses: int = 0) -> None:
        one_of("hidden", hidden, MENU)
        one_of("told", told, guessing.TOLD)
        self.presses = whole("presses", presses, 0)
        self.next = self.button("Walk", "chevron-right", "Go on in the ring (key: right arrow)", self.step, "primary")
        back = self.button("Reset", "step-backward", "Back to before the first walk (key: Home)", self.reset)
        tips = "Which card is hidden from training (key: h)", "How the card is told (key: t)", "What is kept (key: k)"
        rows = zip(("hide", "told", "keep"), tips, (MENU, guessing.TOLD, KEEP), (hidden, told, KEEP[0]), strict=True)
        self.which, self.how, self.what = (
            self.field(W.Dropdown, name, tip, "12em", options=options, value=value)
            for name, tip, options, value in rows
        )  # fmt: skip
        super().__init__([self.next, back, self.which, self.how, self.what])

    hidden = value_of("which", "hidden", "The card that is hidden from training; can be set.")
    told = value_of("how", "told", "How the network is told which card it holds; can be set.")
    keep = value_of("what", "keep", "Which samples a memory keeps when it is full; can be set.")

    def step(self) -> None:
        """Go on by one press."""
        self.presses += 1
        self.refresh()

    def reset(self) -> None:
        """Go back to before the first walk."""
        self.presses = 0
        self.refresh()

    def recordable(self) -> bool:
        return self.presses <= TURNS * len(PHASES)

    def refresh(self) -> None:
        self.next.description = PHASES[(self.presses + 1) % len(PHASES)].capitalize()
        super().refresh()

    @property
    def seen(self) -> Seen:
        """What there is to see now."""
        known, turns = _turned(self.hidden, self.told, self.keep)
        known.extend(islice(turns, max(self.presses + 1 - len(known), 0)))
        return known[self.presses]

    @property
    def wrong(self) -> list[str]:
        """The cards of which the network has the sign wrong."""
        return [card for card, bar, dot in zip(CARDS, self.seen.bars, self.seen.dots, strict=True) if bar * dot < 0]

    @property
    def words(self) -> str:
        """What there is to see."""
        phase, t, seen = PHASES[self.presses % 3], -(-self.presses // 3), self.seen
        if not self.presses:
            return "Before the first walk everybody plays half and half. Press Walk."
        if phase == "walk":
            return f"Walk {t}: small dots are new samples. A bar is the mean of all {seen.ages.sum():,} in the memory."
        if phase == "match":
            signs = f"The sign is wrong at {', '.join(self.wrong)}." if self.wrong else "All signs are right."
            return f"Match {t}: Player 1 calls where the dot is above 0. {signs}"
        if self.hidden == NO_CARD:
            return f"Training {t}: the dots are off by {np.abs(seen.dots - seen.bars).mean():.2f} on average."
        k = CARDS.index(self.hidden)
        off = np.delete(np.abs(seen.dots - seen.bars), k).mean()
        return (
            f"Training {t}, without {self.hidden}: the network guesses {readable(round(seen.dots[k], 1))}, the samples "
            f"say {readable(round(seen.bars[k], 1))}, a table without them 0. Off by {off:.2f} at the other cards."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw bars and dots, below them what is played, and beside them the ring and the memory."""
        pen, phase = Pen(standalone), PHASES[self.presses % 3]
        for value in range(-1, 4):
            pen.say(LEFT - 6, _height(value), readable(value), anchor="end")
        pen.path((LEFT, _height(0)), (LEFT + STEP * len(CARDS), _height(0)))
        for k, card in enumerate(CARDS):
            self._card(pen, phase, k, LEFT + (k + 0.5) * STEP, card)
        pen.say(LEFT, 12, "calling minus folding, after p and a bet, in chips", anchor="start")
        pen.lines(LEFT, BOTTOM + 34, 42, "so often Player 1 calls", "so often Player 2 bets behind p")
        self._ring(pen, phase)
        self._memory(pen)
        desc = f"Hidden: {self.hidden}, told {self.told}, kept: {self.keep}. {self.words}"
        return pen.picture(WIDTH, HEIGHT, title="The ring", desc=desc, kind="cfr-deep")

    def _card(self, pen, phase, k, x, card):
        """Draw all of one card: its mean, what is new, the network's guess, and what both players do."""
        seen, zero, gone = self.seen, _height(0), card == self.hidden
        y, bad = _height(seen.bars[k]), phase == "match" and card in self.wrong
        if self.presses:
            look = {"stroke": GRAY, "stroke_dasharray": "4 3"} if gone else {"fill": GRAY}
            pen.box(x - 10, min(y, zero), 20, max(abs(y - zero), 1), "bar", **look)
        if phase == "walk":
            if self.presses > 1:
                pen.path("M", (x - 13, _height(seen.before[k])), "h26")
            for n, value in enumerate(seen.new[k]):
                drop = x - 9 + 2 * n, _height(value) - 3 + 2 * (n % 4)
                pen.path("M", drop, "h0", stroke_width=3.0, stroke_linecap="round")
        if self.presses > 1:
            look = {"fill": pen.paper, "stroke": CURRENT, "stroke_width": 3.0} if gone else {"fill": GREEN}
            look["fill_opacity"] = 0.35 if phase == "walk" else 1.0
            pen.dot(x, _height(seen.dots[k]), 6, **look, data_moves=f"dot {card}")
        pen.say(x, BOTTOM + 12, card, bold=bad or gone, **({"fill": CURRENT} if bad or gone else {}))
        for top, often, color in ((44, seen.calls[k], PLAYERS[0]), (86, seen.bets[k], PLAYERS[1])):
            pen.box(x - 10, BOTTOM + top, 20, 18, stroke=GRAY)
            pen.box(x - 10, BOTTOM + top + 18 * (1 - often), 20, 18 * often, fill=color)
        if bad:
            pen.box(x - 12, BOTTOM + 42, 24, 22, stroke=CURRENT, stroke_width=3.0)

    def _ring(self, pen, phase):
        """Draw the three steps, with a frame around the last one that was pressed."""
        for k, name in enumerate(("walk", "train", "match")):
            now = bool(self.presses) and name == phase
            look = {"stroke": CURRENT, "stroke_width": 3.0} if now else {"stroke": GRAY}
            pen.box(BESIDE, 24 + 34 * k, 76, 24, rx=6.0, **look)
            pen.say(BESIDE + 38, 36 + 34 * k, name, bold=now)
        back = "M", (BESIDE + 78, 104), "h18V36h-16m6,-5l-6,5l6,5"
        pen.path("M", (BESIDE + 38, 48), "v8M", (BESIDE + 38, 82), "v8", *back, fill="none", stroke_width=1.5)

    def _memory(self, pen):
        """Draw how many samples of each iteration are in the memory."""
        ages = self.seen.ages
        shown, most = ages[-TURNS:], max(ages.max(initial=0), CAPACITY // 2)
        pen.lines(BESIDE, 140, 18, "the memory,", "by iteration")
        for k, many in enumerate(shown):
            tall, x = 84 * many / most, BESIDE + 22 * k
            pen.box(x, 258 - tall, 17, tall, fill=GRAY)
            pen.say(x + 8, 270, len(ages) - len(shown) + k + 1)
        pen.say(BESIDE, 296, f"{ages.sum():,} samples", anchor="start")


def _height(value):
    """Return where so many chips stand in the picture."""
    return BOTTOM - (min(max(value, LOW), HIGH) - LOW) / (HIGH - LOW) * (BOTTOM - TOP)


class _Window(Reservoir):
    """A memory that keeps the last samples instead of a fair sample."""

    def _into(self, many):
        super()._into(many)
        return np.arange(self.seen - many, self.seen) % self.capacity


class _Ring(DeepCFR):
    """Deep CFR that stops after each walk, training and match."""

    def __init__(self, hidden, told, keep):
        super().__init__(guessing.GAME, WALKS, CAPACITY, "table")
        if keep == KEEP[1]:
            self.memories = _Window(2, CAPACITY), _Window(2, CAPACITY)
        sets = self.infosets
        self.known = np.array([card != hidden for card, _ in sets.keys]) | (sets.players == 1)
        self.told, self.said = guessing.features(sets, told), np.zeros(sets.legal.shape)

    def turns(self):
        """Yield what there is to see before the first walk, and after each press."""
        self._prepare()
        before = bars = self._bars()
        yield self._seen(bars, before, 0)
        for t in count(1):
            before = bars
            for player in (0, 1):
                self._sample(player, t)
            bars = self._bars()
            yield self._seen(bars, before, t)
            answers = [guessing.trained(self.told, memory, self.known, STEPS) for memory in self.memories]
            self.said = answers[0]
            yield self._seen(bars, before, t)
            for player, answer in enumerate(answers):
                self.learners[player].restore({"means": answer})
                self._match(player)
            yield self._seen(bars, before, t)

    def _bars(self):
        return guessing.calling(guessing.means(self.infosets, self.memories[0]), self.infosets)

    def _seen(self, bars, before, t):
        sets, memory = self.infosets, self.memories[0]
        rows = [[sets.keys.index((card, public)) for card in CARDS] for public in ("pb", "p")]
        calls, bets = self.strategy[rows, sets.names.index("b")]
        latest = memory.times == t
        says = memory.values[:, sets.names.index("b")] - memory.values[:, sets.names.index("p")]
        new = [says[latest & (memory.places == row)][:NEW].tolist() for row in rows[0]]
        ages = np.bincount(memory.times, minlength=t + 1)[1:]
        return Seen(bars, before, guessing.calling(self.said, sets), calls, bets, ages, new)


@cache
def _turned(hidden, told, keep):
    """Return what was seen so far, a list, and what comes, for each way to turn the ring."""
    return [], _Ring(hidden, told, keep).turns()
