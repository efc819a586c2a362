"""The CFR stepper: iterations of counterfactual regret minimisation, step by step, every number with its formula."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import ipywidgets as W

from cfrlib._util.arguments import one_of, whole
from cfrlib.draw.picture import Picture
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.textbook import Step
from cfrlib.tree import Tree, unroll
from cfrlib.widgets.parts import formulas, live, panels, words
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, go_or_pause, in_order, shrinking, stage, value_of
from cfrlib.widgets.parts.recording import Moment, Recording
from cfrlib.widgets.parts.stepper_picture import StepperPicture
from cfrlib.widgets.widget import Widget

MAX_HISTORIES = 400
SPEEDS = {"slow": 2500, "normal": 1200, "fast": 400, "very fast": 120}
"""Milliseconds between two steps of Play."""

STEP = ()
"""What is looked at while nothing is selected."""

UNITS = ("step", "information set", "iteration")
SIZES = {"75 %": 0.75, "100 %": 1.0, "125 %": 1.25, "150 %": 1.5, "200 %": 2.0}
"""Sizes of tree and text, for a notebook or a projector."""

SHRINK = 0.45
"""How small the tree may get so that the tables stand beside it; never at more than 100 %."""

AROUND, BELOW = PAGE + BAR + 4 * LINE, 7 * LINE
"""Pixels of height that the tree leaves to buttons and words, and to the numbers below it if it is wide."""

KEYS = {
    "ArrowRight": "forward",
    " ": "forward",
    "ArrowLeft": "back",
    "n": "next_infoset",
    "t": "next_iteration",
    "Home": "to_start",
    "End": "next_iteration",
}
"""What the keys do while the focus is in the stepper."""


class stepper(Widget):
    """Steps through iterations of vanilla CFR on a drawn tree.

    Buttons, keys and the methods of this class do the same. In *predict* mode a step forward first stops with its
    numbers hidden, so that a class can say what they will be; the next step forward shows them.

    Parameters
    ----------
    game : Game, matrix or Tree
        With at most `MAX_HISTORIES` histories; ``tree.given("Q", "K")`` is one deal.
    updates : {"alternating", "simultaneous"}
        Whether player 1's walk sees player 0's update of the same iteration, or both use the strategy before it.
    iterations : int
        How far one can go; they are computed as they are needed.

    Attributes
    ----------
    hidden : bool
        Whether the numbers of the present step are hidden behind "?".

    Raises
    ------
    TypeError
        If this is no game.
    ValueError
        If the game is too large to be drawn, or an argument is wrong.

    Examples
    --------
    >>> import cfrlib
    >>> deal = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")
    >>> lesson = stepper(deal, updates="simultaneous")
    >>> lesson.next_infoset()
    >>> lesson.explain()[0]
    'r(Qpb; p) = π₋ᵢ(h) · (u(hp) − u(h)) = 0.5 · 1 · (−1 − (−1.5)) = 0.25'
    """

    takes, state = KEYS, ("predict", "_position", "hidden")
    only = "more iterations, and the formulas of what one clicks on"

    def __init__(self, game: Game | matrix | Tree, updates: str = "alternating", iterations: int = 100) -> None:
        one_of("updates", updates, ("alternating", "simultaneous"))
        self.iterations = whole("iterations", iterations, 1, 1_000_000)
        self.tree = unroll(game)
        if self.tree.num_histories > MAX_HISTORIES:
            raise ValueError(
                f"game={game!r} has {self.tree.num_histories:,} histories: the stepper draws at most {MAX_HISTORIES}; "
                "take a part, such as one deal: cfrlib.tree.unroll(game).given(...)"
            )
        self.recording, self._position, self.hidden = Recording(self.tree, updates), 0, False
        self._drawing = StepperPicture(self.tree)
        self._labels = {self.tree.label(node): node.index for node in self.tree.nodes}
        actions, more = self._controls()
        super().__init__(actions, self.says, stage(self.canvas, self.panel), more=more)
        if self._drawing.detailed:  # a tree that has words and numbers beside it where there is little height
            self.add_class("cfr-abreast")
        live.enlist(self)

    # -- moving ----------------------------------------------------------------------

    @property
    def end(self) -> int:
        """The last position."""
        return self.iterations * self.recording.per_iteration

    @property
    def position(self) -> int:
        """How many steps have been taken; set it to go there."""
        return self._position

    @position.setter
    def position(self, position: int) -> None:
        self.go(position)

    @property
    def step(self) -> Step | None:
        """The step just taken, a `cfrlib.textbook.Step`; None at the start."""
        return self.moment.step

    @property
    def iteration(self) -> int:
        """The iteration of the step just taken, from 1; 0 at the start."""
        return self.moment.iteration

    @property
    def moment(self) -> Moment:
        """What the recording holds at this position."""
        return self.recording.at(self.position)

    predict = value_of("_predict", "predict", "Whether each step forward first hides its numbers; can be set.")

    def forward(self, n: int = 1) -> None:
        """Take `n` steps forward; showing the hidden numbers of a prediction counts as one."""
        for _ in range(whole("n", n, 0)):
            if self.hidden:
                self.hidden = False
            elif self.position < self.end:
                self._position += 1
                self.hidden = self.predict and self.moment.asks
        self.refresh()

    def back(self, n: int = 1) -> None:
        """Take `n` steps back; at the start it stops."""
        self.go(max(self.position - whole("n", n, 0), 0))

    def next_infoset(self) -> None:
        """Go on to the next step that changes the table of an information set: its regrets or its strategy."""
        if self.hidden:
            self._stand(self.position)
            return
        for position in range(self.position + 1, self.end + 1):
            if self.recording.step(position).kind in ("regret", "strategy"):
                self._stand(position, hidden=self.predict)
                return
        self._stand(self.end)

    def next_iteration(self) -> None:
        """Go on to the end of the iteration, or of the next one where this one is complete."""
        n = self.recording.per_iteration
        self._stand(min((self.position // n + 1) * n, self.end))

    def to_start(self) -> None:
        """Go back to before the first step."""
        self.go(0)

    def go(self, position: int) -> None:
        """Go to a position, a number of steps from 0 to `end`."""
        self._stand(whole("position", position, 0, self.end))

    def _stand(self, position, hidden=False):
        self._position, self.hidden = position, hidden
        self.refresh()

    def interrupt(self) -> None:
        """Let Play pause, see `cfrlib.widgets.parts.live`."""
        self._playing.value = False

    # -- looking ---------------------------------------------------------------------

    @property
    def selected(self) -> tuple[str, int] | None:
        """What is looked at besides the step: ("history", index), ("infoset", index), or None."""
        return self._look.value or None

    def select(self, what: str | tuple[str, ...] | None = None) -> None:
        """Look at a history, such as "QKpb", or at an information set by its key, ``("Q", "pb")``; None: at neither."""
        self._look.value = STEP if what is None else self._find(what)

    def explain(self, what: str | tuple[str, ...] | None = None) -> list[str]:
        """Return the formulas, with their numbers, of the present step, or of what `select` takes at this moment."""
        return [str(formula) for formula in self._formulas(None if what is None else self._find(what))]

    def table(self, key: tuple[str, ...] | None = None) -> list[dict[str, Any]]:
        """Return the tables of all information sets, or of one, as a list with a dict for each action.

        "regret" is the total, "immediate" what this iteration has added so far (None: nothing yet), "strategy" the
        current strategy, "sum" the strategy sum, "average" the average strategy.
        """
        sets = self.tree.infosets if key is None else [self.tree.infoset(key)]
        return [row for I in sets for row in panels.rows(self.moment, I)]

    @property
    def words(self) -> str:
        """What happens at this step, in plain words."""
        return words.of_step(self.moment, self.hidden)

    def draw(self, standalone: bool) -> Picture:
        drawn = self._drawing.draw(self._shown, self._hidden_step, self.selected, standalone)
        return replace(drawn, text=f"CFR stepper. {panels.where(self.moment)}: {self.words}")

    def _find(self, what):
        if isinstance(what, str):
            if what not in self._labels:
                some = ", ".join(map(repr, list(self._labels)[-3:]))
                raise ValueError(f"what={what!r}: no such history; histories look like {some}")
            return ("history", self._labels[what])
        try:
            return ("infoset", self.tree.infoset(what).index)
        except (KeyError, TypeError) as error:
            raise ValueError(f"what={what!r}: {error.args[0]}") from None

    def _formulas(self, selected):
        if selected is None:
            of_step = formulas.of_step(self.moment)
            return [replace(formula, hidden=True) for formula in of_step] if self.hidden else of_step
        kind, index = selected
        return formulas.of_node(self._shown, index) if kind == "history" else formulas.of_infoset(self._shown, index)

    @property
    def _hidden_step(self):
        return self.step if self.hidden else None

    @property
    def _shown(self):
        """The moment whose numbers may be seen: the one before, while those of the step are hidden."""
        return self.recording.at(self.position - 1) if self.hidden else self.moment

    # -- the widget ------------------------------------------------------------------

    def _controls(self):
        self._start = self.button("Start", "step-backward", "Back to before the first step (key: Home)", self.to_start)
        self.back_button = self.button("Back", "chevron-left", "One step back (key: left arrow)", self.back)
        tip = "One step forward (key: right arrow)"
        self.forward_button = self.button("Forward", "chevron-right", tip, self.forward, "primary")
        tip = "To the next change of a table (key: n)"
        self._infoset = self.button("Next information set", "forward", tip, self.next_infoset)
        tip = "To the end of the iteration (key: t)"
        self._iteration = self.button("Next iteration", "fast-forward", tip, self.next_iteration)
        self._predict = self.switch("Predict", "Show ? first, then the numbers", self._predicting, "question")

        hidden = W.Layout(display="none")
        self.play = in_order(W.Play(value=0, min=0, max=10**9, interval=SPEEDS["normal"], layout=hidden))
        self.play.observe(self._tick, "value")
        self._playing = self.switch("Play", "Go forward by itself; press again to pause", self._play_or_pause, "play")
        self.unit = self.field(W.Dropdown, "by", "What Play advances by", "11.5em", options=UNITS)
        hurry = lambda change: setattr(self.play, "interval", change.new)  # noqa: E731
        look = {"options": SPEEDS, "value": SPEEDS["normal"]}
        self._speed = self.field(W.Dropdown, "speed", "How fast Play goes", "10em", hurry, **look)
        tip, look = "Go to the end of this iteration", {"value": 1, "min": 1, "max": self.iterations}
        self._number = self.field(W.BoundedIntText, "iteration", tip, "10em", self._jump, **look)
        tip, n = "Step within the iteration", self.recording.per_iteration
        self.slider = self.field(W.IntSlider, "step", tip, "auto", self._slide, max=n)
        self.slider.layout.flex, self.slider.layout.max_width = "1 1 16em", "40em"

        tip = "Whose numbers to show below; a click on the tree does the same"
        self._look = self.field(W.Dropdown, "look at", tip, "16em", options=self._choices())
        tip = "Show the tables of all information sets, or only the present one"
        self.all_button = self.switch("All tables", tip, icon="table", on=self.tree.num_infosets <= 6)
        self._size = self.field(W.Dropdown, "size", "Size of tree and text", "9em", options=SIZES, value=1.0)

        self.panel, layout = W.HTML(), W.Layout(min_width="0")
        around = AROUND + (0 if self._drawing.detailed else BELOW)
        self.canvas = Canvas(self._clicked, self.press, self.interrupt, takes=list(KEYS), layout=layout, around=around)
        self.panel.add_class("cfr-panel")
        return [self.back_button, self.forward_button, self._infoset, self._iteration, self._predict], [
            self._start, self._playing, self.unit, self._speed, self._number, self.slider, self.play,
            self._look, self.all_button, self._size,
        ]  # fmt: skip

    def _choices(self):
        tree = self.tree
        sets = [(f"information set {I.name}", ("infoset", I.index)) for I in tree.infosets]
        histories = [(f"history {panels.history(tree, n)}", ("history", n.index)) for n in tree.nodes]
        return [("this step", STEP), *sets, *histories]

    def _clicked(self, node, infoset):
        what = STEP
        if node or infoset:
            what = ("history", int(node)) if node else ("infoset", int(infoset))
        self._look.value = STEP if what == self._look.value else what

    def _predicting(self, change):
        self._predict.button_style = "warning" if change.new else ""
        self._stand(self.position, hidden=self.hidden and change.new)

    def _play_or_pause(self, change):
        self.play.playing, self.canvas.running = change.new, "The stepper" if change.new else ""
        go_or_pause(self._playing, change.new, "Play")

    def _tick(self, change):
        """Play counts up in the browser; each count is one step here, in the chosen unit."""
        if change.new <= change.old:
            return
        (self.forward, self.next_infoset, self.next_iteration)[UNITS.index(self.unit.value)]()
        if self.position == self.end and not self.hidden:
            self._playing.value = False

    def _slide(self, change):
        self.go(max(self.iteration - 1, 0) * self.recording.per_iteration + change.new)

    def _jump(self, change):
        self.go(change.new * self.recording.per_iteration)

    def refresh(self) -> None:
        """Let every control and the picture show the present position."""
        moment, n = self.moment, self.recording.per_iteration
        first = 0 if moment.iteration <= 1 else 1
        within = self.position - max(moment.iteration - 1, 0) * n
        with self.quietly():
            self._number.value = max(moment.iteration, 1)
            if within < self.slider.min or first <= self.slider.min:
                self.slider.min, self.slider.value = first, within
            else:
                self.slider.value, self.slider.min = within, first
        self._start.disabled = self.back_button.disabled = self.position == 0
        over = self.position == self.end and not self.hidden
        self.forward_button.disabled = self._infoset.disabled = self._iteration.disabled = over
        self.says.value = panels.says(moment, self.words, self._size.value)
        drawn = self.draw(standalone=False)
        with self.canvas.hold_sync():
            self.canvas.show(drawn, self.words)
            self.canvas.zoom, self.canvas.fit = self._size.value, self._size.value <= 1
        width = self._size.value * float(re.search(r'width="([\d.]+)"', drawn.svg)[1])
        self.canvas.layout.flex = shrinking(width, SHRINK if self.canvas.fit else 1)
        self.panel.value = panels.numbers_html(
            self._shown, self._hidden_step, self._formulas(None),
            self.selected, self._formulas(self.selected) if self.selected else [], self.all_button.value,
            self._size.value,
        )  # fmt: skip
