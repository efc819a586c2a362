"""A page that moves without a kernel shows what the widget shows, and what cannot be recorded is refused."""

import base64
import json
import re
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib import widgets
from cfrlib.textbook.terminals import Showdown
from cfrlib.widgets.parts import recorder

DEAL = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")
RECORDED = {
    "predict": lambda: widgets.predict("start_here/deals"),
    "stepper": lambda: widgets.stepper(DEAL, iterations=1),
    "alpha_slider": lambda: widgets.alpha_slider(king=0.6),
    "baseline_slider": lambda: widgets.baseline_slider(walks=20),
    "sweep": lambda: widgets.sweep(Showdown(np.array([1, 3, 5]), np.array([2, 3, 4]), np.ones(3) / 3)),
}


def in_file(path):
    """Return the recordings in a page."""
    packed = re.findall(r'data-recording="([^"]*)"', path.read_text("utf-8"))
    return [json.loads(zlib.decompress(base64.b64decode(text))) for text in packed]


def shown(slot, state):
    """Return what a slot of a recording shows in a state."""
    if "pieces" not in slot:
        return slot["each"][state] if "each" in slot else slot["same"]
    now = []
    for at, gone, *come in slot["changes"][: state + 1]:
        now[at : at + gone] = come
    return "".join(slot["pieces"][k] for k in now)


class Recorded:
    """A widget, its recording as a page has it, its controls and pictures, and what events do to it."""

    def __init__(self, widget, path):
        self.widget, self.leaves, self.start = widget, {}, recorder._get(widget)
        widgets.page(widget, path)
        (self.recording,) = in_file(path)
        recorder._layout(widget, self.leaves)
        self.events = dict(recorder._events(widget, self.leaves))


@pytest.fixture(scope="module", params=RECORDED)
def recorded(request, tmp_path_factory):
    return Recorded(RECORDED[request.param](), tmp_path_factory.mktemp("page") / "page.html")


@given(choices=st.lists(st.integers(0, 10**6), max_size=12))
@settings(max_examples=15)
def test_a_page_shows_what_the_widget_shows(recorded, choices):
    recorder._put(recorded.widget, recorded.start)
    recorded.widget._refresh()
    state = 0
    for choice in choices:
        event = sorted(recorded.events)[choice % len(recorded.events)]
        recorded.events[event]()
        state = recorded.recording["events"][state].get(event, state)
        for slot, packed in recorded.recording["slots"].items():
            k, name = slot.split()
            value = getattr(recorded.leaves[int(k)], name)
            there = pytest.approx(value, abs=1e-12) if isinstance(value, float) else value
            assert shown(packed, state) == there, (event, slot)


def test_each_question_of_a_self_test_is_there_and_no_answer_in_plain_text(tmp_path):
    test = widgets.self_test("start_here")
    widgets.page(test, tmp_path / "test.html")
    assert len(in_file(tmp_path / "test.html")) == len(test.asked)
    assert test.asked[0].question.choices[0].why not in (tmp_path / "test.html").read_text("utf-8")


def test_a_page_loads_nothing(tmp_path):
    widgets.page(widgets.predict("start_here/deals"), tmp_path / "page.html")
    assert not re.search(r"""(src|href)=|@import|url\(|^import """, (tmp_path / "page.html").read_text("utf-8"), re.M)


@pytest.mark.parametrize("make, says", [
    (lambda: widgets.stepper(DEAL), "at most 500 states"),
    (lambda: widgets.race(cfrlib.games.kuhn()), "runs by itself"),
    (lambda: widgets.tree_view(cfrlib.games.kuhn()), "at most 500 states"),
])  # fmt: skip
def test_what_has_no_end_is_refused_by_name(make, says, tmp_path):
    widget = make()
    before = widget.picture().text
    with pytest.raises(ValueError, match=f"widget={type(widget).__name__}.*{says}"):
        widgets.page(widget, tmp_path / "page.html")
    assert not list(tmp_path.iterdir())
    assert widget.picture().text == before
