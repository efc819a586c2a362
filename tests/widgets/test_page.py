"""A page that moves without a kernel shows what the widget shows, and what cannot be recorded is refused."""

import base64
import json
import re
import zlib
from html.parser import HTMLParser
from xml.etree import ElementTree

import ipywidgets as W
import numpy as np
import pandas as pd
import pytest
from examples.own_widget import pennies
from hypothesis import given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib import widgets
from cfrlib.game import Decision, Game, Terminal
from cfrlib.games import holdem
from cfrlib.lessons.deep_cfr import ring
from cfrlib.lessons.play.ledger import scripted
from cfrlib.lessons.verdict import Verdict
from cfrlib.runs import store
from cfrlib.textbook.terminals import Showdown
from cfrlib.widgets.parts import recorder

HALF = cfrlib.Profile.uniform(cfrlib.games.kuhn())
DEAL = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")
RECORDED = {
    "predict": lambda: widgets.predict("start_here/queen"),
    "stepper": lambda: widgets.stepper(DEAL, iterations=1),
    "learning": lambda: widgets.learning(5),
    "a tree that learns": lambda: widgets.learning(5, tree=True),
    "bluffs_and_calls": widgets.bluffs_and_calls,
    "baseline_slider": lambda: widgets.baseline_slider(walks=20),
    "noise_bars": widgets.noise_bars,
    "coin_plane": widgets.coin_plane,
    "open_card": widgets.open_card,
    "own": pennies,
    "pile": lambda: widgets.pile({"coin": lambda rng: rng.integers(2)}, exact=0.5, low=0, high=1),
    "curtain": widgets.curtain,
    "imitation": widgets.imitation,
    "own_reach": lambda: widgets.own_reach(cfrlib.textbook.CFR),
    "sweep": lambda: widgets.sweep(Showdown(np.array([1, 3, 5]), np.array([2, 3, 4]), np.ones(3) / 3)),
    "tree_view": lambda: widgets.tree_view(cfrlib.games.kuhn(), chance=("Q", "K")),
    "bracket_line": lambda: widgets.bracket_line({"a": (-1, 0, 2), "b": (-0.1, 0, 0.3)}),
    "regret_explorer": lambda: widgets.regret_explorer([[2, -1], [-1, 1]]),
    "whose_hands": lambda: widgets.whose_hands(cfrlib.play(HALF.game, HALF, seed=1), scripted(HALF, HALF, 20).hands),
    "suit_fold": lambda: widgets.suit_fold((4, 2), hand="AKo", flop="AcKcQd"),
    "sharp_eyes": lambda: widgets.sharp_eyes(cards=True),
    "flows": widgets.flows,
    "roof": widgets.roof,
    "one_walk": lambda: widgets.one_walk("external"),
    "five_visits": widgets.five_visits,
    "tournament": lambda: widgets.tournament(pd.DataFrame(0, [*"abc"], [*"abc"]), {"a": 1, "b": 0, "c": 2}),
    "switchboard": lambda: widgets.switchboard(games=["Kuhn"], fine=False),
    "opening_view": lambda: widgets.opening_view(store.load("bluff_opening")[0]),
    "four_masks": widgets.four_masks,
    "ring": widgets.ring,
    "preflop_view": lambda: widgets.preflop_view(holdem(deck=(4, 2))),
    "flop_view": lambda: widgets.flop_view(cfrlib.CFR(holdem(deck=(4, 2))).average_strategy(), board="JcQdAc"),
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
    """A widget, its recording as a page has it, its controls and pictures."""

    def __init__(self, widget, path):
        self.widget, self.leaves, self.start = widget, {}, recorder._get(widget)
        widgets.page(widget, path)
        (self.recording,) = in_file(path)
        recorder._layout(widget, self.leaves, recorder._left_out(widget))


@pytest.fixture(scope="module", params=RECORDED)
def recorded(request, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:  # how well networks learn is no matter here
        patch.setattr(ring, "STEPS", 5)
        ring._turned.cache_clear()
        yield Recorded(RECORDED[request.param](), tmp_path_factory.mktemp("page") / "page.html")
    ring._turned.cache_clear()


@given(choices=st.lists(st.integers(0, 10**6), min_size=6, max_size=12))
@settings(max_examples=3)
def test_a_page_shows_what_the_widget_shows(recorded, choices):
    widget, state = recorded.widget, 0
    recorder._put(widget, recorded.start)
    widget.refresh()
    for choice in choices:
        before, events = recorder._get(widget), dict(recorder._events(widget, recorded.leaves))
        event = sorted(events)[choice % len(events)]
        events[event]()
        if not widget.recordable():
            recorder._put(widget, before)
            widget.refresh()
        state = recorded.recording["events"][event][state] if event in recorded.recording["events"] else state
        for slot, packed in recorded.recording["slots"].items():
            k, name = slot.split()
            value = getattr(recorded.leaves[int(k)], name)
            there = pytest.approx(value, abs=1e-12) if isinstance(value, float) else value
            assert shown(packed, state) == (list(there) if isinstance(there, tuple) else there), (event, slot)


def test_pictures_have_no_ids_for_a_page_has_many(recorded):
    assert not re.search(r"\bid=|url\(#", json.dumps(recorded.recording).replace("\\", ""))


def test_what_a_page_has_not_is_said_and_does_nothing(tmp_path):
    widgets.page(fold := widgets.suit_fold((4, 2), hand="AKo", flop="AcKcQd"), tmp_path / "page.html")
    assert "Only in JupyterLab: other flops, typed or drawn.</p>" in (tmp_path / "page.html").read_text("utf-8")
    (recording,) = in_file(tmp_path / "page.html")
    said = json.dumps([recording["layout"], recording["events"]])
    assert fold._another.tooltip not in said
    assert "Home" not in said


@pytest.mark.parametrize("recorded", ["regret_explorer"], indirect=True)
def test_what_would_lead_beyond_the_recording_does_nothing(recorded):
    slots, events = recorded.recording["slots"], recorded.recording["events"]
    button = next(slot.split()[0] for slot, shown in slots.items() if shown.get("same") == "Run")
    assert len(events[button]) == 121
    assert sum(state == to for state, to in enumerate(events[button])) == 100  # there would be more than 120 rounds


def test_a_page_knows_what_it_presses_by_itself(tmp_path):
    bars = widgets.learning(5)
    for name, starts in (("", []), ("playing_button", [0])):
        bars.starts = name
        widgets.page(bars, tmp_path / "page.html")
        assert in_file(tmp_path / "page.html")[0]["starts"] == starts


def test_each_question_of_a_self_test_is_there_and_no_answer_in_plain_text(tmp_path):
    test = widgets.self_test("start_here")
    widgets.page(test, tmp_path / "test.html")
    assert len(in_file(tmp_path / "test.html")) == len(test.asked)
    assert test.asked[0].question.choices[0].why not in (tmp_path / "test.html").read_text("utf-8")


def test_a_page_loads_nothing(tmp_path):
    widgets.page(widgets.predict("start_here/queen"), tmp_path / "page.html")
    assert not re.search(r"""(src|href)=|@import|url\(|^import """, (tmp_path / "page.html").read_text("utf-8"), re.M)


@pytest.mark.parametrize("make, says", [
    (lambda: widgets.stepper(DEAL), "at most 700 states"),
    (lambda: widgets.race(cfrlib.games.kuhn()), "solvers that run"),
    (lambda: widgets.switchboard(games=["Kuhn"]), "finer steps"),
])  # fmt: skip
def test_what_has_no_end_is_refused_by_name(make, says, tmp_path):
    widget = make()
    before = widget.picture().text
    with pytest.raises(ValueError, match=f"widget={type(widget).__name__}.*{says}"):
        widgets.page(widget, tmp_path / "page.html")
    assert not list(tmp_path.iterdir())
    assert widget.picture().text == before


def test_a_control_that_a_page_has_not_is_refused_by_name(tmp_path):
    class Boxed(pennies):
        def __init__(self):
            self.box = self.field(W.Checkbox, "box", "", "9em")
            super().__init__()
            self.children = [self.box, *self.children]

    with pytest.raises(ValueError, match="Checkbox: a page takes .*IntSlider"):
        widgets.page(Boxed(), tmp_path / "page.html")


HOSTILE = (
    "</script><script>f()</script>", "<img src=x onerror=f()>", "\"'><svg onload=f()>",
    "</style><b onclick=f()>&\u2028<!--",
)  # fmt: skip


class Hostile(Game):
    """A game whose names of cards and of actions would run a program, if a browser took them for markup."""

    def outcomes(self, player):
        return HOSTILE[:2]

    def weights(self, public):
        return np.array([[0, 0.5], [0.5, 0]])

    def node(self, actions):
        return Decision(len(actions), HOSTILE[::-1]) if len(actions) < 2 else Terminal()

    def payoff(self, actions, public):
        return 1.0 if actions[0] == actions[1] else -1.0


class Found(HTMLParser):
    """What of a markup runs."""

    def __init__(self, text):
        super().__init__()
        self.runs = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        sets = [name for name, _ in attributes if name.startswith("on")]
        self.runs += [(tag, *sets)] * (bool(sets) or tag == "script")


def markup(part):
    """Yield all markup that a widget or a part of it hands to the browser."""
    for child in getattr(part, "children", ()):
        yield from markup(child)
    yield from (getattr(part, name) for name in ("svg", "value") if isinstance(getattr(part, name, None), str))


def test_no_name_in_a_game_runs_in_the_browser(tmp_path):
    game, profile = Hostile(), cfrlib.Profile.uniform(Hostile())
    assert [Found(name).runs != [] for name in HOSTILE] == [True] * len(HOSTILE)
    deal = cfrlib.tree.unroll(game).given(*HOSTILE[:2])
    at_table = widgets.play(game, profile)
    at_table.session.act(at_table.session.actions[0])
    stepper = widgets.stepper(deal, iterations=1)
    stepper.forward(9)
    texts = [text for widget in (stepper, widgets.tree_view(game), at_table) for text in markup(widget)]
    for picture in (
        cfrlib.draw.tree(game, title=HOSTILE[0]), cfrlib.draw.public_tree(game, profile=profile, title=HOSTILE[1]),
        cfrlib.draw.strategy_chart(dict.fromkeys(HOSTILE, profile)), stepper.picture(), at_table.picture(),
    ):  # fmt: skip
        ElementTree.fromstring(picture.svg)
        texts += [picture.svg, picture.html]
    texts += [profile.table()._repr_html_(), Verdict("wrong", " ".join(HOSTILE))._repr_mimebundle_()["text/html"]]
    assert sum("f()" in text for text in texts) > 10
    assert [Found(text).runs for text in texts if Found(text).runs] == []
    widgets.page(widgets.tree_view(game, chance=HOSTILE[:2]), tmp_path / "page.html")
    assert Found((tmp_path / "page.html").read_text("utf-8")).runs == [("script",)]  # ours
