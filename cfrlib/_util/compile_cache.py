"""Compiled kernels are kept on disk by numba, where numba keeps them: beside the source, in NUMBA_CACHE_DIR, or in the
user's cache directory. This is its cache with four differences:

- the names of the files hold the digest of all sources (`cfrlib._util.compile_digest`), so what was compiled of others is
  never found; it is removed when something is compiled anew;
- a file that was cut, or cannot be read, counts as missing;
- where nothing can be written (a full disk) the kernel is compiled all the same, and not kept;
- two processes may keep the same kernel for different types at the same time.
"""

import inspect
import logging
import uuid
from functools import cache
from pathlib import Path

from numba.core.caching import FunctionCache, IndexDataCacheFile

from cfrlib._util.compile_digest import digest

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
        self._source = Path(inspect.getfile(function))
        name = f"{self._impl.filename_base}-{digest(self._source)}"
        self._cache_file = _Files(self.cache_path, name, self._impl.locator.get_source_stamp())

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


@cache
def _remove_stale(folder, source):
    """Remove the kernels of a file as it was before, once a process. Whoever has loaded them has them in memory.

    With them goes what `cfrlib.course.precompile` has noted there: that all are compiled.
    """
    stale = [file for file in Path(folder).glob(f"{source.stem}.*.nb[ic]") if digest(source) not in file.name]
    for file in [*stale, *(Path(folder).glob("warm-*.done") if stale else ())]:
        file.unlink(missing_ok=True)


def all_kept():
    """Whether all that this process has compiled could be kept."""
    return not _say.cache_info().currsize


@cache
def _say(why):
    """Say it once a process."""
    log.warning("compiled kernels are not kept, the next start compiles them again: %s", why)
