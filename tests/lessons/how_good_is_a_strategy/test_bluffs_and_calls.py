"""Kuhn's family of equilibria, and who gains if one of the hands that mix moves."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium, profile_of_bets
from cfrlib.widgets import bluffs_and_calls

KUHN = cfrlib.games.kuhn()


@given(st.floats(0, 1 / 3))
@example(0.0)
@example(1 / 3)
@example(0.1 + 0.2 + 1 / 30)  # rounding has carried it beyond the end
@settings(max_examples=20)
def test_every_alpha_up_to_a_third_is_an_equilibrium(alpha):
    profile = kuhn_equilibrium(alpha)
    assert cfrlib.exploitability(KUHN, profile) < 1e-12
    assert cfrlib.expected_value(KUHN, profile) == pytest.approx(-1 / 18, abs=1e-12)


def test_the_profile_is_that_of_hoehn_and_others():
    p = kuhn_equilibrium(0.25)
    assert (p["J", ""]["b"], p["K", ""]["b"]) == (0.25, 0.75)
    assert p["Q", "pb"]["b"] == pytest.approx(0.25 + 1 / 3)
    assert p["J", "p"]["b"] == p["Q", "b"]["b"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("alpha", [-0.01, 0.34, float("nan"), "1/3", True, None])
def test_other_alphas_are_refused(alpha):
    with pytest.raises(ValueError, match="alpha"):
        kuhn_equilibrium(alpha)


@pytest.mark.parametrize("hand, bet, advice", [
    ("J", 0.3, {"Qb": "should call"}), ("J", 0.1, {"Qb": "should fold"}),
    ("Qb", 0.5, {"J": "should pass", "K": "should bet"}), ("Qb", 0.1, {"J": "should bet", "K": "should pass"}),
    ("Jp", 0.5, {"Qpb": "should call", "K": "should pass"}), ("Jp", 0.1, {"Qpb": "should fold", "K": "should bet"}),
    ("Qpb", 0.8, {"Jp": "should pass"}), ("Qpb", 0.2, {"Jp": "should bet"}),
])  # fmt: skip
def test_who_stops_being_indifferent_and_what_the_best_response_gains_by_it(hand, bet, advice):
    made = bluffs_and_calls(hand, bet)
    assert {other for other, gain in made.advantages.items() if gain} == set(advice)
    names = {"J": "Player 1's Jack", "K": "Player 1's King", "Qb": "Player 2's Queen", "Jp": "Player 2's Jack",
             "Qpb": "Player 1's Queen"}  # fmt: skip
    for other, what in advice.items():
        assert f"{names[other]} {what}" in made.words
    assert made.exploitability == pytest.approx(cfrlib.exploitability(KUHN, made.profile))
    assert made.exploitability > 0.005
    assert cfrlib.expected_value(KUHN, made.profile) == pytest.approx(-1 / 18, abs=1e-12)  # the value stays
    assert "value −0.0556" in made.canvas.svg


def test_another_hand_moves_and_the_first_goes_back():
    made = bluffs_and_calls(bet=0.3)
    made.slider.value = 0.3333333  # what the browser sends
    assert made.bet == 1 / 3
    made.click("Qpb")
    assert (made.hand, made.bet) == ("Qpb", pytest.approx(0.2 + 1 / 3))
    assert made.exploitability < 1e-12
    assert made.words.startswith("All are indifferent: nobody can gain.")
    made.press("n")
    assert made.hand == "J"


@pytest.mark.parametrize("wrong", [{"hand": "K"}, {"bet": 1.1}])
def test_wrong_input_is_named(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}="):
        bluffs_and_calls(**wrong)


@pytest.mark.parametrize("bets", [{"Q2": 1}, {"Q": 2}, {"Q": "b"}])
def test_bets_are_probabilities_at_information_sets(bets):
    with pytest.raises(ValueError, match="bets="):
        profile_of_bets(bets)
