"""A kernel is compiled anew when anything that it is made of has changed, or when what was kept of it is damaged."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import types
from numba.core.dispatcher import Dispatcher

import cfrlib
from cfrlib._util.compile_digest import PACKAGE, sources
from cfrlib.games import bluff, holdem

KERNELS = PACKAGE / "kernels"
FILES = {
    "__init__.py": "",
    "game.py": "TEN = 10\n",
    "tree/__init__.py": "",
    "tree/explicit.py": "from cfrlib.game import (\n    TEN,\n)\n",
    "kernels/inner.py": """
from cfrlib._util.jit import njit
from cfrlib.tree.explicit import TEN
@njit
def add(x):
    return x + TEN
""",
    "kernels/outer.py": """
from cfrlib._util.jit import njit
from cfrlib._util.jit.inner import add
@njit
def call(x):
    return add(x)
""",
}
PLACES = ("beside the source", "NUMBA_CACHE_DIR", "the user's directory", "nowhere")


class Checkout:
    """A package with two tiny kernels, kept by our own code in one of the places that numba knows."""

    def __init__(self, folder, place):
        self.folder, self.package = folder, folder / "cfrlib"
        for name, text in FILES.items():
            (self.package / name).parent.mkdir(parents=True, exist_ok=True)
            (self.package / name).write_text(text)
        for name in ("__init__", "compiling", "freshness", "keeping"):
            shutil.copy(KERNELS / f"{name}.py", self.package / "kernels")
        shutil.copy(PACKAGE / "waiting.py", self.package)
        if place in ("the user's directory", "nowhere"):
            (self.package / "kernels/__pycache__").touch()  # as if all could only be read
        home = folder / "home"
        home.touch() if place == "nowhere" else home.mkdir()
        self.environment = {**os.environ, "PYTHONPATH": str(folder), "HOME": str(home)} | {
            name: str(home) for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "IPYTHONDIR")
        }
        self.environment.pop("NUMBA_CACHE_DIR", None)
        if place == "NUMBA_CACHE_DIR":
            self.environment["NUMBA_CACHE_DIR"] = str(folder / "numba")

    def edit(self, name, old, new):
        text = (self.package / name).read_text()
        assert old in text
        (self.package / name).write_text(text.replace(old, new))

    def kept(self, pattern="*.nb[ic]"):
        return sorted(self.folder.rglob(pattern))

    def run(self, before="", call="call(1)"):
        """Return what the outer kernel says in a new interpreter, how many it compiled, and stderr."""
        code = (
            "import logging; logging.basicConfig(level=logging.INFO, filename='log', filemode='w')\n"
            f"{before}\nfrom cfrlib._util.jit.outer import call; print({call})"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], env=self.environment, cwd=self.folder, capture_output=True, text=True
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        self.log = (self.folder / "log").read_text()
        return int(done.stdout), self.log.count("compiled cfrlib._util.jit.outer")


@pytest.fixture
def plain(tmp_path):
    return Checkout(tmp_path, PLACES[0])


@pytest.mark.parametrize("place", PLACES[:3])
def test_any_source_that_changes_makes_a_kernel_anew_wherever_it_is_kept(tmp_path, place):
    checkout = Checkout(tmp_path, place)
    assert checkout.run() == (11, 1)
    assert checkout.run() == (11, 0)
    before = checkout.kept()
    mark = before[0].with_name("warm-of-these-sources.done")
    mark.touch()
    checkout.edit("kernels/inner.py", "x + TEN", "x + TEN + 100")  # numba alone would go on with the old one
    assert checkout.run() == (111, 1)
    checkout.edit("game.py", "10", "20")  # a constant, through two files that are no kernels
    assert checkout.run() == (121, 1)
    assert checkout.run() == (121, 0)
    assert len(checkout.kept()) == len(before)
    assert not set(before) & set(checkout.kept())  # what is stale is removed
    assert not mark.exists()


def test_what_no_kernel_is_made_of_changes_nothing(plain):
    plain.run()
    (plain.package / "widgets.py").write_text("TEN = 30")
    others = [plain.package / "kernels/__pycache__" / name for name in ("elsewhere.walk.nbc", "outer.cpython.pyc")]
    for other in others:
        other.touch()
    assert plain.run() == (11, 0)
    plain.edit("game.py", "10", "20")
    assert plain.run() == (21, 1)
    assert all(other.exists() for other in others)


@pytest.mark.parametrize("pattern, length", [("*.nbi", 0), ("*.nbi", -1), ("*.nbc", -1)])
def test_a_file_that_was_cut_is_made_anew(plain, pattern, length):
    plain.run()
    for file in plain.kept(pattern):
        file.write_bytes(file.read_bytes()[:length])
    assert plain.run() == (11, 1)
    assert "cannot be read" in plain.log
    assert plain.run() == (11, 0)


def test_a_full_disk_is_said_once_and_stops_nothing(plain):
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    pytest.importorskip("resource", reason="only Unix can limit the size of files")
    assert plain.run(before=full, call="call(1) + int(call(1.0))") == (22, 2)
    assert plain.log.count("not kept") == 1
    assert plain.run() == (11, 1)
    assert plain.run() == (11, 0)


def test_without_any_place_for_it_all_is_compiled_and_said_once(tmp_path):
    nowhere = Checkout(tmp_path, "nowhere")
    assert nowhere.run() == nowhere.run() == (11, 1)
    assert nowhere.log.count("not kept") == 1


def test_processes_that_start_at_once_do_not_hurt_one_another(plain):
    """For different types, too: each finds its own."""
    code = "import sys; from cfrlib._util.jit.outer import call; print(call(eval(sys.argv[1])))"
    for _ in ("compiled", "kept"):
        running = {
            text: subprocess.Popen(
                [sys.executable, "-c", code, text],
                env=plain.environment,
                cwd=plain.folder,
                stdout=subprocess.PIPE,
                text=True,
            )
            for text in ("1", "1.5", "True", "2j")
        }
        for text, process in running.items():
            assert eval(process.communicate()[0]) == eval(text) + 10
            assert process.returncode == 0


def test_no_two_types_share_a_file_whichever_index_wins(plain):
    both = """
import cfrlib._util.compile_cache as keeping
keeping._Files._load_index = lambda self: {}  # as if another process had not written its index yet
"""
    assert plain.run(before=both, call="call(1) + int(call(1.5))") == (22, 2)
    assert len(plain.kept("outer.call*.nbc")) == 2


def test_the_sources_are_all_that_python_imports():
    """Found by a pattern, as that is fast; here by Python's own parser."""
    found = sources(KERNELS / "__init__.py")
    names = {
        node.module
        for file in found
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module.startswith("cfrlib")
    }
    modules = {Path(importlib.import_module(name).__file__) for name in names}
    assert modules <= found
    assert {PACKAGE / "tree/explicit.py", PACKAGE / "game.py", *KERNELS.glob("*.py")} <= found
    assert len(found) < 100, "a change of any of them compiles everything again"


def test_the_classes_that_kernels_take_are_among_the_sources():
    ladder = bluff(dice=(2, 1), rounds="one")
    for game, sampling in ((bluff(), "es"), (ladder, "vanilla"), (holdem(deck=(4, 2)), "pcs")):
        solver = cfrlib.CFR(game, sampling)
        solver.run(1)
        solver.exploitability()
    kernels = [
        kernel
        for name, module in list(sys.modules.items())
        if name.startswith("cfrlib.") and module
        for kernel in vars(module).values()
        if isinstance(kernel, Dispatcher)
    ]
    classes = {found for kernel in kernels for taken in kernel.signatures for kind in taken for found in named(kind)}
    assert {"Bundles", "Rungs", "View"} <= {found.__name__ for found in classes}
    allowed = sources(KERNELS / "__init__.py")
    assert {Path(sys.modules[found.__module__].__file__) for found in classes} <= allowed


def named(kind):
    """Return the classes of the named tuples in one of numba's types."""
    if not isinstance(kind, types.BaseTuple):
        return set()
    own = {kind.instance_class} if hasattr(kind, "instance_class") else set()
    return own.union(*map(named, kind))


def test_every_kernel_outside_this_folder_is_kept_in_the_same_way():
    for file in PACKAGE.rglob("*.py"):
        if file.parent != KERNELS:
            assert "cache=True" not in file.read_text(encoding="utf-8"), f"{file.name}: write @keep above @numba.njit"
