"""The live race: several solvers side by side on one convergence plot."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import ipywidgets as W
import lazy_loader as lazy

from cfrlib._util.arguments import one_of, positive
from cfrlib.draw.parts.colors import looks
from cfrlib.draw.parts.svg import readable, text_width
from cfrlib.draw.picture import Picture
from cfrlib.engine import CFR
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.tree import Tree
from cfrlib.widgets.parts.contest import Entrant
from cfrlib.widgets.parts.controls import BAR, PAGE, go_or_pause, row
from cfrlib.widgets.parts.race_picture import race_picture, swatch
from cfrlib.widgets.parts.running import Running, lively

if TYPE_CHECKING:
    import pandas

pd = lazy.load("pandas")

AXES = {"iterations": "iterations", "nodes": "nodes_touched", "histories": "histories_touched", "seconds": "seconds"}
"""What can stand below the plot, and where `cfrlib.runs.curves.measure` has it."""

FAMILY = {
    "CFR": {},
    "CFR+": {"regret": "rm+", "average": "linear"},
    "chance sampling": {"sampling": "cs"},
    "external sampling": {"sampling": "es"},
}

KEYS = {" ": "run_or_pause", "s": "interrupt", "Home": "reset"}


class Controls(NamedTuple):
    """The name of a solver, its buttons, and how it is doing."""

    name: W.HTML
    go: W.Button
    stop: W.Button
    words: W.HTML


class race(Running):
    """Solvers that take turns, drawn while they run. Nothing starts before the reader presses Run.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is solved.
    solvers : dict of str to CFR or dict, optional
        By label, a solver or the keywords of one.
    until : float, optional
        A solver whose exploitability is at most this has arrived; in the game's unit.
    x : {"iterations", "nodes", "histories", "seconds"}
        The horizontal axis to begin with.
    seconds : float
        How long a solver may run each time it is started.

    Attributes
    ----------
    solvers : dict of str to CFR
        By label; to be read while nobody runs.

    Raises
    ------
    ValueError
        If an argument is wrong, or a solver is of another game.

    Examples
    --------
    >>> import cfrlib
    >>> match = race(cfrlib.games.kuhn(), {"CFR": {}, "external sampling": {"sampling": "es", "seed": 3}})
    >>> match.run_now(iterations=1000)
    >>> match.solvers["CFR"].iterations
    1000
    """

    takes, only = KEYS, "solvers that run while one watches"

    def __init__(
        self, game: Game | matrix | Tree, solvers: dict[str, CFR | dict[str, Any]] | None = None, *,
        until: float | None = None, x: str = "iterations", seconds: float = 60,
    ) -> None:  # fmt: skip
        self.game, self.until = game, None if until is None else positive("until", until)
        one_of("x", x, tuple(AXES))
        made = _solvers(game, FAMILY if solvers is None else solvers)
        entrants = [Entrant(label, s, self.until, positive("seconds", seconds)) for label, s in made.items()]
        tip = "Let all solvers run, or pause them (key: space)"
        self.all_button = self.button("Run all", "play", tip, self.run_or_pause, "primary")
        stop = self.button("Stop all", "stop", "End the race and keep the curves (key: s)", self.interrupt)
        again = self.button("Reset", "step-backward", "New solvers, the same seeds (key: Home)", self.reset)
        axes = [(column.replace("_", " "), name) for name, column in AXES.items()]
        self.axis = self.field(W.Dropdown, "x axis", "What the horizontal axis shows", "17em", options=axes, value=x)
        self.around = PAGE + BAR * (1 + len(entrants))
        self.canvas.layout.min_width = "0"
        look, widest = looks(e.label for e in entrants), max(text_width(e.label, 14) for e in entrants)
        width = f"{36 + 1.3 * widest:.0f}px"  # names are bold, and larger on a large screen
        self.rows = [self._row(entrant, look[entrant.label], width) for entrant in entrants]
        rows = [row(*parts) for parts in self.rows]
        super().__init__(entrants, [self.all_button, stop], self.canvas, *rows, more=[self.axis, again])

    @property
    def solvers(self) -> dict[str, CFR]:
        """The solvers by label; to be read while nobody runs, which `stop` sees to."""
        return {e.label: e.solver for e in self.contest.entrants}

    def table(self) -> pandas.DataFrame:
        """Return the points of all curves as a tidy table, one row for each point.

        Its columns are label, iterations, nodes_touched, histories_touched, seconds and exploitability (game's unit).
        """
        return pd.DataFrame([{"label": e.label, **point} for e in self.contest.entrants for point in e.points])

    def draw(self, standalone: bool) -> Picture:
        column = AXES[self.axis.value]
        curves = {e.label: [(p[column], p["exploitability"]) for p in e.points] for e in self.contest.entrants}
        ylabel = f"exploitability ({self.game.unit})"
        return race_picture(curves, column.replace("_", " "), ylabel, target=self.until, standalone=standalone)

    def _row(self, entrant, look, width):
        """Return the buttons and the words of one solver."""
        label = f'<span class="cfr-name">{swatch(look)} <b>{escape(entrant.label)}</b></span>'
        name = W.HTML(label, layout=W.Layout(min_width=width))
        tip = f"Let {entrant.label} run, or pause it"
        go = self.button("Run", "play", tip, lambda: self.run_or_pause(entrant.label))
        tip = f"Take {entrant.label} out of the race"
        stop = self.button("Stop", "stop", tip, lambda: self.interrupt(entrant))
        return Controls(name, go, stop, W.HTML(layout=W.Layout(flex="1 1 20em")))

    def _news(self):
        return [e.state for e in self.contest.entrants]

    def _frame(self, new):
        running = self.contest.running
        go_or_pause(self.all_button, running, whom=" all")
        for (_, go, stop, words), entrant in zip(self.rows, self.contest.entrants, strict=True):
            go_or_pause(go, entrant.state == "running")
            go.disabled = entrant.state in ("arrived", "failed")
            stop.disabled = entrant.state not in ("ready", "running", "paused")
            words.value = lively(_words(entrant, self.game.unit))
        drawn = self.draw(standalone=False)
        self.canvas.svg, self.canvas.running = drawn.svg, "The race" if running else ""
        if new:
            self.canvas.alt = f"{drawn.text} {', '.join(f'{e.label}: {e.state}' for e in self.contest.entrants)}."


def _words(entrant, unit):
    """Return how a solver is doing, as HTML."""
    if entrant.error:
        return f'<span role="alert"><b>failed</b> · {escape(entrant.error)}</span>'
    if not entrant.points:
        return "running · compiling" if entrant.state == "running" else escape(entrant.state)
    last = entrant.points[-1]
    effort = f"{last['iterations']:,} iterations, {last['nodes_touched']:,} nodes, {last['seconds']:.1f} s"
    return f"{entrant.state} · <b>{readable(last['exploitability'], 3)}</b> {escape(unit)} after {effort}"


def _solvers(game, given):
    """Return {label: solver}."""
    if not isinstance(given, dict) or not given:
        raise ValueError(f"solvers={given!r}: it takes a dict of solvers, or of their keywords, by label")
    made = {}
    for label, solver in given.items():
        if not isinstance(label, str) or not isinstance(solver, CFR | dict):
            raise ValueError(f"solvers: {label!r} is {solver!r}; it takes a CFR or a dict of its keywords, by a text")
        made[label] = CFR(game, **solver) if isinstance(solver, dict) else solver
        if made[label].game != game:
            raise ValueError(f"solvers: {label!r} is of another game, {made[label].game!r}")
    return made
