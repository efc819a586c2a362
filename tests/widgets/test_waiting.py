"""While a cell takes long a notebook says what it does; its outputs are those that it would have anyhow."""

import nbformat
import pytest
from nbclient import NotebookClient

import build
from cfrlib._util.waiting import Count, say

pytestmark = pytest.mark.slow

START = "import time, cfrlib; from cfrlib.widgets import waiting; from cfrlib._util.progress import bar"
SEEN = "print(waiting._watch.note is not None)"
TOLD = """
told = []
waiting._watch.note.observe(lambda change: told.append(change["new"]), "doing")
waiting._watch.note.observe(lambda change: told.append(change["new"].split(" of ")[0]), "where")
"""
LONG = """
print("begins")
time.sleep(waiting.PATIENCE + 1)
with bar(False, 3) as shown:
    shown.update(2)
import numba, cfrlib._util.jit
kernel = numba.njit(lambda x: x + 1)
kernel.py_func.__module__ = "cfrlib.made_up"
kernel(1)
print("ends")
"""


def run(*sources):
    """Return what is saved of the outputs of these cells."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nb = NotebookClient(nbformat.v4.new_notebook(cells=cells), kernel_name="python3").execute()
    return [cell.outputs for cell in nbformat.reads(build.normal_form(nb), as_version=4).cells]


def text(name, value):
    return [nbformat.from_dict({"output_type": "stream", "name": name, "text": value})]


def test_a_long_cell_is_told_of_and_has_only_its_own_outputs():
    outputs = run(START, SEEN, LONG, SEEN, TOLD, LONG, "print(told)")
    assert outputs[0] == []
    assert outputs[1] == text("stdout", "False\n")  # nothing is made before a cell takes long
    assert outputs[2] == outputs[5] == text("stdout", "begins\nends\n")
    assert outputs[3] == text("stdout", "True\n")
    (told,) = outputs[6]
    assert eval(told["text"]) == [
        "Cell [6]", "2 of 3 done", "compiling cfrlib.made_up.<lambda>, once", "", "",
    ]  # fmt: skip


def test_a_short_cell_is_not_told_of_and_a_long_one_leaves_nothing_behind():
    outputs = run(START, LONG, TOLD, "time.sleep(0.1)", "time.sleep(waiting.PATIENCE + 2)", "print(told)")
    (told,) = outputs[5]
    assert eval(told["text"]) == ["Cell [5]", ""]


def test_outside_a_notebook_nothing_happens():
    from cfrlib.widgets import waiting

    waiting.start()
    say("anything")
    Count(3).update(1)
    assert waiting._watch is None
