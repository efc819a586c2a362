"""A widget whose kernel is gone says so and does nothing, and what it says to do brings it back."""

import os
import signal

import pytest
from lab import ASK, button

pytestmark = pytest.mark.browser

CELLS = (
    'import cfrlib\ndeal = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")',
    "cfrlib.widgets.stepper(deal)",
    'race = cfrlib.widgets.race(cfrlib.games.kuhn(), {"CFR": {}, "CFR+": {"regret": "rm+"}})\nrace',
    'cfrlib.widgets.self_test("start_here")',
    "cfrlib.widgets.compile_ahead()",
)
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
WAYS = {
    "restarted": lambda page: page.evaluate(f"() => {KERNEL}.restart()"),
    "shut down": lambda page: page.evaluate("window.jupyterapp.commands.execute('kernelmenu:shutdown')"),
    "killed": lambda page: os.kill(int(page.evaluate(ASK, "import os; print(os.getpid())")), signal.SIGKILL),
}
MENUS = {"shut down": ("Kernel", "Restart Kernel and Run up to Selected Cell")}
"""What brings a widget back, as it says."""
WIDGETS = """() => [...document.querySelectorAll('.cfr-widget')]
    .filter(widget => !widget.parentElement.closest('.cfr-widget')).map(widget => {
        const dim = [...widget.children].every(part => getComputedStyle(part).opacity < 0.6);
        const fields = [...widget.querySelectorAll('button, select, input, [tabindex]')];
        const focusable = fields.filter(part => { part.focus(); return document.activeElement === part; }).length;
        return { says: getComputedStyle(widget, '::before').content, text: widget.innerText, dim, focusable };
    })"""
"""What the widgets of the page say of their kernel, what stands in them, and how much of it a keyboard reaches."""
PRESS = """() => document.querySelectorAll('.cfr-widget button, .cfr-widget [data-node]').forEach(part => {
    part.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    part.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
})"""


@pytest.mark.parametrize("way", WAYS)
def test_a_widget_without_its_kernel_rests_until_it_is_made_again(open_cells, way):
    other = open_cells("kernel_stays", "import cfrlib\ncfrlib.widgets.bluffs_and_calls()", until=".cfr-widget svg")
    notebook = open_cells(f"kernel_{way.replace(' ', '_')}", *CELLS, until=".cfr-choice")
    page, said, menu = notebook.page, [], MENUS.get(way, ("Run", "Run All Above Selected Cell"))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    button(page, "Run all").click()
    page.locator(".cfr-widget", has_text="running · ").first.wait_for()
    WAYS[way](page)
    page.locator(".jupyter-widgets-disconnected").first.wait_for()
    if way == "killed":
        page.locator(".jp-Dialog button").click()  # "It will restart automatically."
    page.wait_for_timeout(1000)
    said.clear()
    found = page.evaluate(WIDGETS)
    assert len(found) == 4
    for widget in found:
        assert " > ".join(menu) in widget["says"]
        assert (widget["dim"], widget["focusable"]) == (True, 0)
        assert "running" not in widget["text"]
    assert page.locator("#cfr-running p").count() == 0
    page.evaluate(PRESS)
    page.wait_for_timeout(300)
    assert (said, notebook.errors) == ([], [])
    other.page.bring_to_front()
    assert other.page.evaluate(WIDGETS)[0]["says"] == "none"
    other.nudge_slider()
    other.page.locator(".cfr-canvas svg", has_text="bets with .23").first.wait_for()

    page.bring_to_front()
    race = page.locator(".jp-CodeCell", has=page.locator(".cfr-race"))
    race.locator(".jp-InputPrompt").click()
    page.locator(".lm-MenuBar-item", has_text=menu[0]).click()
    page.locator(".lm-Menu-item", has_text=menu[1]).click()
    live = ".cfr-widget:not(.jupyter-widgets-disconnected)"
    page.locator(f".jp-Notebook:has(.jp-CodeCell:nth-child(2) {live})").wait_for()
    if "then run this cell" in found[0]["says"]:
        page.keyboard.press("Control+Enter")
    race.locator(live).first.wait_for()
    button(page, "Forward").click()
    page.locator(".cfr-says small", has_text="Iteration 1, step 1").wait_for()
    button(page, "Run all").click()
    page.locator(".cfr-widget", has_text="running · ").first.wait_for()
    button(page, "Stop all").click()
    assert notebook.errors == []
