"""The public names of the package: what docstrings, types, examples and refusals are looked at for."""

import inspect
from functools import cached_property
from importlib import import_module

MODULES = "games", "sampling", "regret", "tree", "textbook", "deep", "matches", "playing", "draw", "widgets"
CHOSEN = {
    "cfrlib.regret": ["Averaging", "Power", "Ramp", "RegretRule", "discounted", "mmd"],
    "cfrlib.deep": ["DeepCFR"],
    "cfrlib.matches": ["Match", "baseline"],
    "cfrlib.playing": ["Session", "summary"],
}
"""Where not all is public that a module exports. Elsewhere its ``__init__.pyi``, or else its `__all__`, is the list."""


def named(name):
    """Return what a user reaches by this name; a module of it may have to be imported."""
    found = import_module("cfrlib")
    for part in name.split(".")[1:]:
        found = getattr(found, part) if hasattr(found, part) else import_module(f"{found.__name__}.{part}")
    return found


def exported(module):
    """Return the names of what a module exports and a user can call."""
    return sorted(name for name in named(module).__all__ if callable(getattr(named(module), name)))


PUBLIC = {name: CHOSEN.get(name) or exported(name) for name in ("cfrlib", *(f"cfrlib.{name}" for name in MODULES))}
NAMES = [f"{module}.{name}" for module, names in PUBLIC.items() for name in names]


def members(cls):
    """Yield (class that defines it, name, what it is) of the public methods and properties that this package wrote."""
    seen = set()
    for kind in cls.__mro__:
        for name, member in vars(kind).items() if kind.__module__.startswith("cfrlib") else ():
            public = name in ("__init__", "__call__", "__getitem__") or not name.startswith("_")
            function = inspect.isfunction(member) or isinstance(member, classmethod | staticmethod)
            if public and name not in seen and (function or isinstance(member, property | cached_property)):
                seen.add(name)
                yield kind, name, member
