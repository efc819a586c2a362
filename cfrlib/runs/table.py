"""Which runs there are: a folder of figures has ``runs.toml``, which names them, ``runs/*.py`` and ``data/``.

A run is a file of that folder with a docstring (its first line is what `cfrlib list` shows) and

SCALES
    A dict with the keys "quick" and "paper".
tasks(scale)
    Returns the parts of the run, a list of dicts that JSON can hold: one for each scheme and seed, say. They are done
    one after the other, and those that are finished outlive an interruption.
run_task(task, checkpoint)
    Returns the tidy table of a task. A long one keeps a `Checkpoint` (`cfrlib.runs.checkpoint`); others ignore it.
draw(table)
    Returns the picture.

A short run may have ``run(scale, progress)`` instead of `tasks` and `run_task`: a single task, which returns all of the
table.
"""

import importlib
import sys
import tomllib
import types
from functools import cache
from hashlib import sha256
from pathlib import Path


def figures_folder(folder=None):
    """Return the folder of figures: the one given, that of the checkout around here, or the one this package stands in.

    Raises
    ------
    FileNotFoundError
        If there is none.
    """
    if folder is not None:
        if not Path(folder).is_dir():
            raise FileNotFoundError(f"folder={str(folder)!r}: there is no such folder")
        return Path(folder).resolve()
    for checkout in (Path.cwd(), *Path.cwd().parents, Path(__file__).parents[2]):
        if (checkout / "figures" / "data").is_dir() and (checkout / "notebooks").is_dir():
            return checkout / "figures"
    raise FileNotFoundError(
        "figures/data: run this inside a checkout of the project, which holds the stored runs, or name a folder"
    )


def names(folder=None):
    """Return the names of the runs in a folder of figures, in their order."""
    return tuple(tomllib.loads((figures_folder(folder) / "runs.toml").read_text(encoding="utf-8"))["names"])


def find(name, folder=None):
    """Return a named run.

    Raises
    ------
    ValueError
        If there is none; the message lists the names.
    """
    known = names(folder)
    if name not in known:
        raise ValueError(f"name={name!r}: it takes one of {', '.join(known)}")
    return code_of(name, folder)


def code_of(name, folder=None):
    """Return a module of a folder of figures, ``runs/NAME.py``."""
    return importlib.import_module(f"{_package(figures_folder(folder) / 'runs')}.{name}")


@cache
def _package(folder):
    """Make the files of a folder the modules of a package, so that they can import one another; return its name."""
    package = types.ModuleType(f"figures_{sha256(str(folder).encode()).hexdigest()[:8]}")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    return package.__name__
