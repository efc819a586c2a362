"""Bars to drag: what they show is the profile, and the answer is its best response."""

import pytest

import cfrlib
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.widgets import drag_bars

KUHN = cfrlib.games.kuhn()


def test_whoever_drags_them_to_an_equilibrium_is_below_the_goal():
    bars = drag_bars()
    assert bars.exploitability == pytest.approx(11 / 24)
    assert bars.words.endswith("get below 0.05.")
    for (card, public), choice in kuhn_equilibrium(0.2).items():
        bars.drag(card + public, choice["b"])
    assert bars.exploitability == pytest.approx(cfrlib.exploitability(KUHN, bars.profile))
    assert bars.exploitability < 0.01  # of two places
    assert bars.words.endswith("you are below 0.05.")


def test_the_page_drags_the_left_bar_of_each_pair_and_keys_the_chosen_one():
    bars = drag_bars()
    assert bars.canvas.svg.count("data-drag") == len(bars.bets) == 12
    bars.canvas._told(None, {"dragged": {"node": "Qpb", "part": 0.254}}, [])
    assert (bars.chosen, bars.bets["Qpb"]) == ("Qpb", 0.75)
    bars.press("ArrowRight")  # the border goes right, so b gets less
    assert bars.bets["Qpb"] == 0.7
    bars.press("ArrowDown")
    for _ in range(30):
        bars.press("ArrowLeft")
    assert (bars.chosen, bars.bets["Kpb"]) == ("Kpb", 1)
    bars.press("ArrowDown")
    assert (bars.chosen, bars.canvas.ringed) == ("J", "J")
    assert bars.canvas.alt.startswith("J bets or calls with 0.50. ")


@pytest.mark.parametrize("wrong", [("X", 0.5), ("J", 1.5), ("J", float("nan"))])
def test_other_bars_and_other_places_are_refused(wrong):
    with pytest.raises(ValueError, match="infoset=|bet="):
        drag_bars().drag(*wrong)
