"""What is kept on disk between runs: things that take seconds to compute and are the same every time.

A file holds a checksum, a JSON header and bytes. A file that is damaged, or that something else wrote, counts as
missing: what it held is computed again. So does a file that is whole but does not hold what its reader looks for.
"""

import hashlib
import json
import logging
import os
from math import prod
from pathlib import Path

import numpy as np

from cfrlib._util.files import write_atomically

log = logging.getLogger("cfrlib")
WRONG = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a reader raises at a content that is not what it looks for."""


def directory():
    """Return the directory: the environment variable CFRLIB_CACHE, else the user's cache directory."""
    if os.environ.get("CFRLIB_CACHE"):
        return Path(os.environ["CFRLIB_CACHE"])
    # Only where no folder is named: it takes a while to import.
    from platformdirs import user_cache_path

    return user_cache_path("cfrlib")


def path_of(kind, name):
    """Return where something is kept, by its kind and whatever string says exactly what it is."""
    return directory() / f"{kind}-{hashlib.sha256(name.encode()).hexdigest()[:24]}.cache"


def load(kind, name, read=lambda header, body: (header, body)):
    """Return what `read` makes of the header and the bytes that `store` got.

    None if there is no such file, if it is not whole, or if `read` raises one of `WRONG`.
    """
    try:
        data = path_of(kind, name).read_bytes()
    except OSError:
        return None
    seal, _, content = data.partition(b"\n")
    if seal != hashlib.sha256(content).hexdigest().encode():
        return None
    header, _, body = content.partition(b"\n")
    try:
        header = json.loads(header)
        return read(header, body) if header.pop("name", None) == name else None
    except WRONG as error:
        log.info("%s is not what it should be (%r)", path_of(kind, name), error)
        return None


def arrays(body, kinds):
    """Return the arrays of these (dtype, shape, lowest, highest number) that bytes are made of, as aligned copies."""
    kept, at = [], 0
    for dtype, shape, low, high in kinds:
        array = np.frombuffer(body, dtype, prod(shape), at).reshape(shape).copy()
        at += array.nbytes
        check(array.size == 0 or low <= array.min() <= array.max() <= high, f"numbers from {low} to {high}")
        kept.append(array)
    if at != len(body):
        raise ValueError(f"{len(body)} bytes, not {at}")
    return kept


def check(holds, what):
    """Raise ValueError, what a reader does at a content that is wrong, unless this holds."""
    if not np.all(holds):
        raise ValueError(f"not {what}")


def store(kind, name, header, body=b""):
    """Keep a header, what JSON can write, and bytes: written whole or not at all.

    Without a directory that can be written to nothing is kept.
    """
    content = json.dumps({"name": name, **header}).encode() + b"\n" + body
    path = path_of(kind, name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, lambda file: file.write(hashlib.sha256(content).hexdigest().encode() + b"\n" + content))
    except OSError as error:
        log.warning("nothing is kept in %s: %s", path.parent, error)
