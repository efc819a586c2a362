"""The frame that widgets share: what is in sight, what is in the menu, and how it is opened."""

import ipywidgets as W
import pytest

import cfrlib

KUHN = cfrlib.games.kuhn()
WIDGETS = {
    "stepper": lambda: cfrlib.widgets.stepper(cfrlib.tree.unroll(KUHN).given("Q", "K")),
    "tree": lambda: cfrlib.widgets.tree_view(KUHN),
    "explorer": cfrlib.widgets.regret_explorer,
    "pile": lambda: cfrlib.widgets.pile({"a die": lambda rng: rng.integers(1, 7)}, exact=3.5, low=0, high=7),
    "race": lambda: cfrlib.widgets.race(KUHN, {"CFR": {}}),
    "preflop": lambda: cfrlib.widgets.preflop_view(cfrlib.games.holdem(deck=(6, 2))),
    "play": lambda: cfrlib.play(KUHN, cfrlib.Profile.uniform(KUHN)),
}


ALSO = {
    "baseline": cfrlib.widgets.baseline_slider,
    "noise": cfrlib.widgets.noise_bars,
    "bluffs": cfrlib.widgets.bluffs_and_calls,
    "roof": cfrlib.widgets.roof,
    "eyes": cfrlib.widgets.sharp_eyes,
    "flows": cfrlib.widgets.flows,
    "learning": lambda: cfrlib.widgets.learning(5),
    "rules": cfrlib.widgets.open_card,
    "walk": lambda: cfrlib.widgets.one_walk("outcome", seed=177),
    "visits": cfrlib.widgets.five_visits,
    "switchboard": lambda: cfrlib.widgets.switchboard(games=["Kuhn"]),
    "masks": cfrlib.widgets.four_masks,
    "suits": lambda: cfrlib.widgets.suit_fold(hand="AKs"),
    "sweep": lambda: cfrlib.widgets.sweep(cfrlib.textbook.terminals.Showdown([0, 1], [0, 1], [0.25, 0.75])),
}


def parts(widget):
    """Yield a widget and all in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


@pytest.mark.parametrize("name", WIDGETS)
def test_each_widget_has_one_next_action_and_a_picture_that_leaves_room(name):
    made = WIDGETS[name]()
    bar = next(iter(made.children))
    assert [part.button_style for part in bar.children if isinstance(part, W.Button)].count("primary") == 1
    pictures = [part for part in parts(made) if hasattr(part, "around")]
    assert pictures
    assert all(part.around > 0 for part in pictures)


@pytest.mark.parametrize("name", WIDGETS | ALSO)
def test_without_a_kernel_a_picture_and_its_words_are_left(name):
    made = (WIDGETS | ALSO)[name]()
    data, _ = made._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"].startswith("<svg")
    assert "currentColor" not in data["image/svg+xml"].split("</style>")[-1]
    assert (data["image/svg+xml"], data["text/plain"]) == (made.picture().svg, made.picture().text)


@pytest.mark.parametrize("name", WIDGETS)
def test_what_one_presses_is_heard_in_one_thread(name):
    """As long as the browser sends all to one: see `cfrlib.widgets.parts.controls.in_order`."""
    for part in parts(WIDGETS[name]()):
        if isinstance(part, W.Button | W.ToggleButton | W.ValueWidget) and not isinstance(part, W.HTML):
            assert part.comm._reply_subshell_for({}, "one") == "one"
