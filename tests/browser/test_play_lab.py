"""Play in a real JupyterLab: everything by mouse alone and by keyboard alone; nothing is given away.

Which sequences of actions can be reached `tests/widgets/test_play.py` says.
"""

import pytest
from lab import button

pytestmark = pytest.mark.browser

CELL = """
import cfrlib
game = cfrlib.games.kuhn()
cfrlib.play(game, cfrlib.Profile.uniform(game), seed=1)"""


@pytest.fixture
def notebook(open_cells, request):
    """A notebook with a table in it, one for each test: replacing one that was used may leave an error in the page."""
    return open_cells("play_" + "".join(filter(str.isalpha, request.node.name)), CELL, until=".cfr-play")


def words(page):
    return page.locator(".cfr-widget .cfr-says p").first.inner_text()


def changed(page, before):
    page.wait_for_function("before => document.querySelector('.cfr-says p').innerText !== before", arg=before)
    return words(page)


def by_mouse(page, action):
    if action is None:
        button(page, "Next hand").click()
    else:
        page.locator(f'.cfr-play [data-node="{action}"]').click()


def by_keyboard(page, action):
    page.keyboard.press("n" if action is None else action)


@pytest.mark.parametrize("do", [by_mouse, by_keyboard])
def test_every_action_can_be_taken(notebook, do):
    page = notebook.page
    page.locator(".cfr-says p").filter(has_text="Hand 1. ").wait_for()  # not the table of a run before
    if do is by_keyboard:
        page.locator(".cfr-canvas").focus()
        for _ in range(20):  # Enter acts, and never deals the next hand
            page.keyboard.press("Enter")
        page.wait_for_function("!document.querySelector('.cfr-says p').innerText.includes('Your turn.')")
        page.wait_for_timeout(300)
        assert words(page).startswith("Hand 1. ")
        assert page.locator(".cfr-says small").inner_text().startswith("1 hand: ")
        by_keyboard(page, None)
        page.locator(".cfr-says p").filter(has_text="Hand 2. ").wait_for()
    said, done = words(page), set()
    for _ in range(120):
        while "Your turn." in said:
            cards = page.evaluate("[...document.querySelectorAll('.cfr-play text')].map(text => text.textContent)")
            assert cards.count("?") == 1
            assert sum(card in ("J", "Q", "K") for card in cards) == 1  # one's own
            faced = "facing a bet" if "opponent bets" in said else "first"
            action = "p" if (faced, "p") not in done else "b"
            done.add((faced, action))
            do(page, action)
            said = changed(page, said)
        if len(done) == 4:
            break
        do(page, None)
        said = changed(page, said)
    assert len(done) == 4
    page.keyboard.press("h") if do is by_keyboard else button(page, "Hints").click()
    page.keyboard.press("w") if do is by_keyboard else button(page, "How did I").click()
    page.locator(".cfr-title").filter(has_text="3. How exploitable you are").wait_for()
    page.wait_for_function("""() => {
        const { top, bottom } = document.querySelector('.cfr-report').getBoundingClientRect();
        const seen = top >= 0 && (bottom <= innerHeight || top < 200);
        return seen && document.activeElement.className === 'cfr-report';
    }""")
    assert notebook.errors == []
