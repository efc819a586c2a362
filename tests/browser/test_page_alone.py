"""A page without a kernel, from a file and without a network: buttons, keys, sliders and clicks do what they do."""

import io
import re
from html import unescape

import numpy as np
import pytest
from PIL import Image

import cfrlib
from cfrlib import widgets
from cfrlib.games import holdem

pytestmark = [pytest.mark.browser, pytest.mark.every_run]


def words(html):
    return re.sub(r"\s", "", unescape(re.sub("<[^>]*>", "", html)))


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


def test_a_dot_goes_along_its_curve_and_does_not_fly_back_from_its_end(opened):
    tab, wrong = opened(widgets.learning(20))
    moved = "document.querySelectorAll('.cfr-curve .current')[0].getAnimations().length"
    tab.locator(".cfr-canvas").first.focus()
    steps = []
    for key in ("ArrowLeft", "Home", "ArrowRight", "End"):
        tab.keyboard.press(key)
        steps.append(tab.evaluate(moved))
    assert (steps, wrong) == ([1, 0, 1, 0], [])


def test_a_point_is_dragged_from_part_to_part(opened):
    tab, wrong = opened(plane := widgets.coin_plane())
    start, end = (tab.locator(f'[data-node="{at}"] circle').last.bounding_box() for at in ("2 6", "6 2"))
    tab.mouse.move(start["x"] + 5, start["y"] + 5)
    tab.mouse.down()
    tab.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=30)
    plane.click("6 2")
    same(tab, plane.says)
    tab.mouse.up()
    tab.mouse.move(start["x"] + 5, start["y"] + 5, steps=30)
    same(tab, plane.says)
    assert wrong == []


def test_a_question_by_click_and_key(opened):
    tab, wrong = opened(question := widgets.predict("start_here/queen"))
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


def test_a_class_votes_twice_by_key_and_click_and_then_answers(opened):
    tab, wrong = opened(question := widgets.predict("start_here/queen"))
    hands = tab.locator(".cfr-hands button")
    assert hands.count() == 0  # not in the way of one who is alone
    tab.locator("[data-node=A]").focus()
    for key in ("v", "a", "b", "b", "3", "C", "c", "-", "c"):
        tab.keyboard.press(f"Shift+{key}" if key.isupper() else key)
    assert hands.all_inner_texts() == ["1 · 25%", "2 · 50%", "1 · 25%"]
    tab.keyboard.press("n")
    hands.nth(1).click()
    hands.nth(1).click(modifiers=["Shift"])
    tab.keyboard.press("Enter")  # of the button that has the focus
    assert hands.all_text_contents() == ["1 · 25%0 · 0%", "2 · 50%1 · 100%", "1 · 25%0 · 0%"]
    assert tab.locator(".cfr-spoken").inner_text() == "B: 1"
    same(tab, question.says)  # nothing is answered by it
    for key in ("v", "b", "Enter"):
        tab.keyboard.press(key)
    question.choose("B")
    question.lock()
    same(tab, question.says)
    assert hands.count() == 0
    assert wrong == []


def test_a_tree_by_menu_click_and_button(opened):
    tab, wrong = opened(view := widgets.tree_view(cfrlib.games.kuhn()))
    fold = tab.get_by_role("button", name="Fold all", exact=True)
    assert fold.get_attribute("aria-disabled") == "true"  # too many ways
    first, second = tab.locator("select").all()
    assert second.is_disabled()
    first.select_option("Q")
    second.select_option("K")
    view.deal("Q", "K")
    same(tab, view.says)
    node = next(node.index for node in view.tree.nodes if view.tree.label(node) == "QKb")
    tab.locator(f".node[data-node='{node}']").click()
    view.canvas.click(node)
    same(tab, view.says)
    fold.click()
    view.fold()
    same(tab, view.says)
    assert wrong == []


def test_hands_by_click_key_and_menu(opened):
    tab, wrong = opened(view := widgets.preflop_view(holdem(deck=(4, 2))))
    assert tab.get_by_role("button").count() == 0
    tab.locator("[data-node=AKs]").hover()
    tab.locator(".cfr-canvas").focus()
    tab.keyboard.press("ArrowRight")
    tab.locator("select").select_option(index=1)
    view.chosen, view.after = "AQs", "c"
    same(tab, view.says)
    assert tab.locator(".cfr-ring").count() == 2
    assert tab.locator(".cfr-only").inner_text() == "Only in JupyterLab: more iterations, and the current strategy."
    assert wrong == []


def test_a_slider_and_what_plays_by_itself(opened):
    tab, wrong = opened(bars := widgets.learning(5))
    tab.locator("input[type=range]").focus()
    tab.keyboard.press("ArrowLeft")
    bars.press("ArrowLeft")
    same(tab, bars.says)
    tab.get_by_role("button", name="Play").click()
    tab.get_by_role("button", name="Pause").wait_for()
    tab.get_by_role("button", name="Play").click()  # when it has come to the end, and from there once more
    tab.locator(".cfr-canvas").first.focus()
    for key in ("End", "ArrowLeft", " ", " "):
        tab.keyboard.press(key)
    same(tab, bars.says)
    assert tab.locator("output").count() == 0  # it would number the pictures
    assert wrong == []


@pytest.fixture
def starting(opened, tmp_path):
    """Open the tree that learns, as the front page has it: with this far to scroll, and this wish for motion."""

    def open_tree(motion, above=0):
        watched = widgets.learning(20, tree=True)
        watched.starts = "playing_button"
        tab, wrong = opened(watched)
        tab.emulate_media(reduced_motion=motion)
        page = tmp_path / "page.html"
        page.write_text(page.read_text("utf-8").replace("margin: 1rem;", f"margin: {above}px 1rem;"), "utf-8")
        tab.reload()
        tab.wait_for_selector(".cfr-widget")
        return tab, wrong, watched

    return open_tree


def drawn(tab):
    """Return which iteration the tree shows."""
    return tab.locator(".cfr-played text", has_text="After").text_content()


def test_what_starts_by_itself_plays_to_the_end_and_asks_to_be_pressed(starting):
    tab, wrong, watched = starting("no-preference")
    tab.get_by_role("button", name="Pause").wait_for()
    tab.get_by_role("button", name="Play").wait_for()
    assert drawn(tab) == f"After {watched._time}" == "After 20 iterations"
    assert "mod-primary" in tab.get_by_role("button", name="Play").get_attribute("class")
    tab.wait_for_timeout(500)
    assert drawn(tab) == "After 20 iterations"  # once, not again and again
    tab.get_by_role("button", name="Play").click()
    tab.get_by_role("button", name="Pause").click()
    here = drawn(tab)
    tab.wait_for_timeout(500)
    assert drawn(tab) == here != "After 20 iterations"
    assert wrong == []


def test_it_waits_until_it_is_in_sight_and_until_then_a_reader_may_be_first(starting):
    tab, wrong, _ = starting("no-preference", above=3000)
    tab.wait_for_timeout(500)
    assert drawn(tab) == "After 20 iterations"
    tab.locator("input[type=range]").evaluate("range => { range.value = 2; range.dispatchEvent(new Event('input')); }")
    tab.locator(".cfr-played").scroll_into_view_if_needed()
    tab.wait_for_timeout(500)
    assert drawn(tab) == "After 2 iterations"
    assert wrong == []


def test_nothing_starts_where_less_motion_is_asked_for_and_what_plays_then_stops(starting):
    tab, wrong, watched = starting("reduce")
    tab.wait_for_timeout(700)
    assert drawn(tab) == "After 20 iterations"
    same(tab, watched.says)
    tab.get_by_role("button", name="Play").click()  # whoever presses it wants to see it
    tab.get_by_role("button", name="Pause").wait_for()
    tab.emulate_media(reduced_motion="no-preference")
    tab.evaluate("new Promise(requestAnimationFrame)")  # a page hears of it with its next frame
    tab.emulate_media(reduced_motion="reduce")
    tab.get_by_role("button", name="Play").wait_for()
    here = drawn(tab)
    tab.wait_for_timeout(500)
    assert drawn(tab) == here != "After 20 iterations"
    assert wrong == []


# -- looks ------------------------------------------------------------------------------------------------------------


def green(shot):
    """Return the part of a screenshot that has the color of the second action, hatched or not."""
    pixels = np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), dtype=int)
    red, other, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    return ((other > red + 50) & (other > blue + 20)).mean()


def test_bars_are_painted_though_the_same_picture_stands_in_a_closed_fold(opened, tmp_path):
    tab, wrong = opened(slider := widgets.learning(5))
    assert green(tab.locator(".cfr-strategy").screenshot()) > 0.1
    still = slider.picture().svg
    markup = f"<details><summary>Answer</summary>{still}</details>{still}"
    tab.evaluate("markup => document.querySelector('main').insertAdjacentHTML('afterbegin', markup)", markup)
    tab.evaluate("document.querySelector('details svg').getBoundingClientRect()")  # laid out, but not painted
    for chart in tab.locator(".cfr-strategy").all()[1:]:
        assert green(chart.screenshot()) > 0.1
    assert tab.evaluate("[...document.querySelectorAll('main [id]')].length") == 0
    assert wrong == []


def test_votes_sum_to_100_percent(opened):
    tab, wrong = opened(widgets.predict("start_here/queen"))
    tab.locator("[data-node=A]").focus()
    for key in "v" + "a" * 2 + "b" * 5 + "c":
        tab.keyboard.press(key)
    assert tab.locator(".cfr-hands button").all_inner_texts() == ["2 · 25%", "5 · 63%", "1 · 12%"]
    assert wrong == []


SCREENS = {  # window, width of the column, whether the numbers stand beside the tree
    "between side bars": ((1280, 720), 784, True), "at 1024": ((1024, 768), 740, True),
    "projector": ((853, 480), 820, True), "phone": ((390, 844), 358, False),
}  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS)
def test_a_stepper_fits_and_nothing_below_it_moves(opened, screen):
    (wide, high), column, beside = SCREENS[screen]
    deal = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")
    tab, wrong = opened(widgets.stepper(deal, updates="simultaneous", iterations=1))
    tab.set_viewport_size({"width": wide, "height": high})
    tab.add_style_tag(content=f"body {{ margin: 0 16px }} main {{ max-width: {column}px }}")
    box = "selector => document.querySelector(selector).getBoundingClientRect().toJSON()"
    tab.wait_for_function("document.querySelector('.cfr-panel').style.minHeight")
    ends = set()
    for _ in range(42):
        tab.keyboard.press("ArrowRight")
        tree, table, panel = (tab.evaluate(box, part) for part in (".cfr-canvas", ".cfr-steps", ".cfr-panel"))
        assert (table["left"] >= tree["right"]) == beside
        assert table["right"] <= column + 16  # with the column of the average
        ends.add((round(panel["height"]), round(tab.evaluate(box, ".cfr-live")["height"])))
    assert len(ends) == 1
    last = tab.locator(".cfr-steps tbody:visible").last.bounding_box()
    assert not beside or last["y"] + last["height"] < high
    assert wrong == []


def test_the_focus_stays_where_a_recording_ends_and_that_is_said(opened):
    deal = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")
    tab, wrong = opened(widgets.stepper(deal, iterations=2))
    onward, said = tab.get_by_role("button", name="Next iteration"), tab.get_by_role("status")
    for words in ("", "Here the recording ends: in JupyterLab it goes on."):
        onward.click()
        assert said.inner_text() == words
        assert tab.evaluate("document.activeElement.textContent") == "Next iteration"
    assert onward.get_attribute("aria-disabled") == "true"
    tab.get_by_role("button", name="Back").click()
    assert said.inner_text() == ""
    assert wrong == []


def test_what_is_said_of_an_answer_comes_into_sight(opened):
    tab, wrong = opened(widgets.predict("start_here/queen"))
    tab.set_viewport_size({"width": 853, "height": 480})
    tab.add_style_tag(content="main { padding: 200px 0 600px }")
    tab.locator("[data-node=A]").click()
    tab.keyboard.press("Enter")
    tab.locator(".cfr-right").wait_for()
    said = tab.locator(".cfr-says").bounding_box()
    assert said["y"] + said["height"] <= 481
    assert tab.evaluate("document.activeElement.className") == "cfr-says"  # and the next Tab leads on from there
    assert wrong == []


def test_no_text_of_a_legend_grows_into_the_next_swatch(opened):
    tab, wrong = opened(widgets.preflop_view(holdem(deck=(4, 2))))
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.wait_for_timeout(300)
    covered = """() => { const box = (part) => part.getBoundingClientRect();
        const texts = [...document.querySelectorAll('.cfr-preflop text')].map(box);
        return [...document.querySelectorAll('.cfr-preflop .swatch')].map(box).filter((b) => texts.some((a) =>
            a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length; }"""
    assert tab.locator(".swatch").count() == 3
    assert tab.evaluate(covered) == 0
    assert wrong == []
