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
from mark to mark:

game
    {name in `cfrlib.games`: its arguments}; those of `rules` come from the task.
curves
    {name: what `CFR` takes}; the column `curve` of a task says which. Code may have ``solver(task)`` instead.
marks
    How many there are, rounded down to whole numbers; "points": as many as the task says; by default the last one.
    Code may have ``marks(task)`` instead.
columns
    Of the table: names of the task, of the solver or of the game. "nodes = nodes_touched" gives one another name.
"""

from itertools import product

import lazy_loader as lazy
import numpy as np

from cfrlib import games
from cfrlib._util.arguments import one_of
from cfrlib.engine import CFR
from cfrlib.runs import pictures
from cfrlib.runs.curves import EFFORTS, geometric
from cfrlib.runs.practice import spent

pd = lazy.load("pandas")

SCALES = ("quick", "paper")


class Run:
    """A named run.

    Parameters
    ----------
    name : str
    row : dict
        As it stands in the table.
    code : module or None
        Its names are those of the run, too.
    """

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
        solver, rows, cpu_seconds = self._solver(task), [], 0.0
        solver.prepare()  # what is compiled once counts for nobody
        for mark in self._marks(task):
            cpu_seconds += spent(solver, mark - solver.iterations)
            rows.append(self._entry(task, solver, cpu_seconds))
        return pd.DataFrame(rows)

    def draw(self, table, name="", **changes):
        """Return the picture of a table; `name` is that of its file, None writes none, the default is the run's.

        `changes` are those of the row's own entries, or of the arguments of the code's function.
        """
        how, name = self.row.get("draw", "draw"), self.name if name == "" else name
        if isinstance(how, str):
            return getattr(self.code, how)(table, name=name, **changes)
        return pictures.draw(table, name=name, **{**how, **changes})

    def _solver(self, task):
        if hasattr(self.code, "solver"):
            return self.code.solver(task)
        ((game, rules),) = self.row["game"].items()
        rules = rules | {rule: _fixed(task[rule]) for rule in self.row.get("rules", ())}
        switches = self.row["curves"][task[self.row["curve"]]]
        return CFR(getattr(games, game)(**rules), **switches, seed=task["seed"])

    def _marks(self, task):
        if hasattr(self.code, "marks"):
            return self.code.marks(task)
        number, last = self.row.get("marks"), task["iterations"]
        if number == "points":
            return geometric(task["points"], last)
        return np.unique(np.geomspace(1, last, number).astype(int)).tolist() if number else [last]

    def _entry(self, task, solver, cpu_seconds):
        """Return a row of the table: what the columns name, of the task, the solver or the game."""
        entry = {}
        for column in self.row["columns"]:
            name, _, source = column.partition(" = ")
            source = source or name
            if source in task and source not in EFFORTS:
                entry[name] = task[source]
            elif source == "cpu_seconds":
                entry[name] = cpu_seconds
            else:
                value = getattr(solver if hasattr(solver, source) else solver.game, source)
                entry[name] = value() if callable(value) else value
        return entry


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
