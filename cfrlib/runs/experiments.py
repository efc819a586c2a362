"""The old name of `cfrlib.runs`, for one release: ``cfrlib.experiments``."""

from cfrlib.runs import store
from cfrlib.runs.table import find, names

__all__ = ["find", "store"]


def __getattr__(name):
    if name == "NAMES":
        return names()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
