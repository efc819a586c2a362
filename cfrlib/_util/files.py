"""Files that are written whole or not at all, CSV among them, what is read from JSON, and locks between processes."""

import csv
import json
import os
import re
import secrets
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from cfrlib._util.arguments import said, typed

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

QUIET, OLD = 60, 86_400
"""Seconds. What nobody has written to for so long is thrown away: if its writer is gone; in any case."""


def write_atomically(path, write):
    """Let `write` fill a temporary file beside `path`, then move it there: a kill leaves the old file or the new one.

    What a killed writer of the same file has left behind is removed by the next one.
    """
    path = Path(path)
    _clear(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        try:
            with open(temporary, "xb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError as error:
            why = error.strerror or error
            told = f"path={str(path)!r}: not written ({why}); a file that was there is as it was"
            raise type(error)(error.errno, told) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def json_from(text_or_path, form, make):
    """Return what `make` makes of the object that stands in JSON, or in the file of a path, with this ``format``."""
    typed("text_or_path", text_or_path, str | Path, "JSON that starts with '{', or the path of a file with it")
    try:
        is_text = isinstance(text_or_path, str) and text_or_path.lstrip().startswith("{")
        read = json.loads(text_or_path if is_text else Path(text_or_path).read_text(encoding="utf-8"))
        if read["format"] != form:
            raise ValueError(f"its format is {said(read['format'])}")
        return make(read)
    except (OSError, LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise ValueError(f"text_or_path={str(text_or_path)[:60]!r}: this is no {form!r}: {said(error)}") from None


def _clear(path):
    """Remove what killed writers of `path` have left beside it."""
    left = re.compile(rf"\.{re.escape(path.name)}\.(?:([0-9]+)-)?[0-9a-f]{{8}}")
    with suppress(OSError):  # whoever cannot look there cannot write there, and hears of it then
        for entry in os.scandir(path.parent):
            temporary = left.fullmatch(entry.name)
            if temporary and _abandoned(time.time() - entry.stat().st_mtime, temporary[1]):
                os.unlink(entry.path)


def _abandoned(seconds, pid):
    """Return whether nobody goes on with a temporary file, which may also belong to a process of another machine."""
    if seconds < QUIET or seconds > OLD:
        return seconds > OLD
    # Only where a file was left behind.
    from psutil import pid_exists

    return pid is not None and not pid_exists(int(pid))


class Held(RuntimeError):
    """Another process has the lock."""


@contextmanager
def lock(path, what):
    """Hold a lock between processes, which ends with its process, however that ends; without `flock` none is held.

    The file at `path` is small and stays. If another process holds it, `Held` says `what`, and which process.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a+", encoding="ascii") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                who = f"process {file.read().strip() or '(unknown)'}"
                raise Held(f"{what}: {who} is at it, as {str(path)!r} says; wait for it, or end it") from None
            except OSError:  # a file system without locks
                pass
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def write_csv(path, rows):
    """Write rows of texts into a file, all or none; what would end a cell or a line stands in quotes."""
    text = "".join(",".join(map(_cell, row)) + "\n" for row in rows)
    write_atomically(path, lambda file: file.write(text.encode("utf-8")))


def _cell(text):
    return text if set(text).isdisjoint('",\r\n') else '"' + text.replace('"', '""') + '"'


def read_csv(path):
    """Return the rows of texts in a file, without those in which nothing stands."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(filter(None, csv.reader(file)))
