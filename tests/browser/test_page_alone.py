"""A page without a kernel, from a file and without a network: buttons, keys, sliders and clicks do what they do."""

import re
from html import unescape

import pytest

import cfrlib
from cfrlib import widgets

pytestmark = [pytest.mark.browser, pytest.mark.every_run]


def words(html):
    return re.sub(r"\s", "", unescape(re.sub("<[^>]*>", "", html)))


@pytest.fixture
def opened(context, tmp_path):
    """Open the page of a widget; return it, and a list of what went wrong."""
    context.set_offline(True)
    tab, wrong = context.new_page(), []
    tab.on("pageerror", lambda error: wrong.append(str(error)))

    def open_page(widget):
        widgets.page(widget, tmp_path / "page.html")
        tab.goto((tmp_path / "page.html").as_uri())
        tab.wait_for_selector(".cfr-widget")
        return tab, wrong

    yield open_page
    tab.close()
    context.set_offline(False)


def same(tab, *parts):
    """Wait until the page says what these parts of the widget say."""
    for part in parts:
        tab.wait_for_function(
            "words => [...document.querySelectorAll('.widget-html-content')].some("
            "part => part.textContent.replace(/\\s/g, '') === words)",
            arg=words(part.value),
            timeout=5000,
        )


def test_a_stepper_by_button_and_key(opened):
    deal = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")
    tab, wrong = opened(stepper := widgets.stepper(deal, iterations=1))
    assert tab.get_by_role("button", name="Back").is_disabled()
    for _ in range(9):
        tab.get_by_role("button", name="Forward").click()
    tab.keyboard.press("ArrowRight")
    stepper.forward(10)
    same(tab, stepper.says, stepper.panel)
    assert tab.locator(".cfr-canvas .current").count() == 1
    tab.keyboard.press("End")
    stepper.next_iteration()
    same(tab, stepper.says, stepper.panel)
    assert wrong == []


def test_a_question_by_click_and_key(opened):
    tab, wrong = opened(question := widgets.predict("start_here/deals"))
    tab.locator("[data-node=A]").click()
    question.choose("A")
    same(tab, question.says)
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    question.choose("B")
    question.lock()
    same(tab, question.says)
    assert tab.locator("[data-node=B].cfr-right").count() == 1
    assert wrong == []


def test_a_slider(opened):
    tab, wrong = opened(slider := widgets.alpha_slider(alpha=0.2, king=0.6))
    tab.locator("input[type=range]").focus()
    tab.keyboard.press("ArrowRight")
    slider.alpha += 1 / 60
    same(tab, slider.says)
    assert tab.locator("output").inner_text() == "0.217"
    assert wrong == []
