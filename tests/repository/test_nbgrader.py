"""nbgrader hands out solved editions and grades what comes back, as docs/teaching.md says; skipped where it is not."""

import os
import re
import subprocess
import sys

import nbformat
import pytest

import build

pytestmark = pytest.mark.slow

ROOT = build.NOTEBOOKS.parent
SECONDS = 20
LESSONS = "00_start_here", "01_regret", "02_games_as_trees"
TODO = re.compile(r"raise NotImplementedError.*")
BODIES = {"wrong": "return 7", "empty": 'raise NotImplementedError("your turn")', "never": "while True: pass"}
CRASH = "import os; os._exit(1)"
CONFIG = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8"), re.S)[1]


def run(folder, *command):
    """Run nbgrader as a teacher does; what it says is in the message of a failure."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])  # it calls alembic
    env = os.environ | {"PYTHONPATH": str(ROOT), "PATH": path}
    how = {"cwd": folder, "env": env, "capture_output": True, "text": True}
    done = subprocess.run([sys.executable, "-m", "nbgrader", *command], **how)
    return done.returncode, done.stdout + done.stderr


def exercise_cells(nb):
    return [cell for cell in nb.cells if cell.metadata.get("nbgrader", {}).get("solution")]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course of three lessons as it was handed out: each as an assignment of its own."""
    pytest.importorskip("nbgrader")
    folder = tmp_path_factory.mktemp("course")
    config = CONFIG.replace("timeout = 60", f"timeout = {SECONDS}")
    (folder / "nbgrader_config.py").write_text(config + 'c.CourseDirectory.course_id = "cfr"\n')
    for name in LESSONS:
        (folder / "source" / name).mkdir(parents=True)
        nbformat.write(solved(name), folder / "source" / name / f"{name}.ipynb")
        code, said = run(folder, "generate_assignment", name)
        assert code == 0, said
    return folder


def solved(name):
    return nbformat.read(build.editions(name)[0], as_version=4)


def hand_in(folder, student, name, nb):
    place = folder / "submitted" / student / name
    place.mkdir(parents=True, exist_ok=True)
    nbformat.write(nb, place / f"{name}.ipynb")


def scores(folder, name):
    """Return {student: {exercise: points}}; None is for what was not graded."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}", "cfr") as book:
        every = book.assignment_submissions(name)
        return {one.student.id: {g.name: g.auto_score for nb in one.notebooks for g in nb.grades} for one in every}


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_handed_out_has_no_answers(course, name):
    nb = nbformat.read(course / "release" / name / f"{name}.ipynb", as_version=4)
    ours = nbformat.read(build.editions(name)[1], as_version=4)
    assert [cell.source for cell in exercise_cells(nb)] == [cell.source for cell in exercise_cells(ours)]
    assert len(nb.cells) == len(ours.cells)


@pytest.mark.parametrize("name", LESSONS)
def test_right_answers_get_all_points_and_others_none(course, name):
    released = course / "release" / name / f"{name}.ipynb"
    right = [cell.source for cell in exercise_cells(solved(name))]
    for student, path in ("right", released), ("ours", build.editions(name)[1]):
        nb = nbformat.read(path, as_version=4)
        for cell, source in zip(exercise_cells(nb), right, strict=True):
            cell.source = source
        hand_in(course, student, name, nb)
    for student, body in BODIES.items():
        nb = nbformat.read(released, as_version=4)
        cells = exercise_cells(nb)
        for cell, source in zip(cells, right, strict=True):
            once = student == "never" and cell is not cells[-1]  # each takes all of its seconds
            cell.source = source if once else TODO.sub(body, cell.source)
        hand_in(course, student, name, nb)
    nb = nbformat.read(released, as_version=4)
    exercise_cells(nb)[-1].source = TODO.sub(CRASH, exercise_cells(nb)[-1].source)
    hand_in(course, "crash", name, nb)
    code, said = run(course, "autograde", name)
    assert code != 0
    assert f"There was an error processing assignment '{name}' for student 'crash'" in said
    points = scores(course, name)
    many = len(right)
    assert {student: list(got.values()) for student, got in points.items()} == {
        "right": [1] * many, "ours": [1] * many, "wrong": [0] * many, "empty": [0] * many,
        "never": [1] * (many - 1) + [0], "crash": [None] * many,
    }  # fmt: skip
