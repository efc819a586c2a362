"""Where the numbers behind the figures are kept, and how they were made."""

import json
import platform
import time
from importlib.metadata import version
from pathlib import Path

import lazy_loader as lazy

from cfrlib._util.files import write_atomically
from cfrlib.runs.table import figures_folder

pd = lazy.load("pandas")


PACKAGES = ("numpy", "numba", "scipy", "pandas")


def data_folder(folder=None):
    """Return where a folder of figures has its data."""
    return figures_folder(folder) / "data"


def save(name, table, *, scale, cpu_seconds, folder=None):
    """Write a tidy table as `name.csv`, and beside it `name.json`: how, when, with what and on what it was made."""
    folder = data_folder(folder)
    made = {
        "command": f"cfrlib run {name} --scale {scale}",
        "scale": scale,
        "seeds": sorted(int(seed) for seed in table["seed"].unique()) if "seed" in table else [],
        "date": time.strftime("%Y-%m-%d"),
        "cpu_seconds": round(cpu_seconds, 1),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {_processor()}",
        "versions": {package: version(package) for package in PACKAGES},
    }
    text = table.to_csv(index=False, float_format="%.9g", lineterminator="\n")
    write_atomically(folder / f"{name}.csv", lambda file: file.write(text.encode("utf-8")))
    described = json.dumps(made, indent=2) + "\n"
    write_atomically(folder / f"{name}.json", lambda file: file.write(described.encode("utf-8")))
    return folder / f"{name}.csv"


def load(name, folder=None):
    """Return (table, how it was made) of a stored run, of the checkout or of a folder of figures.

    If it has not been made, FileNotFoundError says by which command it is.
    """
    path = data_folder(folder) / f"{name}.csv"
    if not (path.exists() and path.with_suffix(".json").exists()):
        raise FileNotFoundError(f"{path.name}: make it by cfrlib run {name} --scale paper")
    return pd.read_csv(path), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def _processor():
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"
