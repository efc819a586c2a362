"""Which runs there are: a folder of figures has ``runs.toml``, a table of them, ``runs/*.py`` and ``data/``.

What a row of the table says stands in `cfrlib.runs.rows`. A table of one's own may have any name and stand anywhere:
``sweep.toml`` has its code in ``sweep/*.py`` and its data beside it. Wherever a `folder` is asked for, it may be given.
"""

import importlib
import platform
import sys
import tomllib
import types
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from cfrlib._util.arguments import file_name, one_of, typed
from cfrlib.runs.code import beside
from cfrlib.runs.keys import checked


def course_folder():
    """Return the folder with the lessons and stored runs around the current one, or around this package; else None.

    A checkout is one, and so is what `cfrlib lab` has filled.
    """
    around = (Path.cwd(), *Path.cwd().parents, Path(__file__).parents[2])
    inside = (folder for folder in around if (folder / "figures" / "data").is_dir())
    return next((folder for folder in inside if (folder / "notebooks").is_dir()), None)


def figures_folder(folder=None):
    """Return the folder of figures: the one given, or that of the course around (`course_folder`)."""
    if is_table(folder):
        return table_file(folder).parent
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


def is_table(folder):
    """Whether what stands for a folder is a table of one's own."""
    return folder is not None and (Path(folder).suffix == ".toml" or Path(folder).is_file())


def table_file(folder=None):
    """Return the table of the runs in a folder of figures, or the one that is given itself."""
    if not is_table(folder):
        return figures_folder(folder) / "runs.toml"
    if not Path(folder).is_file():
        raise FileNotFoundError(f"table={str(folder)!r}: there is no such file")
    table = Path(folder).resolve()
    if not table.stem.strip(".") or table.suffix in (".csv", ".json"):
        raise ValueError(f"table={str(folder)!r}: it takes a file such as sweep.toml; sweep.csv and .json are its data")
    return table


def names(folder=None):
    """Return the names of the runs in a folder of figures, in their order."""
    return tuple(_rows(table_file(folder)))


def find(name, folder=None):
    """Return a named run, a `cfrlib.runs.rows.Run`; an unknown name is refused, with a list of all."""
    return loaded(name, *source(name, folder), table_file(folder))


def source(name, folder=None):
    """Return what a run is made of, wherever that happens: its row of the table, and the file of its code, or None."""
    table = table_file(folder)
    rows = _rows(table)
    row = checked(name, rows[one_of("name", name, tuple(rows))])
    code = _code(name, row, table)
    if "code" in row and not code.exists():
        raise FileNotFoundError(f"[{name}] code={row['code']!r}: there is no file {str(code)!r}")
    return row, str(code) if code.exists() else None


def _code(name, row, table):
    return table.with_suffix("") / f"{row.get('code', name)}.py"


def loaded(name, row, code, table="runs.toml"):
    """Return a run, a `cfrlib.runs.rows.Run`, made of what `source` says; messages name its file, if missing, too."""
    if code and not Path(code).exists():
        raise FileNotFoundError(f"code={code!r}: there is no such file on {platform.node()}, which is to do a task")
    # All of the engine, which takes a while to import.
    from cfrlib.runs.rows import Run

    return Run(name, row, code and _module(Path(code)), Path(code or _code(name, row, Path(table))))


def code_of(name, folder=None):
    """Return a file of a folder of figures, ``runs/NAME.py``, as a module."""
    return _module(table_file(folder).with_suffix("") / f"{file_name('name', name)}.py")


def _module(path):
    with beside(path.parent):
        return importlib.import_module(f"{_package(path.parent)}.{path.stem}")


_parsed = lru_cache(4)(tomllib.loads)
"""A table is read whenever a run is looked for, and parsed once."""


def _rows(table):
    try:
        rows = _parsed(table.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{table.name}: {error}") from None
    if not rows:
        raise ValueError(f"{table.name}: it has no run, which begins with [name]")
    for name, row in rows.items():
        file_name(f"{table.name}: the name of a run", name)
        typed(f"{table.name}: {name}", row, dict, f"a run, which is [{name}] with its keys below")
    return rows


@cache
def _package(folder):
    """Make the files of a folder the modules of a package, so that they can import one another; return its name."""
    package = types.ModuleType(f"figures_{sha256(str(folder).encode()).hexdigest()[:8]}")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    return package.__name__
