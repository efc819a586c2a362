"""Several solvers that take turns: who is in the race, how far each has come, and the thread that drives them.

They are measured at the same iterations however often they are interrupted (`next_mark`), so that curves over
iterations do not depend on time.
"""

import threading
import time
from math import log10

from cfrlib._util.arguments import whole
from cfrlib.engine import CFR
from cfrlib.runs.curves import measure
from cfrlib.widgets.parts import live

CHUNK = 0.1
"""Seconds that a solver runs before the next has its turn: no longer may a click wait."""

PER_DECADE = 16
"""Points of a curve between 1 and 10, 10 and 100, ... iterations."""

SWITCHES = ("sampling", "regret", "average", "seed", "updates", "average_at", "threads", "dtype", "baseline")
WAITING, IDLE = ("ready", "paused"), ("stopped", "time is up")


def next_mark(iterations):
    """Return the first number of iterations after `iterations` at which solvers are measured.

    >>> [next_mark(n) for n in (0, 1, 9, 10, 1000)]
    [1, 2, 10, 12, 1155]
    """
    k = int(PER_DECADE * log10(max(iterations, 1)))
    while round(10 ** (k / PER_DECADE)) <= iterations:
        k += 1
    return round(10 ** (k / PER_DECADE))


class Entrant:
    """A solver in a race: "ready", "running", "paused", "stopped", "time is up", "arrived" or "failed" (see `error`).

    Its `points` are what `cfrlib.runs.curves.measure` said at each mark, and last where it is now.
    """

    def __init__(self, label, solver, until=None, seconds=60.0):
        self.label, self.solver, self.until, self.seconds = label, solver, until, seconds
        self.state, self.error, self.points = "ready", "", []
        self._limit, self.cost = 0.0, 0.0

    def reset(self):
        """Begin anew, with a solver of the same switches and seed."""
        self.solver = CFR(self.solver.game, **{name: getattr(self.solver, name) for name in SWITCHES})
        self.state, self.error, self.points = "ready", "", []

    def start(self):
        """Let it run, for as long as it may."""
        self.state, self._limit = "running", self.solver.seconds + self.seconds

    def chunk(self, wall=CHUNK):
        """Run for about so many seconds, and see where that leads."""
        end = time.perf_counter() + wall
        while self.state == "running" and (left := end - time.perf_counter()) > 0:
            self.solver.run(next_mark(self.solver.iterations) - self.solver.iterations, seconds=left)
            if next_mark(self.solver.iterations - 1) == self.solver.iterations or self.cost < CHUNK / 10:
                self.look()
            if self.state == "running" and self.solver.seconds >= self._limit:
                self.state = "time is up"

    def run(self, iterations):
        """Run so many iterations, whatever the time."""
        last = self.solver.iterations + iterations
        while self.solver.iterations < last and self.state != "arrived":
            self.solver.run(min(next_mark(self.solver.iterations), last) - self.solver.iterations)
            self.look()

    def look(self):
        """Measure; of the points before, only those at marks stay."""
        began = time.perf_counter()
        point = measure(self.solver)
        self.cost = time.perf_counter() - began
        last = self.points[-1]["iterations"] if self.points else 0
        kept = self.points if next_mark(last - 1) == last else self.points[:-1]
        self.points = [*kept, point]  # a new list: another thread may be drawing the old one
        if self.until is not None and point["exploitability"] <= self.until:
            self.state = "arrived"


class Contest:
    """Entrants that take turns in one worker thread, which lives while any of them runs."""

    def __init__(self, entrants, tell):
        self.entrants, self._tell = entrants, tell
        self._changed, self._thread, self._busy = threading.Condition(), None, None
        live.enlist(self)

    @property
    def running(self):
        """Whether anybody runs."""
        return any(e.state == "running" for e in self.entrants)

    def start(self, entrant=None):
        """Let an entrant run; by default all who wait, or, if nobody does, those who have stopped."""
        with self._changed:
            chosen = [entrant] if entrant else [e for e in self.entrants if e.state in WAITING]
            for e in chosen or self.entrants:
                if e.state in WAITING + IDLE:
                    e.start()
            if self.running and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="race", daemon=True)
                self._thread.start()

    def halt(self, state, entrant=None):
        """Let an entrant, or all, be "paused" or "stopped"; the turn under way is the last."""
        with self._changed:
            for e in [entrant] if entrant else self.entrants:
                if e.state == "running" or (state == "stopped" and e.state in WAITING):
                    e.state = state

    def stop(self, entrant=None):
        """Stop an entrant, or all, and wait until the last turn is over."""
        self.halt("stopped", entrant)
        self.settle(entrant)

    def reset(self):
        """Let all begin anew."""
        self.stop()
        for entrant in self.entrants:
            entrant.reset()

    def run_now(self, iterations):
        """Run all here and now, so many iterations each."""
        whole("iterations", iterations, 1)
        self.halt("paused")
        self.settle()
        for entrant in self.entrants:
            entrant.run(iterations)

    def interrupt(self):
        """Stop who runs; those who wait go on waiting, see `cfrlib.widgets.parts.live`."""
        with self._changed:
            for e in self.entrants:
                if e.state == "running":
                    e.state = "stopped"

    def settle(self, entrant=None):
        """Wait until the last turn of an entrant, or of all, is over; they have been halted before."""
        with self._changed:
            self._changed.wait_for(lambda: self._busy is None or entrant not in (None, self._busy))

    def _work(self):
        while True:
            for entrant in self.entrants:
                with self._changed:
                    if entrant.state != "running":
                        continue
                    self._busy = entrant
                self._turn(entrant)
            with self._changed:
                over = not self.running
                if over:
                    self._thread = None
            if over:
                self._tell()  # who was halted between two turns has not been told of
                return

    def _turn(self, entrant):
        try:
            entrant.chunk()
        except Exception as error:  # shown beside the entrant: a thread has nowhere to raise
            entrant.state, entrant.error = "failed", f"{type(error).__name__}: {error}"
        with self._changed:
            self._busy = None
            self._changed.notify_all()
        self._tell()
