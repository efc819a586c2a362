"""Saving a solver and loading it again: a JSON header and arrays in one file, written whole or not at all."""

import errno
import hashlib
import json
import os
import shutil
import tempfile
import zipfile
import zlib
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from cfrlib import sampling
from cfrlib.arguments import file_path
from cfrlib.layout.public_tree import PublicTree
from cfrlib.progress import byte_bar
from cfrlib.regret import Averaging, RegretRule
from cfrlib.solver.baselines import Baseline
from cfrlib.strategy import rebuilt, write_atomically

FORMAT = "cfrlib solver 2"
DAMAGE = (
    OSError, EOFError, KeyError, TypeError, AttributeError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What reading a damaged file may raise."""
COUNTERS = ("iterations", "nodes_touched", "histories_touched", "seconds")


def fingerprint(tree):
    """Return a digest of everything a solver knows about a game."""
    digest = hashlib.sha256()
    parts = tree.bundles._asdict() if isinstance(tree, PublicTree) else tree.parts()
    for name, value in parts.items():
        for array in value if isinstance(value, tuple) else (value,):
            digest.update(f"{name} {array.dtype} {array.shape}".encode())
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def save(solver, path, progress=False):
    """Write a solver to exactly this path.

    Raises
    ------
    ValueError
        If its sampling is mixed by a function that cannot be written down.
    OSError
        If it cannot be written, because the disk is full, say. A file that was there before is left as it was.
    """
    row = sampling.describe(solver.sampling)
    if row is None:
        raise ValueError(
            f"sampling={solver.sampling}: a probability that is a function of one's own cannot be saved; "
            f"sampling.Linear and "
            "sampling.HalfLife can"
        )
    game = solver.game
    ours = type(game).__module__.startswith("cfrlib.games")
    header = {
        "format": FORMAT,
        "game": {"name": game.name, "parameters": game.parameters} if ours else None,
        "leaves": leaves(game),
        "fingerprint": fingerprint(solver.tree),
        "switches": {
            "sampling": row,
            "regret": vars(solver.regret),
            "average": vars(solver.average),
            "baseline": vars(solver.baseline),
            **{name: getattr(solver, name) for name in ("seed", "updates", "average_in", "threads", "dtype")},
        },
        "counters": {name: getattr(solver, name) for name in COUNTERS},
        "random": solver._rng.bit_generator.state,
    }
    arrays = {name: array for name, array in solver._tables._asdict().items() if name != "gain"}
    text = np.frombuffer(json.dumps(header).encode("utf-8"), dtype=np.uint8)
    size = sum(array.nbytes for array in arrays.values())

    def write(file):
        with byte_bar(progress, size, "saving") as counted:
            np.savez(counted(file, "write"), header=text, **arrays)

    try:
        free = shutil.disk_usage(file_path("path", path).absolute().parent).free
        if free < size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_atomically(path, write)
    except OSError as error:
        raise type(error)(
            error.errno,
            f"path={str(path)!r}: not saved ({error.strerror}); it takes {size:,} bytes, and a file that was there is "
            "as it was",
        ) from None


def saved_bytes(solver):
    """Return what `save` would write."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "solver"
        save(solver, path)
        return path.read_bytes()


def load(cls, path, game=None, progress=False):
    """Return the solver that `save` wrote; see `CFR.load`."""
    try:
        with _opened(path) as file, np.load(file, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes().decode("utf-8"))
            if header.get("format") != FORMAT:
                raise ValueError(f"its format is {header.get('format')!r}, and this version reads {FORMAT!r}")
            solver = _empty(cls, header, game)
            _fill(solver, stored, progress)
        for name in COUNTERS:
            setattr(solver, name, header["counters"][name])
        solver._rng.bit_generator.state = header["random"]
    except FileNotFoundError:
        raise
    except _NotThisGame as error:
        raise ValueError(str(error).replace("PATH", repr(str(path)))) from None
    except DAMAGE as error:
        raise ValueError(f"path={str(path)!r}: not a complete saved solver ({error})") from None
    return solver


def _opened(path):
    """Return a file, to be used in a `with` statement; one that is open already stays so."""
    return nullcontext(path) if hasattr(path, "read") else open(file_path("path", path), "rb")


def leaves(game):
    """Return what the ends of a game are worth that stand for further games, or None: a solution found again elsewhere
    may differ in its last digits."""
    if getattr(game, "subgame", None) is None or (game.subgame(0) is None and game.subgame(1) is None):
        return None
    return [[leaf.value, *leaf.best] for leaf in map(game.leaf, (0, 1))]


def _empty(cls, header, game):
    """Return a solver as a header describes it, with empty tables."""
    if game is None:
        if header["game"] is None:
            raise _NotThisGame("game=None: the saved solver is of a game that is not in cfrlib.games; pass it")
        game = rebuilt(header["game"])
        if header.get("leaves"):
            game.fix_leaves(header["leaves"])
    switches = dict(header["switches"])
    switches["sampling"] = sampling.from_description(switches["sampling"])
    switches["regret"], switches["average"] = RegretRule(**switches["regret"]), Averaging(**switches["average"])
    switches["baseline"] = Baseline(**switches.get("baseline", {}))
    solver = cls(game, **switches)
    if fingerprint(solver.tree) != header["fingerprint"]:
        raise _NotThisGame(f"game={game!r}: the solver in PATH is of another game")
    return solver


def _fill(solver, stored, progress):
    """Read the tables, one after the other."""
    tables = {n: a for n, a in solver._tables._asdict().items() if n != "gain" and a.size}
    with byte_bar(progress, sum(array.nbytes for array in tables.values()), "loading") as bar:
        for name, array in tables.items():
            read = stored[name]
            if read.shape != array.shape or read.dtype != array.dtype:
                raise ValueError(f"table {name!r}")
            array[...] = read
            bar.update(array.nbytes)


class _NotThisGame(Exception):
    pass
