"""Long practice of one solver, measured at marks and charged in processor seconds of the solve alone.

What an unfinished task keeps of itself is a `Checkpoint`: its solver, and the rows that it has measured so far.
"""

import json
import time

from cfrlib._util.files import write_atomically

SLICE = 60.0
"""Seconds that a solver runs before it is asked whether to keep itself."""
APART = 240.0
"""Processor seconds between two checkpoints."""


def spent(solver, iterations, **limits):
    """Run a solver; return the processor seconds that it took."""
    began = time.process_time()
    solver.run(iterations, **limits)
    return time.process_time() - began


def effort(x):
    """Return what stands at an axis that shows a column of a stored table."""
    return "processor seconds of one core" if x == "cpu_seconds" else x.replace("_", " ")


def run_to_marks(make, marks, checkpoint, measure, enough=lambda row: False):
    """Run a new solver from mark to mark, until there are no more or a row is enough; return it and its rows.

    A row is a dict of iterations, cpu_seconds (what is compiled or made once counts for nobody) and what
    `measure(solver)` says. If `checkpoint` is a `Checkpoint`, it keeps the solver every `APART` seconds, and a task
    that was interrupted goes on there: only cpu_seconds is not the same then. If it is None, nothing is kept.
    """
    solver, rows = (make(), []) if checkpoint is None else checkpoint.load(make)
    solver.run(0)
    known = {} if checkpoint is None else {int(t): s for t, s in checkpoint.notes.get("spent", {}).items()}
    cpu = kept = known.get(solver.iterations, 0.0)
    limits = {} if checkpoint is None else {"seconds": SLICE}

    def keep():
        nonlocal kept, known
        if checkpoint is None or cpu - kept <= APART:
            return
        last = list(known.items())[-1:]  # of the solver that a kill between the two files of a checkpoint leaves
        known, kept = {**dict(last), solver.iterations: cpu}, cpu
        checkpoint.save(solver, rows, spent=known)

    for mark in marks:
        while solver.iterations < mark:
            cpu += spent(solver, mark - solver.iterations, **limits)
            if solver.iterations < mark:
                keep()
        if not rows or rows[-1]["iterations"] < mark:
            rows.append({"iterations": mark, "cpu_seconds": cpu} | measure(solver))
            keep()
        if enough(rows[-1]):
            break
    return solver, rows


class Checkpoint:
    """A folder that outlives an interruption: `cpu_seconds` that the task had taken when it was last saved, `notes`.

    The rows are written before the solver. A kill between the two leaves rows of iterations that the solver has not
    done yet; they are left out when it is loaded, and measured again.
    """

    def __init__(self, folder):
        self._solver, self._rows = folder / "solver.npz", folder / "rows.json"
        self._kept = json.loads(self._rows.read_text(encoding="utf-8")) if self._solver.exists() else {}
        self.cpu_seconds, self.notes = self._kept.get("cpu_seconds", 0.0), self._kept.get("notes", {})
        self._began = time.process_time() - self.cpu_seconds

    def load(self, make):
        """Return the solver and its rows as they were saved, or what `make` returns, a new solver, and no rows."""
        solver = make()
        if not self._solver.exists():
            return solver, []
        solver = type(solver).load(self._solver, game=solver.game)
        return solver, [row for row in self._kept["rows"] if row["iterations"] <= solver.iterations]

    def save(self, solver, rows, **notes):
        """Keep the solver, its rows and whatever else, in place of what was kept before."""
        kept = json.dumps({"cpu_seconds": time.process_time() - self._began, "rows": rows, "notes": notes})
        write_atomically(self._rows, lambda file: file.write(kept.encode("utf-8")))
        solver.save(self._solver)

    def discard(self):
        """Forget everything: the task is finished."""
        self._solver.unlink(missing_ok=True)
        self._rows.unlink(missing_ok=True)
