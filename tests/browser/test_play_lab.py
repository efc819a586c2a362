"""Play in a real JupyterLab: every sequence of Kuhn by mouse alone and by keyboard alone; nothing is given away."""

import re

import pytest

from cfrlib.game import Terminal
from cfrlib.games import kuhn

pytestmark = pytest.mark.browser

CELL = """
import cfrlib
game = cfrlib.games.kuhn()
cfrlib.play(game, cfrlib.Profile.uniform(game), seed=1)"""
DONE = re.compile(r"(?:You|The opponent) (check|bet|fold|call)s?\.")
LETTER = {"check": "p", "bet": "b", "fold": "p", "call": "b"}
ALL = {"".join(actions) for actions, node in kuhn().action_sequences() if isinstance(node, Terminal)}


@pytest.fixture
def lab(open_cells, request):
    """A notebook with a table in it, one for each test: replacing one that was used may leave an error in the page."""
    return open_cells("play_" + "".join(filter(str.isalpha, request.node.name)), CELL, until=".cfr-play")


def words(page):
    return page.locator(".cfr-widget .cfr-says p").first.inner_text()


def changed(page, before):
    page.wait_for_function("before => document.querySelector('.cfr-says p').innerText !== before", arg=before)
    return words(page)


def by_mouse(page, action):
    if action is None:
        page.locator(".cfr-widget button").filter(has_text="Next hand").click()
    else:
        page.locator(f'.cfr-play [data-node="{action}"]').click()


def by_keyboard(page, action):
    page.keyboard.press("n" if action is None else action)


@pytest.mark.parametrize("do", [by_mouse, by_keyboard])
def test_every_sequence_can_be_reached(lab, do, tmp_path_factory):
    page, met, tried = lab.page, set(), {}
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
    said = words(page)
    for _ in range(120):
        while "Your turn." in said:
            cards = page.evaluate("[...document.querySelectorAll('.cfr-play text')].map(text => text.textContent)")
            assert cards.count("?") == 1
            assert sum(card in ("J", "Q", "K") for card in cards) == 1  # one's own
            before = "".join(LETTER[verb] for verb in DONE.findall(said))
            action = min("pb", key=lambda a: tried.get(before + a, 0))
            tried[before + action] = tried.get(before + action, 0) + 1
            do(page, action)
            said = changed(page, said)
        met.add("".join(LETTER[verb] for verb in DONE.findall(said)))
        if met == ALL:
            break
        do(page, None)
        said = changed(page, said)
    assert met == ALL
    page.keyboard.press("h") if do is by_keyboard else page.locator("button").filter(has_text="Hints").click()
    page.keyboard.press("w") if do is by_keyboard else page.locator("button").filter(has_text="How did I").click()
    page.locator(".cfr-title").filter(has_text="3. How exploitable you are").wait_for()
    page.wait_for_function("""() => {
        const { top, bottom } = document.querySelector('.cfr-report').getBoundingClientRect();
        return top >= 0 && (bottom <= innerHeight || top < 200);
    }""")
    assert page.evaluate("document.activeElement.className") == "cfr-report"
    table = page.locator(".cfr-widget.cfr-keys").first
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
        page.wait_for_function(f"document.body.dataset.jpThemeName === '{theme}'")
        table.screenshot(path=tmp_path_factory.getbasetemp() / f"play_{theme.split()[1]}.png")
    assert lab.errors == []
