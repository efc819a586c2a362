"""Which files a compiled kernel was made of, and a digest of them: after an update, or while editing, it is another.

numba looks at the file of the function that is called from Python only. But a kernel is made of the kernels that it
calls and of constants from other files, too, and finds the fields of the named tuples of `cfrlib.layout` by their
place. So all of `cfrlib._util.jit` shares one digest.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
IMPORT = re.compile(rf"^(?:from|import) +{PACKAGE.name}(?:\.([\w.]+))?(?: +import +(\([^)]*\)|.*))?", re.M)


@cache
def digest(path):
    """Return a digest of all files that the kernels in this file may be made of."""
    total = hashlib.sha256()
    for source in sorted(sources(path)):
        total.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def sources(path):
    """Return a file, all kernels and layouts, and what they import from this package, directly or not.

    Only imports at the beginning of a line count: a kernel sees the names of its module, not those of a function.
    """
    found, new = set(), {Path(path).resolve(), *(PACKAGE / "kernels").glob("*.py"), *(PACKAGE / "layout").glob("*.py")}
    while new:
        source = new.pop()
        found.add(source)
        for module, names in IMPORT.findall(source.read_text(encoding="utf-8")):
            new |= _files(module, names) - found
    return found


def _files(module, names):
    """Return the files behind ``from cfrlib.module import names``; a name may be a module, too."""
    folder = PACKAGE.joinpath(*module.split("."))
    within = [folder / name for name in re.findall(r"\w+", names)]
    files = {file for place in (folder, *within) for file in (place.with_suffix(".py"), place / "__init__.py")}
    return {file for file in files if file.is_file()}
