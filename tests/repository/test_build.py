"""notebooks/build.py on small synthetic notebooks: the student edition, papers, slides, the normal form, the check."""

import shutil
import sys

import nbformat
import pytest
from nbconvert.exporters import ScriptExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import build

pytestmark = pytest.mark.slow

ANSWER = '''def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    y = x + x
    return y
    ### END SOLUTION'''
CHECK = """try:
    print("right" if double(2) == 4 else "wrong")
except NotImplementedError as todo:
    print(todo)"""


def code(source, *tags):
    return new_code_cell(source, metadata={"tags": list(tags)} if tags else {})


def with_lesson(folder):
    """Write one solved notebook, 01_twice: text, an exercise, its check, a remark for the solved edition."""
    cells = [
        new_markdown_cell("![two dots](../../figures/two.svg), [solved](../solutions/01_twice.ipynb)"),
        code(ANSWER, "exercise"),
        code(CHECK),
        code("double('a remark ')", "solution"),
        code("assert 1 + 1 == 2", "check"),
        code("import os; os.getpid()", "nbval-ignore-output"),
    ]
    (folder / "solutions").mkdir()
    nbformat.write(new_notebook(cells=cells), folder / "solutions/01_twice.ipynb")
    return folder


@pytest.fixture
def folder(tmp_path):
    """It alone, never run."""
    return with_lesson(tmp_path)


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """What `build` makes of it and of a paper: run once, for all tests."""
    folder = with_lesson(tmp_path_factory.mktemp("executed"))
    (folder / "papers").mkdir()
    cells = [new_markdown_cell("![two dots](../../figures/two.svg)"), code("print('table 1')"), code("6 * 7", "answer")]
    nbformat.write(new_notebook(cells=cells), folder / "papers/ni_lamb.ipynb")
    changed = {name: set(build.build(name, folder)) for name in ("01_twice", "papers/ni_lamb")}
    assert changed == {name: set(build.editions(name, folder)) for name in changed}
    return folder


@pytest.fixture
def built(executed, tmp_path):
    """A copy of it to be changed."""
    return shutil.copytree(executed, tmp_path / "built")


def read(path):
    return nbformat.read(path, as_version=4)


def test_the_student_edition_holds_the_question_and_not_the_answer(folder):
    student = build.student_edition(read(folder / "solutions/01_twice.ipynb"))
    assert [cell.source for cell in student.cells] == [
        "![two dots](../figures/two.svg), [solved](solutions/01_twice.ipynb)",
        'def double(x):\n    """Twice x."""\n    raise NotImplementedError("your turn")',
        CHECK,
        "import os; os.getpid()",
    ]


def student_of(*cells):
    return build.student_edition(new_notebook(cells=cells)).cells


def test_an_answer_is_collapsed_for_the_student_and_in_sight_when_solved():
    cell = code("6 * 7", "answer", "nbval-ignore-output")
    (shown,) = student_of(cell)
    assert shown.source == cell.source
    assert shown.metadata["jupyter"] == {"outputs_hidden": True}
    assert shown.metadata["collapsed"]
    assert shown.metadata["tags"] == ["answer", "nbval-ignore-output", "hide-output"]
    (again,) = student_of(shown)
    assert again.metadata == shown.metadata
    cell.metadata.update(jupyter={"outputs_hidden": True}, collapsed=True)  # by an author who has looked at it
    (solved,) = build.solved_edition(new_notebook(cells=[cell])).cells
    assert solved.metadata == {"tags": cell.metadata["tags"], "jupyter": {}}


def test_a_seal_lies_on_what_is_collapsed_and_no_run_has_it():
    texts = [new_output("stream", name="stdout", text=text) for text in ("4", "2")]
    nb = new_notebook(cells=[code("6 * 7", "answer"), code("6 * 7")])
    for cell in nb.cells:
        cell.outputs = texts
    text = build.normal_form(build.student_edition(nb))
    hidden, open_one = nbformat.reads(text, as_version=4).cells
    assert hidden.outputs == [build.SEAL, *open_one.outputs]
    assert build.joined_streams(hidden.outputs) == open_one.outputs
    assert build.normal_form(nbformat.reads(text, as_version=4)) == text


def test_an_answer_in_words_is_folded_for_the_student():
    (shown,) = student_of(new_markdown_cell("It is *42*.", metadata={"tags": ["answer"]}))
    assert shown.source == f"<details>\n<summary>{build.FOLDED}</summary>\n\nIt is *42*.\n\n</details>"
    with pytest.raises(ValueError, match="no heading:\n## 42"):
        student_of(new_markdown_cell("## 42", metadata={"tags": ["answer"]}))


def test_headings_begin_slides_code_a_page_and_an_answer_comes_with_the_next_key():
    texts = [new_markdown_cell(text) for text in ("# Title", "text", "## Part\n\nmore", "### Detail", "#no heading")]
    own = new_markdown_cell("## Aside", metadata={"slideshow": {"slide_type": "skip"}})
    told = new_markdown_cell("3", metadata={"tags": ["answer"]})
    more = code("1"), code("2"), new_markdown_cell("Three?"), code("3", "answer"), told, own
    kinds = [cell.metadata.get("slideshow") for cell in student_of(*texts, *more)]
    wanted = ["slide", None, "slide", None, None, "subslide", "fragment", None, "fragment", "fragment", "skip"]
    assert kinds == [kind and {"slide_type": kind} for kind in wanted]


def test_a_question_a_picture_and_what_follows_an_answer_each_begin_a_page_and_imports_none():
    told, again = (new_markdown_cell("3", metadata={"tags": ["answer"]}) for _ in range(2))
    shown = code("draw.tree(x)"), code('widgets.predict("x")')
    sources = code("import cfrlib\nfrom math import pi"), code("x = 1"), *shown
    cells = student_of(*sources, code("3", "answer"), told, new_markdown_cell("So it is."), again, code("%time x"))
    kinds = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in cells]
    wanted = ["skip", "fragment", "subslide", "subslide", "fragment", "fragment", "subslide", "fragment", "subslide"]
    assert kinds == wanted


@pytest.mark.parametrize(
    "source, tags, message",
    [
        ("def f(x):\n    return x", ["exercise"], "takes one indented solution, not 0"),
        ("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", ["exercise"], "takes one indented"),
        (ANSWER + "\n" + ANSWER, ["exercise"], "not 2"),
        (ANSWER, [], "outside an exercise"),
    ],
)
def test_a_misplaced_solution_is_refused(source, tags, message):
    with pytest.raises(ValueError, match=message):
        build.student_edition(new_notebook(cells=[code(source, *tags)]))


def test_the_normal_form_forgets_the_run_and_keeps_the_result():
    def run(n):
        outputs = [
            new_output("stream", name="stdout", text="one "),
            new_output("stream", name="stdout", text="two"),
            new_output("display_data", {build.WIDGET_VIEW: {"model_id": f"{n}"}, "text/plain": "a picture"}),
            new_output("stream", name="stdout", text="three"),
            new_output("error", ename="ValueError", evalue="no", traceback=[f"Cell In[{n}], line 1"]),
        ]
        timing = {"execution": {"iopub.execute_input": str(n)}}
        cell = new_code_cell("f()", outputs=outputs, execution_count=n, metadata=timing)
        return new_notebook(cells=[cell], metadata={"language_info": {"name": "python", "version": str(n)}})

    text = build.normal_form(run(1))
    assert build.normal_form(run(2)) == text
    assert build.normal_form(nbformat.reads(text, as_version=4)) == text
    (cell,) = nbformat.reads(text, as_version=4).cells
    assert [out.get("text") or out.get("data") or out.traceback for out in cell.outputs] == [
        "one two",
        {"text/plain": "a picture"},
        "three",
        ["ValueError: no"],
    ]


def test_a_notebook_is_exported_as_a_script_of_python():
    notebook = nbformat.reads(build.normal_form(new_notebook(cells=[new_code_cell("f()")])), as_version=4)
    text, made = ScriptExporter().from_notebook_node(notebook)
    assert made["output_extension"] == ".py"
    assert "\nf()\n" in text


def test_a_second_build_changes_what_is_stale_and_nothing_else(built):
    solved, student = build.editions("01_twice", built)
    assert [out.text for path in (solved, student) for out in read(path).cells[2].outputs] == ["right\n", "your turn\n"]
    assert build.problems("01_twice", built) == []
    stale = student.read_text(encoding="utf-8").replace("your turn\\n", "my turn\\n")
    student.write_text(stale, encoding="utf-8")
    changed = build.build("01_twice", built, check=True)
    assert set(changed) == {student}
    assert '-      "my turn\\n"' in changed[student]
    assert '+      "your turn\\n"' in changed[student]
    assert student.read_text(encoding="utf-8") == stale, "a check writes nothing"


def test_problems_are_found_without_running(folder, built):
    assert build.problems("01_twice", folder) == ["01_twice.ipynb is missing"]
    solved, student = build.editions("01_twice", built)

    nb = read(student)
    nb.cells[2].outputs, nb.cells[2].execution_count = [], None
    nbformat.write(nb, student)
    assert build.problems("01_twice", built) == [
        "01_twice.ipynb was edited, stripped or run out of order since it was built"
    ]

    nb = read(solved)
    nb.cells[2].source += "  # a new remark"
    solved.write_text(build.normal_form(nb), encoding="utf-8")
    problems = build.problems("01_twice", built)
    assert problems[-1] == "01_twice.ipynb is not what solutions/01_twice.ipynb makes"
    assert not any("answer" in one for one in problems)

    nb.cells[2].metadata = {"tags": ["answer"], "jupyter": {"outputs_hidden": True}}
    solved.write_text(build.normal_form(nb), encoding="utf-8")
    assert "solutions/01_twice.ipynb hides an answer" in build.problems("01_twice", built)


def test_texts_tags_and_slides_are_brought_up_to_date_without_a_run(folder, built, monkeypatch):
    solved, student = build.editions("01_twice", built)
    with pytest.raises(ValueError, match="01_twice.ipynb takes a run"):
        build.refresh("01_twice", folder)
    monkeypatch.setattr(build, "execute", None)
    assert build.refresh("01_twice", built) == {}

    nb = read(solved)
    nb.cells[0].source = "Two dots."
    nb.cells[2].metadata = {"tags": ["answer"], "slideshow": {"slide_type": "subslide"}}
    solved.write_text(build.normal_form(nb), encoding="utf-8")
    before, outputs = student.read_text(encoding="utf-8"), [cell.get("outputs") for cell in read(student).cells]
    outputs[2].insert(0, build.SEAL)
    assert set(build.refresh("01_twice", built, check=True)) == {student}
    assert student.read_text(encoding="utf-8") == before, "a check writes nothing"
    assert set(build.refresh("01_twice", built)) == {student}
    assert build.refresh("01_twice", built) == {}
    assert build.problems("01_twice", built) == []
    assert [cell.get("outputs") for cell in read(student).cells] == outputs
    assert read(student).cells[0].source.startswith("Two dots.\n\n<!-- Built by build.py: change solutions/01_twice")
    changed = read(student).cells[2].metadata
    assert (changed["tags"], changed["slideshow"]) == (["answer", "hide-output"], {"slide_type": "subslide"})


def test_a_new_lesson_comes_into_the_tables_and_after_the_last_one(folder, monkeypatch):
    every = [build.Lesson(n, "One", "Why?", "count", "kuhn", f"{n}_one") for n in ("01", "02", "09", "10")]
    monkeypatch.setattr(build, "lessons", lambda: every)
    source = nbformat.read(folder / "solutions" / "01_twice.ipynb", as_version=4)
    tables = "| [01 Old](x) | Who? |\n\nand\n\n| [09 Old](x) | Who? |\n| [11 Gone](x) | Who? |"
    source.cells += [new_markdown_cell(f"{tables}\n\n**Next:** this is the last lesson. Go on.")]
    nbformat.write(source, folder / "solutions" / "01_twice.ipynb")
    for notebook, up in zip(build.made("01_twice", folder).values(), ("../", ""), strict=True):
        rows = [f"| [{one.number} One]({up}{one.name}.ipynb) | Why? |" for one in every]
        said = "\n".join([*rows[:2], "", "and", "", *rows[2:], "", f"**Next:** [02 One]({up}02_one.ipynb). Go on."])
        assert notebook.cells[-1].source == said
    monkeypatch.setattr(build, "lessons", lambda: every[:1])
    assert "**Next:** this is the last lesson. Go on." in build.made("01_twice", folder).popitem()[1].cells[-1].source


def test_what_a_room_says_wrong_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "ROOMS", tmp_path)
    with pytest.raises(ValueError, match="start_here/README.md: it takes '# Lesson 00. TITLE'"):
        build.lessons.__wrapped__()


def test_a_paper_has_one_edition(built):
    (path,) = build.editions("papers/ni_lamb", built)
    assert path == built / "papers/ni_lamb.ipynb"
    assert read(path).cells[1].outputs[0].text == "table 1\n"
    assert read(path).cells[0].source.endswith("(../../figures/two.svg)")
    assert build.refresh("papers/ni_lamb", built) == {}
    assert build.problems("papers/ni_lamb", built) == []
    assert not (built / "ni_lamb.ipynb").exists()


def test_names_begin_so(folder, executed):
    assert build.names(executed) == ["01_twice", "papers/ni_lamb"]
    assert build.names(executed, ["01"]) == ["01_twice"]
    for beginnings in (["papers/"], ["papers/ni"], ["02", "ni_"]):
        assert build.names(executed, beginnings) == ["papers/ni_lamb"]
    assert build.names(executed, ["x"]) == []
    assert build.names(folder) == ["01_twice"]  # there need be no papers


def test_the_command_refuses_names_that_nothing_has(executed, monkeypatch, capsys):
    monkeypatch.setattr(build, "NOTEBOOKS", executed)
    monkeypatch.setattr(sys, "argv", ["build.py", "--jobs", "1", "x"])
    with pytest.raises(SystemExit):
        build.main()
    assert "no notebook in solutions/ or papers/ with a name like ['x']" in capsys.readouterr().err
