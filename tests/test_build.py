"""notebooks/build.py on small synthetic notebooks: the student edition, the normal form, the check."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import build

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


@pytest.fixture
def folder(tmp_path):
    """Hold one solved notebook, 01_twice: text, an exercise, its check, a remark for the solved edition."""
    cells = [
        new_markdown_cell("![two dots](../../figures/two.svg), [solved](../solutions/01_twice.ipynb)"),
        code(ANSWER, "exercise"),
        code(CHECK),
        code("double('a remark ')", "solution"),
        code("import os; os.getpid()", "nbval-ignore-output"),
    ]
    (tmp_path / "solutions").mkdir()
    nbformat.write(new_notebook(cells=cells), tmp_path / "solutions/01_twice.ipynb")
    return tmp_path


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


def test_a_second_build_changes_nothing_and_the_check_sees_every_change(folder):
    solved, student = build.editions("01_twice", folder)
    assert set(build.build("01_twice", folder)) == {solved, student}
    assert [out.text for path in (solved, student) for out in read(path).cells[2].outputs] == [
        "right\n",
        "your turn\n",
    ]
    assert build.build("01_twice", folder) == {}
    assert build.problems("01_twice", folder) == []

    stale = student.read_text(encoding="utf-8").replace("your turn\\n", "my turn\\n")
    student.write_text(stale, encoding="utf-8")
    changed = build.build("01_twice", folder, check=True)
    assert set(changed) == {student}
    assert '-      "my turn\\n"' in changed[student]
    assert '+      "your turn\\n"' in changed[student]
    assert student.read_text(encoding="utf-8") == stale, "a check writes nothing"


def test_problems_are_found_without_running(folder):
    assert build.problems("01_twice", folder) == ["01_twice.ipynb is missing"]
    solved, student = build.editions("01_twice", folder)
    build.build("01_twice", folder)

    nb = read(student)
    nb.cells[2].outputs, nb.cells[2].execution_count = [], None
    nbformat.write(nb, student)
    assert build.problems("01_twice", folder) == [
        "01_twice.ipynb was edited, stripped or run out of order since it was built"
    ]

    nb = read(solved)
    nb.cells[2].source += "  # a new remark"
    solved.write_text(build.normal_form(nb), encoding="utf-8")
    found = build.problems("01_twice", folder)
    assert found[-1] == "01_twice.ipynb is not what solutions/01_twice.ipynb makes"
