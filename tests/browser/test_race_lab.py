"""The live race in a real JupyterLab: curves grow after Run, and Stop answers at once while kernels run."""

import pytest

pytestmark = pytest.mark.browser

SOURCE = """
import cfrlib
race = cfrlib.widgets.race(cfrlib.games.leduc(), {
    "CFR": {}, "CFR+": {"regret": "rm+", "average": "linear"}, "external sampling": {"sampling": "es"},
})
race.run_now(iterations=3)
race"""

ANSWER = """([press, wanted]) => new Promise(resolve => {
    const named = text => [...document.querySelectorAll('.cfr-widget button')].find(b => b.textContent.includes(text));
    const began = performance.now();
    named(press).click();
    const look = () => named(wanted) ? resolve(performance.now() - began) : setTimeout(look, 2);
    look();
})"""
"""Press a button; return after how many milliseconds another can be seen."""

POINTS = """() => [...document.querySelectorAll('.cfr-widget .cfr-curve')]
    .reduce((sum, curve) => sum + curve.getAttribute('d').length, 0)"""


@pytest.fixture
def shown(open_cells):
    """A notebook with a race in it."""
    return open_cells("race", SOURCE, until=".cfr-canvas svg")


def button(page, text):
    return page.locator(".cfr-widget button").filter(has_text=text).first


def test_curves_grow_and_stop_answers_at_once(shown):
    page = shown.page
    before = page.evaluate(POINTS)
    page.wait_for_timeout(500)
    assert page.evaluate(POINTS) == before  # nothing moves by itself
    button(page, "Run all").click()
    page.wait_for_function(f"before => ({POINTS})() > 2 * before", arg=before)
    answers = []
    for _ in range(5):
        answers += [page.evaluate(ANSWER, ["Pause all", "Run all"]), page.evaluate(ANSWER, ["Run all", "Pause all"])]
        page.wait_for_timeout(300)  # kernels run again
    answers.append(page.evaluate(ANSWER, ["Stop all", "Run all"]))
    print("answers in ms:", [round(a) for a in answers])
    assert sorted(answers)[len(answers) // 2] < 200
    page.wait_for_timeout(500)
    stopped = page.locator(".cfr-widget").first.inner_text()
    assert "stopped" in stopped
    page.wait_for_timeout(700)
    assert page.locator(".cfr-widget").first.inner_text() == stopped
    assert shown.errors == []


def test_keyboard_axis_and_each_solver(shown):
    page = shown.page
    page.locator(".cfr-canvas").focus()
    page.keyboard.press(" ")
    button(page, "Pause all").wait_for()
    page.keyboard.press("s")
    button(page, "Run all").wait_for()
    page.locator(".cfr-widget select").select_option("nodes touched")
    page.locator(".cfr-canvas text").filter(has_text="nodes touched").wait_for()
    page.locator(".cfr-canvas").focus()
    page.keyboard.press("Home")
    page.locator(".cfr-canvas text").filter(has_text="Press Run").wait_for()
    alone = page.locator(".cfr-widget button[title^='Let CFR+ run']")
    alone.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('.cfr-curve').length === 1")
    alone.filter(has_text="Pause").press("Enter")
    alone.filter(has_text="Run").wait_for()


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_readable_in_both_themes(shown, theme, tmp_path_factory):
    page = shown.page
    page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
    page.wait_for_function(f"document.body.dataset.jpThemeName === '{theme}'")
    ink = """() => getComputedStyle(document.querySelector('.cfr-canvas svg')).color.match(/[0-9.]+/g).slice(0, 3)
        .reduce((sum, c) => sum + Number(c), 0) / 765"""
    assert page.evaluate(ink) > 0.8 if theme.endswith("Dark") else page.evaluate(ink) < 0.3
    button(page, "Run all").click()
    page.wait_for_timeout(2500)
    button(page, "Stop all").click()
    folder = tmp_path_factory.getbasetemp()
    page.locator(".cfr-widget").first.screenshot(path=folder / f"race_{theme.split()[1]}.png")
