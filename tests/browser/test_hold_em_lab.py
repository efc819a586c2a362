"""Hold'em in a real JupyterLab, by mouse and by keyboard: the square changes after Run and rests after Stop."""

import re

import pytest
from lab import button, expect_text, more

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
GRID = "() => [...document.querySelectorAll('.cfr-preflop path')].map(path => path.getAttribute('d')).join()"
STATUS = "() => document.querySelector('.cfr-widget').innerText"


@pytest.fixture
def shown(open_cells):
    """A notebook with both views of hold'em in it."""
    return open_cells("hold_em", *CELLS, until=".cfr-preflop")


def expect(page, text):
    expect_text(page, ".cfr-widget", text)


def changed(page, before):
    page.wait_for_function(f"before => ({GRID})() !== before", arg=before)


def rests(page):
    """Wait for the last frame after Stop, then see that nothing moves any more."""
    page.wait_for_timeout(600)
    before = page.evaluate(GRID), page.evaluate(STATUS)
    page.wait_for_timeout(700)
    assert (page.evaluate(GRID), page.evaluate(STATUS)) == before


def test_the_grid_lives_by_mouse(shown):
    page = shown.page
    before = page.evaluate(GRID)
    rests(page)  # nothing moves by itself
    assert page.evaluate(GRID) == before
    more(page)
    strategy = page.locator(".cfr-widget select").nth(1)
    strategy.select_option("current")  # after one iteration the average is still uniform, the current one is not
    changed(page, before)
    strategy.select_option("average")
    page.wait_for_function(f"before => ({GRID})() === before", arg=before)
    button(page, "Run").click()
    changed(page, before)
    button(page, "Pause").click()
    button(page, "Run").click()
    button(page, "Stop").click()
    expect(page, "stopped")
    rests(page)
    before = page.evaluate(GRID)
    page.locator(".cfr-widget select").first.select_option("Player 2, big blind, after a raise")
    page.locator(".cfr-preflop text").filter(has_text="after a raise").wait_for()
    changed(page, before)
    assert page.locator(".cfr-preflop text").filter(has_text=re.compile("^raise")).count() == 0  # of one raise at most
    page.locator(".cfr-preflop [data-node=QJs]").click()
    expect(page, "after a raise, with QJs (2 hands): call ")
    ring, cell = (page.locator(part).last.bounding_box() for part in (".cfr-ring", ".cfr-preflop [data-node=QJs] rect"))
    assert abs(ring["x"] - cell["x"]) + abs(ring["y"] - cell["y"]) < 8
    assert shown.errors == []


def test_the_grid_lives_by_keyboard(shown):
    page = shown.page
    before = page.evaluate(GRID)
    page.locator(".cfr-canvas").first.focus()
    page.keyboard.press("a")
    changed(page, before)
    page.keyboard.press("a")
    page.wait_for_function(f"before => ({GRID})() === before", arg=before)
    page.keyboard.press(" ")
    button(page, "Pause").wait_for()
    changed(page, before)
    page.keyboard.press("s")
    button(page, "Run").wait_for()
    expect(page, "stopped")
    for key, words in (("Right", "with AA (1 hand)"), ("Down", "with AKo (2 hands)"), ("Right", "with KK (1 hand)")):
        page.keyboard.press(f"Arrow{key}")
        expect(page, words)
    page.keyboard.press("b")
    expect(page, "Player 2, big blind, after a call, with KK (1 hand)")
    page.keyboard.press("Home")
    expect(page, "Press Run")
    assert shown.errors == []


def test_the_flop_by_mouse_and_keyboard(shown):
    page = shown.page
    chart = page.locator(".cfr-flop")
    chart.wait_for()
    field = page.locator(".cfr-widget input[type=text]")
    field.fill("9cTd")
    expect(page, "it takes three different cards of 9c to Ad")
    assert chart.locator("title").first.text_content() == "On the flop 9cTdKc"
    field.fill("Ad Kd Qd")
    chart.locator("title").filter(has_text="On the flop QdKdAd").first.wait_for(state="attached")
    page.locator(".cfr-canvas").nth(1).focus()
    page.keyboard.press("n")
    page.wait_for_function("board => document.querySelector('.cfr-widget input[type=text]').value !== board",
                           arg="Ad Kd Qd")  # fmt: skip
    page.keyboard.press("b")
    chart.locator("text").filter(has_text="a raise, a call").wait_for()
    page.locator(".cfr-widget select").nth(3).select_option("Player 1, small blind, after a bet")
    chart.locator("text").filter(has_text="after a bet").wait_for()
    assert shown.errors == []
