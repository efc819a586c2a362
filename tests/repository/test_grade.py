"""`cfrlib grade`: each verdict, by what six students handed in of lesson 01; what is kept; what a class looks like."""

import json
import shutil
import sys
from pathlib import Path

import nbformat
import pytest

import build
from cfrlib import cli
from cfrlib.cli import grade as grading
from cfrlib.cli.class_page import COLUMNS

pytestmark = pytest.mark.slow

HEAD = "import numpy as np\nfrom cfrlib.lessons.regret import checks as exercises"
REGRETS = "def regrets_of_player_2(payoffs, one, two):\n    return payoffs[one, two] - payoffs[one]"
NEXT, FORGETFUL = "def next_strategy(R):\n    ", "def forgetful(payoffs, mine, theirs):\n    "
CHEAT = "exercises.check_next_strategy = lambda f: 'right'\nexercises.check_next_strategy(next_strategy)"
PATCH = "from cfrlib.lessons import verdict\nverdict.compare = lambda *a, **k: None"
TODO = '    raise NotImplementedError("your turn")'
EXERCISES = "regrets_of_player_2", "next_strategy", "forgetful", "value_between"
HANDED_IN = {
    "anna": [HEAD, REGRETS, f"{NEXT}return np.maximum(R, 0)", f"{FORGETFUL}return [0.1, 0.2, 0.7]",
             f"def value_between(payoffs, width):\n{TODO}", "exercises.check_value_between(value_between)"],
    "ben": [HEAD, REGRETS.replace("one, two", "one / 0, two"), f"{NEXT}return 7", CHEAT, PATCH, "exercises = None",
            f"{FORGETFUL}while True: pass"],
    "cleo": [HEAD, REGRETS, "def next_strategy(R)\n    return R", f"{FORGETFUL}import os; os._exit(1)"],
    "dora": [],
}  # fmt: skip
VERDICTS = {
    "anna": ["right", "slip", "wrong", "not tried"], "ben": ["error", "wrong", "too long", "not tried"],
    "cleo": ["right", "error", "error", "not tried"], "dora": ["not tried"] * 4, "emil": ["error"] * 4,
}  # fmt: skip
SLIP = "Divide by the sum, so that the probabilities add up to 1."
ANSWERS = {"after_a_win": "D", "prize": "A", "of my teacher": "B", "monday.toml/prize": "B", "gone.toml/prize": "B"}
OWN = """[[question]]
id = "prize"
ask = "Is there a prize?"
choices = [{ text = "Yes.", why = "No." }, { text = "No.", why = "It is so.", right = true }]
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The folder in which a class stands and what is written about it; and what was said meanwhile."""
    folder = tmp_path_factory.mktemp("graded")
    for student, cells in HANDED_IN.items():
        right = nbformat.v4.new_output("execute_result", {"text/plain": "✓ right"}, execution_count=1)
        made = [nbformat.v4.new_code_cell(source, outputs=[right]) for source in cells]
        (folder / "class" / student).mkdir(parents=True)
        nbformat.write(nbformat.v4.new_notebook(cells=made), folder / "class" / student / "01_regret.ipynb")
    (folder / "class/anna/01_regret.answers.json").write_text(json.dumps(ANSWERS))
    (folder / "class/ben/01_regret.answers.json").write_text("no JSON")
    (folder / "class/cleo/monday.answers.json").write_text('{"monday.toml/prize": "A"}')
    (folder / "class/monday.toml").write_text(OWN)
    for student, name in ("emil", "01_regret"), ("emil", "77_none"):
        (folder / "class" / student).mkdir(exist_ok=True)
        (folder / "class" / student / f"{name}.ipynb").write_text("no notebook")
    said = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.print", lambda *words, **how: said.append(" ".join(map(str, words))))
        cli.main(["grade", str(folder / "class"), "--seconds", "4", "--jobs", "2"])
    return folder, said


def rows_of(path):
    return [line.split(",", 4) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_student_gets_a_row_for_each_exercise(graded):
    folder, said = graded
    first, *rows = rows_of(folder / "class.csv")
    assert first == COLUMNS == ["student", "lesson", "exercise", "verdict", "slip"]
    wanted = [
        [student, "01_regret", exercise, verdict, f'"{SLIP}"' * (verdict == "slip")]
        for student, verdicts in VERDICTS.items()
        for exercise, verdict in zip(EXERCISES, verdicts, strict=True)
    ]
    assert rows == [*wanted, ["emil", "77_none", "", "error", ""]]
    assert {line.partition("]")[0] for line in said if line.startswith("[")} == {f"[{k}/6" for k in range(1, 7)}
    assert any(line.endswith("anna/01_regret: 1 right, 1 slip, 1 wrong, 1 not tried") for line in said)
    assert any("emil/01_regret: not run: NotJSONError" in line for line in said)


def test_predictions_are_compared_with_what_is_right(graded):
    folder, said = graded
    first, *rows = rows_of(folder / "class.predictions.csv")
    assert first == ["student", "lesson", "question", "choice", "right"]
    assert [row[1:] for row in rows] == [
        ["01_regret", "after_a_win", "D", "yes"], ["01_regret", "prize", "A", "no"],
        ["01_regret", "of my teacher", "B", ""], ["01_regret", "monday.toml/prize", "B", "yes"],
        ["01_regret", "gone.toml/prize", "B", ""], ["monday", "monday.toml/prize", "A", "no"],
    ]  # fmt: skip
    assert any(line.startswith("ben/01_regret.answers.json: no answers") for line in said)


def test_the_page_shows_the_class_and_needs_nothing_else(graded):
    page = (graded[0] / "class.html").read_text(encoding="utf-8")
    bar = page[page.index("<h3>next_strategy</h3>") :].partition("</div>")[0]
    kinds = [part.split("<")[0] for part in bar.split('">')[1:]]
    assert kinds == ["1 slip", "1 wrong", "2 error", "1 not tried"]
    assert page.count("<li>") == 1
    assert f"<li><b>1 ×</b> {SLIP}</li>" in page
    assert "<td>D 100% (55) ✓</td>" in page  # what docs/teaching.md expects
    ours, own = (part.partition("</table>")[0] for part in page.split("<h3>Predictions</h3>")[1:])
    assert "<th>Is there a prize?</th><td>1</td><td>A 0%</td><td>B 100% ✓</td></tr>" in ours
    assert "<th>Is there a prize?</th><td>1</td><td>A 100%</td><td>B 0% ✓</td></tr>" in own
    assert "color-scheme: light dark" in page
    assert not any(sign in page for sign in ("http", "src=", "href="))


@pytest.fixture
def again(graded, tmp_path, monkeypatch):
    """The class and what is known of it in another place; a function that grades, and says which notebooks ran."""
    shutil.copytree(graded[0], tmp_path, dirs_exist_ok=True)
    ran, dies = [], []

    def fake(function, jobs, workers):
        for key in jobs:
            ran.append(key)
            yield key, ([["regrets_of_player_2", "right", ""]], "")
            if dies:
                raise KeyboardInterrupt

    def run(*options, interrupted=False):
        ran.clear()
        dies[:] = [1] * interrupted
        monkeypatch.setattr(grading, "by_processes", fake)
        cli.main(["grade", str(tmp_path / "class"), *options])
        return ran

    return tmp_path, run, ran


def test_what_has_not_changed_is_kept(again):
    folder, run, _ = again
    before = (folder / "class.csv").read_text(encoding="utf-8")
    assert run("--seconds", "4") == []
    assert (folder / "class.csv").read_text(encoding="utf-8") == before
    assert run("--seconds", "5") == ["ben/01_regret"]  # which took too long
    with open(folder / "class/anna/01_regret.ipynb", "a") as file:
        file.write("\n")
    shutil.rmtree(folder / "class/cleo")
    assert run("--seconds", "4") == ["anna/01_regret"]
    students = [row[0] for row in rows_of(folder / "class.csv")[1:]]
    assert [students.count(name) for name in VERDICTS] == [1, 1, 0, 4, 5]


def test_a_teachers_questions_are_read_before_anything_runs(again):
    folder, run, ran = again
    (folder / "class" / "monday.toml").write_text(OWN.replace("ask", "asks"))
    with pytest.raises(SystemExit, match="class/monday.toml, 'prize': "):
        run("--seconds", "5")
    assert ran == []


def test_an_interrupt_leaves_what_is_finished(again, capsys):
    folder, run, ran = again
    with pytest.raises(SystemExit, match="Interrupted. What is finished is kept"):
        run("--out", str(folder / "new.csv"), interrupted=True)
    assert [row[0] for row in rows_of(folder / "new.csv")] == ["student", "anna"]
    assert "<h1>class</h1>" in (folder / "new.html").read_text(encoding="utf-8")
    assert "anna/01_regret" in ran
    assert "anna/01_regret" not in run("--out", str(folder / "new.csv"))
    assert "1 of 6 notebooks have not changed" in capsys.readouterr().out


def test_what_cannot_be_graded_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class").mkdir()
    for options, said in (
        (["class"], "it takes a folder with STUDENT/NN_name.ipynb in it"),
        (["class", "--seconds", "0"], "--seconds=0: it takes"), (["class", "--jobs", "0"], "--jobs=0: it takes"),
    ):  # fmt: skip
        with pytest.raises(SystemExit, match=said):
            cli.main(["grade", *options])
    monkeypatch.setitem(sys.modules, "nbclient", None)
    monkeypatch.delitem(sys.modules, "cfrlib.cli.grade")
    with pytest.raises(SystemExit, match="nbclient is not installed: pip install"):
        cli.main(["grade", "class"])


@pytest.mark.parametrize("name", [name for name in build.names() if not name.startswith("papers/")])
def test_every_exercise_of_a_lesson_is_asked_for(name):
    solved = nbformat.read(build.editions(name)[0], as_version=4)
    assert len(grading.exercises(name)[0]) == sum("exercise" in build.tags(cell) for cell in solved.cells) > 0


def test_outside_the_course_the_wheel_or_the_checkout_has_what_is_right(tmp_path, monkeypatch):
    shipped = tmp_path / "cfrlib" / "course" / "docs"
    shipped.mkdir(parents=True)
    (shipped / "teaching.md").write_text("votes")
    monkeypatch.setattr(grading, "PACKAGE", Path(tmp_path / "cfrlib"))
    monkeypatch.setattr(grading, "course_folder", lambda: None)
    assert grading.course_file("docs/teaching.md") == b"votes"
    (tmp_path / "beside.md").write_text("a checkout")
    assert grading.course_file("beside.md") == b"a checkout"
    assert grading.course_file("docs/none.md") == b""
