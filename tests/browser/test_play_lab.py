"""Play in a real JupyterLab: by mouse alone and by keyboard alone; nothing is given away.

Which sequences of actions can be reached `tests/widgets/test_play.py` says.
"""

import pytest
from lab import button, expect_text

pytestmark = pytest.mark.browser

CELL = """
import cfrlib
game = cfrlib.games.kuhn()
cfrlib.play(game, cfrlib.Profile.uniform(game), seed=1)"""
CARDS = """[...document.querySelectorAll('.cfr-play text')].map(text => text.textContent)
    .filter(text => ['?', 'J', 'Q', 'K'].includes(text))"""


@pytest.fixture
def page(open_cells, request):
    """A notebook with a table in it, one for each test: replacing one that was used may leave an error in the page."""
    notebook = open_cells("play_" + "".join(filter(str.isalpha, request.node.name)), CELL, until=".cfr-play")
    yield notebook.page
    assert notebook.errors == []


def words(page):
    return page.locator(".cfr-widget .cfr-says p").first.inner_text()


def test_hands_are_played_by_mouse(page):
    for hand in range(1, 5):
        expect_text(page, ".cfr-says p", f"Hand {hand}. ")
        while "Your turn." in (said := words(page)):
            cards = page.evaluate(CARDS)
            assert cards.count("?") == 1
            assert len(cards) == 2  # one's own
            page.locator(".cfr-play [data-node]").nth(hand % 2).click()
            page.wait_for_function("said => document.querySelector('.cfr-says p').innerText !== said", arg=said)
        button(page, "Next hand").click()


def test_hands_are_played_by_keyboard(page):
    page.locator(".cfr-canvas").focus()
    for hand in (1, 2):
        expect_text(page, ".cfr-says p", f"Hand {hand}. ")
        for _ in range(20):  # Enter acts, and never deals the next hand
            page.keyboard.press("Enter")
        page.wait_for_function("!document.querySelector('.cfr-says p').innerText.includes('Your turn.')")
        page.wait_for_timeout(300)
        assert words(page).startswith(f"Hand {hand}. ")
        page.keyboard.press("n")
    expect_text(page, ".cfr-says p", "Hand 3. ")
    page.keyboard.press("h")
    page.keyboard.press("w")
    expect_text(page, ".cfr-title", "3. How exploitable you are")
    page.wait_for_function("""() => {
        const { top, bottom } = document.querySelector('.cfr-report').getBoundingClientRect();
        const seen = top >= 0 && (bottom <= innerHeight || top < 200);
        return seen && document.activeElement.className === 'cfr-report';
    }""")
