"""Saved files: a JSON header and named arrays in one file, each with a checksum; no pickle is involved.

Whatever is read comes through one gate. An array has to have the type and the shape that are asked for before a byte of
it is read, and its numbers have to lie where they may, before anybody sees them. So a file that is damaged or was made
up is refused, and takes no more memory than an honest one.
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
"""Bytes that are read and checked at a time."""


def write(path, header, arrays, name="header", progress=False):
    """Write a file to exactly this path, whole or not at all.

    Parameters
    ----------
    path : str or Path
    header : dict
        What JSON can write; ``header["format"]`` says what the file is. Checksums are added.
    arrays : dict of str to array
    name : str
        Of the header in the file.
    progress : bool
        Show a bar.

    Raises
    ------
    OSError
        If it cannot be written; one that is larger than what is free on the disk is not begun.
    """
    everything, size = _sealed(header, arrays, name), sum(array.nbytes for array in arrays.values())

    def fill(file):
        with byte_bar(progress, size, "saving") as counted:
            np.savez(counted(file, "write"), **everything)

    try:
        if shutil.disk_usage(file_path("path", path).absolute().parent).free < size:
            raise OSError(errno.ENOSPC, "")
        write_atomically(path, fill)
    except OSError as error:
        takes = f"it takes {size:,} bytes, and a file that was there is as it was"
        why = os.strerror(error.errno) if error.errno else error
        raise type(error)(error.errno, f"path={str(path)!r}: not saved ({why}); {takes}") from error


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
    found = hashlib.sha256(f"{array.dtype.str} {array.shape} ".encode())
    found.update(np.ascontiguousarray(array).data.cast("B") if array.size else b"")
    return found.hexdigest()


@contextmanager
def reading(path, what, name="header", passes=()):
    """Give the `Archive` in a file to a `with` statement.

    Parameters
    ----------
    path : str, Path or file
        One that is open stays so.
    what : str
        What the file should be, for the message.
    name : str
        Of the header in the file.
    passes : tuple of exception types
        That are somebody else's to handle.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If anything that is read is not as it should be, here or in the block; the message names the file and the field.
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
    """An open file. Arrays are asked for by their names.

    Parameters
    ----------
    stored : zipfile.ZipFile
    name : str
        Of the header.

    Attributes
    ----------
    header : dict
    size : int
        Bytes of all arrays.
    has_checksums : bool
        Files of before November 2026 have none.
    """

    def __init__(self, stored, name):
        self._stored = stored
        self._members = {}
        for member in stored.infolist():
            if member.compress_type != zipfile.ZIP_STORED or member.compress_size != member.file_size:
                raise ValueError(f"{member.filename}: it is compressed")
            self._members[member.filename.removesuffix(".npy")] = member
        self.size = sum(member.file_size for member in stored.infolist())
        if self.size > stored.fp.seek(0, os.SEEK_END):
            raise ValueError(f"{self.size:,} bytes of arrays are more than the file has")
        self._checksums = None
        text = self.take(name, (None,), "uint8", most=MAX_HEADER)
        self.header = json.loads(text.tobytes().decode("utf-8"))
        if not isinstance(self.header, dict):
            raise ValueError(f"{name}: it is no JSON object")
        self._checksums = self.header.get("checksums")  # older files have none
        if not isinstance(self._checksums, dict | None):
            raise ValueError(f"checksums: {self._checksums!r}")

    def check_format(self, *formats):
        """Return the format of the file; raise ValueError if it is none of these."""
        found = self.header.get("format")
        if found not in formats:
            raise ValueError(f"its format is {found!r}, and this version reads {formats[0]!r}")
        return found

    @property
    def has_checksums(self):
        return self._checksums is not None

    @property
    def names(self):
        """Of the arrays."""
        return list(self._members)

    def take(self, name, shape, dtype, low=None, high=None, most=None):
        """Return an array.

        Parameters
        ----------
        name : str
        shape : tuple of int or None, or None
            None: any length, or any shape; the file is as long.
        dtype : str or tuple of str
            The types that it may have.
        low, high : number, optional
            Where its numbers lie; by default they are finite.
        most : int, optional
            Bytes.
        """
        with self._open(name) as (stream, found, kind):
            dtypes = (dtype,) if isinstance(dtype, str) else dtype
            fits = shape is None or (
                len(found) == len(shape) and all(n in (None, m) for m, n in zip(found, shape, strict=True))
            )
            if not fits or kind not in map(np.dtype, dtypes):
                raise ValueError(f"{name}: {kind} of shape {found}, not {' or '.join(dtypes)} of shape {shape}")
            if most is not None and np.prod(found, dtype=object) * kind.itemsize > most:
                raise ValueError(f"{name}: more than {most:,} bytes")
            array = np.empty(found, dtype=kind)
            self._read(name, stream, array, low, high)
        return array

    def fill(self, name, array, low=None, high=None):
        """Read numbers into an array of their type and shape; see `take`."""
        with self._open(name) as (stream, found, kind):
            if found != array.shape or kind != array.dtype:
                raise ValueError(f"{name}: {kind} of shape {found}, not {array.dtype} of shape {array.shape}")
            self._read(name, stream, array, low, high)

    @contextmanager
    def _open(self, name):
        """Give (stream, shape, dtype) of an array whose numbers are all there."""
        if name not in self._members:
            raise ValueError(f"{name}: it is missing")
        member = self._members[name]
        with self._stored.open(member) as stream:
            try:
                version = np.lib.format.read_magic(stream)
                read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
                shape, fortran, dtype = read[version](stream)
            except Exception as error:
                raise ValueError(f"{name}: {type(error).__name__} in what describes it") from None
            if fortran and len(shape) > 1:
                raise ValueError(f"{name}: its columns come first")
            if stream.tell() + np.prod(shape, dtype=object) * dtype.itemsize != member.file_size or dtype.hasobject:
                raise ValueError(f"{name}: {member.file_size:,} bytes for {dtype} of shape {shape}")
            yield stream, shape, dtype

    def _read(self, name, stream, array, low, high):
        if array.dtype.kind == "f":
            largest = np.finfo(array.dtype).max / 2**20  # so that sums of rows are finite, too
            low, high = -largest if low is None else low, largest if high is None else high
        flat, checksum = array.reshape(-1), hashlib.sha256(f"{array.dtype.str} {array.shape} ".encode())
        step = max(AT_ONCE // array.dtype.itemsize, 1)
        for start in range(0, len(flat), step):
            part = flat[start : start + step]
            view = part.view(np.uint8)
            if stream.readinto(view) != len(view):
                raise ValueError(f"{name}: it ends early")
            checksum.update(view)
            if (low is not None and not part.min() >= low) or (high is not None and not part.max() <= high):
                takes = "finite" if array.dtype.kind == "f" and abs(low) == abs(high) else f"from {low} to {high}"
                raise ValueError(f"{name}: not all of its numbers are {takes}")
        if self._checksums is not None and self._checksums.get(name) != checksum.hexdigest():
            raise ValueError(f"{name}: its checksum differs")
