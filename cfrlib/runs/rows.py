"""A run is a row of the table ``runs.toml``, or of a table of one's own, and what code beside it adds.

about
    What it is; the first line is what `cfrlib list` shows.
quick, paper
    The sizes of both scales: a part, or a list of parts, of which `expanded` makes the tasks; each is put to each part
    of `every`, what both scales share. Where neither says which game or which curve, there are tasks of all of them.
    Code with a function ``tasks(sizes)`` makes them itself. A name that nothing reads is refused (`Run.check`).
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
    {name in `cfrlib.games`, or of a class of the code: its arguments}; what a task says of them comes first. Of several
    the column `game` of a task says which; "small = leduc" gives one another name.
rules
    Names of the task that are arguments of the game, too, where they would be read as something else.
curves
    {name: what `CFR` takes}; what a task says of it comes first, ``each = {dtype = ["float32", "float64"]}``. The
    column `curve` (by default "curve") of a task says which. Code may have ``solver(task)`` instead.
marks
    How many there are, rounded down to whole numbers; "points": as many as the task says; by default the last one.
    Code may have ``marks(task)`` instead, and ``enough(task, row)``, which says that a row is the last one.
columns
    Of the table: what ``measure(task, solver)`` of the code returns, a dict; or names of the task, or of numbers and
    texts of the solver or of the game. "nodes = nodes_touched" gives one another name. By default those of ``COLUMNS``
    of the code; without code what the task says, iterations, nodes_touched and exploitability.
keeps
    false if a solver cannot be saved.

Code may have ``finish(task, solver, rows)``, which is called at the end.
"""

import inspect
import json
from functools import partial
from itertools import product
from numbers import Number

import lazy_loader as lazy
import numpy as np

from cfrlib import games
from cfrlib._util.arguments import checked_seed, one_of, refuse, whole
from cfrlib.engine import CFR
from cfrlib.runs import pictures
from cfrlib.runs.code import names_read
from cfrlib.runs.curves import EFFORTS, SWITCHES, geometric
from cfrlib.runs.keys import SCALES, checked, one_known, parts
from cfrlib.runs.practice import practise

pd = lazy.load("pandas")

ARGUMENTS = frozenset(inspect.signature(CFR).parameters) - {"game", "seed"}
"""What a task may say of the solver."""
MEASURED = (*EFFORTS, "exploitability", "cpu_seconds")
UNREAD = {"run_task": ("rules", "marks", "columns", "keeps"), "solver": ("rules",), "marks": ("marks",)}
"""Keys that nobody reads where the code has such a function."""
WRONG = (TypeError, ValueError, LookupError)


class Run:
    """A named run: its name, its row of the table, and its code (a module or None), whose names are its own, too."""

    def __init__(self, name, row, code):
        self.name, self.row, self.code = name, checked(name, row), code
        self.__doc__ = row.get("about", name).strip()
        self.curve, self.games = row.get("curve", "curve"), {}
        for said, rules in row.get("game", {}).items():
            label, _, kind = said.partition(" = ")
            if label in self.games:
                refuse(f"[{name}] game", said, f"another name, as there is a {label!r} already", right_type=True)
            self.games[label] = kind or label, rules

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.code, name)

    def tasks(self, scale):
        """Return the parts of the run, a list of dicts that JSON can hold; each is done, and kept, by itself."""
        every, sizes = self.row.get("every", {}), self.row.get(one_of("scale", scale, SCALES), {})
        if hasattr(self.code, "tasks"):
            if isinstance(every, list) or isinstance(sizes, list):
                raise ValueError(f"[{self.name}] {scale}: it takes one table, of which `tasks` of the code makes parts")
            return self.code.tasks(every | sizes)
        pairs = [(part, one) for part in _listed(every) for one in _listed(sizes)]
        return [task for pair in pairs for task in expanded(self._unsaid(*pair), *pair)]

    def _unsaid(self, *parts):
        """Return all games and all curves, each if no part says which, as a part before them."""
        said = {name for part in parts for name in (*part, *part.get("each", ()))}
        every = {"game": list(self.games) if len(self.games) > 1 else [], self.curve: list(self.row.get("curves", ()))}
        return {"each": {name: values for name, values in every.items() if values and name not in said}}

    def check(self, scale):
        """Return the tasks of a scale, or raise ValueError: nothing reads a name, or something is wrong with a value.

        The game reads the arguments of its constructor, the solver those of `CFR`; code reads the texts that stand in
        its functions (`cfrlib.runs.code.names_read`). All is said before any task is done.
        """
        own = set(dir(self.code))
        for function in own & set(UNREAD):
            for key in set(UNREAD[function]) & set(self.row):
                refuse(f"[{self.name}] {key}", self.row[key], f"nothing beside {function} of the code", right_type=True)
        read = names_read(self.code.__file__) if hasattr(self.code, "__file__") else set()
        if not {"run_task", "marks"} & own and read is not None:
            read = read | {"iterations"} | ({"points"} & {self.row.get("marks")})
        if {"run_task", "solver", "tasks"} & own:
            self._check_read(scale, {name for _, part in self._places(scale) for name in part}, read)
        try:
            tasks = self.tasks(scale)
            columns = {} if "run_task" in own else {name: 0 for task in tasks for name in self._columns(task)}
            self._check_looks(columns)
            if not {"run_task", "solver"} & own:
                for task in tasks:
                    checked_seed(task.get("seed", 0))
            for task in () if {"run_task", "marks"} & own else tasks:
                self._marks(task)
        except WRONG as error:
            raise ValueError(f"[{self.name}] {_words(error)}") from error
        written = [json.dumps(task, sort_keys=True) for task in tasks]
        if len({*written}) < len(written) or not tasks:
            twice = next((task for k, task in enumerate(tasks) if written[k] in written[:k]), tasks)
            refuse(f"[{self.name}] {scale}", twice, "tasks, and each of them once", right_type=True)
        if not {"run_task", "solver"} & own:
            for task in {json.dumps([*(task | {"seed": 0, "iterations": 0}).items()]): task for task in tasks}.values():
                self._check_solver(scale, task, read)
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
        """Make the solver of a task, so that what is wrong is said; look for what its columns name."""
        try:
            make, rules, _ = self._made_of(task)
            solver = self._solver(task)
            for source in self._columns(task).values():
                if source not in {*task, *MEASURED} and not hasattr(self.code, "measure"):
                    _datum(source, solver)
        except WRONG as error:
            raise ValueError(f"[{self.name}] {_words(error)}") from error
        known = {*rules, *_takes(make), *ARGUMENTS, "game", self.curve, "seed"}
        self._check_read(scale, task, None if read is None else known | read)

    def _check_looks(self, columns):
        """Check how the picture is drawn, of columns by name; none are known where the code makes the table."""
        how = self.row.get("draw", {})
        if isinstance(how, dict):
            pictures.check("draw", how, columns)
        elif how.startswith("_") or not callable(getattr(self.code, how, None)):
            refuse("draw", how, "a table, or the name of a function of the code", right_type=True)

    def run_task(self, task, checkpoint=None):
        """Return the tidy table of a task; a long one keeps a `cfrlib.runs.checkpoint.Checkpoint`."""
        if hasattr(self.code, "run_task"):
            return self.code.run_task(task, checkpoint)
        columns = self._columns(task)
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
        how, name = self.row.get("draw", default), self.name if name == "" else name
        if isinstance(how, str):
            return getattr(self.code, how)(table, name=name, **changes)
        return pictures.draw(table, name=name, said=self._said(table), **{**how, **changes})

    def _said(self, table):
        """Return the columns of a table that say what a task said, and so may tell its rows apart."""
        scales = [scale for scale in SCALES if scale in self.row] or SCALES[:1]
        said = {}
        for name, value in (pair for scale in scales for task in self.tasks(scale) for pair in task.items()):
            said.setdefault(name, []).append(value)
        return [name for name in table if name in said and table[name].isin(said[name]).all()]

    def _of_code(self, name, default, task):
        """Return a function of the code, or what stands for it, for one task."""
        return partial(getattr(self.code, name, default), task)

    def _columns(self, task):
        """Return what the table of a task has: {column: what it is called where it comes from}."""
        columns, default = {}, getattr(self.code, "COLUMNS", dict.fromkeys((*task, *MEASURED[:2], "exploitability")))
        for column in self.row.get("columns", default):
            name, _, source = column.partition(" = ")
            if not name or name in {*columns, "run"} or source.startswith("_") or name.startswith("_"):
                refuse("columns", column, "names that are neither twice there nor 'run', and begin with no '_'", True)
            columns[name] = source or name
        return columns

    def _made_of(self, task):
        """Return what makes the game of a task, its arguments, and those of the solver."""
        curves = self.row.get("curves", {})
        if not self.games or not curves:
            raise ValueError("a run takes game and curves, or code with a function solver or run_task")
        kind, rules = self.games[one_of("game", task.get("game", next(iter(self.games))), tuple(self.games))]
        own = {} if self.code is None or kind.startswith("_") else vars(self.code)
        make = own.get(kind) or getattr(games, one_of("game", kind, games.__all__))
        named = [one_known("rules", rule, tuple(task)) for rule in self.row.get("rules", ())]
        free = set(task) - {"game", self.curve, "seed", "iterations", "points", *named}
        for name in free & _takes(make) & ARGUMENTS:
            refuse(name, task[name], "to stand in rules, as the game and the solver have such an argument", True)
        rules = rules | {name: task[name] for name in (*named, *sorted(free & _takes(make)))}
        switches = curves[one_of(self.curve, task.get(self.curve), tuple(curves))]
        switches = switches | {name: task[name] for name in sorted(free & ARGUMENTS)}
        return make, {name: _fixed(value) for name, value in rules.items()}, switches

    def _solver(self, task):
        make, rules, switches = self._made_of(task)
        return CFR(make(**rules), **switches, seed=task.get("seed", 0))

    def _marks(self, task):
        number, last = self.row.get("marks"), whole("iterations", task.get("iterations"), 1)
        if number == "points":
            return geometric(whole("points", task.get("points"), 1), last)
        return geometric(number, last, rounded=np.floor) if number else [last]

    def _measure(self, columns, task, solver):
        """Return what the columns name, of the code, the task, the solver or the game."""
        row = self._of_code("measure", lambda *_: {}, task)(solver)
        for name, source in columns.items():
            if name not in row and source != "cpu_seconds":
                row[name] = task[source] if source in task and source not in EFFORTS else _datum(source, solver)
        return row


def expanded(*parts):
    """Return the tasks of some parts that are one, in the order of their nested loops.

    A part says by `each` in what its tasks differ: {name: values}, where a number n stands for 0 to n - 1. What else it
    says is in all of them. Of two parts that say a name the later one counts.
    """
    each, fixed = {}, {}
    for part in parts:
        own = {name: value for name, value in part.items() if name != "each"}
        each = {name: v for name, v in each.items() if name not in own} | part.get("each", {})
        fixed = {name: v for name, v in fixed.items() if name not in each} | own
    values = [range(v) if isinstance(v, int) else v for v in each.values()]
    return [dict(zip(each, chosen, strict=True)) | fixed for chosen in product(*values)]


def _listed(parts):
    return [parts] if isinstance(parts, dict) else parts


def _fixed(value):
    """Return what a game takes for a list of the table."""
    return tuple(value) if isinstance(value, list) else value


def _takes(make):
    """Return the names of what a constructor takes."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {name for name, parameter in inspect.signature(make).parameters.items() if parameter.kind in kinds}


def _datum(source, solver):
    """Return a number or text of a solver or its game, by name."""
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
