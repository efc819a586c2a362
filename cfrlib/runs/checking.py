"""Is a run what its row says? All that is wrong with it, or read by nobody, is said before any task is done."""

import inspect
import json
import logging
from numbers import Number

import numpy as np

from cfrlib._util.arguments import checked_seed, refuse
from cfrlib.engine import CFR
from cfrlib.runs import pictures
from cfrlib.runs.code import names_read
from cfrlib.runs.curves import EFFORTS, SWITCHES
from cfrlib.runs.keys import SCALES, one_known, parts

log = logging.getLogger("cfrlib")
ARGUMENTS = frozenset(inspect.signature(CFR).parameters) - {"game", "seed"}
"""What a task may say of the solver."""
MEASURED = (*EFFORTS, "exploitability", "cpu_seconds")
UNREAD = {"run_task": ("rules", "marks", "columns", "keeps"), "solver": ("rules",), "marks": ("marks",)}
"""Keys that nobody reads where the code has such a function."""
WRONG = (TypeError, ValueError, LookupError)


class Checked:
    """What a `cfrlib.runs.rows.Run` does before its work."""

    def check(self, scale):
        """Return the tasks of a scale, or raise ValueError: nothing reads a name, or something is wrong with a value.

        The game reads the arguments of its constructor, the solver those of `CFR`; code reads the texts that stand in
        its functions (`cfrlib.runs.code.names_read`). All is said before any task is done.
        """
        own = set(dir(self.code))
        made, marked = not {"run_task", "solver"} & own, not {"run_task", "marks"} & own
        for function in own & set(UNREAD):
            for key in set(UNREAD[function]) & set(self.row):
                refuse(f"[{self.name}] {key}", self.row[key], f"nothing beside {function} of the code", right_type=True)
        read = set() if self.code is None else names_read(self.code.__file__)
        if marked and read is not None:
            read = read | {"iterations"} | ({"points"} & {self.row.get("marks")})
        if not made or "tasks" in own:
            self._check_read(scale, {name for _, part in self._places(scale) for name in part}, read)
        try:
            tasks = self.tasks(scale)
            self._check_looks({} if "run_task" in own else {name: 0 for task in tasks for name in self._columns(task)})
            for task in tasks if made else ():
                checked_seed(task.get("seed", 0))
            for task in tasks if marked else ():
                self.marks(task)
        except WRONG as error:
            other = [key for key in SCALES if key in self.row]
            if scale not in self.row and other:
                takes = f"add it, or run with --scale {other[0]}"
                raise ValueError(f"[{self.name}] has no `{scale}`: {takes} ({_words(error)})") from error
            raise ValueError(f"[{self.name}] {_words(error)}") from error
        written = [json.dumps(task, sort_keys=True) for task in tasks]
        if len({*written}) < len(written) or not tasks:
            twice = next((task for k, task in enumerate(tasks) if written[k] in written[:k]), tasks)
            refuse(f"[{self.name}] {scale}", twice, "tasks, and each of them once", right_type=True)
        if made:
            alike, same = {}, {}
            for task in tasks:
                alike.setdefault(json.dumps([*(task | {"seed": 0, "iterations": 0}).items()]), []).append(task)
            for group in alike.values():
                draws = self._check_solver(scale, group[-1], read).sampling.samples_something
                if not draws and len({task.get("seed") for task in group}) > 1:
                    same[group[-1].get(self.curve, self.name)] = None
            if same and "seed" not in self.row.get("rules", ()) and "measure" not in own:
                log.warning("[%s] %s: nothing is drawn, so all seeds are the same", self.name, ", ".join(same))
        return tasks

    def _places(self, scale):
        """Yield (its place, what stands there by name) of each table of the parts of a scale."""
        for key in (key for key in ("every", scale) if key in self.row):
            for place, part in parts(f"[{self.name}] {key}", self.row[key]):
                yield f"{place}.each", part.get("each", {})
                yield place, {name: value for name, value in part.items() if name != "each"}

    def _check_read(self, scale, names, read):
        """Refuse names of the parts that are not among those that are read; None reads all."""
        takes = "a name that the game, the solver or the code reads"
        for name in names if read is not None else ():
            place = next((place for place, part in self._places(scale) if name in part), f"[{self.name}] tasks")
            one_known(f"{place} key", name, sorted(read), takes)

    def _check_solver(self, scale, task, read):
        """Return the solver of a task, so that what is wrong is said; look for what its columns name."""
        try:
            make, rules, _ = self._made_of(task)
            solver, columns = self.solver(task), {} if hasattr(self.code, "measure") else self._columns(task)
            for source in (source for source in columns.values() if source not in MEASURED):
                self._datum(source, task, solver)
        except WRONG as error:
            raise ValueError(f"[{self.name}] {_words(error)}") from error
        known = {*rules, *taken(make), *ARGUMENTS, "game", self.curve, "seed"}
        known |= {"player"} if "won" in columns.values() else set()
        self._check_read(scale, task, None if read is None else known | read)
        return solver

    def _check_looks(self, columns):
        """Check how the picture is drawn, of columns by name; none are known where the code makes the table."""
        how = self.row.get("draw", {})
        if isinstance(how, dict):
            pictures.check("draw", how, columns)
        elif how.startswith("_") or not callable(getattr(self.code, how, None)):
            refuse("draw", how, "a table, or the name of a function of the code", right_type=True)


def taken(make):
    """Return the names of what a constructor takes."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {name for name, parameter in inspect.signature(make).parameters.items() if parameter.kind in kinds}


def datum(source, task, solver):
    """Return what a column names: what its task says, or a number or text of the solver or its game."""
    if source in task and source not in EFFORTS:
        return task[source]
    owner = solver if hasattr(solver, source) else getattr(solver, "game", None)
    value = getattr(owner, source, None) if not source.startswith("_") else None
    if source == "exploitability" and callable(value):
        value = value()
    elif source in SWITCHES:
        value = str(value)
    if not isinstance(value, str | Number | np.bool_):
        public = [name for name in (*dir(solver), *dir(getattr(solver, "game", None))) if not name.startswith("_")]
        one_known("columns", source, {*public, *MEASURED} - {source}, "names of the task, or of numbers and texts")
    return value


def _words(error):
    """Return what an error says, with its kind if that is no sentence."""
    return f"{type(error).__name__}: {error}" if isinstance(error, LookupError) else error
