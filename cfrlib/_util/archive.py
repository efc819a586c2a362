"""Saved files: a JSON header and named arrays in one file, each with a checksum; no pickle is involved.

An array has to have the type and the shape that are asked for before a byte of it is read, and its numbers have to lie
where they may before anybody sees them. So a file that was made up takes no more memory than an honest one.
"""

import errno
import hashlib
import io
import json
import os
import shutil
import zipfile
from contextlib import contextmanager, nullcontext

import numpy as np

from cfrlib._util.arguments import file_path
from cfrlib._util.files import write_atomically
from cfrlib._util.progress import byte_bar

MAX_HEADER = 2**26
"""Bytes."""
AT_ONCE = 2**24
"""Bytes that are read at a time."""


def write(path, header, arrays, name="header", progress=False):
    """Write a file to exactly this path, whole or not at all.

    ``header["format"]`` says what the file is, `name` is that of the header in it. A file that is larger than what is
    free on the disk is not begun.
    """
    everything, size = _sealed(header, arrays, name), sum(array.nbytes for array in arrays.values())

    def fill(file):
        with byte_bar(progress, size, "saving") as bar:
            np.savez(_counting(file, bar.update) if progress else file, **everything)

    try:
        if shutil.disk_usage(file_path("path", path).absolute().parent).free < size:
            raise OSError(errno.ENOSPC, "")
        write_atomically(path, fill)
    except OSError as error:
        takes = f"it takes {size:,} bytes, and a file that was there is as it was"
        why = os.strerror(error.errno) if error.errno else error
        raise type(error)(error.errno, f"path={str(path)!r}: not saved ({why}); {takes}") from error


def _counting(file, update):
    """Return a file that tells how many bytes are written to it."""
    # It comes with the bar.
    from tqdm.utils import CallbackIOWrapper

    return CallbackIOWrapper(update, file, "write")


def packed(header, arrays, name="header"):
    """Return the bytes that `write` would write."""
    file = io.BytesIO()
    np.savez(file, **_sealed(header, arrays, name))
    return file.getvalue()


def _sealed(header, arrays, name):
    checksums = {key: _checksum(array) for key, array in arrays.items()}
    text = json.dumps({**header, "checksums": checksums}, default=lambda number: number.item())
    return {name: np.frombuffer(text.encode("utf-8"), dtype=np.uint8), **arrays}


def _checksum(array):
    total = hashlib.sha256(f"{array.dtype.str} {array.shape} ".encode())
    total.update(np.ascontiguousarray(array).data.cast("B") if array.size else b"")
    return total.hexdigest()


@contextmanager
def reading(path, what, name="header", passes=()):
    """Give the `Archive` in a file, a path or an open file, to a `with` statement.

    Anything that is not as it should be, here or in the block, is a ValueError that names the file and the field;
    `passes` are exceptions that are somebody else's to handle.
    """
    is_open = hasattr(path, "read")
    if not is_open:
        path = file_path("path", path)
    try:
        with nullcontext(path) if is_open else open(path, "rb") as file, zipfile.ZipFile(file) as stored:
            yield Archive(stored, name)
    except (FileNotFoundError, *passes):
        raise
    except Exception as error:  # damaged bytes raise whatever zipfile, numpy, json and what reads them make of them
        message = str(error) or type(error).__name__
        raise ValueError(f"path={str(path)!r}: not a complete saved {what} ({message})") from None


class Archive:
    """An open file: its `header`, and arrays that are asked for by their names; `size` is the bytes of them all."""

    def __init__(self, stored, name):
        self._stored, self._members, self._checksums = stored, {}, None
        for member in stored.infolist():
            if member.compress_type != zipfile.ZIP_STORED or member.compress_size != member.file_size:
                raise ValueError(f"{member.filename}: it is compressed")
            self._members[member.filename.removesuffix(".npy")] = member
        self.size = sum(member.file_size for member in stored.infolist())
        if self.size > stored.fp.seek(0, os.SEEK_END):
            raise ValueError(f"{self.size:,} bytes of arrays are more than the file has")
        self.names = list(self._members)
        text = self.take(name, (None,), "uint8", most=MAX_HEADER)
        self.header = json.loads(text.tobytes().decode("utf-8"))
        if not isinstance(self.header, dict):
            raise ValueError(f"{name}: it is no JSON object")
        self._checksums = self.header.get("checksums")
        if not isinstance(self._checksums, dict):
            raise ValueError(f"checksums: {self._checksums!r}")

    def check_format(self, *formats):
        """Return the format of the file; raise ValueError if it is none of these."""
        form = self.header.get("format")
        if form not in formats:
            raise ValueError(f"its format is {form!r}, and this version reads {formats[0]!r}")
        return form

    def take(self, name, shape, dtype, low=None, high=None, most=None, into=None):
        """Return an array of this dtype (or one of these) and shape; None is any shape, or any length.

        Its numbers lie from `low` to `high`, by default they are finite; it has at most `most` bytes. It is `into`, if
        that is given.
        """
        dtypes = (dtype,) if isinstance(dtype, str) else dtype
        if name not in self._members:
            raise ValueError(f"{name}: it is missing")
        with self._stored.open(self._members[name]) as stream:
            stored, kind = self._described(name, stream)
            fits = shape is None or (
                len(stored) == len(shape) and all(n in (None, m) for m, n in zip(stored, shape, strict=True))
            )
            if not fits or kind not in map(np.dtype, dtypes):
                raise ValueError(f"{name}: {kind} of shape {stored}, not {' or '.join(dtypes)} of shape {shape}")
            if most is not None and np.prod(stored, dtype=object) * kind.itemsize > most:
                raise ValueError(f"{name}: more than {most:,} bytes")
            array = np.empty(stored, dtype=kind) if into is None else into
            content = array.reshape(-1).view(np.uint8)
            for start in range(0, len(content), AT_ONCE):
                part = content[start : start + AT_ONCE]
                if stream.readinto(part) != len(part):
                    raise ValueError(f"{name}: it ends early")
        self._check(name, array, low, high)
        return array

    def fill(self, name, array, low=None, high=None):
        """Read numbers into an array of their type and shape; see `take`."""
        self.take(name, array.shape, array.dtype.name, low, high, into=array)

    def _described(self, name, stream):
        """Return the shape and dtype of an array whose numbers are all there."""
        try:
            version = np.lib.format.read_magic(stream)
            read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
            shape, fortran, dtype = read[version](stream)
        except Exception as error:
            raise ValueError(f"{name}: {type(error).__name__} in what describes it") from None
        if fortran and len(shape) > 1:
            raise ValueError(f"{name}: its columns come first")
        size = self._members[name].file_size
        if stream.tell() + np.prod(shape, dtype=object) * dtype.itemsize != size or dtype.hasobject:
            raise ValueError(f"{name}: {size:,} bytes for {dtype} of shape {shape}")
        return shape, dtype

    def _check(self, name, array, low, high):
        if array.dtype.kind == "f":
            largest = np.finfo(array.dtype).max / 2**20  # so that sums of some entries are finite, too
            low, high = -largest if low is None else low, largest if high is None else high
        if array.size and (
            (low is not None and not array.min() >= low) or (high is not None and not array.max() <= high)
        ):
            takes = "finite" if array.dtype.kind == "f" and abs(low) == abs(high) else f"from {low} to {high}"
            raise ValueError(f"{name}: not all of its numbers are {takes}")
        if self._checksums is not None and self._checksums.get(name) != _checksum(array):
            raise ValueError(f"{name}: its checksum differs")
