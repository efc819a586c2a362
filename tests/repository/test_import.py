"""Importing the package costs nothing: what is heavy is loaded when it is first used."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import cfrlib
from cfrlib._util import imports

pytestmark = pytest.mark.slow

HEAVY = "pygraphviz", "scipy", "pandas", "matplotlib", "ipywidgets", "anywidget", "numba", "IPython", "pyspiel"
REPORT = (
    "; there = {name.split('.')[0] for name, module in sys.modules.items() if type(module).__name__ != '_LazyModule'}"
    f"; print(sorted(there & set({HEAVY!r})), file=sys.stderr)"
)
"""A lazy module stands there before it is loaded."""
LIGHT = (
    "import cfrlib",
    "import cfrlib.games; assert time.process_time() - start < 1",
    "g = cfrlib.games.kuhn()",
    "cfrlib.exploitability(g, cfrlib.Profile.uniform(g))",
    "cfrlib.textbook.CFR(g).run(1)",
    "cfrlib.tree.to_efg(cfrlib.tree.unroll(cfrlib.games.leduc()))",
)


def fresh(code):
    """Run code in a new interpreter and return what it prints to stdout and to stderr."""
    command = [sys.executable, "-c", f"import sys, time; start = time.process_time(); {code}"]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_nothing_heavy_is_imported_before_it_is_used():
    """Not by playing, evaluating and learning on a small game, nor by asking for help; but by a linear program."""
    out, said = fresh(
        "\n".join(line + REPORT for line in (*LIGHT, "import cfrlib.cli, contextlib"))
        + "\nwith contextlib.suppress(SystemExit): cfrlib.cli.main(['warm', '--help'])"
        + "\nassert 'numba' not in sys.modules"
        + "\ncfrlib.equilibrium(g)" + REPORT
    )  # fmt: skip
    assert said.splitlines() == ["[]"] * (len(LIGHT) + 1) + ["['scipy']"]
    assert "--background" in out


def test_lesson_00_installs_the_wheel_beside_it_and_no_name_of_an_index(tmp_path, monkeypatch):
    notebook = Path(__file__).resolve().parents[2] / "notebooks" / "00_start_here.ipynb"
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = "".join(next(cell["source"] for cell in cells if cell["cell_type"] == "code"))
    asked = []
    shell = SimpleNamespace(run_line_magic=lambda *words: asked.append(" ".join(words)))
    monkeypatch.setitem(sys.modules, "cfrlib", None)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError, match=r"Upload cfrlib-VERSION-py3-none-any.whl .* run this cell again"):
        exec(code, {"get_ipython": lambda: shell})
    assert asked == []
    wheel = tmp_path / "cfrlib-1.2.3-py3-none-any.whl"
    wheel.touch()
    with pytest.raises(ModuleNotFoundError):  # nothing was installed here
        exec(code, {"get_ipython": lambda: shell})
    assert asked == [f"pip install --quiet {wheel.name}[course]"]


BRINGS = "{} is not installed: {} brings it"
COURSE, DEEP = map(imports.command, ("course", "deep"))
ASKED = {
    "cfrlib.draw.tree(game)": BRINGS.format("pygraphviz", COURSE),
    "cfrlib.draw.lines": BRINGS.format("matplotlib", COURSE),
    "cfrlib.widgets.stepper": BRINGS.format("ipywidgets", COURSE),
    "cfrlib.widgets.bluffs_and_calls": BRINGS.format("ipywidgets", COURSE),
    "cfrlib.play": BRINGS.format("ipywidgets", COURSE),
    "net.fit(memory, SeedSequence(0), 1)": BRINGS.format("sklearn", DEEP),
}
ALONE = f"""
from cfrlib._util.imports import EXTRAS
sys.modules.update(dict.fromkeys(EXTRAS))  # none of them can be imported
import cfrlib, cfrlib.cli, contextlib, io
with contextlib.redirect_stdout(io.StringIO()) as listed:
    cfrlib.cli.main(["list"])
print(*listed.getvalue().split()[:1])
from numpy.random import SeedSequence
game, memory = cfrlib.games.kuhn(), cfrlib.deep.Reservoir(2)
memory.add([0], [[1.0, 0.0]], 1)
net = cfrlib.deep.Perceptron(cfrlib.deep.InfoSets(game))
solver = cfrlib.CFR.plus(game)
solver.run(1000)
print(cfrlib.exploitability(game, solver.average_strategy()) < 1e-3, len(cfrlib.equilibrium(game)[1].table()))
for line in {list(ASKED)!r}:
    try:
        eval(line)
    except ModuleNotFoundError as error:
        print(error)
"""


def test_solving_takes_nothing_of_the_extras_and_what_does_says_which_command_brings_it():
    assert fresh(ALONE)[0].splitlines() == ["kuhn_oscillation", "True 12", *ASKED.values()]


def test_what_the_package_lists_is_there():
    for name in ("Profile", "best_response_values", "equilibrium", "exploitability", "games", "textbook", "tree"):
        assert name in cfrlib.__all__
        assert name in dir(cfrlib)
        assert getattr(cfrlib, name) is not None
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = cfrlib.no_such_thing
