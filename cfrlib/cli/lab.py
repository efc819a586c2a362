"""``cfrlib lab``: the lessons and the stored runs in a folder of one's own, opened in JupyterLab."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import nbformat
from jupyterlab.labapp import LabApp
from nbformat.sign import NotebookNotary

from cfrlib._util.files import write_atomically
from cfrlib.runs.table import course_folder

PACKAGE = Path(__file__).resolve().parents[1]
SOURCE = PACKAGE / "course" if (PACKAGE / "course").is_dir() else PACKAGE.parent
"""What a wheel has in `course` stands beside the package in a checkout."""
COURSE = "docs/teaching.md", "docs/laptops.md", "docs/changing.md", "figures/**/*", "notebooks/**/*"
SOLVED = "notebooks/solutions", "docs/teaching.md"
"""What has solutions of exercises, and answers to exam questions."""
LEFT_BEHIND = {"__pycache__", ".ipynb_checkpoints", ".partial", ".ruff_cache"}
FIRST = "notebooks/00_start_here.ipynb"


def open_lab(folder=None, arguments=(), warm=True, solutions=True):
    """Bring a folder up to the whole course, and open JupyterLab on lesson 00, with further `arguments` of its own.

    By default it is the checkout around, or else `cfrlib-course`. With `warm` a process compiles what the lessons use.
    Without `solutions` none is copied, and the teacher's page is not.
    """
    folder = Path(folder or course_folder() or "cfrlib-course").resolve()
    copied = fill(folder, solutions)
    if copied:
        print(f"Copied {copied} files of the course that were missing into {folder}", flush=True)
    for name in () if solutions else SOLVED:
        if (folder / name).exists():
            print(f"{folder / name} was there before, and stays", flush=True)
    _prepare(folder)
    trust(folder)
    if warm:
        silent = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        command = [sys.executable, "-m", "cfrlib", "warm", "--background"]
        _ = subprocess.Popen(command, cwd=folder, start_new_session=True, **silent)
    as_root = ["--allow-root"] * (hasattr(os, "geteuid") and os.geteuid() == 0)
    options = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{FIRST}"]
    LabApp.launch_instance([*as_root, *options, *arguments])


def fill(folder, solutions=True):
    """Copy what a folder lacks of the course, and return how many files that are; what is there stays as it is."""
    sources = [path for pattern in COURSE for path in sorted(SOURCE.glob(pattern)) if path.is_file()]
    kept = [path for path in sources if not LEFT_BEHIND.intersection(path.parts)]
    if not solutions:
        kept = [path for path in kept if not any(path.is_relative_to(SOURCE / name) for name in SOLVED)]
    places = {folder / path.relative_to(SOURCE): path for path in kept}
    missing = [place for place in places if not place.exists()]
    for place in missing:
        place.parent.mkdir(parents=True, exist_ok=True)
        content = places[place].read_bytes()
        write_atomically(place, lambda file, content=content: file.write(content))
    return len(missing)


def trust(folder):
    """Sign all notebooks, so that their stored pictures and widgets are shown before a cell is run."""
    with NotebookNotary() as notary:
        for path in [*folder.glob("notebooks/*.ipynb"), *folder.glob("notebooks/*/*.ipynb")]:
            with suppress(Exception):  # whatever stands there: a damaged one is for its reader to see
                notary.sign(nbformat.read(path, nbformat.NO_CONVERT))


def _prepare(folder):
    """Set what Jupyter and the compiler read: our settings, and a home folder that can be written to."""
    home = os.environ.get("HOME", "")
    if os.name != "nt" and not (os.path.isdir(home) and os.access(home, os.W_OK)):
        os.environ["HOME"] = os.path.join(sys.prefix, "home")
        os.makedirs(os.environ["HOME"], exist_ok=True)
    settings = [str(folder / "notebooks" / ".jupyter"), os.environ.get("JUPYTER_CONFIG_PATH")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, settings))
