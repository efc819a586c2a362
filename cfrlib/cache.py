"""What is kept on disk between runs: things that take seconds to compute and are the same every time.

A file holds a checksum, a JSON header and bytes. A file that is damaged, or that something else wrote, counts as
missing: what it held is computed again.
"""

import hashlib
import json
import logging
import os
from pathlib import Path

from cfrlib.files import write_atomically

log = logging.getLogger("cfrlib")


def directory():
    """Return the directory: the environment variable CFRLIB_CACHE, else the user's cache directory."""
    if os.environ.get("CFRLIB_CACHE"):
        return Path(os.environ["CFRLIB_CACHE"])
    from platformdirs import user_cache_path

    return user_cache_path("cfrlib")


def path_of(kind, name):
    """Return where something is kept, by its kind and whatever string says exactly what it is."""
    return directory() / f"{kind}-{hashlib.sha256(name.encode()).hexdigest()[:24]}.cache"


def load(kind, name):
    """Return (header, bytes) as `store` got them, or None if there is no such file or it is not whole."""
    try:
        data = path_of(kind, name).read_bytes()
    except OSError:
        return None
    seal, _, content = data.partition(b"\n")
    if seal != hashlib.sha256(content).hexdigest().encode():
        return None
    header, _, body = content.partition(b"\n")
    header = json.loads(header)
    return (header, body) if header.pop("name", None) == name else None


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
