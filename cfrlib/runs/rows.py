"""A run is a row of the table ``runs.toml``, or of a table of one's own, and what code beside it adds.

In ``figures/runs.toml``, `leduc_baselines_plus` is one without any code.

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
    the column `game` of a task says which; ``game = {"small = leduc" = {}}`` calls it small.
rules
    Names of the task that are arguments of the game, too, where they would be read as something else.
curves
    {name: what `CFR` takes}; what a task says of it comes first, ``each = {dtype = ["float32", "float64"]}``. The
    column `curve` (by default "curve") of a task says which. Code may have ``solver(task)`` instead. A rule, a row of
    switches or an average of one's own is a name of the code: with ``mine = RegretRule(...)`` there, regret = "mine".
player
    Of a task: a profile or a function of the code (`cfrlib.Profile.from_function`), from which the average strategy
    wins `won` a hand, exactly, the mean of both seats. With ``def mine(game, key, actions, rng)`` there: "mine".
marks
    How many there are, rounded down to whole numbers; "points": as many as the task says; by default the last one.
    Code may have ``marks(task)`` instead, and ``enough(task, row)``, which says that a row is the last one.
columns
    Of the table: what ``measure(task, solver)`` of the code returns, a dict; or names of the task, or of numbers and
    texts of the solver or of the game. "nodes = nodes_touched" gives one another name. By default those of ``COLUMNS``
    of the code; without code what the task says, iterations, nodes_touched, exploitability and, of a player, won.
keeps
    false if a solver cannot be saved.

Code may have ``finish(task, solver, rows)``, which is called at the end.
"""

from functools import partial
from itertools import product
from types import FunctionType

import lazy_loader as lazy
import numpy as np

from cfrlib import games
from cfrlib._util.arguments import one_of, refuse, whole
from cfrlib.engine import CFR
from cfrlib.evaluate import value_between
from cfrlib.profile import Profile, tabled
from cfrlib.regret import Averaging, Ramp, RegretRule
from cfrlib.runs import pictures
from cfrlib.runs.checking import ARGUMENTS, MEASURED, Checked, datum, taken
from cfrlib.runs.curves import geometric
from cfrlib.runs.keys import SCALES, checked, one_known
from cfrlib.runs.practice import run_to_marks
from cfrlib.sampling import ByPlace, Mixed, Scheme

pd = lazy.load("pandas")
ASKED = 4  # arguments of a player that is a function
OWN = {"regret": RegretRule, "average": Averaging | Ramp, "sampling": Scheme | Mixed | ByPlace}
"""Switches that may name something of the code, and what that is."""


class Run(Checked):
    """A named run: its name, its row of the table, and its code (a module or None), whose names are its own, too."""

    def __init__(self, name, row, code, file):
        self.name, self.row, self.code = name, checked(name, row), code
        self._file = f"{file.parent.name}/{file.name}" + ", which does not exist" * (code is None)
        default = self._solver, self._marks, lambda *_: {}, lambda *_: False, lambda *_: None
        for hook, function in zip(("solver", "marks", "measure", "enough", "finish"), default, strict=True):
            setattr(self, hook, getattr(code, hook, function))
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
        return [task for pair in pairs for task in expanded(self._missing(*pair), *pair)]

    def _missing(self, *parts):
        """Return all games and all curves, each if no part says which, as a part before them."""
        said = {name for part in parts for name in (*part, *part.get("each", ()))}
        every = {"game": list(self.games) if len(self.games) > 1 else [], self.curve: list(self.row.get("curves", ()))}
        return {"each": {name: values for name, values in every.items() if values and name not in said}}

    def run_task(self, task, checkpoint=None):
        """Return the tidy table of a task; a long one keeps a `cfrlib.runs.practice.Checkpoint`."""
        if hasattr(self.code, "run_task"):
            return self.code.run_task(task, checkpoint)
        columns = self._columns(task)
        kept = checkpoint if self.row.get("keeps", True) else None
        make, measure = partial(self.solver, task), partial(self._measured, columns, task)
        solver, rows = run_to_marks(make, self.marks(task), kept, measure, partial(self.enough, task))
        self.finish(task, solver, rows)
        return pd.DataFrame(rows)[list(columns)]

    def draw(self, table, name="", **changes):
        """Return the picture of a table; `name` is that of its file, None writes none, the default is the run's.

        `changes` are those of the row's own entries, or of the arguments of the code's function. With `by` or `facets`
        among them, the curves of the table are drawn, whatever the code draws.
        """
        default = "draw" if hasattr(self.code, "draw") else {"by": self.curve}
        how, name = self.row.get("draw", default), self.name if name == "" else name
        if changes.keys() & {"by", "facets"}:
            old = {"by": self.curve} if isinstance(how, str) else how
            how = {key: value for key, value in old.items() if "by" not in changes or key not in ("label", "only")}
        if isinstance(how, str):
            return getattr(self.code, how)(table, name=name, **changes)
        return pictures.draw(table, name=name, said=self._said(table), **{**how, **changes})

    def _said(self, table):
        """Return the columns of a table that say what a task said, and so may tell its rows apart."""
        scales = [scale for scale in SCALES if scale in self.row] or SCALES[:1]
        said = {}
        for name, value in (pair for scale in scales for task in self.tasks(scale) for pair in task.items()):
            said.setdefault(name, []).append(str(value) if isinstance(value, list | dict) else value)
        return [name for name in table if name in said and table[name].isin(said[name]).all()]

    def _columns(self, task):
        """Return what the table of a task has: {column: what it is called where it comes from}."""
        columns, won = {}, ["won"] * ("player" in task)
        default = getattr(self.code, "COLUMNS", dict.fromkeys((*task, *MEASURED[:2], "exploitability", *won)))
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
        known = ", ".join(map(repr, games.__all__))
        if not own.get(kind) and kind not in games.__all__:
            refuse("game", kind, f"one of {known}, or a class in {self._file}", right_type=True)
        make = own.get(kind) or getattr(games, kind)
        named = [one_known("rules", rule, tuple(task)) for rule in self.row.get("rules", ())]
        free = set(task) - {"game", self.curve, "seed", "iterations", "points", *named}
        for name in free & taken(make) & ARGUMENTS:
            refuse(name, task[name], "to stand in rules, as the game and the solver have such an argument", True)
        rules = rules | {name: task[name] for name in (*named, *sorted(free & taken(make)))}
        switches = curves[one_of(self.curve, task.get(self.curve), tuple(curves))]
        switches = switches | {name: task[name] for name in sorted(free & ARGUMENTS)}
        return make, {name: _fixed(value) for name, value in rules.items()}, switches

    def _solver(self, task):
        make, rules, switches = self._made_of(task)
        own = {name: self._own(OWN[name]) for name in switches.keys() & OWN}
        named = {name: own[name].get(switches[name], switches[name]) for name in own if isinstance(switches[name], str)}
        try:
            return CFR(make(**rules), **{**switches, **named}, seed=task.get("seed", 0))
        except ValueError as error:
            name = str(error).partition("=")[0]
            if name not in named or ": it takes one of" not in str(error):
                raise
            of_code = f"of the code {', '.join(map(repr, own[name]))}" if own[name] else f"a name in {self._file}"
            raise ValueError(f"{error}; or {of_code}") from error

    def _own(self, kinds):
        """Return what the code has of some classes, by its name."""
        own = {} if self.code is None else vars(self.code)
        return {name: value for name, value in own.items() if isinstance(value, kinds) and not name.startswith("_")}

    def _marks(self, task):
        number, last = self.row.get("marks"), whole("iterations", task.get("iterations"), 1)
        if number == "points":
            return geometric(whole("points", task.get("points"), 1), last)
        return geometric(number, last, rounded=np.floor) if number else [last]

    def _measured(self, columns, task, solver):
        """Return what the columns name: what the code measures, and else what `datum` finds."""
        row = self.measure(task, solver)
        missing = [name for name, source in columns.items() if name not in row and source != "cpu_seconds"]
        return row | {name: self._datum(columns[name], task, solver) for name in missing}

    def _datum(self, source, task, solver):
        if source != "won" or "player" not in task:
            return datum(source, task, solver)
        known, game = self._own((Profile, FunctionType)), solver.game
        players = {name: who for name, who in known.items() if isinstance(who, Profile) or len(taken(who)) == ASKED}
        player = tabled(game, players[one_known("player", task["player"], tuple(players))], "player")
        average = solver.average_strategy()
        return (value_between(game, average, player) - value_between(game, player, average)) / 2


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
