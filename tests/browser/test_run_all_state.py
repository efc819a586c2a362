"""After *Run all* a widget shows what the text beside it says: no later cell has driven it on."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

STATES = {
    "00_start_here": "Choose A, B or C",  # the first prediction: Run all must not answer it
    "01_regret": "Choose A, B, C or D",
}
"""How the words of a notebook's first widget that has any begin."""


@pytest.mark.parametrize(("name", "begins"), STATES.items())
def test_the_first_widget_stands_where_its_cell_has_put_it(open_notebook, name, begins):
    notebook = open_notebook(f"notebooks/{name}.ipynb")
    notebook.run_all()
    says = notebook.page.locator(".cfr-widget .cfr-says p").first
    expect(says).to_have_text(re.compile(rf"^\s*{re.escape(begins)}"), timeout=20_000)
    assert notebook.errors == []
