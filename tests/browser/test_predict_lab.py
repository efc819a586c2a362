"""Questions in a real JupyterLab: by keyboard alone, readable in both themes and when enlarged, and never spoilt."""

import lab
import nbformat
import pytest

import build

pytestmark = pytest.mark.browser

CELLS = (
    'import cfrlib\ncfrlib.widgets.predict("start_here/queen")',
    'cfrlib.widgets.self_test("start_here")',
)
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.cfr-asked *')]
    .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(part => !part.closest('.cfr-spoken')).map(part => parseFloat(getComputedStyle(part).fontSize)))"""
WIDER = """() => [...document.querySelectorAll('.cfr-asked, .cfr-asked *')]
    .filter(box => getComputedStyle(box).overflowX !== 'visible' && box.clientWidth > 1)
    .filter(box => box.scrollWidth > box.clientWidth).length"""
CHOSEN = "document.activeElement.getAttribute('aria-checked') + document.activeElement.dataset.node"
BUSY = """() => {
    window.kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    window.asked = window.kernel.requestExecute({ code: "import time; time.sleep(60)" });
}"""
INTERRUPT = "async () => { await window.kernel.interrupt(); await window.asked.done; }"
IN_SIGHT = """async () => {
    const notebook = window.jupyterapp.shell.currentWidget.content, seen = [];
    for (const [place, cell] of notebook.widgets.entries()) {
        await notebook.scrollToItem(place, 'center');
        await cell.ready;
        const outputs = cell.node.querySelector('.jp-Cell-outputWrapper');
        for (let tries = 0; tries < 100 && !outputs.innerText; tries++)  // out of sight, it has no text
            await new Promise(done => setTimeout(done, 20));
        seen.push(outputs.innerText.trim() + '<img>'.repeat(outputs.querySelectorAll('img').length));
    }
    return seen;
}"""
"""What can be seen below each cell, of all cells of a notebook, each in the middle of the screen."""
NUMBER_OF_CELLS = "document.querySelectorAll('.jp-Notebook .jp-Cell').length"


@pytest.fixture
def page(open_cells):
    notebook = open_cells("questions", *CELLS, until=".cfr-choice")
    notebook.page.set_viewport_size({"width": 1280, "height": 720})
    yield notebook.page
    assert notebook.errors == []


def says(page, text, of=0):
    page.locator(".cfr-asked .cfr-says").nth(of).filter(has_text=text).wait_for(timeout=5_000)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_one_answers_by_keyboard_alone(page):
    cells = page.evaluate(NUMBER_OF_CELLS)
    says(page, "Choose A, B or C")
    page.locator(".cfr-choice").first.focus()
    press(page, "ArrowDown", "ArrowDown")
    says(page, "You chose B")
    page.wait_for_function(f"({CHOSEN}) === 'trueB'")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    press(page, "d", "d", "4", "3")  # JupyterLab would delete the cell, and make a heading of it
    says(page, "You chose C")
    assert "right" not in page.locator(".cfr-choice").nth(1).inner_text()
    press(page, "Enter")
    says(page, "C is not right.")
    says(page, "B is right.")
    spoken = page.locator(".cfr-spoken").first
    assert spoken.get_attribute("aria-live") == "polite"
    assert spoken.inner_text().startswith("✗ C is not right.")
    press(page, "a", "Enter")
    page.wait_for_timeout(300)
    assert page.locator("[aria-checked=true]").first.get_attribute("data-node") == "C"
    press(page, "Tab", "Tab", "Enter")  # over "Locked" to "Ask again"
    says(page, "Choose A, B or C")
    press(page, "b", "Enter")  # the focus is on the button, and Enter does what the words say
    says(page, "B is right.")
    assert page.evaluate(NUMBER_OF_CELLS) == cells


def test_a_button_is_heard_where_the_keys_are(page):
    """While a cell runs both are heard, and not the one in its thread, the other when it is over."""
    page.locator(".cfr-choice").first.focus()
    press(page, "b", "Enter")
    says(page, "B is right.")
    page.evaluate(BUSY)
    try:
        page.locator("button", has_text="Ask again").first.click()
        says(page, "Choose A, B or C")
        page.locator(".cfr-choice").first.focus()
        press(page, "c", "Enter")
        says(page, "C is not right.")
    finally:
        page.evaluate(INTERRUPT)


def test_the_self_test_goes_on_by_keyboard(page):
    page.locator("button", has_text="Next").focus()
    press(page, "Enter")
    page.locator(".cfr-title", has_text="Question 2 of").wait_for()
    press(page, "b", "b", "Enter")  # the focus is still on the button: JupyterLab would add cells
    says(page, "B is right.", of=1)
    page.locator(".cfr-title", has_text="Question 2 of").wait_for()
    press(page, "Enter")  # and only then goes on
    page.locator(".cfr-title", has_text="Question 3 of").wait_for()
    page.locator("button", has_text="Back").click()
    page.locator("button", has_text="Back").click()
    page.locator(".cfr-title", has_text="Question 1 of").wait_for()
    says(page, "Choose A, B or C", of=1)
    page.locator("button", has_text="Next").click()
    says(page, "B is right.", of=1)


def test_it_is_readable(page):
    page.locator(".cfr-choice").first.click()
    page.locator("button", has_text="Lock in").first.click()
    says(page, "A is not right.")
    for width, height in ((1280, 720), (853, 480)):  # as 1280 is at 150 %
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        assert page.evaluate(WIDER) == 0
    assert page.evaluate(SMALLEST) >= 14
    lab.readable_in_both_themes(page, ".cfr-choice")


def test_no_answer_of_any_lesson_is_in_sight_before_it_is_asked_for(open_made):
    lessons = [nbformat.read(build.editions(name)[-1], as_version=4) for name in build.names() if "/" not in name]
    cells = [cell for nb in lessons for cell in nb.cells if cell.cell_type == "code" and "answer" in build.tags(cell)]
    for number, cell in enumerate(cells):
        cell.id = f"c{number}"
    notebook, _ = open_made("answers", nbformat.v4.new_notebook(cells=cells, metadata=build.METADATA))
    assert notebook.page.evaluate(IN_SIGHT) == [build.SEAL.data["text/plain"]] * len(cells)
    notebook.page.locator(".jp-OutputPlaceholder").last.locator(".jp-Placeholder-content").click()
    notebook.page.locator(".jp-OutputArea-output").nth(1).wait_for()


def test_jupyterlab_says_which_notebook_asks_a_question_of_ones_own(open_cells, tmp_path):
    choices = '[{ text = "Yes.", why = "No.", right = true }, { text = "No.", why = "It is not so." }]'
    (tmp_path / "own.toml").write_text(f'[[question]]\nid = "one"\nask = "Is it?"\nchoices = {choices}')
    ask = f"import cfrlib\nprint(cfrlib.widgets.predict({f'{tmp_path}/own.toml/one'!r}).keep_box.tooltip)"
    notebook = open_cells("asks", ask, until=".jp-OutputArea-output")
    assert notebook.page.locator(".jp-OutputArea-output").inner_text().strip() == "It is asks.answers.json"
