"""Four rules of Leduc: what the bars show is what CFR has learned by then, and what an equilibrium does at last."""

import pytest

import cfrlib
from cfrlib.lessons.your_own_game.house_rules import house_rules
from cfrlib.lessons.your_own_game.open_card import COVERED, PANELS, TIMES
from cfrlib.widgets import open_card


@pytest.mark.parametrize("name", PANELS)
def test_bars_are_what_was_learned_and_then_the_equilibrium(name):
    panels, game = open_card(), house_rules(**PANELS[name])
    panels.uncovered = True
    assert f"{name}: J 0.50, Q 0.50, K 0.50." in panels.canvas.alt
    panels.at = TIMES.index(100)
    solver = cfrlib.CFR(game)
    solver.run(100)
    for profile in (solver.average_strategy(), cfrlib.equilibrium(game)[1]):
        bars = ", ".join(f"{card} {profile[card, '']['r']:.2f}" for card in "JQK")
        assert f"{name}: {bars}." in panels.canvas.alt
        panels.at = len(TIMES)


def test_the_usual_rules_are_covered_until_one_wants_to_see_them():
    panels = open_card()
    assert (COVERED, list(PANELS)[-1]) == ("face up, bets follow",) * 2
    assert panels.words == "After 0 iterations of CFR. The last panel is covered."
    assert f"{COVERED}: covered." in panels.picture().text  # a saved picture does not give it away, either
    assert panels.picture().text.count("J 0.") == 3
    panels.press("u")
    assert panels.words.endswith("The last panel is in sight.")
    assert f"{COVERED}: J 0.07, Q 0.74, K 0.75." in panels.picture().text
    panels.press("u")
    assert f"{COVERED}: covered." in panels.canvas.alt


def test_keys_go_forth_and_back_and_stop_at_the_ends():
    panels = open_card()
    panels.press("ArrowLeft")
    assert panels.at == 0
    panels.press("ArrowRight")
    assert panels.words.startswith("After 1 iteration of CFR.")
    panels.at = len(TIMES)
    panels.press("ArrowRight")
    assert panels.words.startswith("In equilibrium.")


def test_nobody_acts_on_a_card_after_which_no_bets_follow():
    panels = open_card()
    for at in range(len(TIMES) + 1):
        panels.at = at
        down, up = (panels.canvas.alt.split(f"{side}, no bets follow: ")[1][:22] for side in ("face down", "face up"))
        assert down == up
