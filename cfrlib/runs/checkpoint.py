"""What an unfinished task keeps of itself: its solver, and the rows that it has measured so far."""

import json
import time

from cfrlib._util.files import write_atomically


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
