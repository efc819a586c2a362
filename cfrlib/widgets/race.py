"""The live race: several solvers side by side on one convergence plot."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as W
import lazy_loader as lazy

from cfrlib._util.arguments import one_of, positive
from cfrlib.draw.parts.curve_looks import looks
from cfrlib.draw.parts.svg import readable, text_width
from cfrlib.engine import CFR
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.contest import Entrant
from cfrlib.widgets.parts.controls import button, field, go_or_pause, row
from cfrlib.widgets.parts.frame import BAR, PAGE, frame
from cfrlib.widgets.parts.race_picture import race_picture, swatch
from cfrlib.widgets.parts.running import Running, lively

if TYPE_CHECKING:
    import pandas

    from cfrlib.draw.picture import Picture
    from cfrlib.game import Game

pd = lazy.load("pandas")


AXES = {
    "iterations": "iterations",
    "nodes": "nodes_touched",
    "histories": "histories_touched",
    "seconds": "seconds",
}
"""What can stand below the plot, and where `cfrlib.runs.curves.measure` has it."""

FAMILY = {
    "CFR": {},
    "CFR+": {"regret": "rm+", "average": "linear"},
    "chance sampling": {"sampling": "cs"},
    "external sampling": {"sampling": "es"},
}

KEYS = {" ": "run_or_pause", "s": "_stop_at_once", "Home": "reset"}


class Race(Running):
    """Solvers that take turns, drawn while they run. Nothing starts before the reader presses Run.

    Parameters
    ----------
    game : Game
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
    >>> race = Race(cfrlib.games.kuhn(), {"CFR": {}, "external sampling": {"sampling": "es", "seed": 3}})
    >>> race.run_now(iterations=1000)
    >>> race.solvers["CFR"].iterations
    1000
    """

    _keys = KEYS

    def __init__(
        self, game: Game, solvers: dict[str, CFR | dict[str, Any]] | None = None, *, until: float | None = None,
        x: str = "iterations", seconds: float = 60,
    ) -> None:  # fmt: skip
        self.game, self.until = game, None if until is None else positive("until", until)
        one_of("x", x, tuple(AXES))
        made = _solvers(game, FAMILY if solvers is None else solvers)
        super().__init__([Entrant(label, s, self.until, positive("seconds", seconds)) for label, s in made.items()], x)

    # -- running ---------------------------------------------------------------------

    @property
    def solvers(self) -> dict[str, CFR]:
        """The solvers by label; to be read while nobody runs, which `stop` sees to."""
        return {e.label: e.solver for e in self.contest.entrants}

    def run(self, label: str | None = None) -> None:
        """Let one solver run, or all that wait.

        Parameters
        ----------
        label : str, optional
            Of the solver; by default all.

        Raises
        ------
        ValueError
            If there is none of this label.
        """
        self.contest.start(self.entrant(label))
        self._refresh()

    def pause(self, label: str | None = None) -> None:
        """Let one solver, or all, wait until they are run again; the turn under way is the last.

        Parameters
        ----------
        label : str, optional
            Of the solver; by default all.

        Raises
        ------
        ValueError
            If there is none of this label.
        """
        self.contest.halt("paused", self.entrant(label))
        self._refresh()

    def stop(self, label: str | None = None) -> None:
        """Take one solver, or all, out of the race, and wait until their last turn is over.

        Parameters
        ----------
        label : str, optional
            Of the solver; by default all.

        Raises
        ------
        ValueError
            If there is none of this label.
        """
        self.contest.stop(self.entrant(label))
        self._refresh()

    def reset(self) -> None:
        """Start again with new solvers that have the same switches and seeds."""
        self.contest.reset()
        self._refresh()

    def run_now(self, iterations: int) -> None:
        """Run all solvers here and now, so many iterations each: the same points as a live race, and nothing random.

        Parameters
        ----------
        iterations : int
            Added to what was run before.
        """
        self.contest.run_now(iterations)
        self._refresh()

    # -- looking ---------------------------------------------------------------------

    def table(self) -> pandas.DataFrame:
        """Return the points of all curves as a tidy table.

        Returns
        -------
        pandas.DataFrame
            Columns label, iterations, nodes_touched, histories_touched, seconds and exploitability (in the game's
            unit).
        """
        return pd.DataFrame([{"label": e.label, **point} for e in self.contest.entrants for point in e.points])

    def picture(self) -> Picture:
        """Return the plot as a picture for a file.

        Returns
        -------
        Picture
            With a background of its own; `cfrlib.draw.show` writes it to a file.
        """
        return self._picture(standalone=True)

    def _picture(self, standalone):
        column = AXES[self._axis.value]
        curves = {
            e.label: ([p[column] for p in points], [p["exploitability"] for p in points])
            for e, points in ((e, e.points) for e in self.contest.entrants)
        }
        xlabel = column.replace("_", " ")
        ylabel = f"exploitability ({self.game.unit})"
        return race_picture(curves, xlabel, ylabel, target=self.until, standalone=standalone)

    # -- the widget ------------------------------------------------------------------

    def _controls(self, x):
        tip = "Let all solvers run, or pause them (key: space)"
        self.all_button = button("Run all", "play", tip, self.run_or_pause, "primary")
        stop = button("Stop all", "stop", "End the race and keep the curves (key: s)", self._stop_at_once)
        again = button("Reset", "step-backward", "New solvers, the same seeds (key: Home)", self.reset)
        tip = "What the horizontal axis shows"
        axes = [(column.replace("_", " "), name) for name, column in AXES.items()]
        self._axis = field(W.Dropdown, "x axis", tip, "17em", lambda _: self._refresh(), options=axes, value=x)
        keys, layout = list(KEYS), W.Layout(min_width="0")
        self.plot = Canvas(on_key=self.press, on_stop=self._stop_at_once, takes=keys, layout=layout)
        self.plot.around = PAGE + BAR * (1 + len(self.contest.entrants))
        look = looks(entrant.label for entrant in self.contest.entrants)
        self.lanes = [self._lane(entrant, look[entrant.label]) for entrant in self.contest.entrants]
        widest = max(text_width(entrant.label, 14) for entrant in self.contest.entrants)
        for lane in self.lanes:
            lane["name"].layout.min_width = f"{36 + 1.3 * widest:.0f}px"  # they are bold, and larger on a large screen
        lanes = [lane["row"] for lane in self.lanes]
        return frame([self.all_button, stop], self.plot, *lanes, more=[self._axis, again])

    def _lane(self, entrant, look):
        """Return the buttons and the words of one solver."""
        name = W.HTML(f'<span class="cfr-name">{swatch(look)} <b>{escape(entrant.label)}</b></span>')
        go = button("Run", "play", f"Let {entrant.label} run, or pause it", lambda: self._toggle(entrant))
        tip = f"Take {entrant.label} out of the race"
        stop = button("Stop", "stop", tip, lambda: self._stop_at_once(entrant))
        words = W.HTML(layout=W.Layout(flex="1 1 20em"))
        return {"row": row(name, go, stop, words), "name": name, "go": go, "stop": stop, "words": words}

    def _toggle(self, entrant):
        self.pause(entrant.label) if entrant.state == "running" else self.run(entrant.label)

    def entrant(self, label: str | None) -> Entrant | None:
        """Return the entrant of a label: how its solver is doing.

        Parameters
        ----------
        label : str or None
            Of the solver.

        Returns
        -------
        Entrant or None
            None without a label.

        Raises
        ------
        ValueError
            If there is none of this label.
        """
        known = {e.label: e for e in self.contest.entrants}
        return None if label is None else known[one_of("label", label, tuple(known))]

    def _state(self):
        return [e.state for e in self.contest.entrants]

    def _frame(self, new):
        running = self.contest.running
        go_or_pause(self.all_button, running, whom=" all")
        for lane, entrant in zip(self.lanes, self.contest.entrants, strict=True):
            go_or_pause(lane["go"], entrant.state == "running")
            lane["go"].disabled = entrant.state in ("arrived", "failed")
            lane["stop"].disabled = entrant.state not in ("ready", "running", "paused")
            lane["words"].value = lively(_words(entrant, self.game.unit))
        drawn = self._picture(standalone=False)
        self.plot.svg, self.plot.running = drawn.svg, "The race" if running else ""
        if new:
            self.plot.alt = f"{drawn.text} {', '.join(f'{e.label}: {e.state}' for e in self.contest.entrants)}."


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


race = Race
"""As notebooks call it."""
