"""Saving a solver and loading it again: a JSON header and arrays in one file, written whole or not at all."""

import hashlib
import json
import zipfile
import zlib

import numpy as np

from cfrlib import games, sampling
from cfrlib.layout.ladder import Ladder
from cfrlib.regret import Averaging, RegretRule
from cfrlib.solver.baselines import Baseline
from cfrlib.strategy import write_atomically

FORMAT = "cfrlib solver 1"
COUNTERS = ("iterations", "nodes_touched", "histories_touched", "seconds")


def fingerprint(tree):
    """Return a digest of everything a solver knows about a game."""
    digest = hashlib.sha256()
    parts = tree.parts() if isinstance(tree, Ladder) else tree.bundles._asdict()
    for name, value in parts.items():
        for array in value if isinstance(value, tuple) else (value,):
            digest.update(f"{name} {array.dtype} {array.shape}".encode())
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def save(solver, path):
    """Write a solver to exactly this path.

    Raises
    ------
    ValueError
        If its sampling is mixed by a function that cannot be written down.
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
    write_atomically(path, lambda file: np.savez(file, header=text, **arrays))


def load(cls, path, game=None):
    """Return the solver that `save` wrote; see `CFR.load`."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes().decode("utf-8"))
            if header.get("format") != FORMAT:
                raise ValueError(f"its format is {header.get('format')!r}")
            arrays = {name: stored[name] for name in stored.files if name != "header"}
        game = game if game is not None else _rebuilt(header["game"])
        switches = dict(header["switches"])
        switches["sampling"] = sampling.from_description(switches["sampling"])
        switches["regret"], switches["average"] = RegretRule(**switches["regret"]), Averaging(**switches["average"])
        switches["baseline"] = Baseline(**switches.get("baseline", {}))
        counters, state = header["counters"], header["random"]
    except FileNotFoundError:
        raise
    except _MissingGame as error:
        raise ValueError(str(error)) from None
    except (
        OSError, EOFError, KeyError, TypeError, AttributeError, ValueError, RuntimeError, zipfile.BadZipFile,
        zlib.error,
    ) as error:  # fmt: skip
        raise ValueError(f"path={str(path)!r}: not a complete saved solver ({error})") from None
    solver = cls(game, **switches)
    if fingerprint(solver.tree) != header["fingerprint"]:
        raise ValueError(f"game={game!r}: the solver in {str(path)!r} is of another game")
    for name, array in solver._tables._asdict().items():
        if name == "gain" or not array.size:
            continue
        if name not in arrays or arrays[name].shape != array.shape or arrays[name].dtype != array.dtype:
            raise ValueError(f"path={str(path)!r}: not a complete saved solver (table {name!r})")
        array[...] = arrays[name]
    for name in COUNTERS:
        setattr(solver, name, counters[name])
    solver._rng.bit_generator.state = state
    return solver


class _MissingGame(Exception):
    pass


def _rebuilt(described):
    """Return the game of `cfrlib.games` that a header names."""
    if described is None:
        raise _MissingGame("game=None: the saved solver is of a game that is not in cfrlib.games; pass it")
    if described["name"] not in games.__all__:
        raise ValueError(f"game {described['name']!r}")
    return getattr(games, described["name"])(**described["parameters"])
