"""What widgets share whose solvers run in the background while they are drawn."""

import threading
import time

from cfrlib.widgets.parts.contest import Contest
from cfrlib.widgets.parts.fallback import Keyed

REDRAW = 0.25
"""Seconds between two frames."""


def lively(words):
    """Return HTML that says "running" only while there is a kernel."""
    return words.replace("running · ", '<span class="cfr-runs">running · </span>', 1)


class Running(Keyed):
    """A widget with a contest; the thread of the notebook and the worker draw it, one at a time.

    The class says what `_frame` shows, and in `_state` what is drawn at once, and read aloud, when it is another.
    """

    def __init__(self, entrants, *arguments):
        self.contest = Contest(entrants, self._tell)
        self._drawing, self._drawn, self._shown = threading.RLock(), 0.0, None
        super().__init__(self._controls(*arguments))
        self._refresh()

    def run_or_pause(self) -> None:
        """Do what the first button does."""
        self.pause() if self.contest.running else self.run()

    def _stop_at_once(self, entrant=None):
        """Stop and say so, without waiting for the turn under way: a button must answer."""
        self.contest.halt("stopped", entrant)
        self._refresh()

    def _tell(self):
        """Draw a new frame after a turn: when there is something new, or when it is time, and when all is over."""
        overdue = time.monotonic() - self._drawn > REDRAW
        if overdue or self._state() != self._shown or not self.contest.running:
            self._refresh()

    def _refresh(self):
        with self._drawing:
            state = self._state()
            self._frame(state != self._shown)
            self._shown, self._drawn = state, time.monotonic()
