"""A run that is killed in the middle and resumed gives the same bytes as one that never was.

`tests/faults/test_kills.py` kills it anywhere; `test_practice.py` says the same of one task.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cfrlib._util.files import lock
from cfrlib.cli import main
from cfrlib.runs import steps

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
TOY = """
import os
import pandas as pd
import cfrlib
from cfrlib.runs import practice

def run_task(task, checkpoint):
    with open("log.txt", "a") as log:
        log.write(f"{task['scheme']}{task['seed']} ")
    if os.environ.get("TOY") == f"{task['scheme']}{task['seed']}":
        os._exit(9)  # as kill -9: nothing is cleaned up
    if task["scheme"] == "NA":
        return pd.DataFrame({**task, "iterations": [1, 2], "exploitability": [1 / 3, None]})
    solver = cfrlib.CFR(cfrlib.games.kuhn(), sampling="es", seed=task["seed"])
    solver.run(10)
    return pd.DataFrame([{**task, "iterations": 10, "exploitability": solver.exploitability()}])


def draw(table, name):
    return cfrlib.draw.lines({"es": ([1, 2], [1, 2])}, name=name)
"""
SIMPLE = """
import pandas as pd


def run_task(task, checkpoint):
    return pd.DataFrame({"x": range(task["rows"])})
"""
TABLE = """
[toy]
about = "A toy: external sampling on Kuhn poker."
every = {each = {scheme = ["NA", "es"]}}
quick = {each = {seed = 2}}
paper = {each = {seed = 3}}

[simple]
about = "A simple one."
quick = {rows = 1}
paper = {rows = 2}
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A checkout of its own with two runs, around the working directory."""
    (tmp_path / "figures" / "data").mkdir(parents=True)
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "figures" / "runs").mkdir()
    (tmp_path / "figures" / "runs.toml").write_text(TABLE)
    (tmp_path / "figures" / "runs" / "toy.py").write_text(TOY)
    (tmp_path / "figures" / "runs" / "simple.py").write_text(SIMPLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def killed(project, task):
    """Run the command line in a process that ends when this task begins."""
    done = subprocess.run(
        [sys.executable, "-m", "cfrlib", "run", "toy", "--scale", "quick"],
        cwd=project, env=os.environ | {"PYTHONPATH": str(ROOT), "TOY": task},
    )  # fmt: skip
    assert done.returncode == 9
    assert not (project / "figures" / "data" / "toy.csv").exists()
    return begun(project)


def stored(project):
    """Return the bytes of the data, and how it was made without what differs from run to run."""
    made = json.loads((project / "figures" / "data" / "toy.json").read_text())
    return (project / "figures" / "data" / "toy.csv").read_bytes(), made | {"cpu_seconds": 0, "date": ""}


def begun(project):
    """Return the tasks that have been begun since the last call."""
    tasks = (project / "log.txt").read_text().split()
    (project / "log.txt").unlink()
    return tasks


def test_killed_and_resumed_equals_uninterrupted(project, capsys):
    main(["run", "toy", "--scale", "quick"])
    uninterrupted = stored(project)
    assert begun(project) == ["NA0", "NA1", "es0", "es1"]
    (project / "figures" / "data" / "toy.csv").unlink()
    assert killed(project, "es0") == ["NA0", "NA1", "es0"]
    main(["run", "toy", "--scale", "quick", "--resume"])
    assert begun(project) == ["es0", "es1"]
    assert stored(project) == uninterrupted
    assert not (project / "figures" / "data" / ".partial" / "toy").exists()
    assert "Warning" not in capsys.readouterr().err

    killed_again(project)
    main(["run", "toy", "--scale", "quick"])  # without --resume
    assert len(begun(project)) == 4
    killed_again(project)
    main(["run", "toy", "--scale", "paper", "--resume"])  # of other tasks
    assert len(begun(project)) == 6
    assert stored(project)[1]["seeds"] == [0, 1, 2]
    assert capsys.readouterr().err.count("Starting anew") == 2


def killed_again(project):
    """Leave what a kill after the first task leaves."""

    class Ended(Exception):
        pass

    def write(path, text):
        kept(path, text)
        if path.name == "finished.json":
            raise Ended

    kept = steps._write
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(steps, "_write", write)
        with pytest.raises(Ended):
            steps.run("toy", "quick")
    assert begun(project) == ["NA0"]


GAME = """
import os
import cfrlib
from .bets import BET


class Mine(cfrlib.games.kuhn):
    def __init__(self):
        super().__init__(3, 1, BET)


def finish(task, solver, rows):
    if task["seed"] == 2 and not os.path.exists("go"):
        raise KeyboardInterrupt


def draw(table, name):
    return cfrlib.draw.lines({"a": ([1, 2], [1, 2])}, name=name)
"""
GAMES = "[own]\ncode = 'mine'\ngame.Mine = {}\ncurves.CFR = {}\nquick = {each = {seed = 4}, iterations = 1}\n"


@pytest.mark.parametrize(
    "file, old, new, anew",
    [
        ("bets.py", "1.0", "5.0", True),
        ("mine.py", "super().__init__(3, 1, BET)", "super().__init__(3, 1, 5 * BET)", True),
        ("mine.py", "cfrlib.games.kuhn)", "cfrlib.games.leduc)", True),
        ("mine.py", "[1, 2])", "[1, 3])", False),
        ("mine.py", "import os", "import os  # again", False),
    ],
)
def test_code_that_was_changed_begins_anew(file, old, new, anew, tmp_path, monkeypatch):
    """In processes of their own, as a module is imported once."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep.toml").write_text(GAMES)
    (tmp_path / "sweep" / "mine.py").write_text(GAME)
    (tmp_path / "sweep" / "bets.py").write_text("BET = 1.0\n")
    command = [sys.executable, "-m", "cfrlib", "run", "--table", "sweep.toml", "--scale", "quick", "--resume"]

    def done():
        return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)})

    assert "Interrupted" in done().stderr
    (tmp_path / "go").touch()
    code = tmp_path / "sweep" / file
    code.write_text(code.read_text().replace(old, new))
    said = done()
    assert said.returncode == 0 or "leduc" in new, said.stderr
    assert ("sweep: an interrupted run is of other code. Starting anew." in said.stderr) == anew


def test_resume_with_nothing_to_resume(project, capsys):
    main(["run", "simple", "--scale", "paper", "--resume"])
    assert capsys.readouterr().out.strip().endswith("simple.csv")
    assert (project / "figures" / "data" / "simple.csv").read_text() == "x\n0\n1\n"


def test_interrupted_while_the_work_folder_is_thrown_away(project, monkeypatch):
    """What is left of it is no run that could be resumed."""

    def interrupted(folder):
        (folder / "0000" / "table.csv").unlink()
        raise KeyboardInterrupt

    for scale, rows in (("paper", "x\n0\n1\n"), ("quick", "x\n0\n")):
        with monkeypatch.context() as patch:
            patch.setattr("shutil.rmtree", interrupted)
            with pytest.raises(KeyboardInterrupt):
                steps.run("simple", "quick")
        assert steps.run("simple", scale, resume=True).read_text() == rows
    assert [path.name for path in steps.work_folder("simple").parent.iterdir()] == ["simple.lock"]


@pytest.mark.parametrize("how", [[], ["--resume"]])
def test_a_second_run_leaves_the_first_alone(project, how):
    held = steps.work_folder("simple").with_suffix(".lock")
    said = f"^name='simple': process {os.getpid()} is at it"
    with lock(held, "it"), pytest.raises(SystemExit, match=said):
        main(["run", "simple", "--scale", "quick", *how])
    assert [path for path in (project / "figures" / "data").rglob("*") if path.is_file()] == [held]


def test_processor_seconds_of_other_processes_are_counted(project):
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    waits = f"__import__('subprocess').run([__import__('sys').executable, '-c', {busy!r}], check=True)"
    (project / "figures" / "runs" / "simple.py").write_text(SIMPLE.replace("    return", f"    {waits}\n    return"))
    steps.run("simple", "quick")
    assert json.loads((project / "figures" / "data" / "simple.json").read_text())["cpu_seconds"] >= 0.3


def test_list_and_draw(project, capsys):
    main(["list"])
    assert "toy                      A toy: external sampling" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="make it by cfrlib run toy"):
        main(["draw", "toy"])
    steps.run("toy", "quick")
    main(["draw", "toy"])
    assert capsys.readouterr().out.startswith("figures/toy.svg: Value")
    assert (project / "figures" / "toy.svg").exists()
