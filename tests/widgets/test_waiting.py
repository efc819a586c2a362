"""While a cell takes long a notebook says what it does; its outputs are those that it would have anyhow."""

import nbformat
import pytest
from nbclient import NotebookClient

import build
from cfrlib._util.waiting import Count, say

pytestmark = pytest.mark.slow

START = """
import time, cfrlib
from cfrlib._util.progress import bar
from cfrlib.widgets import waiting
waiting.PATIENCE = 0.4"""
SEEN = "print(waiting._watch.note is not None)"
TOLD = """
told = []
waiting._watch.note.observe(lambda change: told.append(change["new"]), "doing")
waiting._watch.note.observe(lambda change: told.append(change["new"].split(" of ")[0]), "where")
"""
LONG = """
print("begins")
time.sleep(waiting.PATIENCE + 0.2)
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


def text(value):
    return [nbformat.from_dict({"output_type": "stream", "name": "stdout", "text": value})]


def test_a_long_cell_is_told_of_has_only_its_own_outputs_and_leaves_nothing_behind():
    wait = "time.sleep(waiting.PATIENCE + 0.2)"
    outputs = run(START, SEEN, wait, SEEN, TOLD, LONG, "print(told)", "told.clear()", wait, "print(told)")
    assert outputs[0] == []
    assert outputs[1] == text("False\n")  # nothing is made before a cell takes long
    assert outputs[2] == []
    assert outputs[3] == text("True\n")
    assert outputs[5] == text("begins\nends\n")
    assert outputs[6] == text("['Cell [6]', '2 of 3 done', 'compiling cfrlib.made_up.<lambda>, once', '', '']\n")
    assert outputs[7] == outputs[8] == []
    assert outputs[9] == text("['Cell [9]', '']\n")  # not of the short cell before


def test_outside_a_notebook_nothing_happens():
    from cfrlib.widgets import waiting

    waiting.start()
    say("anything")
    Count(3).update(1)
    assert waiting._watch is None
