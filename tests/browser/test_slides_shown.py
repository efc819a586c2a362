"""Slides in a browser, without a network: none is higher than its screen, an answer and its charts are one view."""

import lab
import pytest

from cfrlib.cli import slides

pytestmark = [pytest.mark.browser, pytest.mark.every_run]
LESSONS = "03", "12"
PARTED = """[...document.querySelectorAll(".celltag_answer")].filter((answer, k, all) => {
  const before = answer.closest("section > *").previousElementSibling, page = answer.closest("section");
  const last = page.previousElementSibling?.lastElementChild;
  return !before && last && last.querySelector(".celltag_answer");
}).length"""


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    return list(slides.write(LESSONS, tmp_path_factory.mktemp("decks")))


@pytest.fixture
def tab(context):
    context.set_offline(True)
    tab = context.new_page()
    tab.set_viewport_size({"width": 1280, "height": 720})
    yield tab
    tab.close()
    context.set_offline(False)


@pytest.mark.parametrize("k", range(len(LESSONS)))
def test_every_slide_fits_and_answers_stay_with_their_charts(decks, tab, k):
    wrong = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(decks[k].as_uri())
    tab.wait_for_function("window.Reveal && Reveal.isReady()")
    sizes = []
    for _ in range(200):
        slide = tab.locator("section.present section.present, section.present:not(.stack)").first
        sizes.append(slide.evaluate("slide => [slide.scrollHeight, slide.scrollWidth]"))
        if tab.evaluate("Reveal.isLastSlide()"):
            break
        tab.evaluate("Reveal.availableRoutes().down ? Reveal.down() : Reveal.right()")
    assert len(sizes) > 25
    assert all(high <= 721 and wide <= 1281 for high, wide in sizes), sizes
    assert tab.evaluate(PARTED) == 0
    assert wrong == []


def test_the_paper_has_every_slide(decks, tab):
    tab.goto(decks[0].as_uri() + "?print-pdf")
    tab.wait_for_selector(".paper")
    many = tab.locator(".slides > section > section").count()
    hidden = "[...document.querySelectorAll('.fragment')].some(part => getComputedStyle(part).opacity === '0')"
    assert not tab.evaluate(hidden)
    paper = slides.printed(decks[0], lab.CHROMIUM)
    assert paper.read_bytes().count(b"/Type /Page\n") == many
    assert paper.stat().st_size > 100_000


def test_a_deck_is_moved_by_its_keys(decks, tab):
    tab.goto(decks[0].as_uri())
    tab.wait_for_function("window.Reveal && Reveal.isReady()")
    tab.keyboard.press("Space")
    assert tab.evaluate("Reveal.getIndices().h + Reveal.getIndices().v") == 1
