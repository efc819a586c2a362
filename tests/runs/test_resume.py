"""An experiment that is killed in the middle and resumed gives the same bytes as one that never was."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cfrlib.runs import steps
from cfrlib.runs.checkpoint import Checkpoint

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

TOY = '''
import os
import pandas as pd
import cfrlib
from cfrlib.runs import practice

def run_task(task, checkpoint):
    with open("log.txt", "a") as log:
        log.write(f"{task['scheme']}{task['seed']} ")
    if task["scheme"] == "NA":
        die(task, "begins")
        return pd.DataFrame({**task, "iterations": [1, 2], "exploitability": [1 / 3, None]})
    practice.SLICE, practice.APART = 1e-9, 0.0  # a checkpoint after every step

    class Dying(cfrlib.CFR):
        def save(self, path):
            if self.iterations > 40:
                die(task, "between rows and solver")
            super().save(path)
            if self.iterations > 40:
                die(task, "saved")

    make = lambda: Dying(cfrlib.games.kuhn(), sampling="es", seed=task["seed"])
    measure = lambda solver: {"exploitability": solver.exploitability()}
    _, rows = practice.practise(make, [1, 10, 50], checkpoint, measure)
    return pd.DataFrame(rows).drop(columns="cpu_seconds").assign(**task)


def draw(table, name):
    return cfrlib.draw.lines({"es": ([1, 2], [1, 2])}, name=name)


def die(task, where):
    if os.environ.get("TOY") == f"{task['scheme']}{task['seed']} {where}":
        os._exit(9)  # as kill -9: nothing is cleaned up
'''

SIMPLE = '''
import pandas as pd


def run_task(task, checkpoint):
    return pd.DataFrame({"x": range(task["rows"])})
'''

TABLE = '''
[toy]
about = "A toy: external sampling on Kuhn poker."
every = {each = {scheme = ["NA", "es"]}}
quick = {each = {seed = 2}}
paper = {each = {seed = 3}}

[simple]
about = "A simple one."
quick = {rows = 1}
paper = {rows = 2}
'''


def new_project(folder):
    (folder / "figures" / "data").mkdir(parents=True)
    (folder / "notebooks").mkdir()
    (folder / "figures" / "runs").mkdir()
    (folder / "figures" / "runs.toml").write_text(TABLE)
    (folder / "figures" / "runs" / "toy.py").write_text(TOY)
    (folder / "figures" / "runs" / "simple.py").write_text(SIMPLE)
    return folder


@pytest.fixture
def project(tmp_path):
    return new_project(tmp_path)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """A project in which the toy has been run and drawn."""
    project = new_project(tmp_path_factory.mktemp("uninterrupted"))
    assert command(project, "run", "toy", "--scale", "quick").returncode == 0
    assert done(project) == ["NA0", "NA1", "es0", "es1"]
    return project


def command(project, *arguments, dies=""):
    """Run the command line with the toys in the table."""
    return subprocess.run(
        [sys.executable, "-m", "cfrlib", *arguments],
        cwd=project, env=os.environ | {"PYTHONPATH": str(ROOT), "TOY": dies}, capture_output=True, text=True,
    )  # fmt: skip


def stored(project):
    """Return the bytes of the data, and how it was made without what differs from run to run."""
    made = json.loads((project / "figures" / "data" / "toy.json").read_text())
    return (project / "figures" / "data" / "toy.csv").read_bytes(), made | {"cpu_seconds": 0, "date": ""}


def done(project):
    """Return the tasks that have been begun since the last call."""
    log = project / "log.txt"
    begun = log.read_text().split()
    log.unlink()
    return begun


@pytest.mark.parametrize(
    "dies, left",
    [
        ("NA1 begins", ["NA1", "es0", "es1"]),
        ("es0 between rows and solver", ["es0", "es1"]),
        ("es1 saved", ["es1"]),
    ],
)
def test_killed_and_resumed_equals_uninterrupted(project, uninterrupted, dies, left):
    assert command(project, "run", "toy", "--scale", "quick", dies=dies).returncode == 9
    assert not (project / "figures" / "data" / "toy.csv").exists()
    done(project)
    resumed = command(project, "run", "toy", "--scale", "quick", "--resume")
    assert resumed.returncode == 0
    assert "Warning" not in resumed.stderr
    assert done(project) == left
    assert stored(project) == stored(uninterrupted)
    assert not (project / "figures" / "data" / ".partial" / "toy").exists()


@pytest.mark.parametrize("again", [[], ["--resume"]])
def test_a_new_run_or_another_scale_starts_anew(project, again):
    assert command(project, "run", "toy", "--scale", "quick", dies="es0 saved").returncode == 9
    done(project)
    scale = "paper" if again else "quick"
    finished = command(project, "run", "toy", "--scale", scale, *again)
    assert "Starting anew" in finished.stderr
    assert len(done(project)) == (6 if again else 4)
    assert stored(project)[1]["seeds"] == ([0, 1, 2] if again else [0, 1])


def test_resume_with_nothing_to_resume_and_without_a_division_into_tasks(project):
    finished = command(project, "run", "simple", "--scale", "paper", "--resume")
    assert finished.returncode == 0
    assert finished.stdout.strip().endswith("simple.csv")
    assert (project / "figures" / "data" / "simple.csv").read_text() == "x\n0\n1\n"


def test_interrupted_while_the_work_folder_is_thrown_away(project, monkeypatch):
    """What is left of it is no run that could be resumed."""
    monkeypatch.chdir(project)

    def interrupted(folder):
        (folder / "0000" / "table.csv").unlink()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("shutil.rmtree", interrupted)
        with pytest.raises(KeyboardInterrupt):
            steps.run("simple", "quick")
    assert steps.run("simple", "paper", resume=True).read_text() == "x\n0\n1\n"
    with monkeypatch.context() as patch:
        patch.setattr("shutil.rmtree", interrupted)
        with pytest.raises(KeyboardInterrupt):
            steps.run("simple", "quick")
    assert steps.run("simple", "quick", resume=True).read_text() == "x\n0\n"
    assert [path.name for path in steps.work_folder("simple").parent.iterdir()] == ["simple.lock"]


def test_processor_seconds_of_other_processes_are_counted(project):
    busy = "import time\nwhile time.process_time() < 0.5: pass"
    waits = f"__import__('subprocess').run([__import__('sys').executable, '-c', {busy!r}], check=True)"
    (project / "figures" / "runs" / "simple.py").write_text(SIMPLE.replace("    return", f"    {waits}\n    return"))
    assert command(project, "run", "simple", "--scale", "quick").returncode == 0
    assert json.loads((project / "figures" / "data" / "simple.json").read_text())["cpu_seconds"] >= 0.5


def test_list_and_draw(project, uninterrupted):
    assert "toy                      A toy: external sampling" in command(project, "list").stdout
    assert "make it by cfrlib run toy" in command(project, "draw", "toy").stderr
    assert command(uninterrupted, "draw", "toy").stdout.startswith("figures/toy.svg: Value")
    assert (uninterrupted / "figures" / "toy.svg").exists()


def test_cpu_seconds_go_on_from_a_checkpoint(tmp_path):
    class Silent:
        def save(self, path):
            path.write_bytes(b"")

    checkpoint = Checkpoint(tmp_path)
    checkpoint._began -= 100
    checkpoint.save(Silent(), [])
    assert Checkpoint(tmp_path).cpu_seconds >= 100
    checkpoint.discard()
    assert Checkpoint(tmp_path).cpu_seconds == 0
