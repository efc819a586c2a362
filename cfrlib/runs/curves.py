"""Convergence curves: how exploitability falls with the effort spent on it, over several seeds.

A curve is a tidy table, one row for each seed and each number of iterations at which the solver was measured. The
solver's clock stands still while it is measured.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, as_completed
from functools import partial
from numbers import Integral
from typing import TYPE_CHECKING, Any

import lazy_loader as lazy
import numpy as np
from tqdm.auto import tqdm

from cfrlib._util.arguments import file_path, flag, listed, one_of, refuse, said, whole
from cfrlib._util.files import write_atomically
from cfrlib.engine import CFR
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.regret import Averaging, Ramp, RegretRule, averaging, regret_rule
from cfrlib.runs.identity import identity
from cfrlib.sampling import ByPlace, Mixed, Scheme, scheme
from cfrlib.tree import Tree

if TYPE_CHECKING:
    import pandas

pd = lazy.load("pandas")

EFFORTS = ("iterations", "nodes_touched", "histories_touched", "seconds")
"""What exploitability can be drawn against."""

MOST_ROWS = 10**6
"""Points of a curve, and seeds of a table."""
MOST_ITERATIONS = 10**15
"""That floating point tells apart."""

DEFAULTS = {"sampling": scheme("vanilla"), "regret": regret_rule("rm"), "average": averaging("uniform")}

SWITCHES = ("sampling", "regret", "average", "updates", "baseline")
"""The columns that say which algorithm a row is of."""


def curve(
    game: Game | matrix | Tree | None = None,
    sampling: str | Scheme | Mixed | ByPlace = "vanilla",
    regret: str | RegretRule = "rm",
    average: str | float | Ramp | Sequence[float] | Averaging = "uniform",
    *,
    make: Callable[[int], Any] | None = None,
    points: int | Iterable[int] = 30,
    iterations: int = 1000,
    seeds: int | Iterable[int] = 5,
    executor: Executor | None = None,
    path: str | os.PathLike[str] | None = None,
    progress: bool = False,
    **switches: Any,
) -> pandas.DataFrame:
    """Return how the exploitability of the average strategy falls, for several seeds.

    Parameters
    ----------
    game : Game, matrix or Tree, optional
        What is solved, once for each seed; by default `make` says it.
    sampling, regret, average : str or object
        As `CFR` takes them.
    make : callable, optional
        In place of the game and the switches: a function of a seed that returns a new solver, of whatever class. What
        is asked of it is run(iterations), iterations and exploitability(); columns that it says nothing of are empty.
        An executor sends it to other processes by its name, so what cannot be sent itself, such as the function of a
        `cfrlib.sampling.Mixed`, may stand in it.
    points : int or iterable of int
        The iterations at which exploitability is measured, or how many such points there are between 1 and
        `iterations`, in geometric progression.
    iterations : int
        Where the last of the points lies; unused where `points` lists them.
    seeds : int or iterable of int
        So many seeds from 0 on, or these. A scheme that samples nothing is run once: its rows stand for every seed.
        What `make` returns is run for each.
    executor : concurrent.futures.Executor, optional
        Runs the seeds, each a task of its own; by default they run here, one after the other.
    path : str or Path, optional
        A folder, made if need be, in which each seed is kept once it is finished. The same call again takes from there
        what it has, so an interrupted curve goes on, and more seeds may be asked for. What is kept is told apart by the
        solver: its class, game and arguments, functions by their code; of `make` by the one that it returns for seed 0.
    progress : bool
        Show a bar.
    **switches : object
        Other arguments of `CFR`.

    Returns
    -------
    pandas.DataFrame
        Columns sampling, regret, average, updates, baseline, seed, iterations, nodes_touched, histories_touched,
        seconds and exploitability (in the game's unit). Only `seconds` changes from one call to the next.

    Raises
    ------
    ValueError
        If an argument is wrong, or `CFR` refuses the game or the switches: before anything is run. If an argument
        cannot be sent to another process, as the executor does. If what is kept in `path` is of other arguments, or a
        solver has something that cannot be told apart, such as a lock or an open file.

    Examples
    --------
    >>> import cfrlib
    >>> table = cfrlib.curve(cfrlib.games.kuhn(), sampling="es", points=[10, 100, 1000], seeds=2)
    >>> table["iterations"].tolist(), table["seed"].tolist()
    ([10, 100, 1000, 10, 100, 1000], [0, 0, 0, 1, 1, 1])

    A solver of your own, or one that no name stands for:

    >>> def half_and_half(seed):
    ...     mix = cfrlib.sampling.Mixed("es", "os", lambda t: 0.5)
    ...     return cfrlib.CFR(cfrlib.games.kuhn(), mix, seed=seed)
    >>> cfrlib.curve(make=half_and_half, points=[10, 100], seeds=2)["seed"].tolist()
    [0, 0, 1, 1]
    """
    marks, seeds = _marks(points, iterations), _seeds(seeds)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ValueError(f"executor={said(executor)}: it takes None or an executor of concurrent.futures")
    switches |= {"sampling": scheme(sampling), "regret": regret_rule(regret), "average": averaging(average)}
    flag("progress", progress)
    folder = None if path is None else file_path("path", path)
    own = make is not None
    if own and not callable(make):
        refuse("make", make, "a function of a seed that returns a solver")
    for name, value in {"game": game, **switches}.items() if own else ():
        if value is not None and value != DEFAULTS.get(name):
            refuse(name, value, "nothing beside make, which says what is solved, and how", right_type=True)
    make = make or partial(_of_game, game, switches)
    solver = _made(make, seeds[0], marks)  # whatever is wrong is said here and now, not in another process
    if folder is not None:
        _begin(folder, _identity(make, solver, seeds[0], marks))
    once = not own and not solver.sampling.samples_something
    tasks, tables = seeds[:1] if once else seeds, {}
    for seed in tasks if folder is not None else ():
        if (folder / f"{seed}.json").exists():
            tables[seed] = _finished(folder, seed, marks)
    results = _results(make, [seed for seed in tasks if seed not in tables], marks, executor)
    bar = {"total": len(tasks), "initial": len(tables), "desc": "curve", "unit": "seed"}
    for seed, table in tqdm(results, **bar) if progress else results:
        tables[seed] = table
        if folder is not None:
            _keep(folder / f"{seed}.json", table.to_dict("records"))
    return pd.concat([tables[seeds[0]].assign(seed=s) if once else tables[s] for s in seeds], ignore_index=True)


def measure(solver):
    """Return the effort that a solver has made and what it has reached, as a dict of numbers; NaN: it does not say."""
    effort = {effort: getattr(solver, effort, np.nan) for effort in EFFORTS}
    return effort | {"exploitability": float(solver.exploitability())}


def geometric(points, last, first=1, rounded=np.rint):
    """Return at most so many whole numbers from `first` to `last`, in geometric progression."""
    return np.unique(rounded(np.geomspace(first, last, points)).astype(np.int64)).tolist()


def runs(table, x="iterations", by=None):
    """Return the curves of one table of `curve`, or of several, as `cfrlib.draw.convergence` takes them.

    {label: (x, y) of each seed}, where x is one of `EFFORTS`. The columns `by` tell curves apart; by default all
    switches that are not the same in the whole table.
    """
    one_of("x", x, EFFORTS)
    columns = getattr(table, "columns", ())
    if not {"seed", "exploitability", x} <= set(columns):
        raise ValueError(f"table={said(table)}: it takes what cfrlib.curve returns")
    present = [column for column in SWITCHES if column in table]
    if not isinstance(by, str | list | tuple | None):
        raise ValueError(f"by={said(by)}: it takes names of columns")
    by = [by] if isinstance(by, str) else list(by or [c for c in present if table[c].nunique() > 1] or present[:1])
    for column in by:
        one_of("by", column, tuple(table.columns))
    return {", ".join(map(str, label)): over_seeds(part, x) for label, part in table.groupby(by, sort=False)}


def stored_runs(table, label, x="iterations", y="exploitability"):
    """Return y against x in a stored table: {what the column `label` says: a run for each seed}."""
    by_label = {}
    for (name, _), part in table.groupby([label, "seed"], sort=False):
        by_label.setdefault(name, []).append((part[x].to_numpy(float), part[y].to_numpy()))
    return by_label


def over_seeds(table, x="iterations", y="exploitability", at="iterations"):
    """Return (x, y) of each seed, all measured `at` the same marks: a point stands at the median of their `x`."""
    wide = table.pivot(index=at, columns="seed")
    where = wide.index.to_numpy() if x == at else wide[x].median(axis=1).to_numpy()
    return [(where, wide[y][seed].to_numpy()) for seed in wide[y]]


def _of_game(game, switches, seed):
    return CFR(game, seed=seed, **switches)


def _made(make, seed, marks):
    """Return a new solver of a seed, or refuse what `make` returns."""
    solver = make(seed)
    if not all(hasattr(solver, name) for name in ("run", "iterations", "exploitability")):
        raise ValueError(f"make={said(make)}: it returned {said(solver)}; it takes a function that returns a solver")
    if solver.iterations >= marks[0]:
        raise ValueError(
            f"make={said(make)}: its solver has {solver.iterations:,} iterations before it begins, and is measured "
            f"after {marks[0]:,}; it takes a function that returns a new one each time"
        )
    return solver


def _one_seed(make, seed, marks):
    """Return the rows of one seed: a task that any executor can be given."""
    solver, rows = _made(make, seed, marks), []
    for mark in marks:
        solver.run(mark - solver.iterations)
        rows.append(measure(solver))
    table = pd.DataFrame(rows)
    for place, column in enumerate(SWITCHES):
        table.insert(place, column, str(getattr(solver, column, "")))
    table.insert(len(SWITCHES), "seed", seed)
    return table


def _results(make, seeds, marks, executor):
    """Yield (seed, its table) as they are finished."""
    if executor is None:
        for seed in seeds:
            yield seed, _one_seed(make, seed, marks)
        return
    sent = {"make": make}
    if isinstance(make, partial) and make.func is _of_game:
        sent = {"game": make.args[0], **make.args[1]}
    futures = {executor.submit(_one_seed, make, seed, marks): seed for seed in seeds}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        for name, value in sent.items():
            _check_sent(name, value, error)
        raise
    finally:
        for future in futures:
            future.cancel()  # what has not begun when another has failed


def _identity(make, solver, seed, marks):
    """Return what tells curves apart, by the names of arguments: what `make` returns, for seed 0 where seeds count."""
    if seed and not isinstance(solver, CFR):
        try:
            solver = _made(make, 0, marks)
        except Exception as error:  # whatever it raises
            takes = "a function that returns a solver for seed 0, too, by which path= tells curves apart"
            raise ValueError(f"make={said(make)}: {error!r}; it takes {takes}") from error
    return {"points": [marks, marks], **identity(solver)}


def _begin(folder, own):
    """Make the folder of a curve, or refuse the one that there is if it is of other arguments."""
    if folder.exists() and not folder.is_dir():
        refuse("path", str(folder), "a folder, not a file", right_type=True)
    written = folder / "curve.json"
    if not written.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _keep(written, own)
    kept = _kept(written, folder)
    if not isinstance(kept, dict) or not all(isinstance(said, list) and len(said) == 2 for said in kept.values()):
        takes = "another folder: what this one holds does not say what it is of, as an earlier version wrote it"
        refuse("path", str(folder), takes, right_type=True)
    for name in {**own, **kept}:
        (now, this), (before, that) = (of.get(name, ("nothing", "")) for of in (own, kept))
        if this != that:
            other = f"{name}={before}, not {now}" if name != "game" and before != now else name
            raise ValueError(f"path={str(folder)!r}: it holds a curve of another {other}; it takes another folder")


def _finished(folder, seed, marks):
    """Return the rows of a seed that is kept."""
    rows = _kept(folder / f"{seed}.json", folder)
    try:
        if [(row["seed"], row["iterations"]) for row in rows] == [(seed, mark) for mark in marks]:
            return pd.DataFrame(rows)
    except (KeyError, TypeError):
        pass
    raise ValueError(f"path={str(folder)!r}: {seed}.json is damaged; remove it")


def _keep(file, content):
    write_atomically(file, lambda out: out.write(json.dumps(content).encode()))


def _kept(file, folder):
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"path={str(folder)!r}: {file.name} is damaged ({error}); remove it") from None


def _check_sent(name, value, error):
    """Raise ValueError from an error if it is this argument that no other process can be sent."""
    try:
        pickle.dumps(value)
    except Exception:  # whatever objects of one's own raise
        raise ValueError(
            f"{name}={said(value)}: it cannot be sent to another process; it takes functions and classes from the top "
            "of a file that can be imported, or a ThreadPoolExecutor"
        ) from error


def _marks(points, iterations):
    last = whole("iterations", iterations, 1, MOST_ITERATIONS)
    if isinstance(points, Integral):
        return geometric(whole("points", points, 1, MOST_ROWS), last)
    marks = _in_a_row("points", points, 1)
    if marks != sorted(set(marks)):
        raise ValueError(f"points={points!r}: it takes rising numbers of iterations")
    return marks


def _seeds(seeds):
    if isinstance(seeds, Integral):
        return list(range(whole("seeds", seeds, 1, MOST_ROWS)))
    chosen = _in_a_row("seeds", seeds, 0)
    if len(set(chosen)) < len(chosen):
        raise ValueError(f"seeds={seeds!r}: it takes each seed once")
    return chosen


def _in_a_row(name, values, low):
    numbers = listed(name, values, "a whole number or several of them, in a row")
    numbers = [whole(name, value, low) for value in numbers[: MOST_ROWS + 1]]
    if not 1 <= len(numbers) <= MOST_ROWS:
        raise ValueError(f"{name}={said(values)}: it takes at least one, and at most {MOST_ROWS:,}")
    return numbers
