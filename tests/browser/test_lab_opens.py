"""The first minute of a newcomer: ``make lab`` starts, the first notebook opens and runs."""

import pytest

pytestmark = pytest.mark.browser


def test_the_first_notebook_runs_without_an_error(open_notebook):
    notebook = open_notebook("notebooks/00_start_here.ipynb")
    notebook.run_all()
    assert notebook.errors == []


def test_make_lab_opens_on_the_first_notebook(context, lab_address):
    page = context.new_page()
    page.goto(f"{lab_address}?token=test")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
    assert page.url.split("?")[0].endswith("/lab/tree/notebooks/00_start_here.ipynb")
    page.close()
