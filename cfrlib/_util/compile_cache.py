"""Compiled kernels are kept on disk by numba, where numba keeps them: beside the source, in NUMBA_CACHE_DIR, or in the
user's cache directory. This is its cache with four differences:

- the names of the files hold a digest of all that a kernel is made of (`cfrlib._util.compile_digest`), so what was
  compiled of something else is never found; it is removed when the kernel is compiled anew;
- a file that was cut, or cannot be read, counts as missing;
- where nothing can be written (a full disk) the kernel is compiled all the same, and not kept;
- two processes may keep the same kernel for different types at the same time.
"""

import inspect
import logging
import sys
import uuid
from functools import cache, cached_property
from pathlib import Path

from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.types import BaseTuple

from cfrlib._util.compile_digest import Module, digest, digest_of_class

log = logging.getLogger("cfrlib")


def keep(kernel):
    """Let a numba function be kept on disk; a decorator that stands above numba's."""
    if hasattr(kernel, "enable_caching"):  # with NUMBA_DISABLE_JIT it is a function of Python
        try:
            kernel._cache = _Cache(kernel.py_func)
        except RuntimeError:
            _say("no directory for them can be written to")
    return kernel


class _Cache(FunctionCache):
    def __init__(self, function):
        super().__init__(function)
        del self._cache_file  # made when it is needed: that reads sources
        self._source, self._function = Path(inspect.getfile(function)), function.__qualname__

    @cached_property
    def _cache_file(self):
        made_of = digest(self._source, self._function)
        return _Files(self.cache_path, f"{self._source.stem}.{self._function}-{made_of}.{_python()}", made_of)

    def _index_key(self, sig, codegen):
        classes = sorted({(inspect.getfile(found), found.__name__) for kind in sig for found in named_tuples(kind)})
        return *super()._index_key(sig, codegen), tuple(digest_of_class(*found) for found in classes)

    def save_overload(self, sig, data):
        try:
            super().save_overload(sig, data)
            _remove_stale(self.cache_path, self._source)
        except OSError as error:
            _say(error.strerror)


class _Files(IndexDataCacheFile):
    def save(self, key, data):
        """Write the data before the index names them, under a name of their own.

        numba numbers them; then two processes at once may give one number to different types, or find old data behind
        a new index.
        """
        name = self._load_index().get(key) or self._data_name(uuid.uuid4().int >> 96)
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})

    def _load_index(self):
        try:
            return super()._load_index()
        except Exception as error:  # pickle raises anything
            log.info("%s cannot be read: %s", self._index_path, error)
            return {}

    def _load_data(self, name):
        try:
            return super()._load_data(name)
        except Exception as error:
            log.info("%s cannot be read: %s", name, error)
            raise OSError(f"{name} cannot be read") from error  # which numba takes for: there is none


def named_tuples(kind):
    """Return the classes of the named tuples in one of numba's types."""
    if not isinstance(kind, BaseTuple):
        return set()
    own = {kind.instance_class} if hasattr(kind, "instance_class") else set()
    return own.union(*map(named_tuples, kind))


@cache
def _remove_stale(folder, source):
    """Remove the kernels of a file as it was before, once a process. Whoever has loaded them has them in memory.

    With them goes what says that all are compiled (`cfrlib.precompile`).
    """
    fresh = {f"{name}-{digest(source, name)}." for name in Module.of(source).kernels()}
    stale = [
        file for file in Path(folder).glob(f"{source.stem}.*.nb[ic]")
        if file.name.endswith(f".{_python()}.nbi") or f".{_python()}." in file.name
        if not any(file.name.startswith(f"{source.stem}.{name}") for name in fresh)
    ]  # fmt: skip
    for file in [*stale, *(mark_folder().glob("warm-*.done") if stale and mark_folder() else ())]:
        file.unlink(missing_ok=True)


def _python():
    return f"py{sys.version_info[0]}{sys.version_info[1]}"


@cache
def mark_folder():
    """Return the folder of the mark that all kernels are compiled; None if nothing can be kept."""
    try:
        return Path(FunctionCache(_python).cache_path)
    except RuntimeError:
        return None


def all_kept():
    """Whether all that this process has compiled could be kept."""
    return not _say.cache_info().currsize


@cache
def _say(why):
    """Say it once a process."""
    log.warning("compiled kernels are not kept, the next start compiles them again: %s", why)
