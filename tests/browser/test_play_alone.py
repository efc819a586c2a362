"""Hands on a page without a kernel: those of a lesson's session, and then others; by keys and by clicks."""

import re
from functools import cache

import numpy as np
import pytest

import cfrlib
from cfrlib.playing.aivat import split
from cfrlib.playing.session import Session

pytestmark = [pytest.mark.browser, pytest.mark.every_run]

LAST = re.compile(
    r"After 5 hands you are (?:even|([\d.]+) chips? (ahead|behind))\. Perfect play against it brings (\S+) in such "
    r"hands on average\. (?:Your mistakes cost next to nothing|Your mistakes cost ([\d.]+), .*?)\. "
    r"So (\S+) was to be expected, and (\S+) was luck\."
)


@cache
def learned():
    cfr = cfrlib.CFR(cfrlib.games.kuhn())  # as the lesson's textbook does
    cfr.run(1000)
    return cfr.average_strategy()


def ready(tab):
    """Wait until something can be pressed, and return what has been told."""
    tab.locator(".cfr-acts button:not([aria-disabled])").first.wait_for(timeout=5000)
    return " ".join(tab.locator(".cfr-told, .cfr-after").all_inner_texts()).replace("\n", " ").strip()


def number(text):
    return float(text.replace("−", "-").replace("+", ""))


def test_the_hands_of_lesson_00_by_key_and_what_they_say(opened):
    table = cfrlib.play(cfrlib.games.kuhn(), learned(), seed=1)
    session = Session(table.session.game, table.session.profile, seed=1)
    tab, wrong = opened(table)
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.emulate_media(reduced_motion="reduce")
    ready(tab)
    tab.locator(".cfr-felt").click()
    high = set()
    for hand in range(5):
        told = ready(tab)
        assert f"Hand {hand + 1}: you are Player {session.seat + 1}" in told
        assert {"J": "Jack", "Q": "Queen", "K": "King"}[session.private] in told
        while not session.over:
            key = session.actions[hand in (1, 3)]
            assert tab.locator(".cfr-acts button").all_inner_texts()[0].endswith(f"({session.actions[0]})")
            session.act(key)
            tab.keyboard.press(key)
            told = ready(tab)
        amount = tab.locator(".cfr-tally li").nth(hand)
        assert number(amount.inner_text()) == session.paid
        assert amount.get_attribute("aria-current")  # until the next hand is asked for
        high.add(tab.locator(".cfr-acts").bounding_box()["y"] - tab.locator(".cfr-felt").bounding_box()["y"])
        if hand == 1:  # as the lesson says
            bluffed = "It turns over the Jack. A bluff! With the Jack it bets here in 19% of hands."
            assert told == f"{bluffed} You win 2 chips."
        assert tab.evaluate("document.activeElement.dataset.key") == "n"  # a button, for Enter and who cannot see
        if hand < 4:
            session.next_hand()
            tab.keyboard.press("n" if hand else "Enter")
    assert len(high) == 1  # what one presses stays where it is
    paid, ahead, seat, cost, expected, luck = LAST.search(told).groups()
    parts = split(session.profile, session.hands).sum()
    assert number(paid) * (1 if ahead == "ahead" else -1) == parts["paid"] == session.score
    assert np.allclose([number(seat), number(expected), number(luck)],
                       [parts["seat"], parts["seat"] - parts["mistakes"], parts["luck"]], atol=0.006)  # fmt: skip
    assert (cost is None) == (parts["mistakes"] < 0.05)
    assert (wrong, asked) == ([], [])


def test_other_hands_by_click_with_mistakes_and_once_more(opened):
    table = cfrlib.play(cfrlib.games.kuhn(), learned())
    table.recorded = 0
    tab, wrong = opened(table)
    tab.emulate_media(reduced_motion="reduce")
    ready(tab)
    tab.evaluate("let seed = 3; Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;")
    met, lost = set(), []
    for hand in range(15):
        while "n" not in tab.locator(".cfr-acts button").evaluate_all("all => all.map(part => part.dataset.key)"):
            met.add(re.search(r"hold the (\w+)", told)[1] if "hold" in (told := ready(tab)) else "asked again")
            tab.locator(".cfr-acts button").last.click()  # always bets and calls
            told = ready(tab)
        if hand % 5 == 4:
            amounts = tab.locator(".cfr-tally li").all_inner_texts()
            paid, ahead, *_, cost, expected, luck = LAST.search(told).groups()
            assert number(paid or "0") * (1 if ahead == "ahead" else -1) == sum(map(number, amounts))
            assert abs(number(expected) + number(luck) - sum(map(number, amounts))) < 0.011
            lost.append(cost)
        tab.locator(".cfr-acts button").click()
        ready(tab)
    assert {"Jack", "Queen", "King"} <= met
    assert any(lost)
    assert tab.locator(".cfr-tally li").count() == 5
    assert wrong == []


def test_cards_and_chips_slide_unless_motion_is_unwanted(opened):
    tab, wrong = opened(cfrlib.play(cfrlib.games.kuhn(), cfrlib.Profile.uniform(cfrlib.games.kuhn()), seat=0))
    tab.evaluate("""() => {
        const [slid, animate] = [(window.slid = []), Element.prototype.animate];
        Element.prototype.animate = function (...how) {
            slid.push(this.className.trim());
            return animate.apply(this, how);
        };
    }""")
    ready(tab)
    for motion in ("no-preference", "reduce"):
        tab.emulate_media(reduced_motion=motion)
        tab.evaluate("slid.length = 0")
        for _ in range(2):  # a hand, and the deal of the next one
            while tab.locator(".cfr-acts button").count() > 1:
                tab.locator(".cfr-acts button").last.click()  # a chip goes to the pot, and from there to who wins
                ready(tab)
            tab.locator(".cfr-acts button").click()
            ready(tab)
        slid = tab.evaluate("slid")
        if motion == "reduce":
            assert slid == []
        else:
            assert {"cfr-chip", "cfr-playing-card cfr-of1", "cfr-playing-card cfr-of2 cfr-back"} <= set(slid)
            assert slid.count("cfr-chip") > 4  # into the pot and out of it
    assert wrong == []


@pytest.mark.parametrize("wide", [320, 390, 820])
def test_it_fits_a_phone(opened, wide):
    tab, wrong = opened(cfrlib.play(cfrlib.games.kuhn(), cfrlib.Profile.uniform(cfrlib.games.kuhn()), seat=0))
    tab.set_viewport_size({"width": wide, "height": 844})
    tab.emulate_media(reduced_motion="reduce")
    while ready(tab) and tab.locator(".cfr-acts button").count() > 1:
        tab.locator(".cfr-acts button").last.click()
    assert tab.evaluate("document.documentElement.scrollWidth") <= wide
    cut = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).length"
    assert tab.locator(".cfr-felt, .cfr-place").evaluate_all(cut) == 0
    sizes = "[...document.querySelectorAll('.cfr-dealer *')].map(part => parseFloat(getComputedStyle(part).fontSize))"
    assert min(tab.evaluate(sizes)) >= 13
    assert tab.locator(".cfr-acts button").bounding_box()["height"] >= 44
    assert wrong == []
