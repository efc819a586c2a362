"""A run is a row of the table ``runs.toml``, or of a table of one's own, and what code beside it adds.

about
    What it is; the first line is what `cfrlib list` shows.
quick, paper
    The sizes of both scales: a part, or a list of parts, of which `expanded` makes the tasks; each is put to each part
    of `every`, what both scales share. Where neither says which game or which curve, there are tasks of all of them.
    Code with a function ``tasks(sizes)`` makes them itself.
code
    The file of `runs/` with what is particular; by default that of the run's name, if there is one. A table
    ``sweep.toml`` has its code in `sweep/`.
draw
    What the picture shows (`cfrlib.runs.pictures`), or the name of a function of the code; by default `draw`, or
    without code the curves.
verify
    false if nothing of it comes out a second time, or nothing that `cfrlib verify` could tell apart.

A task is done by ``run_task(task, checkpoint)`` of the code, which returns its tidy table. Without it a solver runs
from mark to mark (`cfrlib.runs.practice`):

game
    {name in `cfrlib.games`, or of a class of the code: its arguments}; those of `rules` come from the task. Of several
    the column `game` of a task says which; "small = leduc" gives one another name.
curves
    {name: what `CFR` takes}; the column `curve` (by default "curve") of a task says which. Code may have
    ``solver(task)`` instead.
marks
    How many there are, rounded down to whole numbers; "points": as many as the task says; by default the last one.
    Code may have ``marks(task)`` instead, and ``enough(task, row)``, which says that a row is the last one.
columns
    Of the table: what ``measure(task, solver)`` of the code returns, a dict; or names of the task, of the solver or of
    the game. "nodes = nodes_touched" gives one another name. By default those of ``COLUMNS`` of the code; without code
    what the task says, iterations, nodes_touched and exploitability.

keeps
    false if a solver cannot be saved.

Code may have ``finish(task, solver, rows)``, which is called at the end.
"""

from functools import partial
from itertools import product

import lazy_loader as lazy
import numpy as np

from cfrlib import games
from cfrlib._util.arguments import one_of, whole
from cfrlib.engine import CFR
from cfrlib.runs import pictures
from cfrlib.runs.curves import EFFORTS, geometric
from cfrlib.runs.practice import practise

pd = lazy.load("pandas")

SCALES = ("quick", "paper")
KEYS = (
    "about", "every", *SCALES, "code", "draw", "verify", "game", "rules", "curve", "curves", "marks", "columns",
    "keeps",
)  # fmt: skip


class Run:
    """A named run: its name, its row of the table, and its code (a module or None), whose names are its own, too."""

    def __init__(self, name, row, code):
        for key in row:
            one_of(f"[{name}] key", key, KEYS)
        self.name, self.row, self.code = name, row, code
        self.__doc__ = row.get("about", name).strip()
        self.curve = row.get("curve", "curve")
        self.games = {}
        for said, rules in row.get("game", {}).items():
            label, _, kind = said.partition(" = ")
            self.games[label] = kind or label, rules

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.code, name)

    def tasks(self, scale):
        """Return the parts of the run, a list of dicts that JSON can hold; each is done, and kept, by itself."""
        every, sizes = self.row.get("every", {}), self.row.get(one_of("scale", scale, SCALES), {})
        if hasattr(self.code, "tasks"):
            return self.code.tasks(every | sizes)
        pairs = [(part, one) for part in _listed(every) for one in _listed(sizes)]
        return [task for pair in pairs for task in expanded(self._unsaid(*pair), *pair)]

    def _unsaid(self, *parts):
        """Return all games and all curves, each if no part says which, as a part before them."""
        said = {name for part in parts for name in (*part, *part.get("each", ()))}
        every = {"game": list(self.games) if len(self.games) > 1 else [], self.curve: list(self.row.get("curves", ()))}
        return {"each": {name: values for name, values in every.items() if values and name not in said}}

    def check(self, tasks):
        """Make each solver that tasks differ in, so that what is wrong is said before any of them runs."""
        if not {"run_task", "solver"} & set(dir(self.code)):
            for task in {(task.get("game"), task.get(self.curve)): task for task in tasks}.values():
                try:
                    self._solver(task), self._marks(task)
                except (TypeError, ValueError) as error:
                    raise ValueError(f"[{self.name}] {error}") from error

    def run_task(self, task, checkpoint=None):
        """Return the tidy table of a task; a long one keeps a `cfrlib.runs.checkpoint.Checkpoint`."""
        if hasattr(self.code, "run_task"):
            return self.code.run_task(task, checkpoint)
        default = getattr(self.code, "COLUMNS", (*task, "iterations", "nodes_touched", "exploitability"))
        columns = [column.partition(" = ")[::2] for column in self.row.get("columns", default)]
        columns = {name: source or name for name, source in columns}
        make, marks = self._of_code("solver", self._solver, task), self._of_code("marks", self._marks, task)
        measure, enough = partial(self._measure, columns, task), self._of_code("enough", lambda *_: False, task)
        kept = checkpoint if self.row.get("keeps", True) else None
        solver, rows = practise(make, marks(), kept, measure, enough)
        self._of_code("finish", lambda *_: None, task)(solver, rows)
        return pd.DataFrame(rows)[list(columns)]

    def draw(self, table, name="", **changes):
        """Return the picture of a table; `name` is that of its file, None writes none, the default is the run's.

        `changes` are those of the row's own entries, or of the arguments of the code's function.
        """
        default = "draw" if hasattr(self.code, "draw") else {"by": self.curve}
        if "draw" not in self.row and len(self.games) > 1 and {"game", self.curve} <= set(table):
            table = table.assign(**{self.curve: table["game"] + ", " + table[self.curve]})
        how, name = self.row.get("draw", default), self.name if name == "" else name
        if isinstance(how, str):
            return getattr(self.code, how)(table, name=name, **changes)
        return pictures.draw(table, name=name, **{**how, **changes})

    def _of_code(self, name, default, task):
        """Return a function of the code, or what stands for it, for one task."""
        return partial(getattr(self.code, name, default), task)

    def _solver(self, task):
        curves = self.row.get("curves", {})
        if not self.games or not curves:
            raise ValueError("a run takes game and curves, or code with a function solver or run_task")
        kind, rules = self.games[one_of("game", task.get("game", next(iter(self.games))), tuple(self.games))]
        make = getattr(self.code, kind, None) or getattr(games, one_of("game", kind, games.__all__))
        rules = rules | {rule: task[rule] for rule in self.row.get("rules", ())}
        switches = curves[one_of(self.curve, task.get(self.curve), tuple(curves))]
        return CFR(make(**{rule: _fixed(value) for rule, value in rules.items()}), **switches, seed=task.get("seed", 0))

    def _marks(self, task):
        number, last = self.row.get("marks"), whole("iterations", task.get("iterations"), 1)
        if number == "points":
            return geometric(task["points"], last)
        return geometric(number, last, rounded=np.floor) if number else [last]

    def _measure(self, columns, task, solver):
        """Return what the columns name, of the code, the task, the solver or the game."""
        row = self._of_code("measure", lambda *_: {}, task)(solver)
        for name, source in columns.items():
            if name in row or source == "cpu_seconds":
                continue
            if source in task and source not in EFFORTS:
                row[name] = task[source]
            else:
                value = getattr(solver if hasattr(solver, source) else solver.game, source)
                row[name] = value() if callable(value) else value
        return row


def expanded(*parts):
    """Return the tasks of some parts that are one, in the order of their nested loops.

    A part says by `each` in what its tasks differ: {name: values}, where a number n stands for 0 to n - 1. What else it
    says is in all of them.
    """
    each, fixed = {}, {}
    for part in parts:
        each |= part.get("each", {})
        fixed |= {name: value for name, value in part.items() if name != "each"}
    values = [range(v) if isinstance(v, int) else v for v in each.values()]
    return [dict(zip(each, chosen, strict=True)) | fixed for chosen in product(*values)]


def _listed(parts):
    return [parts] if isinstance(parts, dict) else parts


def _fixed(value):
    """Return what a game takes for a list of the table."""
    return tuple(value) if isinstance(value, list) else value
