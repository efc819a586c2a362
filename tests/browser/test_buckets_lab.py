"""A hand in its buckets in a real JupyterLab: by fields, buttons and keys; readable in both themes."""

import pytest

pytestmark = pytest.mark.browser

CELL = """
import cfrlib
from cfrlib.games.texas import texas
cfrlib.widgets.bucket_view(texas(buckets=(2, 3, 2, 3), deck=(4, 3)), cards="AhKd")"""
BARS = "() => document.querySelectorAll('.cfr-buckets rect > title').length"


@pytest.fixture
def shown(open_cells):
    """A notebook with the view in it."""
    return open_cells("buckets", CELL, until=".cfr-buckets")


def expect(page, text):
    page.locator(".cfr-widget .cfr-says").filter(has_text=text).first.wait_for()


def dealt(page, board):
    """Wait until so many cards are in the field for the board."""
    field = "document.querySelectorAll('.cfr-widget input')[1]"
    page.wait_for_function(f"length => {field}.value.length === length", arg=len(board))


def test_cards_change_by_mouse_and_keyboard(shown, tmp_path_factory):
    page = shown.page
    cards, board = (page.locator(".cfr-widget input[type=text]").nth(n) for n in (0, 1))
    expect(page, "AhKd before the flop: E[HS] = ")
    board.fill("JcQc")
    expect(page, "board='JcQc': it takes 0, 3, 4 or 5 different cards")
    board.fill("JcQcQh")
    expect(page, "AhKd on JcQcQh: E[HS] = ")
    page.locator(".cfr-widget button").filter(has_text="Next card").click()
    dealt(page, "JcQcQh Xx")
    page.locator(".cfr-canvas").focus()
    page.keyboard.press("n")
    expect(page, ": HS = ")
    assert page.evaluate(BARS) == 1
    assert page.locator(".cfr-widget button").filter(has_text="Next card").is_disabled()
    for _ in range(3):  # no key is lost while Python is busy
        page.keyboard.press("b")
    dealt(page, "")
    expect(page, "AhKd before the flop")
    page.keyboard.press("o")
    page.wait_for_function("() => document.querySelectorAll('.cfr-widget input')[0].value !== 'AhKd'")
    cards.fill("KhKd")
    board.fill("JcQcQh")
    expect(page, "KhKd on JcQcQh")
    ink = """() => getComputedStyle(document.querySelector('.cfr-buckets')).color.match(/[0-9.]+/g).slice(0, 3)
        .reduce((sum, c) => sum + Number(c), 0) / 765"""
    for theme, readable in (("JupyterLab Dark", lambda x: x > 0.8), ("JupyterLab Light", lambda x: x < 0.3)):
        page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
        page.wait_for_function(f"document.body.dataset.jpThemeName === '{theme}'")
        assert readable(page.evaluate(ink))
        view = page.locator(".cfr-widget.cfr-keys").first
        view.screenshot(path=tmp_path_factory.getbasetemp() / f"buckets_{theme.split()[1]}.png")
    assert shown.errors == []
