"""A cell that takes long says so over the page, and nothing of it is left in the notebook."""

import pytest

pytestmark = pytest.mark.browser

START = "() => { window.jupyterapp.commands.execute('notebook:run-cell'); }"
LONG = """
import time

from cfrlib._util import waiting

time.sleep(4)
waiting.say("compiling a kernel, once")
time.sleep(3)
"""


def test_a_long_cell_is_announced_while_it_runs_and_leaves_nothing(open_cells):
    notebook = open_cells("waiting", "import cfrlib", until=".jp-Notebook")
    page, note = notebook.page, notebook.page.locator(".cfr-note:visible")
    assert note.count() == 0
    page.evaluate("""source => {
        const cell = window.jupyterapp.shell.currentWidget.content.activeCell;
        cell.model.sharedModel.setSource(source);
    }""", LONG)
    page.evaluate(START)
    note.filter(has_text="Cell [2] of waiting.ipynb is running").wait_for(timeout=20_000)
    note.filter(has_text="compiling a kernel, once").wait_for(timeout=20_000)
    assert note.text_content().endswith(" s")
    note.wait_for(state="hidden", timeout=20_000)
    assert page.evaluate("""() => window.jupyterapp.shell.currentWidget.content.widgets
        .flatMap(cell => cell.model.outputs.toJSON())""") == []
    page.evaluate("() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute("
                  "{code: 'import time; time.sleep(60)'}); }")
    note.wait_for(timeout=20_000)
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    note.wait_for(state="hidden", timeout=20_000)
    assert notebook.errors == []
