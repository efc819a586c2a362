"""A run is a row of the table ``runs.toml``, and what the code of the same folder adds to it.

about
    What it is; the first line is what `cfrlib list` shows.
quick, paper
    The sizes of both scales: a part, or a list of parts, of which `expanded` makes the tasks; each is put to each part
    of `every`, what both scales share. Code with a function ``tasks(sizes)`` makes them itself.
code
    The file of `runs/` with what is particular; by default that of the run's name, if there is one.
draw
    What the picture shows (`cfrlib.runs.pictures`), or the name of a function of the code; by default `draw`.
verify
    false if nothing of it comes out a second time, or nothing that `cfrlib verify` could tell apart.

A task is done by ``run_task(task, checkpoint)`` of the code, which returns its tidy table. Without it a solver runs
from mark to mark (`cfrlib.runs.practice`):

game
    {name in `cfrlib.games`: its arguments}; those of `rules` come from the task.
curves
    {name: what `CFR` takes}; the column `curve` of a task says which. Code may have ``solver(task)`` instead.
marks
    How many there are, rounded down to whole numbers; "points": as many as the task says; by default the last one.
    Code may have ``marks(task)`` instead, and ``enough(task, row)``, which says that a row is the last one.
columns
    Of the table: what ``measure(task, solver)`` of the code returns, a dict; or names of the task, of the solver or of
    the game. "nodes = nodes_touched" gives one another name. By default those of ``COLUMNS`` of the code.

keeps
    false if a solver cannot be saved.

Code may have ``finish(task, solver, rows)``, which is called at the end.
"""

from functools import partial
from itertools import product

import lazy_loader as lazy
import numpy as np

from cfrlib import games
from cfrlib._util.arguments import one_of
from cfrlib.engine import CFR
from cfrlib.runs import pictures
from cfrlib.runs.curves import EFFORTS, geometric
from cfrlib.runs.practice import practise

pd = lazy.load("pandas")

SCALES = ("quick", "paper")


class Run:
    """A named run: its name, its row of the table, and its code (a module or None), whose names are its own, too."""

    def __init__(self, name, row, code):
        self.name, self.row, self.code = name, row, code
        self.__doc__ = row["about"].strip()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.code, name)

    def tasks(self, scale):
        """Return the parts of the run, a list of dicts that JSON can hold; each is done, and kept, by itself."""
        every, sizes = self.row.get("every", {}), self.row[one_of("scale", scale, SCALES)]
        if hasattr(self.code, "tasks"):
            return self.code.tasks(every | sizes)
        return [task for part in _listed(every) for one in _listed(sizes) for task in expanded(part, one)]

    def run_task(self, task, checkpoint=None):
        """Return the tidy table of a task; a long one keeps a `cfrlib.runs.checkpoint.Checkpoint`."""
        if hasattr(self.code, "run_task"):
            return self.code.run_task(task, checkpoint)
        columns = [column.partition(" = ")[::2] for column in self.row.get("columns") or self.code.COLUMNS]
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
        how, name = self.row.get("draw", "draw"), self.name if name == "" else name
        if isinstance(how, str):
            return getattr(self.code, how)(table, name=name, **changes)
        return pictures.draw(table, name=name, **{**how, **changes})

    def _of_code(self, name, default, task):
        """Return a function of the code, or what stands for it, for one task."""
        return partial(getattr(self.code, name, default), task)

    def _solver(self, task):
        ((game, rules),) = self.row["game"].items()
        rules = rules | {rule: _fixed(task[rule]) for rule in self.row.get("rules", ())}
        switches = self.row["curves"][task[self.row["curve"]]]
        return CFR(getattr(games, game)(**rules), **switches, seed=task["seed"])

    def _marks(self, task):
        number, last = self.row.get("marks"), task["iterations"]
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
