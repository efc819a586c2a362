"""The widgets in a real JupyterLab: mouse and keyboard reach them, and the numbers change."""

from textwrap import dedent

import pytest
from lab import button, expect_text

pytestmark = pytest.mark.browser

CELLS = {
    "stepper": """
        import cfrlib
        deal = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")
        lesson = cfrlib.widgets.stepper(deal, updates="simultaneous")
        lesson.go(9)
        lesson""",
    "tree": """
        import cfrlib
        cfrlib.widgets.tree_view(cfrlib.games.kuhn())""",
}


HERE = "document.activeElement.dataset.node"


@pytest.fixture
def show(open_cells):
    """Open a notebook with one widget in it, run it, and return its tab."""
    return lambda name: open_cells(f"widget_{name}", dedent(CELLS[name]), until=".cfr-widget svg")


def where(page, step):
    expect_text(page, ".cfr-says small", f"step {step} of 42")


def test_the_stepper_goes_forward_by_mouse_and_by_keyboard(show):
    notebook = show("stepper")
    page = notebook.page
    assert "0.25" not in page.locator(".cfr-table").inner_text()
    button(page, "Forward").click()
    where(page, 10)
    expect_text(page, ".cfr-table", "−0.25")
    expect_text(page, ".cfr-formulas", "0.5 · 1 · (−1 − (−1.5))")
    page.keyboard.press("ArrowRight")  # the focus is still on the button
    where(page, 11)
    page.locator(".cfr-canvas").focus()
    page.keyboard.press("n")
    where(page, 17)
    page.keyboard.press("Home")
    expect_text(page, ".cfr-says small", "Before iteration 1")
    for _ in range(25):  # faster than they can be drawn, and none is lost
        page.keyboard.press("ArrowRight")
    where(page, 25)
    assert notebook.errors == []


def test_clicks_and_enter_show_where_a_number_comes_from(show):
    page = show("stepper").page
    page.locator('.cfr-canvas [data-node="5"]').first.click()
    expect_text(page, ".cfr-title", "History h = QKpb")
    expect_text(page, ".cfr-formulas", "u(QKpb)")
    page.locator('.cfr-canvas [data-infoset="1"]').focus()
    page.keyboard.press("Enter")
    expect_text(page, ".cfr-title", "Information set Kp of Player 2")
    # a redraw keeps the focus where it was, and the arrow keys still work from there
    page.keyboard.press("ArrowRight")
    where(page, 10)
    assert page.evaluate("document.activeElement.dataset.infoset") == "1"


def test_the_tree_folds_by_mouse_and_by_keyboard(show):
    page = show("tree").page
    nodes = page.locator(".cfr-canvas .node")
    assert nodes.count() == 55
    page.locator('.cfr-canvas .node[data-node="30"]').click()
    expect_text(page, ".cfr-widget p", "8 more folded away")
    assert nodes.count() == 47
    page.locator('.cfr-canvas .node[data-node="30"]').focus()
    page.keyboard.press("Enter")
    expect_text(page, ".cfr-widget p", "30 terminals")
    assert nodes.count() == 55
    # one tab stop, and from there every history by arrow keys
    stops = page.locator('.cfr-canvas[tabindex="0"], .cfr-canvas [tabindex="0"]')
    assert stops.count() == 1
    assert page.locator(".cfr-canvas [role=button] [role=button]").count() == 0
    page.locator(".cfr-widget .cfr-more").focus()
    page.keyboard.press("Tab")  # what the menu holds is not in the way
    assert page.evaluate(HERE) == "30"
    assert page.evaluate("document.activeElement.ariaLabel") == "QK"
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    visited = {page.evaluate(HERE)}
    assert visited == {"0"}
    for _ in range(54):
        page.keyboard.press("ArrowRight")
        visited.add(page.evaluate(HERE))
    assert len(visited) == 55
    assert stops.count() == 1
    page.locator('.cfr-canvas .node[data-node="0"]').focus()
    rows = []
    for _ in range(5):
        page.keyboard.press("ArrowDown")
        rows.append(page.evaluate("document.activeElement.getBoundingClientRect().y"))
    assert rows == sorted(rows)
    assert len(set(rows)) == 4  # the last row is the end
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
