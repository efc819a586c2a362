"""A kernel is compiled anew when anything that it is made of has changed, or when what was kept of it is damaged."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

import cfrlib
from cfrlib._util.compile_cache import digest, named_tuples
from cfrlib.games import bluff, holdem, leduc

pytestmark = pytest.mark.slow
PACKAGE = Path(cfrlib.__file__).parent

FILES = {
    "__init__.py": "",
    "_util/__init__.py": "",
    "engine/__init__.py": "",
    "game.py": "TEN = 10\n",
    "tree/__init__.py": "",
    "tree/explicit.py": "from cfrlib.game import (\n    TEN,\n)\n",
    "engine/inner.py": """
from cfrlib._util.jit import inner_njit
from cfrlib.tree.explicit import TEN
@inner_njit
def add(x):
    return x + TEN
""",
    "engine/outer.py": """
from cfrlib._util.jit import njit
from cfrlib.engine.inner import add
@njit
def call(x):
    return add(x)
""",
}
PLACES = ("beside the source", "NUMBA_CACHE_DIR", "the user's directory", "nowhere")


INTERPRETER = """
import json, os, sys, traceback
import numba
numba.njit(lambda: 1)()
for line in sys.stdin:
    folder, environment, codes = json.loads(line)
    children = []
    for k, code in enumerate(codes):
        children.append(os.fork())
        if children[-1]:
            continue
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        numba.core.config.reload_config()
        sys.path.insert(0, folder)
        with open(f"said{k}", "w") as said:
            try:
                os.dup2(said.fileno(), 1)
                os.dup2(said.fileno(), 2)
                exec(code, {"__name__": "__main__"})
                sys.stdout.flush()
            except BaseException:
                traceback.print_exc()
                sys.stderr.flush()
                os._exit(1)
        os._exit(0)
    print([os.waitpid(child, 0)[1] for child in children], flush=True)
"""


@pytest.fixture(scope="module")
def interpreter():
    """Return a process in which numba has compiled; what it forks to run code does in a tenth of the time."""
    environment = {name: text for name, text in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
    command = [sys.executable, "-B", "-c", INTERPRETER]  # behind bytecode, edits within a second are not seen
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True, env=environment, cwd="/") as process:
        yield process
        process.stdin.close()


class Checkout:
    """A package with two tiny kernels, kept by our own code in one of the places that numba knows."""

    def __init__(self, folder, place, interpreter):
        self.folder, self.package, self.interpreter = folder, folder / "cfrlib", interpreter
        for name, text in FILES.items():
            (self.package / name).parent.mkdir(parents=True, exist_ok=True)
            (self.package / name).write_text(text)
        for name in ("__init__", "compile_cache", "compiling", "jit", "interrupts", "waiting"):
            shutil.copy(PACKAGE / "_util" / f"{name}.py", self.package / "_util")
        if place in ("the user's directory", "nowhere"):
            (self.package / "engine/__pycache__").touch()  # as if all could only be read
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

    def kept(self, pattern="*.nbc"):
        return sorted(self.folder.rglob(pattern))

    def run(self, before="", call="call(1)"):
        """Return what the outer kernel says in a new process, and how many it compiled."""
        logs = "import logging; logging.basicConfig(level=logging.INFO, filename='log', filemode='w')"
        (said,) = self.at_once(call, before=f"{logs}\n{before}")
        self.log = (self.folder / "log").read_text()
        return said, self.log.count("compiled cfrlib.engine.outer")

    def at_once(self, *calls, before=""):
        """Return what calls of the outer kernel say in new processes that start together."""
        codes = [f"{before}\nfrom cfrlib.engine.outer import call; print({call})" for call in calls]
        print(json.dumps([str(self.folder), self.environment, codes]), file=self.interpreter.stdin, flush=True)
        status = self.interpreter.stdout.readline()
        said = [(self.folder / f"said{k}").read_text() for k in range(len(calls))]
        assert eval(status) == [0] * len(calls), said
        return [float(text.splitlines()[-1]) for text in said]


@pytest.fixture
def plain(tmp_path, interpreter):
    return Checkout(tmp_path, PLACES[0], interpreter)


@pytest.mark.parametrize("place", PLACES[:3])
def test_any_source_that_changes_makes_a_kernel_anew_wherever_it_is_kept(tmp_path, place, interpreter):
    checkout = Checkout(tmp_path, place, interpreter)
    where = "from cfrlib._util.compile_cache import mark_folder; open('mark', 'w').write(str(mark_folder()))"
    assert checkout.run(before=where) == (11, 1)
    before = checkout.kept()
    mark = Path((checkout.folder / "mark").read_text()) / "warm-of-these-sources.done"
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    checkout.edit("engine/inner.py", "x + TEN", "x + TEN + 100")  # numba alone would go on with the old one
    assert checkout.run() == (111, 1)
    assert checkout.run() == (111, 0)
    assert len(checkout.kept()) == len(before)
    assert not set(before) & set(checkout.kept())  # what is stale is removed
    assert not mark.exists()


BESIDE = """
@njit
def add_four(x):
    a, b, c, d = x[0], x[1], x[2], x[3]
    x[4], x[5], x[6], x[7] = a + 1, b + 1, c + 1, d + 1
"""
"""Four additions that take one instruction of a processor with vectors, but only if the compiler looks for it."""
VECTORS = """(
    __import__("cfrlib.engine.outer", fromlist="x").add_four(__import__("numpy").ones(8)),
    int("x double>" in next(iter(__import__("cfrlib.engine.outer", fromlist="x").add_four.inspect_llvm().values()))),
)[1]"""


@pytest.mark.parametrize("asked", [None, "0"])
def test_kernels_are_compiled_to_vectors_without_loops(plain, asked):
    """Also if numba has compiled before, and was set by hand; but not if whoever starts it says otherwise."""
    outer = plain.package / "engine/outer.py"
    outer.write_text(outer.read_text() + BESIDE)
    before = (
        "import numba; numba.njit(lambda: 1)(); numba.config.FULL_TRACEBACKS = 7\n"
        "import cfrlib.engine.outer; assert numba.config.FULL_TRACEBACKS == 7\n"
    )
    plain.environment.pop("NUMBA_SLP_VECTORIZE", None)
    plain.environment |= {"NUMBA_SLP_VECTORIZE": asked} if asked else {}
    assert plain.run(before, VECTORS) == (asked != "0", 1)


def test_what_no_kernel_is_made_of_changes_nothing(plain):
    """Not in its own file either, whether that is touched, or another function in it is edited."""
    plain.run()
    (plain.package / "widgets.py").write_text("TEN = 30")
    others = [plain.package / "engine/__pycache__" / name for name in ("elsewhere.walk.nbc", "outer.cpython.pyc")]
    for file in (*others, plain.package / "engine/outer.py"):
        file.touch()
    plain.edit("engine/inner.py", "@inner_njit\ndef add", "def other():\n    return TEN\n\n\n@inner_njit\ndef add")
    plain.edit("game.py", "TEN", "NINE = 9\nTEN")
    assert plain.run() == (11, 0)
    plain.edit("game.py", "10", "20")
    assert plain.run() == (21, 1)
    assert all(other.exists() for other in others)


def test_a_file_that_was_cut_is_made_anew(plain):
    plain.run()
    for length in (0, -1):
        for file in plain.kept():
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


def test_without_any_place_for_it_all_is_compiled_and_said_once(tmp_path, interpreter):
    nowhere = Checkout(tmp_path, "nowhere", interpreter)
    assert nowhere.run() == nowhere.run() == (11, 1)
    assert nowhere.log.count("not kept") == 1


def test_processes_that_start_at_once_do_not_hurt_one_another(plain):
    """For different types, too: each finds its own, also if none sees what the others write."""
    blind = "import pathlib; pathlib.Path.exists = lambda path: False"
    assert plain.at_once("call(1)", "call(1.5)", "call(1)", before=blind) == [11, 11.5, 11]
    assert plain.run(call="call(1) + int(call(1.5))") == (22, 0)
    assert len(plain.kept("outer.call*")) == 2


TUPLE = """
from typing import NamedTuple
from cfrlib._util.jit import njit
from cfrlib.engine.outer import USES, call_with
class Numbers(NamedTuple):
    one: int
    two: int
@njit
def use(numbers):
    return numbers.one
USES[Numbers] = use
"""
REGISTRY = """
from numba.extending import overload
USES = {}
def used(numbers):
    return USES[type(numbers)].py_func(numbers)
@overload(used, strict=False)
def _(numbers):
    return USES[numbers.instance_class].py_func
@njit
def call_with(numbers):
    return used(numbers)
"""


def test_a_named_tuple_brings_its_fields_and_kernels_along(plain):
    outer = plain.package / "engine/outer.py"
    outer.write_text(outer.read_text() + REGISTRY)
    (plain.package / "engine/numbers.py").write_text(TUPLE)
    call = "__import__('cfrlib.engine.numbers', fromlist='x').call_with({}(1, 2))"
    numbers = "__import__('cfrlib.engine.numbers', fromlist='x').Numbers"
    assert plain.run(call=call.format(numbers)) == (1, 1)
    assert plain.run(call=call.format(numbers)) == (1, 0)
    plain.edit("engine/numbers.py", "return numbers.one", "return numbers.one + 50")
    assert plain.run(call=call.format(numbers)) == (51, 1)
    plain.edit("engine/numbers.py", "    one: int\n    two: int\n", "    two: int\n    one: int\n")
    assert plain.run(call=call.format(numbers)) == (52, 1)


def test_the_classes_that_kernels_take_are_told_apart_by_what_they_are():
    ladder = bluff(dice=(2, 1), rounds="one")
    for game, sampling in ((bluff(), "es"), (leduc(), "pcs"), (ladder, "vanilla"), (holdem(deck=(4, 2)), "pcs")):
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
    taken = [kind for kernel in kernels for signature in kernel.signatures for kind in signature]
    classes = {cls for kind in taken for cls in named_tuples(kind)}
    assert {"Bundles", "BidPlaces", "View"} <= {cls.__name__ for cls in classes}
    known = {(cls.__qualname__, digest(cls)) for cls in classes}  # in its types numba tells the names apart
    assert len(known) == len(classes)


def test_an_inner_kernel_answers_python_too_and_is_kept_without_a_way_in(plain):
    """Whether it is compiled, or found in the cache, or neither; its callers go on."""
    answered = (
        "from cfrlib.engine.inner import add\n"
        "assert add(1) == 11\n"
        "from cfrlib.engine.outer import call\n"
        "assert call(1) == add(1) == 11\n"
        "assert add(1.5) == 11.5"
    )
    assert plain.run(before=answered) == (11, 1)
    kept = plain.kept()
    assert plain.run(before=answered) == (11, 0)
    assert plain.kept() == kept


def test_an_inner_kernel_is_made_into_machine_code_where_it_is_called_from(plain):
    """As it is compiled, and as it is found in the cache by a caller that is new."""
    alone = "int('define' in next(iter(__import__('cfrlib.engine.inner', fromlist='x').add.inspect_llvm().values())))"
    assert plain.run(call=f"call(1) + 100 * {alone}") == (11, 1)
    assert plain.run() == (11, 0)
    plain.edit("engine/outer.py", "return add(x)", "return add(x) + add(2 * x)")
    assert plain.run() == (23, 1)


BEYOND = """
import numpy as np
from cfrlib._util.jit import inner_njit
@inner_njit
def fourth(x):
    return x[np.uintp(3)]
@njit
def read(x):
    return fourth(x)
"""


def test_make_bounds_sees_what_is_read_beyond_an_array(plain):
    outer = plain.package / "engine/outer.py"
    outer.write_text(outer.read_text() + BEYOND)
    plain.environment |= {"NUMBA_BOUNDSCHECK": "1"}
    before = (
        "import numpy; from cfrlib.engine.outer import read\n"
        "try: seen = read(numpy.ones(3)) < 0\nexcept IndexError: seen = True"
    )
    assert plain.run(before, "seen + 0")[0] == 1
