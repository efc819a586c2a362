"""What tells new solvers apart: all that their numbers hang on, functions and classes of one's own by what they do."""

import dis
import sys
import types
from functools import cached_property, partial
from hashlib import sha256

import numpy as np

from cfrlib._util.arguments import said
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.engine.saving import fingerprint
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.tree import Tree

PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...), np.generic)
NAMED = {"builtins", "cfrlib", *sys.stdlib_module_names}
"""Packages whose functions and classes are told apart by their names, as are those of installed ones."""
BUILT = types.WrapperDescriptorType, types.MemberDescriptorType, types.GetSetDescriptorType, types.ModuleType, np.ufunc
OF_A_RUN = {
    "game", "engine", "layout", "rng", "seed", "threads", "seconds", "label", "_last_check", "_chunk",
    "_prepared", "_cached_rule",
}  # fmt: skip
"""Attributes of a `CFR` that make no other curve, or follow from the others; of its game there is a fingerprint."""
OF_PYTHON = {
    "__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__annotations__", "_abc_impl",
    "__abstractmethods__", "__firstlineno__", "__static_attributes__", "__dataclass_fields__",
}  # fmt: skip


def identity(solver):
    """Return what tells a new solver apart, {attribute: (what a message shows, a digest)}; ValueError if nothing does.

    It does not see what a function does beyond Python: what it reads from files, or a library whose version changes.
    """
    parts = _attributes(solver, vars(solver)) | {"solver": type(solver)}
    if isinstance(solver, CFR):
        parts = {name: part for name, part in parts.items() if name not in OF_A_RUN}
        parts = {"game": fingerprint(solver.layout)} | parts
    return {name: [said(part).partition(" at 0x")[0], _digest(name, part)] for name, part in parts.items()}


def _digest(name, value):
    parts = []
    try:
        _describe(value, parts.append, {})
    except (TypeError, AttributeError, RecursionError, ValueError) as error:
        raise ValueError(f"{name}={said(value)}: it cannot be told apart from others ({error})") from None
    return sha256("\n".join(parts).encode()).hexdigest()


def _describe(value, say, seen):
    """Say all that a value is, part by part; one that was `seen`, by its place in memory, as a number."""
    if isinstance(value, PLAIN):
        return say(f"{type(value).__name__} {value!r}")
    if id(value) in seen:
        return say(f"as {seen[id(value)][0]}")
    if not isinstance(value, tuple):
        seen[id(value)] = len(seen), value  # kept, so that its place is not given away
    parts = list(_parts(value))
    say(f"{type(value).__name__} {len(parts)}")
    for part in parts:
        _describe(part, say, seen)


def _parts(value):
    if isinstance(value, BUILT) or isinstance(value, type | types.FunctionType) and _named(value):
        return getattr(value, "__module__", ""), getattr(value, "__qualname__", value.__name__)
    if isinstance(value, CFR):
        return [identity(value)]
    if isinstance(value, Game | Tree | matrix):
        return type(value), fingerprint(layout_of(value))
    if isinstance(value, np.ndarray) and value.dtype != object:
        return str(value.dtype), value.shape, sha256(np.ascontiguousarray(value).tobytes()).digest()
    if isinstance(value, dict | types.MappingProxyType):
        return (part for pair in value.items() for part in pair)
    if isinstance(value, set | frozenset):
        return sorted(_digest("set", part) for part in value)
    if type(value) in (list, tuple, np.ndarray):
        return value
    if isinstance(value, types.CodeType):
        return value.co_code, value.co_consts, value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars
    if isinstance(value, type):
        own = {name: part for name, part in vars(value).items() if name not in OF_PYTHON}
        return value.__qualname__, value.__bases__, own
    if isinstance(value, types.FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        return value.__code__, value.__defaults__, value.__kwdefaults__, vars(value), cells, _globals(value)
    if isinstance(value, property):
        return value.fget, value.fset
    for inner in ("__func__", "func", "py_func", "__wrapped__"):  # of a method, a cached property, a compiled function
        if hasattr(value, inner) and not isinstance(value, partial):
            return getattr(value, inner), getattr(value, "__self__", None)
    reduced = value.__reduce_ex__(2)
    if isinstance(reduced, str):
        return [reduced]
    make, given, state, *items = (*reduced, None)
    state = _attributes(value, state) if isinstance(state, dict) else state
    return [make, given, state, *(list(item) for item in items if item is not None)]


def _named(value):
    """Tell whether a function or class can be found by its name in a package that is installed."""
    module = value.__module__ or ""
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return "<" not in value.__qualname__ and (module.partition(".")[0] in NAMED or "-packages" in file)


def _globals(function):
    """Return what a function, and those inside it, look up by a name of its module."""
    codes = [function.__code__]
    for code in codes:
        codes += [one for one in code.co_consts if isinstance(one, types.CodeType)]
    looked = (step.argval for code in codes for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    return {name: function.__globals__[name] for name in sorted({*looked}) if name in function.__globals__}


def _attributes(value, state):
    """Return the attributes of an object without those that are derived from the others, when they are asked for."""
    derived = {n for kind in type(value).__mro__ for n, x in vars(kind).items() if isinstance(x, cached_property)}
    return {name: x for name, x in state.items() if name not in derived}
