"""Which runs there are: a folder of figures has ``runs.toml``, a table of them, ``runs/*.py`` and ``data/``.

What a row of the table says stands in `cfrlib.runs.rows`.
"""

import importlib
import sys
import tomllib
import types
from functools import cache
from hashlib import sha256
from pathlib import Path

from cfrlib._util.arguments import one_of


def course_folder():
    """Return the folder with the lessons and stored runs around the current one, or around this package; else None.

    A checkout is one, and so is what `cfrlib lab` has filled.
    """
    around = (Path.cwd(), *Path.cwd().parents, Path(__file__).parents[2])
    inside = (folder for folder in around if (folder / "figures" / "data").is_dir())
    return next((folder for folder in inside if (folder / "notebooks").is_dir()), None)


def figures_folder(folder=None):
    """Return the folder of figures: the one given, or that of the course around (`course_folder`)."""
    if folder is not None:
        if not Path(folder).is_dir():
            raise FileNotFoundError(f"folder={str(folder)!r}: there is no such folder")
        return Path(folder).resolve()
    course = course_folder()
    if course is None:
        raise FileNotFoundError(
            "figures/data: run this in a checkout of the project, in a folder that `cfrlib lab` has filled, or name one"
        )
    return course / "figures"


def names(folder=None):
    """Return the names of the runs in a folder of figures, in their order."""
    return tuple(_rows(figures_folder(folder)))


def find(name, folder=None):
    """Return a named run, a `cfrlib.runs.rows.Run`; an unknown name is refused, with a list of all."""
    # All of the engine, which takes a while to import.
    from cfrlib.runs.rows import Run

    folder = figures_folder(folder)
    rows = _rows(folder)
    row = rows[one_of("name", name, tuple(rows))]
    code = row.get("code", name)
    return Run(name, row, code_of(code, folder) if (folder / "runs" / f"{code}.py").exists() else None)


def code_of(name, folder=None):
    """Return a file of a folder of figures, ``runs/NAME.py``, as a module."""
    return importlib.import_module(f"{_package(figures_folder(folder) / 'runs')}.{name}")


def _rows(folder):
    return tomllib.loads((folder / "runs.toml").read_text(encoding="utf-8"))


@cache
def _package(folder):
    """Make the files of a folder the modules of a package, so that they can import one another; return its name."""
    package = types.ModuleType(f"figures_{sha256(str(folder).encode()).hexdigest()[:8]}")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    return package.__name__
