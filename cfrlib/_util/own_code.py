"""Where an error arose in the code of whoever uses this package."""

import dis
import sysconfig
import traceback
from pathlib import Path

from cfrlib._util.arguments import said


def frames(error):
    """Return the frames of an error that are neither of this package, nor of Python, nor of anything installed."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if not _is_library(frame.filename)]


def place(error):
    """Return the last of these frames as text, such as "nearest.py, line 58"; "" if there is none."""
    return "".join(f"{Path(frame.filename).name}, line {frame.lineno}" for frame in frames(error)[-1:])


def raised(error, methods):
    """Return what an error says; first of all which of these methods, of a class of one's own, raised it for what."""
    what = f"{type(error).__name__}: {error}"
    for frame, _ in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        if code.co_name in methods and not _is_library(code.co_filename):
            changed = {step.argval for step in dis.get_instructions(code) if step.opname.startswith("STORE_")}
            names = code.co_varnames[code.co_varnames[:1] == ("self",) : code.co_argcount]
            given = ("..." if name in changed else said(frame.f_locals.get(name)) for name in names)
            return f"{code.co_name}({', '.join(given)}) raises {what} ({place(error)})"
    at = place(error)
    return f"its rules cannot be followed ({what}{at and f'; {at}'})"


def _is_library(filename):
    path = Path(filename)
    ours = [Path(__file__).resolve().parents[1], Path(sysconfig.get_path("stdlib"))]
    installed = {"site-packages", "dist-packages"}.intersection(path.parts)
    return bool(installed) or filename.startswith("<frozen") or any(map(path.is_relative_to, ours))
