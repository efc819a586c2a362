"""Hold'em in a real JupyterLab, by mouse and by keyboard: the square changes after Run and rests after Stop.

What each button, key and menu does `tests/lessons/holdem_in_two_rounds/test_hold_em_views.py` says.
"""

import pytest
from lab import button, expect_text

pytestmark = pytest.mark.browser

CELLS = (
    """
import cfrlib
from cfrlib.games.holdem import holdem
live = cfrlib.widgets.preflop_view(holdem(deck=(6, 2)))
live.run_now(iterations=1)
live""",
    """
solver = cfrlib.CFR.discounted(holdem(deck=(6, 2)))
solver.run(20)
cfrlib.widgets.flop_view(solver.average_strategy(), board="9cTdKc")""",
)
SHOWN = """() => [...document.querySelectorAll('.cfr-preflop path')].map(path => path.getAttribute('d')).join()
    + document.querySelector('.cfr-widget').innerText"""


@pytest.fixture
def shown(open_cells):
    """A notebook with both views of hold'em in it."""
    notebook = open_cells("hold_em", *CELLS, until=".cfr-preflop")
    yield notebook
    assert notebook.errors == []


def rests(page):
    """Wait for the last frame, then see that nothing moves any more."""
    page.wait_for_timeout(600)
    before = page.evaluate(SHOWN)
    page.wait_for_timeout(700)
    assert page.evaluate(SHOWN) == before


def test_the_grid_lives_by_mouse(shown):
    page = shown.page
    rests(page)  # nothing moves by itself
    before = page.evaluate(SHOWN)
    button(page, "Run").click()
    page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before)
    button(page, "Stop").click()
    expect_text(page, ".cfr-widget", "stopped")
    rests(page)
    page.locator(".cfr-widget select").first.select_option("Player 2, big blind, after a raise")
    expect_text(page, ".cfr-preflop text", "after a raise")
    page.locator(".cfr-preflop [data-node=KJs]").hover()
    expect_text(page, ".cfr-widget", "after a raise, with KJs (2 hands): value ")
    page.locator(".cfr-preflop [data-node=QJs]").click()
    expect_text(page, ".cfr-widget", "after a raise, with QJs (2 hands): value ")
    ring, cell = (page.locator(part).last.bounding_box() for part in (".cfr-ring", ".cfr-preflop [data-node=QJs] rect"))
    assert abs(ring["x"] - cell["x"]) + abs(ring["y"] - cell["y"]) < 8


def test_the_flop_by_mouse_and_keyboard(shown):
    page, field = shown.page, shown.page.locator(".cfr-widget input[type=text]")
    field.fill("9cTd")
    expect_text(page, ".cfr-widget", "it takes three different cards of 9c to Ad")
    field.fill("Ad Kd Qd")
    page.locator(".cfr-flop title", has_text="On the flop QdKdAd").first.wait_for(state="attached")
    page.locator(".cfr-canvas").nth(1).focus()
    page.keyboard.press("n")
    page.wait_for_function("document.querySelector('.cfr-widget input[type=text]').value !== 'Ad Kd Qd'")
    page.keyboard.press("b")
    expect_text(page, ".cfr-flop text", "a raise, a call")
