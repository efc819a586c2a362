"""Saving a solver and loading it again: a JSON header and arrays in one file, written whole or not at all.

A profile of a large game, saved as its tables, is loaded here, too.
"""

import hashlib
from contextlib import contextmanager

import numpy as np

from cfrlib import sampling
from cfrlib._util import archive
from cfrlib._util.progress import byte_bar
from cfrlib.engine.common.single_histories.baselines import Baseline
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import check_solved, layout_of
from cfrlib.profile import described, rebuilt
from cfrlib.regret import Averaging, RegretRule, read, written

FORMAT = "cfrlib solver 2"
COUNTERS = ("iterations", "nodes_touched", "histories_touched", "seconds")
MOST = 2**62  # no counter gets that far
IN_FILES = {"matched": "basis", "last_update": "seen", "accounted": "passed", "baseline": "guess"}
"""Table name in code -> name in solver files (kept for old files). A prefix ``early_`` is preserved."""
LIMITS = {
    "seen": lambda solver, iterations: (0, iterations),
    "visits": lambda *_: (0, MOST),
    "order": lambda solver, _: (0, solver.engine.tables.order.shape[1] - 1),
    **dict.fromkeys(("sums", "passed", "strategy"), lambda *_: (0, None)),
    **dict.fromkeys(("regret", "basis"), lambda solver, _: (0 if _stays_positive(solver) else None, None)),
}
"""Name in solver files -> smallest and largest possible number; None: any finite one. A new table needs an entry here
unless it may have any."""


def fingerprint(layout):
    """Return a digest of all that `Layout.parts` says of a game."""
    digest = hashlib.sha256()
    for name, value in layout.parts().items():
        for array in value if isinstance(value, tuple) else (value,):
            digest.update(f"{name} {array.dtype} {array.shape}".encode())
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def save(solver, path, progress=False):
    """Write a solver to exactly this path; see `CFR.save`."""
    archive.write(path, *_described(solver), progress=progress)


def _described(solver):
    """Return the header and the arrays of a file."""
    row = sampling.describe(solver.sampling)
    if row is None:
        raise ValueError(
            f"sampling={solver.sampling}: a probability that is a function of one's own cannot be saved; "
            "sampling.Linear and sampling.HalfLife can"
        )
    for name, kind in (("average", Averaging), ("baseline", Baseline)):
        if type(getattr(solver, name)) is not kind:
            raise ValueError(f"{name}={getattr(solver, name)}: one of your own cannot be saved; a {kind.__name__} can")
    game = solver.game
    header = {
        "format": FORMAT,
        "game": described(game),
        "leaves": leaves(game),
        "fingerprint": fingerprint(solver.engine.layout),
        "switches": {
            "sampling": row,
            "regret": solver.regret.describe(),
            "average": {**vars(solver.average), "power": written(solver.average.power)},
            "baseline": vars(solver.baseline),
            **{name: getattr(solver, name) for name in ("seed", "updates", "threads", "dtype")},
            "average_in": solver.average_at,  # as it was called when the format was made
        },
        "counters": {name: getattr(solver, name) for name in COUNTERS},
        "random": solver.rng.bit_generator.state,
    }
    if solver.locked:
        header["locked"] = [[*key, strategy] for key, strategy in solver.locked.items()]
    return header, _named(solver.engine.tables)


def _named(tables):
    """Return {name in file: array}. Skipped: `instantaneous` (scratch of one iteration) and empty `memory`."""
    named = {}
    for name, array in zip(tables._fields, tables, strict=True):
        if name != "instantaneous" and (array.size or not name.endswith("memory")):
            kind = name.removeprefix("early_")
            named[name.removesuffix(kind) + IN_FILES.get(kind, kind)] = array
    return named


def saved_bytes(solver):
    """Return the bytes that `save` would write."""
    header, arrays = _described(solver)
    return archive.packed(header, arrays)


class NotThisGame(Exception):
    """The solver in a file, called PATH, is of another game."""


@contextmanager
def reading(path, what, form):
    """Open a file of a format; ValueError says what is wrong with it, or that it is of another game."""
    try:
        with archive.reading(path, what, passes=(NotThisGame,)) as stored:
            stored.check_format(form)
            yield stored
    except NotThisGame as error:
        raise ValueError(str(error).replace("PATH", repr(str(path)))) from None


def load(cls, path, game=None, progress=False):
    """Return the solver that `save` wrote; see `CFR.load`."""
    if game is not None:
        check_solved(game)
    with reading(path, "solver", FORMAT) as stored:
        solver, random = _empty(cls, stored, game), random_state(stored.header["random"])
        counters = counters_of(solver, COUNTERS, stored.header["counters"])
        _fill(solver, stored, counters["iterations"], progress)
    vars(solver).update(counters)
    solver.rng.bit_generator.state = random
    return solver


def counters_of(solver, names, stored):
    """Return the stored counters; ValueError unless they have the types of a new solver's, each from 0 to `MOST`."""
    for name in names:
        if not _could_be(stored[name], getattr(solver, name)):
            raise ValueError(f"{name}: {stored[name]!r}, where a new solver has {getattr(solver, name)!r}; 0 to {MOST}")
    return {name: stored[name] for name in names}


def _could_be(stored, new):
    """Return whether a stored counter, and each part of a list or dict of them, has the type of a new one."""
    if isinstance(new, list):
        return isinstance(stored, list) and len(stored) == len(new) and all(map(_could_be, stored, new))
    if isinstance(new, dict):
        alike = isinstance(stored, dict) and stored.keys() == new.keys()
        return alike and all(_could_be(stored[name], new[name]) for name in new)
    return type(stored) in ((int, float) if isinstance(new, float) else (type(new),)) and 0 <= stored <= MOST


def random_state(state):
    """Return a stored state if it is one of a PCG64 generator, else raise ValueError."""
    if not isinstance(state, dict) or state.get("bit_generator") != "PCG64" or not isinstance(state.get("state"), dict):
        raise ValueError("random: it is no state of PCG64")
    inner, limits = state["state"], {"state": 2**128, "inc": 2**128, "has_uint32": 2, "uinteger": 2**32}
    for name, limit in limits.items():
        value = inner.get(name) if name in ("state", "inc") else state.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < limit:
            raise ValueError(f"random: {name}={value!r} is no whole number below {limit}")
    return state


def leaves(game):
    """Return [value, best responses] of the games that follow terminals, or None.

    They are stored because solving them again may differ in the last digits, which would change the fingerprint.
    """
    if getattr(game, "following", None) is None or (game.following(0) is None and game.following(1) is None):
        return None
    return [[leaf.value, *leaf.best] for leaf in map(game.leaf, (0, 1))]


def _empty(cls, stored, game):
    """Return a solver as the header of a file describes it, before its tables are read."""
    header = stored.header
    if game is None:
        if header["game"] is None:
            raise NotThisGame("game=None: the saved solver is of a game that is not in cfrlib.games; pass it")
        game = rebuilt(header["game"], stored.size)
        if header.get("leaves"):
            game.fix_leaves(header["leaves"])
    switches = dict(header["switches"])
    switches["sampling"] = sampling.from_description(switches["sampling"])
    switches["regret"] = RegretRule.from_description(switches["regret"])
    average = switches["average"]
    switches["average"] = Averaging(**{**average, "power": read(average["power"])})
    switches["baseline"] = Baseline(**switches["baseline"])
    switches["average_at"] = switches.pop("average_in")
    if "locked" in header:
        switches["locked"] = {tuple(key): strategy for *key, strategy in header["locked"]}
    solver = cls(game, **switches)
    if fingerprint(solver.engine.layout) != header["fingerprint"]:
        solver.engine = solver.engine.without_merging()  # a file from before merging: retry with the unmerged layout
    if fingerprint(solver.engine.layout) != header["fingerprint"]:
        raise NotThisGame(f"game={game!r}: the solver in PATH is of another game")
    return solver


def _fill(solver, stored, iterations, progress):
    """Read the tables, one after the other; ValueError if iterations cannot have led to their numbers."""
    tables = {name: array for name, array in _named(solver.engine.tables).items() if array.size}
    with byte_bar(progress, sum(array.nbytes for array in tables.values()), "loading") as bar:
        for name, array in tables.items():
            limits = LIMITS.get(name.removeprefix("early_"), lambda *_: (None, None))
            stored.fill(name, array, *limits(solver, iterations))
            bar.update(array.nbytes)
    solver.engine.check()


def _stays_positive(solver):
    """Return whether no regret of a solver is ever negative."""
    return solver.regret.floor == 0 and not solver.layout.imperfect_recall


def table_profile(stored):
    """Return the profile in a file that `TableProfile.save` wrote; see `cfrlib._util.archive`."""
    header, kinds = stored.header, ("float64", "float32")
    layout = layout_of(rebuilt(header["game"], stored.size))
    tables = tuple(stored.take(f"sums{k}", (size,), kinds) for k, size in enumerate(layout.sizes))
    tolerance = header["nothing"]
    if len(tolerance) != len(tables) or not all(0 <= x < np.inf for x in tolerance):
        raise ValueError(f"nothing: {tolerance!r}")
    profile = TableProfile(layout, tables if len(tables) > 1 else tables[0], tolerance)
    profile.gives_up = bool(header["gives_up"])
    return profile
