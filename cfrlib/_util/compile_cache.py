"""How kernels are compiled and kept. Numba keeps them on disk, where it likes. This is its cache with four differences:

- the names of the files hold a digest of all that a kernel is made of: its code and the kernels and constants that this
  names, wherever they are defined (numba looks at its own file alone). So an edit compiles anew what is made of it, and
  nothing else; what was compiled of something else is never found, and removed;
- a file that was cut, or cannot be read, counts as missing;
- where nothing can be written (a full disk) the kernel is compiled all the same, and not kept;
- two processes may keep the same kernel for different types at the same time.
"""

import hashlib
import inspect
import logging
import os
import pickle
import sys
from functools import cache, cached_property
from pathlib import Path
from types import CodeType

import numpy as np
from numba.core import config
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.types import BaseTuple

log = logging.getLogger("cfrlib")
PYTHON = f"py{sys.version_info[0]}{sys.version_info[1]}"
SLP = "NUMBA_SLP_VECTORIZE"


def vectorize_straight_lines():
    """Let the compiler make vectors of what stands beside one another, too, and not of loops alone.

    Numba has that off (the variable of the environment says otherwise). Its other settings stay as somebody made them.
    """
    if SLP in os.environ:
        return
    settings = {name: value for name, value in vars(config).items() if name.isupper()}
    os.environ[SLP] = "1"  # from which numba reads again whenever one of its variables changes
    config.reload_config()
    vars(config).update(settings, SLP_VECTORIZE=1)
    codegen = cpu_target.target_context.codegen()
    if hasattr(codegen, "_mpm_full"):  # up to numba 0.61 it is made with the settings of its time
        codegen._mpm_full = codegen._module_pass_manager()


vectorize_straight_lines()
OPTIMIZER = f"{config.OPT} {config.LOOP_VECTORIZE} {config.SLP_VECTORIZE}"
"""How the compiler was told to make loops fast."""


def keep(kernel):
    """Let a numba function be kept on disk; a decorator that stands above numba's."""
    if hasattr(kernel, "enable_caching"):  # with NUMBA_DISABLE_JIT it is a function of Python
        try:
            kernel._cache = _Cache(kernel)
        except RuntimeError:
            _say("no directory for them can be written to")
    return kernel


class _Cache(FunctionCache):
    def __init__(self, kernel):
        super().__init__(kernel.py_func)
        del self._cache_file  # made when it is needed: all that a kernel names is there by then
        self._kernel = kernel

    @cached_property
    def _cache_file(self):
        return _Files(self.cache_path, f"{_name(self._kernel)}.{PYTHON}", digest(self._kernel))

    def _index_key(self, sig, codegen):
        classes = [sorted(map(digest, named_tuples(kind))) for kind in sig]  # of a type, numba says their names alone
        return *super()._index_key(sig, codegen), classes

    def save_overload(self, sig, data):
        try:
            super().save_overload(sig, data)
            _remove_stale(self.cache_path, self._kernel.py_func.__module__)
        except OSError as error:
            _say(error.strerror)


class _Files(IndexDataCacheFile):
    """A file for each signature, named for it.

    Numba has an index of such files. Two processes that compile at once may each write it without what the other adds.
    """

    def save(self, key, data):
        self._save_data(self._name_of(key), data)

    def load(self, key):
        path = Path(self._data_path(self._name_of(key)))
        try:
            return pickle.loads(path.read_bytes()) if path.exists() else None
        except Exception as error:  # pickle raises anything
            log.info("%s cannot be read: %s", path, error)
            return None

    def _name_of(self, key):
        return self._data_name(int(hashlib.sha256(f"{self._version} {key}".encode()).hexdigest()[:16], 16))


def _name(kernel):
    """Return how the names of a kernel's files begin."""
    function = kernel.py_func
    return f"{Path(inspect.getfile(function)).stem}.{function.__qualname__}-{digest(kernel)}"


@cache
def _remove_stale(folder, module):
    """Remove the kernels of a module as it was before, once a process. Whoever has loaded them has them in memory.

    With them goes what says that all are compiled (`cfrlib.cli.precompile`).
    """
    fresh = tuple(f"{_name(kernel)}." for kernel in kernels_of(module))
    stem = Path(sys.modules[module].__file__).stem
    files = [file for file in Path(folder).glob(f"{stem}.*.nbc") if f".{PYTHON}." in file.name]
    stale = [file for file in files if not file.name.startswith(fresh)]
    for file in [*stale, *(mark_folder().glob("warm-*.done") if stale and mark_folder() else ())]:
        file.unlink(missing_ok=True)


@cache
def mark_folder():
    """Return the folder of the mark that all kernels are compiled; None if nothing can be kept."""
    try:
        return Path(FunctionCache(keep).cache_path)
    except RuntimeError:
        return None


def all_kept():
    """Whether all that this process has compiled could be kept."""
    return not _say.cache_info().currsize


@cache
def _say(why):
    """Say it once a process."""
    log.warning("compiled kernels are not kept, the next start compiles them again: %s", why)


@cache
def digest(thing):
    """Return a digest of what a kernel, or a class of named tuples that kernels take, is made of."""
    texts, waiting = {}, [thing]
    while waiting:
        part = waiting.pop()
        if part not in texts:
            texts[part], named = made_of(part)
            waiting += named
    return hashlib.sha256("\0".join([OPTIMIZER, *sorted(texts.values())]).encode()).hexdigest()[:16]


@cache
def made_of(part):
    """Return what a kernel, function or class of this package is: its text, and those of them that it names.

    A class of named tuples has its fields by their place, and all kernels of its module: it may bring some along (see
    `cfrlib.engine.common.limit_holdem.draws.dealt_from`).
    """
    if isinstance(part, Dispatcher):
        return f"{_said(part)} {sorted(part.targetoptions.items())}", [part.py_func]
    if inspect.isclass(part):
        return f"{_said(part)} {part._fields}", kernels_of(part.__module__)
    codes = _codes(part.__code__)
    names = {name for code in codes for name in code.co_names}
    known = {name: part.__globals__[name] for name in names if name in part.__globals__}
    for module in [value for value in known.values() if inspect.ismodule(value) and _ours(value.__name__)]:
        known |= {f"{module.__name__}.{name}": getattr(module, name) for name in names if hasattr(module, name)}
    known |= inspect.getclosurevars(part).nonlocals
    texts = [f"{name}={_said(value)}" for name, value in sorted(known.items())]
    for code in codes:
        constants = [_said(value) for value in code.co_consts if value != part.__doc__]
        texts.append(f"{code.co_code} {code.co_names} {constants}")
    return f"{_said(part)} {texts}", [value for value in known.values() if _has_parts(value, part.__module__)]


def _codes(code):
    """Return the code of a function, and of those inside it."""
    return [code, *(inner for part in code.co_consts if isinstance(part, CodeType) for inner in _codes(part))]


def _has_parts(value, module):
    """Whether a value that is named in a module is itself looked into: a kernel, or what this package defines."""
    if isinstance(value, Dispatcher):
        return True
    kind = inspect.isfunction(value) or (inspect.isclass(value) and hasattr(value, "_fields"))
    return kind and (_ours(value.__module__) or value.__module__ == module)


def _ours(module):
    return module.partition(".")[0] == __name__.partition(".")[0] and "._util." not in module


def _said(value):
    """Return what a constant is; of anything else, whose parts are told apart, its name."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_said, value))})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_said, value)))}}}"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if value is None or isinstance(value, bool | int | float | complex | str | bytes | np.generic | np.dtype):
        return repr(value)
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{named.__module__}.{named.__qualname__}"


def kernels_of(module):
    """Return the compiled functions that a module of this package defines."""
    kernels = [value for value in vars(sys.modules[module]).values() if isinstance(value, Dispatcher)]
    return [kernel for kernel in kernels if kernel.py_func.__module__ == module]


def named_tuples(kind):
    """Return the classes of the named tuples in one of numba's types."""
    if not isinstance(kind, BaseTuple):
        return set()
    own = {kind.instance_class} if hasattr(kind, "instance_class") else set()
    return own.union(*map(named_tuples, kind))
