"""Kuhn's family of equilibria, and the slider that moves through it."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib.lessons.how_good_is_a_strategy.alpha_slider import curve_points
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium, kuhn_profile, profile_of_bets
from cfrlib.widgets import alpha_slider

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


@given(st.floats(1 / 3 + 1e-6, 1 / 2))
@settings(max_examples=20)
def test_beyond_a_third_player_2_gains_from_both_mistakes(alpha):
    b1, b2 = cfrlib.best_response_values(KUHN, kuhn_profile(alpha))
    assert b1 == pytest.approx(-1 / 18, abs=1e-12)
    # calling with the Queen 2/3 more often gains 3 alpha - 1, not bluffing with the Jack 1/3 less often 3 alpha - 1
    assert b2 == pytest.approx(1 / 18 + (3 * alpha - 1) / 6 * (2 / 3 + 1 / 3), abs=1e-12)
    response = cfrlib.best_response(KUHN, kuhn_profile(alpha))
    assert response["Q", "b"]["b"] == 1
    assert response["J", "p"]["b"] == 0


def test_the_profile_is_that_of_hoehn_and_others():
    p = kuhn_equilibrium(0.25)
    assert (p["J", ""]["b"], p["K", ""]["b"]) == (0.25, 0.75)
    assert p["Q", "pb"]["b"] == pytest.approx(0.25 + 1 / 3)
    assert p["J", "p"]["b"] == p["Q", "b"]["b"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("alpha", [-0.01, 0.34, float("nan"), "1/3", True, None])
def test_other_alphas_are_refused(alpha):
    with pytest.raises(ValueError, match="alpha"):
        kuhn_equilibrium(alpha)


def test_the_slider_refuses_what_is_out_of_range():
    with pytest.raises(ValueError, match="alpha"):
        alpha_slider(-0.01)
    with pytest.raises(ValueError, match="alpha"):
        alpha_slider().alpha = 0.51
    with pytest.raises(ValueError, match="king"):
        alpha_slider(king=1.1)


def test_the_slider_shows_where_it_stops_being_an_equilibrium():
    slider = alpha_slider()
    assert "An equilibrium" in slider.words
    slider.slider.value = 0.3333333  # what the browser sends
    assert slider.alpha == 1 / 3
    assert slider.exploitability < 1e-12
    chart = slider.canvas.svg
    slider.alpha = 0.5
    assert "No equilibrium" in slider.says.value
    assert slider.exploitability == pytest.approx(1 / 24)
    assert slider.best_response_values == pytest.approx((-1 / 18, 1 / 18 + 1 / 12))
    assert "0.04167" in slider.says.value
    assert slider.canvas.svg != chart


def test_the_curve_is_flat_and_then_rises():
    errors = [e for _, e in curve_points()]
    assert max(errors[:21]) < 1e-12
    assert all(a < b for a, b in zip(errors[20:], errors[21:], strict=False))


@pytest.mark.parametrize(
    "alpha, sign, words", [(0.1, -1, "gains by folding"), (0.2, 0, "nobody can gain"), (0.3, 1, "gains by calling")]
)
def test_a_king_that_bets_as_it_likes_makes_the_worst_opponent_flip(alpha, sign, words):
    slider = alpha_slider(alpha, king=0.6)
    fold, call = slider.queen_after_a_bet
    assert np.sign(round(call - fold, 9)) == sign
    assert (slider.exploitability > 1e-9) == (sign != 0)
    assert words in slider.words
    assert cfrlib.expected_value(KUHN, slider.profile) == pytest.approx(-1 / 18, abs=1e-12)


def test_nobody_faces_a_bet_that_nobody_makes():
    assert alpha_slider(0).queen_after_a_bet is None
    assert alpha_slider(0.2).queen_after_a_bet == pytest.approx((-1, -1))


@pytest.mark.parametrize("bets", [{"Q2": 1}, {"Q": 2}, {"Q": "b"}])
def test_bets_are_probabilities_at_information_sets(bets):
    with pytest.raises(ValueError, match="bets="):
        profile_of_bets(bets)
