"""The trap of the own reach: two trees side by side, and CFR learns in both, one iteration at a time."""

from typing import NamedTuple

from cfrlib._util.arguments import refuse, whole
from cfrlib.draw.parts.colors import GRAY, PLAYERS, text_on
from cfrlib.draw.parts.nodes import node, outline
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, outlined, probability, readable, text
from cfrlib.draw.picture import Picture, composed, titled
from cfrlib.lessons.counterfactual_regret.plans import counterfactual_values
from cfrlib.textbook import CFR
from cfrlib.textbook.small_games import stay_or_go
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, space_for, stage
from cfrlib.widgets.widget import Widget

LAST, WIDTH, HEIGHT = 6, 392, 274
"""Iterations that are shown; the size of a tree with its bars."""
A, B, PLATES = (104.0, 50.0), (174.0, 116.0), {"stay": 52.0, "L": 130.0, "R": 216.0}
"""Where the decisions of Player 1 stand, and the columns of what they lead to."""
EDGES = {"stay": (A, "stay"), "go": (A, None), "L": (B, "L"), "R": (B, "R")}
TOP, ROW, BARS, PITCH = 190.0, 32.0, 276.0, 16.0
"""The upper edge of Player 2's frame, the height of its rows; the left end of the bars, and from one to the next."""


class Told(NamedTuple):
    """A moment: by action, how likely it is now and its total regret; and the weight of a regret at B."""

    played: dict
    regret: dict
    weight: float


class own_reach(Widget):
    """CFR on the game of stay or go, once as it is, and once as `changed`, a class that weighs regrets otherwise.

    At an edge stands the total regret of an action; its thickness, and the bars, are how likely it is to be played.
    """

    takes, state = {"ArrowRight": "forward", "ArrowLeft": "back"}, ("iteration",)
    around = PAGE + BAR + 2 * LINE

    def __init__(self, changed: type[CFR], iteration: int = 0) -> None:
        if not (isinstance(changed, type) and issubclass(changed, CFR)):
            refuse("changed", changed, "a class derived from cfrlib.textbook.CFR")
        self.iteration = whole("iteration", iteration, 0, LAST)
        self.runs = {f"{name} {_called(kind)}": _told(kind) for name, kind in (("CFR:", CFR), ("Changed:", changed))}
        self.other = Canvas(around=self.around, layout=space_for(WIDTH, 0.8))
        self.canvas.layout = space_for(WIDTH, 0.8)
        tip = "both players learn once more"
        onward = self.button("Next iteration", "forward", f"{tip} (key: right arrow)", self.forward, "primary")
        back = self.button("Back", "backward", "One iteration back (key: left arrow)", self.back)
        super().__init__([back, onward], self.says, stage(self.canvas, self.other))

    def forward(self) -> None:
        """Show the next iteration; the last one stays."""
        self._go(1)

    def back(self) -> None:
        """Show the iteration before."""
        self._go(-1)

    def _go(self, by):
        self.iteration = min(max(self.iteration + by, 0), LAST)
        self.refresh()

    @property
    def words(self) -> str:
        """What is played at B in both trees, and how much a regret there counts."""
        return " ".join(self._said(heading) for heading in self.runs)

    def _said(self, heading):
        now = self.runs[heading][self.iteration]
        go, right, weight = (probability(value, 3) for value in (now.played["go"], now.played["R"], now.weight))
        return f"{heading}: go {go}, R at B {right}, weight of B {weight}."

    def refresh(self) -> None:
        super().refresh()
        self.other.show(self._tree(list(self.runs)[1]))

    def draw(self, standalone: bool) -> Picture:
        """Draw both trees; on the page, the second is a picture of its own, which may stand below."""
        first, second = self.runs
        if not standalone:
            return self._tree(first)
        left, right = (_learned(self.runs[heading], heading, self.iteration, LIGHT) for heading in self.runs)
        beside = element("g", *right, transform=f"translate({WIDTH + 12},0)")
        title = f"The own reach, after {self.iteration} iterations"
        return titled(2 * WIDTH + 12, HEIGHT, *left, beside, title=title, desc=self.words, kind="cfr-own-reach")

    def _tree(self, heading):
        parts = _learned(self.runs[heading], heading, self.iteration, INLINE)
        title, look = f"After {self.iteration} iterations", {"kind": "cfr-own-reach", "standalone": False}
        return titled(WIDTH, HEIGHT, *parts, title=title, desc=self._said(heading), **look)


def first_values(name: str | None = None) -> Picture:
    """Draw the game with the counterfactual values of all actions while everybody plays half and half."""
    solver = CFR(stay_or_go())
    even = {I.key: dict.fromkeys(I.actions, 0.5) for I in solver.tree.infosets}
    values = {action: v for _, row in counterfactual_values(solver.tree, even).values() for action, v in row.items()}
    shown = {action: readable(value) for action, value in values.items()}
    parts = _drawn(_now(solver).played, shown, LIGHT)
    for k, action in enumerate("xy"):
        words = f"{action}: {shown[action]} to Player 2"
        parts.append(text(BARS, TOP + ROW * (k + 0.5), words, 14, fill=LIGHT.ink, text_anchor="start"))
    desc = ", ".join(f"{action} {value}" for action, value in shown.items())
    called = "Stay or go: counterfactual values, half and half"
    return composed(WIDTH + 28, HEIGHT, *parts, called=called, desc=desc, kind="cfr-own-reach", name=name)


def _called(kind):
    """Say whether a solver weighs regrets by the own reach."""
    solver = kind(stay_or_go())
    return f"own reach {'left out' if solver.regret_weight(0.0, 1.0, 1.0) == 1 else 'in'}"


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


def _learned(moments, heading, iteration, ink):
    """Return the parts of a tree after so many iterations: regrets at the edges, and bars of all moments so far."""
    now, style = moments[iteration], {"fill": ink.ink}
    regrets = {action: readable(round(value, 3), sign=True) for action, value in now.regret.items()}
    parts = _drawn(now.played, regrets, ink, now.weight)
    parts.append(text(WIDTH / 2, 12, heading, 14, font_weight="bold", **style))
    for action, base in (("go", 78.0), ("R", 156.0)):
        shown = probability(now.played[action], 3)
        parts.append(text(BARS + 54, base - 48, f"{action} at {'A' if action == 'go' else 'B'}: {shown}", 14, **style))
        parts.append(element("path", d=f"M{num(BARS - 3)},{num(base)}h{num(PITCH * (LAST + 1) + 3)}", stroke=ink.ink))
        for t, moment in enumerate(moments[: iteration + 1]):
            tall, look = 36.0 * moment.played[action], {"fill": PLAYERS[0], "opacity": 1.0 if t == iteration else 0.5}
            bar = {"x": BARS + PITCH * t, "y": base - tall, "width": PITCH - 4, "height": tall}
            parts.append(element("rect", class_="bar", **bar, **look))
    parts += [text(BARS + PITCH * t + 6, 165, t, 13, **style) for t in range(LAST + 1)]
    parts.append(text(BARS + 54, 180, "iterations", 13, **style))
    for k, action in enumerate("xy"):
        y, wide = TOP + ROW * (k + 0.5), 62 * now.played[action]
        parts.append(element("rect", x=BARS, y=y - 8, width=float(wide), height=16.0, fill=PLAYERS[1]))
        words = f"{action}: {probability(now.played[action], 3)}"
        parts.append(text(BARS + wide + 6, y, words, 14, text_anchor="start", **style))
    return parts


def _drawn(played, shown, ink, weight=None):
    """Return the parts of the tree itself: edges as thick as they are played, and what is `shown` of each action."""
    style, faint = {"fill": ink.ink}, {"opacity": 0.5 if weight == 0 else None}
    lines, words = [], []
    for action, (start, column) in EDGES.items():
        end = B if column is None else (PLATES[column], TOP)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        left, p = action in ("stay", "L"), played[action]
        look = {"stroke": ink.ink, "stroke_width": 0.7 + 6 * p, "opacity": 0.25 + 0.6 * p}
        gone = faint if start is B else {}
        lines.append(element("g", element("path", d=line([start, end]), **look), **gone))
        side = {"text_anchor": "end" if left else "start", **style, **outlined(ink.paper), **gone}
        said = [action, shown[action]] if start is A and left else [f"{action} {shown[action]}"]
        words += [text(x + (-12 if left else 9), y - 6 + 17 * k, word, 14, **side) for k, word in enumerate(said)]
    frame = {"x": 14.0, "y": TOP, "width": 240.0, "height": 2 * ROW, "rx": 6, "fill": ink.paper, "stroke_width": 3.0}
    parts = [*lines, element("rect", **frame, stroke=PLAYERS[1]), *words, node(0, *A, "A", ink.ink)]
    if weight == 0:
        parts.append(outline(0, *B, fill=GRAY, stroke=ink.ink) + text(*B, "B", 14, fill=text_on(GRAY)))
    else:
        parts.append(node(0, *B, "B", ink.ink))
    parts.append(text(132, TOP + 2 * ROW + 11, "C: Player 2 does not see the way", 13, **style))
    if weight is not None:
        says = {"text_anchor": "start", "font_weight": "bold", **style, **outlined(ink.paper)}
        parts.append(text(B[0] + 20, B[1] - 6, f"weight {probability(weight, 3)}", 14, **says))
    game = stay_or_go()
    for k, action in enumerate("xy"):
        y, dark = TOP + ROW * (k + 0.5), {"opacity": 0.45 + 0.55 * played[action], **style}
        parts.append(text(26, y, action, 14, **style))
        for way, x in PLATES.items():
            moves = (way, action) if way == "stay" else ("go", way, action)
            parts.append(text(x, y, readable(game.find(*moves).payoff, sign=True), 14, **dark))
    return parts
