"""The trap of the own reach: two trees side by side, and CFR learns in both, one iteration at a time."""

from typing import NamedTuple

import ipywidgets as W

from cfrlib._util.arguments import refuse
from cfrlib.draw.parts.colors import GRAY, PLAYERS, text_on
from cfrlib.draw.parts.nodes import node, outline
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import outlined, probability, readable, text
from cfrlib.draw.picture import Picture, composed
from cfrlib.lessons.counterfactual_regret.plans import counterfactual_values
from cfrlib.textbook import CFR
from cfrlib.textbook.small_games import stay_or_go
from cfrlib.widgets.parts.controls import following, value_of
from cfrlib.widgets.widget import Widget

LAST, WIDTH, HEIGHT = 6, 392, 274
"""Iterations that are shown; the size of a tree with its bars."""
A, B, PLATES = (104.0, 50.0), (174.0, 116.0), {"stay": 52.0, "L": 130.0, "R": 216.0}
"""Where the decisions of Player 1 stand, and the columns of what they lead to."""
TOP, ROW, BARS, PITCH = 190.0, 32.0, 276.0, 16.0
"""The upper edge of Player 2's frame, the height of its rows; the left end of the bars, and from one to the next."""
EDGES = {"stay": (A, (52.0, TOP)), "go": (A, B), "L": (B, (130.0, TOP)), "R": (B, (216.0, TOP))}


class Told(NamedTuple):
    """A moment: by action, how likely it is now and its total regret; and the weight of a regret at B."""

    played: dict
    regret: dict
    weight: float


class own_reach(Widget):
    """CFR on the game of stay or go, once as it is, and once as `changed`, a class that weighs regrets otherwise.

    At an edge stands the total regret of an action; its thickness, and the bars, are how likely it is to be played.
    """

    takes, state = {"ArrowRight": "slider", "ArrowLeft": "-slider"}, ("slider",)
    width = beside = WIDTH
    shrink = 0.8

    def __init__(self, changed: type[CFR], iteration: int = 0) -> None:
        if not (isinstance(changed, type) and issubclass(changed, CFR)):
            refuse("changed", changed, "a class derived from cfrlib.textbook.CFR")
        self.runs = {f"{name} {_called(kind)}": _told(kind) for name, kind in (("CFR:", CFR), ("Changed:", changed))}
        self.slider = self.field(W.IntSlider, "iteration", "The buttons move it", "12em", max=LAST)
        with self.quietly():
            self.iteration = iteration
        tip = "both players learn once more (key: right arrow)"
        onward = self.button("Next iteration", "forward", tip, lambda: following(self.slider), "primary")
        tip = "One iteration back (key: left arrow)"
        super().__init__([self.button("Back", "backward", tip, lambda: following(self.slider, -1)), onward])

    iteration = value_of("slider", "iteration", "How many iterations both have learned; can be set.")

    @property
    def words(self) -> str:
        return " ".join(map(self._said, self.runs))

    def _said(self, heading):
        now = self.runs[heading][self.iteration]
        go, right, weight = (probability(value, 3) for value in (now.played["go"], now.played["R"], now.weight))
        return f"{heading}: go {go}, R at B {right}, weight of B {weight}."

    def draw(self, standalone: bool) -> Picture:
        """Draw both trees; on the page, the second is a picture of its own, which may stand below."""
        pen, (first, second) = Pen(standalone), self.runs
        self._learned(pen, first)
        if not standalone:
            return self._finished(pen, WIDTH, self._said(first))
        with pen.group(transform=f"translate({WIDTH + 12},0)"):
            self._learned(pen, second)
        return self._finished(pen, 2 * WIDTH + 12, self.words)

    def draw_beside(self) -> Picture:
        pen, (_, second) = Pen(standalone=False), self.runs
        self._learned(pen, second)
        return self._finished(pen, WIDTH, self._said(second))

    def _finished(self, pen, wide, desc):
        title = f"The own reach, after {self.iteration} iterations"
        return pen.picture(wide, HEIGHT, title=title, desc=desc, kind="cfr-own-reach")

    def _learned(self, pen, heading):
        """Draw a tree after so many iterations: regrets at the edges, and bars of all moments so far."""
        *before, now = self.runs[heading][: self.iteration + 1]
        regrets = {action: readable(round(value, 3), sign=True) for action, value in now.regret.items()}
        _drawn(pen, now.played, regrets, now.weight)
        pen.say(WIDTH / 2, 12, heading, bold=True)
        for action, place, base in ("go", "A", 78), ("R", "B", 156):
            pen.say(BARS + 54, base - 48, f"{action} at {place}: {probability(now.played[action], 3)}")
            pen.path("M", (BARS - 3, base), "h", PITCH * (LAST + 1) + 3)
            for t, moment in enumerate([*before, now]):
                tall, opacity = 36 * moment.played[action], 1.0 if moment is now else 0.5
                pen.box(BARS + PITCH * t, base - tall, PITCH - 4, tall, "bar", fill=PLAYERS[0], opacity=opacity)
        for t in range(LAST + 1):
            pen.say(BARS + PITCH * t + 6, 165, t, 13)
        pen.say(BARS + 54, 180, "iterations", 13)
        for y, action in zip((TOP + ROW / 2, TOP + 1.5 * ROW), "xy", strict=True):
            wide = 62 * now.played[action]
            pen.box(BARS, y - 8, wide, 16, fill=PLAYERS[1])
            pen.say(BARS + wide + 6, y, f"{action}: {probability(now.played[action], 3)}", anchor="start")


def first_values(name: str | None = None) -> Picture:
    """Draw the game with the counterfactual values of all actions while everybody plays half and half."""
    solver, pen = CFR(stay_or_go()), Pen()
    even = {I.key: dict.fromkeys(I.actions, 0.5) for I in solver.tree.infosets}
    values = counterfactual_values(solver.tree, even).values()
    shown = {action: readable(v) for _, row in values for action, v in row.items()}
    _drawn(pen, _now(solver).played, shown)
    pen.lines(BARS, TOP + ROW / 2, ROW, *(f"{action}: {shown[action]} to Player 2" for action in "xy"))
    desc = ", ".join(f"{action} {value}" for action, value in shown.items())
    called = "Stay or go: counterfactual values, half and half"
    return composed(WIDTH + 28, HEIGHT, *pen.parts, called=called, desc=desc, kind="cfr-own-reach", name=name)


def _called(kind):
    return f"own reach {'left out' if kind(stay_or_go()).regret_weight(0.0, 1.0, 1.0) == 1 else 'in'}"


def _told(kind):
    """Return the moments of a run, from the start on."""
    solver = kind(stay_or_go(), updates="simultaneous")
    moments = [_now(solver)]
    for _ in range(LAST):
        solver.run(1)
        moments.append(_now(solver))
    return moments


def _now(solver):
    def by_action(rows):
        every = zip(solver.tree.infosets, rows, strict=True)
        return {action: float(value) for I, row in every for action, value in zip(I.actions, row, strict=True)}

    played = by_action(solver.strategy)
    return Told(played, by_action(solver.regret), solver.regret_weight(played["go"], 1.0, 1.0))


def _drawn(pen, played, shown, weight=None):
    """Draw the tree itself: edges as thick as they are played, what is `shown` of each action, and payoffs."""
    gone, front = {"opacity": 0.5 if weight == 0 else None}, outlined(pen.paper)
    for action, (start, tip) in EDGES.items():
        look = {"stroke_width": 0.7 + 6 * played[action], "opacity": 0.25 + 0.6 * played[action]}
        with pen.group(**gone if start is B else {}):
            pen.path(start, tip, **look)
    pen.box(14, TOP, 240, 2 * ROW, rx=6, fill=pen.paper, stroke_width=3.0, stroke=PLAYERS[1])
    for action, (start, tip) in EDGES.items():
        x, y, faint = (start[0] + tip[0]) / 2, (start[1] + tip[1]) / 2 - 6, gone if start is B else {}
        side, anchor = (-12, "end") if action in ("stay", "L") else (9, "start")
        rows = [action, shown[action]] if action == "stay" else [f"{action} {shown[action]}"]
        for k, words in enumerate(rows):
            pen.say(x + side, y + 17 * k, words, 14, anchor, **front, **faint)
    pen.parts.append(node(0, *A, "A", pen.ink))
    dead = outline(0, *B, fill=GRAY, stroke=pen.ink) + text(*B, "B", 14, fill=text_on(GRAY))
    pen.parts.append(dead if weight == 0 else node(0, *B, "B", pen.ink))
    pen.say(132, TOP + 2 * ROW + 11, "C: Player 2 does not see the way", 13)
    if weight is not None:
        pen.say(B[0] + 20, B[1] - 6, f"weight {probability(weight, 3)}", anchor="start", bold=True, **front)
    for y, action in zip((TOP + ROW / 2, TOP + 1.5 * ROW), "xy", strict=True):
        pen.say(26, y, action)
        for way, x in PLATES.items():
            payoff = stay_or_go().find(*["go"][: way != "stay"], way, action).payoff
            pen.say(x, y, readable(payoff, sign=True), opacity=0.45 + 0.55 * played[action])
