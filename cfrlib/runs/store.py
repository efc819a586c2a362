"""Where the numbers behind the figures are kept, and how they were made."""

import csv
import io
import json
import platform
import time
from importlib.metadata import version
from numbers import Number
from pathlib import Path

import lazy_loader as lazy
from packaging.version import Version

from cfrlib._util.arguments import file_name
from cfrlib._util.files import write_atomically
from cfrlib.runs.table import figures_folder, is_table, table_file

pd = lazy.load("pandas")

PACKAGES = ("numpy", "numba", "scipy", "pandas")


def data_folder(folder=None):
    """Return where a folder of figures has its data; a table of one's own has it beside it."""
    return figures_folder(folder) if is_table(folder) else figures_folder(folder) / "data"


def provenance():
    """Return with what, and on what, this process makes numbers."""
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {_processor()}",
        "versions": {package: version(package) for package in PACKAGES},
    }


def save(name, table, *, scale, cpu_seconds, made=(), command=None, folder=None):
    """Write a tidy table as `name.csv`, and beside it `name.json`: how, when, with what and on what it was made.

    `made` is what `provenance` says on each machine that had a part in it; by default this one has made it all.
    """
    if not is_table(folder):
        file_name("name", name)
    several = table.groupby("run") if is_table(folder) and "run" in table else ()
    columns = {run: kinds(part.drop(columns="run")) for run, part in several} or kinds(table)
    folder, made = data_folder(folder), made or [provenance()]
    record = {
        "command": f"{command or f'cfrlib run {name}'} --scale {scale}",
        "scale": scale,
        "seeds": sorted(int(seed) for seed in table["seed"].dropna().unique()) if "seed" in table else [],
        "date": time.strftime("%Y-%m-%d"),
        "cpu_seconds": round(cpu_seconds, 1),
        "python": _all(part["python"] for part in made),
        "machine": _all(part["machine"] for part in made),
        "versions": {package: _all(part["versions"][package] for part in made) for package in PACKAGES},
        "columns": columns,
    }
    text = as_csv(table, float_format="%.9g")
    write_atomically(folder / f"{name}.csv", lambda file: file.write(text.encode("utf-8")))
    described = json.dumps(record, indent=2) + "\n"
    write_atomically(folder / f"{name}.json", lambda file: file.write(described.encode("utf-8")))
    return folder / f"{name}.csv"


def load(name, folder=None):
    """Return (table, how it was made) of a stored run, of the checkout, a folder of figures or a table of one's own.

    If it has not been made, FileNotFoundError says by which command it is.
    """
    path, command = data_folder(folder) / f"{file_name('name', name)}.csv", f"cfrlib run {name} --scale paper"
    if is_table(folder):
        path, command = table_file(folder).with_suffix(".csv"), f"cfrlib run --table {Path(folder).name}"
    if not (path.exists() and path.with_suffix(".json").exists()):
        raise FileNotFoundError(f"{path.name}: make it by {command}")
    record, text = json.loads(path.with_suffix(".json").read_text(encoding="utf-8")), path.read_bytes().decode()
    columns = record.get("columns")
    if is_table(folder):
        plain = {"keep_default_na": False, "dtype": str} if columns else {"converters": {"run": str}}
        table = pd.read_csv(io.StringIO(text), **plain)
        table = table[table["run"] == name].drop(columns="run")
        if columns is None:  # an older one
            return table.dropna(axis="columns", how="all"), record
        columns = columns.get(name, {})
        text = as_csv(table[list(columns)])
    return (pd.read_csv(path) if columns is None else read(text, columns)), record


def as_csv(table, **how):
    """Return a table as text; fields are quoted where they have to be, all of them where a text has a line's end."""
    text = table.to_csv(index=False, lineterminator="\n", **how)
    return text if "\r" not in text else table.to_csv(index=False, lineterminator="\n", quoting=csv.QUOTE_ALL, **how)


def kinds(table):
    """Return what the columns of a table hold that are not empty: "text", "text or nothing" or "number"."""
    return {column: _kind(table[column]) for column in table if not table[column].isna().all()}


def _kind(column):
    values = column.dropna().tolist()
    if all(isinstance(value, Number) for value in values):  # of which truth values are some
        return "number"
    return "text or nothing" if len(values) < len(column) and "" not in values else "text"


def read(text, columns):
    """Return a table exactly as it was written, of `columns` as `kinds` says: every digit, and texts as texts."""
    exact = {} if Version(pd.__version__) >= Version("3.1") else {"float_precision": "round_trip"}  # always, since 3.1
    texts = {column: str for column, kind in columns.items() if kind != "number"}
    table = pd.read_csv(io.StringIO(text), keep_default_na=False, na_values=[""], dtype=texts, **exact)
    return table.fillna({column: "" for column, kind in columns.items() if kind == "text"})


def _all(values):
    """Return what several machines say: once, if it is the same."""
    return "; ".join(sorted(set(values)))


def _processor():
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"
