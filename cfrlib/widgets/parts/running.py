"""What widgets share whose solvers run in the background while they are drawn."""

from __future__ import annotations

import threading
import time

from cfrlib._util.arguments import one_of
from cfrlib.widgets.parts.contest import Contest, Entrant
from cfrlib.widgets.widget import Widget

REDRAW = 0.25
"""Seconds between two frames."""


def lively(words):
    """Return HTML that says "running" only while there is a kernel."""
    return words.replace("running · ", '<span class="cfr-runs">running · </span>', 1)


class Running(Widget):
    """A widget with a contest; the thread of the notebook and the worker draw it, one at a time.

    The class says what `_frame` shows, and in `_news` what is drawn at once, and read aloud, when it is another.
    """

    def __init__(self, entrants, actions, *below, more):
        self.contest = Contest(entrants, self._tell)
        self._drawing, self._drawn, self._shown = threading.RLock(), 0.0, None
        super().__init__(actions, *below, more=more)

    def run(self, label: str | None = None) -> None:
        """Start the solver of this label; by default all that are ready or paused, else all that have stopped."""
        self.contest.start(self._entrant(label))
        self.refresh()

    def pause(self, label: str | None = None) -> None:
        """Pause the solver of this label, or by default all, until they are run again, after the turn under way."""
        self.contest.halt("paused", self._entrant(label))
        self.refresh()

    def stop(self, label: str | None = None) -> None:
        """Stop the solver of this label, or by default all, and wait until their last turn is over."""
        self.contest.stop(self._entrant(label))
        self.refresh()

    def reset(self) -> None:
        """Start again with new solvers that have the same switches and seeds."""
        self.contest.reset()
        self.refresh()

    def run_now(self, iterations: int) -> None:
        """Run so many more iterations of all solvers, and then return; the points are those of a live run."""
        self.contest.run_now(iterations)
        self.refresh()

    def run_or_pause(self, label: str | None = None) -> None:
        """Pause the solver of this label, or by default all, if it is running; else start it."""
        entrant = self._entrant(label)
        runs = self.contest.running if entrant is None else entrant.state == "running"
        (self.pause if runs else self.run)(label)

    def _entrant(self, label):
        known = {e.label: e for e in self.contest.entrants}
        return None if label is None else known[one_of("label", label, tuple(known))]

    def interrupt(self, entrant: Entrant | None = None) -> None:
        """Stop and say so, without waiting for the turn under way: a button must answer."""
        self.contest.halt("stopped", entrant)
        self.refresh()

    def _tell(self):
        """Draw a new frame after a turn: when there is something new, or when it is time, and when all is over."""
        overdue = time.monotonic() - self._drawn > REDRAW
        if overdue or self._news() != self._shown or not self.contest.running:
            self.refresh()

    def refresh(self) -> None:
        with self._drawing:
            news = self._news()
            self._frame(news != self._shown)
            self._shown, self._drawn = news, time.monotonic()
