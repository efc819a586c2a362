"""The first minute of a newcomer: ``make lab`` starts, the first notebook opens and runs."""

from textwrap import dedent

import lab
import nbformat
import pytest

import cfrlib

pytestmark = pytest.mark.browser


@pytest.mark.every_run
def test_make_lab_opens_on_the_first_notebook(context, lab_address):
    page = context.new_page()
    page.goto(f"{lab_address}?token=test")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
    assert page.url.split("?")[0].endswith("/lab/tree/notebooks/00_start_here.ipynb")
    page.close()


@pytest.mark.every_run
def test_the_first_notebook_runs_without_an_error(open_notebook):
    notebook = open_notebook("notebooks/00_start_here.ipynb")
    notebook.run_all()
    assert notebook.errors == []


def test_to_open_a_lesson_and_save_it_changes_nothing_and_nothing_lies_over_it(open_notebook):
    lesson = lab.ROOT / "notebooks/00_start_here.ipynb"
    copy = lab.ROOT / "build/browser/opened.ipynb"
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(lesson.read_bytes())
    try:
        page = open_notebook(copy.relative_to(lab.ROOT).as_posix()).page
        page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")
        assert copy.read_bytes() == lesson.read_bytes()
        page.wait_for_timeout(2000)
        assert page.locator(".Toastify__toast").count() == 0
    finally:
        copy.unlink()


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


def test_a_picture_of_a_stranger_is_shown_with_its_words(open_notebook):
    """JupyterLab shows no SVG in a notebook it does not trust, and an SVG it shows has no alternative text."""
    picture = cfrlib.draw.tree(cfrlib.games.kuhn())
    saved = nbformat.v4.new_output("display_data", picture._repr_mimebundle_())
    cell = nbformat.v4.new_code_cell("", outputs=[saved])
    kernel = {"name": "python3", "display_name": "Python 3"}
    path = lab.ROOT / "build" / "browser" / "stranger.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel}), path)
    try:
        page = open_notebook(path.relative_to(lab.ROOT).as_posix()).page
        image = page.locator(".jp-OutputArea-output img")
        image.wait_for()
        assert image.get_attribute("alt") == picture.text
        page.wait_for_function("document.querySelector('.jp-OutputArea-output img').naturalWidth > 100")
    finally:
        path.unlink()
