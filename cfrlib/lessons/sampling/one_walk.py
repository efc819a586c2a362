"""A sampled walk on Kuhn poker, a step at a time: what it draws on the way down, and what it reports on the way up."""

from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import NamedTuple

import ipywidgets as W
import numpy as np

from cfrlib import draw
from cfrlib._util.arguments import one_of, whole
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture
from cfrlib.games import kuhn
from cfrlib.lessons.sampling.walks import EXPLORATION
from cfrlib.textbook.draws import pick
from cfrlib.tree import TERMINAL, unroll
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, column, stage, value_of
from cfrlib.widgets.parts.small_curve import small_curve
from cfrlib.widgets.widget import Widget

PROGRAMS = "external", "outcome", "nothing divided", "no exploration"
DEALS, EXACT = list(permutations("JQK", 2)), 0.25
BLANK = "\u2007"
KEYS = {"ArrowRight": "forward", "ArrowLeft": "back", "n": "next_walk", "m": "thousand", "Home": "reset"}


class Moment(NamedTuple):
    """Where the walk is, what it does there, and what stands beside each decision by then."""

    node: int
    words: str
    notes: dict


class one_walk(Widget):
    """Steps through a walk for Player 1, who plays half and half, and keeps the mean of what calling at Kpb gets.

    `program` is "external" or "outcome", or an outcome walk with a fault: "nothing divided" or "no exploration". With
    `bets` the King always bets at first. So many walks are `done`, and of the next one so many steps, `at`, are shown.
    """

    state, takes, width, shrink = ("menu", "king", "done", "at"), KEYS, 400, 0.9
    only, around = "more walks to step through", PAGE + 2 * BAR

    def __init__(self, program: str = "outcome", bets: bool = False, seed: int = 0) -> None:
        self.seed, self.done, self.at = whole("seed", seed, 0), 0, 0
        look = {"options": PROGRAMS, "value": one_of("program", program, PROGRAMS)}
        again = lambda _: self.reset()  # noqa: E731
        self.menu = self.field(W.Dropdown, "walk", "What is drawn, and what is divided", "14em", again, **look)
        self.king = self.switch("the King always bets", "Player 1 never passes with the King at first", again, on=bets)
        back = self.button("Back", "chevron-left", "One step back (key: left arrow)", self.back)
        on = self.button("Step", "chevron-right", "One step on (key: right arrow)", self.forward, "primary")
        whole_walk = self.button("Next walk", "forward", "Finish this walk (key: n)", self.next_walk)
        many = self.button("1,000 walks", "fast-forward", "Go on to the next thousand (key: m)", self.thousand)
        self._curve = Canvas(around=PAGE + BAR + 8 * LINE)
        beside = column(self.says, self._curve, width="24em")
        super().__init__([back, on, whole_walk, many, self.menu, self.king], stage(self.canvas, beside))

    program = value_of("menu", "program", "Which walk it is; can be set.")
    bets = value_of("king", "bets", "Whether the King always bets at first; can be set.")

    def recordable(self) -> bool:
        """Say whether a page has the state: two walks, and the mean of a thousand."""
        return self.done < 2 or (self.done == 1000 and self.at == 0)

    @property
    def walk(self) -> list[Moment]:
        """The moments of the present walk."""
        return _walk(self.program, self.bets, self.seed, self.done)[1]

    def forward(self, n: int = 1) -> None:
        """Go `n` steps on, or back; after the last step the next walk begins."""
        if self.at + n >= len(self.walk):
            self.done, self.at = self.done + 1, 0
        else:
            self.at = max(self.at + n, 0)
        self.refresh()

    def back(self) -> None:
        """Go a step back; at the first it stops."""
        self.forward(-1)

    def next_walk(self) -> None:
        """Finish this walk."""
        self.forward(len(self.walk))

    def thousand(self) -> None:
        """Finish walks up to the next thousand."""
        self.done, self.at = (self.done // 1000 + 1) * 1000, 0
        self.refresh()

    def reset(self) -> None:
        """Begin with the first walk again."""
        self.done, self.at = 0, 0
        self.refresh()

    @property
    def means(self) -> list[float]:
        """The mean of what calling at Kpb got, after each walk."""
        got = [_walk(self.program, self.bets, self.seed, k, told=False)[0] for k in range(self.done)]
        return (np.cumsum(got) / np.arange(1, self.done + 1)).tolist()

    @property
    def words(self) -> str:
        """What the walk does now, and the mean so far."""
        so_far = f"mean {readable(self.means[-1], 3)}" if self.done else "no mean yet"
        return f"{self.walk[self.at].words} (Walks done: {self.done:,}; {so_far}, exact {EXACT}.)"

    def draw(self, standalone: bool) -> Picture:
        """Draw the deal, with all numbers so far."""
        now, (deal, _) = self.walk[self.at], _deal(self.seed, self.done)
        seen = {node for moment in self.walk[: self.at + 1] for node in (moment.node, *moment.notes)}
        dim = [h.index for h in deal.nodes[2:] if h.index not in seen]
        look = {"current": now.node, "path": seen, "dim": dim, "note_width": 18, "standalone": standalone}
        beside = {h.index: (4, 2)[h.player] for h in deal.nodes if h.player in (0, 1)}  # so that nothing moves
        notes = {n: (now.notes.get(n, []) + [BLANK] * lines)[:lines] for n, lines in beside.items()}
        drawn = draw.tree(deal, infosets=False, notes=notes, **look)
        return Picture(drawn.svg, f"One walk, {self.program}: {self.words}")

    def refresh(self) -> None:
        """Show the walk, and the curve of the mean."""
        super().refresh()
        means = self.means[:: max(self.done // 200, 1)] or [0.0]
        points = [(k / max(len(means) - 1, 1), min(mean, 1)) for k, mean in enumerate(means)]
        labels = "walks", f"mean regret of calling at Kpb; {EXACT} is exact"
        ticks = {"1": 0.0, f"{self.done:,}": 1.0} if self.done > 1 else {}
        up = {"0": 0.0, f"{EXACT}": EXACT, "1": 1.0}
        self._curve.show(small_curve(points, points[-1], 1, ticks, up, labels, self.words))


def _deal(seed, number):
    """Return the tree of the cards that a walk is dealt, and the random numbers that it goes on with."""
    rng = np.random.default_rng([seed, number])
    return _given(int(rng.integers(6))), rng


@cache
def _given(deal):
    return unroll(kuhn()).given(*DEALS[deal])


@cache
def _walk(program, bets, seed, number, told=True):
    """Return what calling at Kpb gets from a walk, and its moments if they are to be `told`."""
    tree, rng = _deal(seed, number)
    moments, notes, got = [], {}, 0.0
    divide, explore = program != "nothing divided", EXPLORATION * (program != "no exploration")

    def tell(h, words, *lines):
        notes[h.index] = notes.get(h.index, ()) + lines
        moments.append(Moment(h.index, f"{tree.label(h)}: {words}", {n: list(said) for n, said in notes.items()}))

    def visit(h, q, own):
        nonlocal got
        if h.player == TERMINAL:
            if told:
                tell(h, f"the walk ends with {readable(h.payoff, sign=True)}.")
            return h.payoff
        mine, king = h.player == 0, tree.infosets[h.infoset].name
        sigma = np.array([0.0, 1.0]) if bets and king == "K" else np.full(2, 0.5)
        xi = explore / 2 + (1 - explore) * sigma if mine else sigma
        if told:
            tell(h, f"the walk comes here with probability q = {_part(q)}; own draws {_part(own)}.", f"q {_part(q)}")
        below = [tree.nodes[child] for child in h.children]
        if mine and program == "external":
            drawn, counts = None, np.array([visit(child, q, own) for child in below])
        else:
            drawn = pick(xi, rng.random())[0]
            came = visit(below[drawn], q * xi[drawn], own * xi[drawn] if mine else own)
            if not mine:
                if told:
                    says = f"Player 2's draw comes as often as it is played, so {readable(came, 3)} goes up as it is."
                    tell(h, says, f"up {readable(came, 3)}")
                return came
            counts = np.zeros(2)
            counts[drawn] = came / xi[drawn] if divide else came
        mix, times = float(sigma @ counts), 1 / own if divide else 1.0
        regret = float(counts[1] - mix) * times
        if king == "Kpb":
            got = regret
        if told:
            each = ", ".join(f"{action} {readable(x, 3)}" for action, x in zip(h.actions, counts.tolist(), strict=True))
            how = "all is tried" if drawn is None else f"{h.actions[drawn]} was drawn, and counts {readable(came, 3)}"
            how += f" / ({_part(xi[drawn])})" if drawn is not None and divide else ""
            better = readable(counts[1] - mix, 3, sign=True)
            often = f", and this visit counts {readable(times, 3)} times" if times != 1 else ""
            says = f"{how}: {each}. The mix is {readable(mix, 3)}. For b that is {better}{often}."
            tell(h, says, f"counts {each}", f"up {readable(mix, 3)}", f"regret b {readable(regret, 3, sign=True)}")
        return mix

    visit(tree.nodes[2], 1 / 6, 1.0)
    return got, moments


def _part(x):
    """Return a probability as a fraction."""
    return str(Fraction(x).limit_denominator(1000))
