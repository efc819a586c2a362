"""The live race in a real JupyterLab: curves grow after Run, and Stop answers at once while kernels run."""

import pytest
from lab import ASK, button, expect_text

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
    assert sorted(answers)[len(answers) // 2] < 200
    expect_text(page, ".cfr-widget", "stopped")
    page.wait_for_timeout(500)
    stopped = page.evaluate(POINTS)
    page.wait_for_timeout(700)
    assert page.evaluate(POINTS) == stopped
    assert shown.errors == []


def test_each_solver_runs_by_itself(shown):
    page = shown.page
    alone = page.locator(".cfr-widget button[title^='Let CFR+ run']")
    page.locator(".cfr-canvas").focus()
    page.keyboard.press("Home")
    expect_text(page, ".cfr-canvas text", "Press Run")
    alone.press("Enter")
    page.wait_for_function("document.querySelectorAll('.cfr-curve').length === 1")
    alone.filter(has_text="Pause").press("Enter")
    alone.filter(has_text="Run").wait_for()


def test_keys_that_it_does_not_take_stay_in_it_until_escape(shown):
    page, cells = shown.page, "window.jupyterapp.shell.currentWidget.content.widgets.length"
    before, focus = page.evaluate(cells), "document.activeElement.classList.contains"
    for key in ("ArrowRight", "ArrowDown", "b", "x"):  # JupyterLab would choose a cell, add one, cut one
        page.locator(".cfr-canvas").focus()
        page.keyboard.press(key)
        assert page.evaluate(f"{focus}('cfr-canvas')")
    page.keyboard.press("Escape")
    assert page.evaluate(f"{focus}('jp-Cell')")
    assert page.evaluate(cells) == before
    page.keyboard.press("b")
    page.wait_for_function(f"({cells}) === {before + 1}")
    page.keyboard.press("d")
    page.keyboard.press("d")
    page.wait_for_function(f"({cells}) === {before}")


def test_everything_stops_what_runs(shown):
    page, board = shown.page, shown.page.locator("#cfr-running")
    do = "command => window.jupyterapp.commands.execute(command)"

    def runs():
        button(page, "Run all").click()
        board.filter(has_text="The race runs in the background.").wait_for()
        before = page.evaluate(POINTS)
        page.wait_for_function(f"before => ({POINTS})() > before", arg=before)

    def rests(says):
        board.wait_for(state="hidden")
        button(page, "Run all").wait_for()
        expect_text(page, ".cfr-widget", says)

    runs()
    page.evaluate(do, "notebook:interrupt-kernel")  # the kernel is idle
    rests("stopped")
    runs()
    page.evaluate(do, "notebook:run-all-cells")
    rests("ready")
    alive = "import threading; print(sum(thread.name == 'race' for thread in threading.enumerate()))"
    page.wait_for_timeout(1000)
    assert page.evaluate(ASK, alive) == "0\n"
    runs()
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    board.wait_for(state="hidden")
    says = "getComputedStyle(document.querySelector('.cfr-widget'), '::before').content"
    page.wait_for_function(f"{says}.includes('then run this cell')")
    assert shown.errors == []
