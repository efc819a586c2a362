"""Notebooks that are opened: a lesson runs, nothing is changed, errors are seen, pictures of strangers are shown."""

import re
from textwrap import dedent

import lab
import nbformat
import pytest
from playwright.sync_api import expect

import cfrlib

pytestmark = pytest.mark.browser


def test_a_lesson_runs_and_its_first_widget_stands_where_its_cell_has_put_it(open_notebook):
    notebook = open_notebook("notebooks/01_regret.ipynb")
    notebook.run_all()
    says = notebook.page.locator(".cfr-widget .cfr-says p").first
    expect(says).to_have_text(re.compile(r"^\s*Choose A, B, C or D"), timeout=20_000)  # no prediction is answered
    assert notebook.errors == []


def test_to_open_a_lesson_and_save_it_changes_nothing_and_nothing_lies_over_it(open_made):
    lesson = lab.ROOT / "notebooks/00_start_here.ipynb"
    notebook, copy = open_made("opened", nbformat.read(lesson, as_version=4))
    notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")
    assert copy.read_bytes() == lesson.read_bytes()
    notebook.page.wait_for_timeout(2000)
    assert notebook.page.locator(".Toastify__toast").count() == 0


def test_an_error_of_a_widget_is_seen_and_one_of_jupyterlab_alone_is_not_ours(open_cells):
    broken = """
        import anywidget

        class Broken(anywidget.AnyWidget):
            _esm = "export default { render() { setTimeout(() => { throw new Error('mine') }) } }"

        Broken()"""
    notebook = open_cells("broken", dedent(broken), until=".jp-OutputArea-output")
    notebook.page.wait_for_timeout(1000)
    assert ["mine" in error for error in notebook.errors] == [True]
    core = "Error: a node\n    at t (http://127.0.0.1:1/static/lab/jlab_core.1.js?v=1:2:3)\n"
    assert lab.from_jupyterlab_alone(core)
    assert not lab.from_jupyterlab_alone(core + "    at render (blob:http://127.0.0.1:1/8c2a:4:5)")
    assert not lab.from_jupyterlab_alone("Error: a node")


def test_a_picture_of_a_stranger_is_shown_with_its_words(open_made):
    """JupyterLab shows no SVG in a notebook it does not trust, and an SVG it shows has no alternative text."""
    picture = cfrlib.draw.tree(cfrlib.games.kuhn())
    saved = nbformat.v4.new_output("display_data", picture._repr_mimebundle_())
    cell = nbformat.v4.new_code_cell("", outputs=[saved])
    notebook, _ = open_made("stranger", nbformat.v4.new_notebook(cells=[cell]))
    image = notebook.page.locator(".jp-OutputArea-output img")
    image.wait_for()
    assert image.get_attribute("alt") == picture.text
    notebook.page.wait_for_function("document.querySelector('.jp-OutputArea-output img').naturalWidth > 100")
