"""Notes in a pocket, and a strategy that imitates them."""

import pytest

from cfrlib import best_response_values, expected_value
from cfrlib.lessons.games_as_trees.imitation import NOTES, SIDES
from cfrlib.profile import Profile
from cfrlib.textbook import small_games
from cfrlib.widgets import imitation


def test_only_notes_that_lead_here_count():
    made = imitation()
    assert made.canvas.svg.count("note gone") == 0
    made.press("ArrowRight")
    assert made.place == "Bl"
    assert made.canvas.svg.count("note gone") == 4
    left, fitting = made.left("Bl")
    assert left / fitting == 3 / 4
    made.press("f")
    assert made.canvas.svg.count("note gone") == 0
    assert "At B, notes of weight 1 fit, and 1/2 go left" in made.words


def test_an_imitation_earns_what_the_notes_earn_unless_one_forgets():
    tree, made = small_games.hidden_coin(remembers=True), imitation()
    shares = {place: left / fitting for place in ("A", "Bl", "Br") for left, fitting in [made.left(place)]}
    mix = {(place, ""): {"left": float(p), "right": float(1 - p)} for place, p in shares.items()}
    imitated = Profile.uniform(tree).replace(mix)
    for said in SIDES:
        played = imitated.replace({("C", ""): {said: 1.0}})
        notes = sum(p for (a, l, r), p in NOTES.items() if a == (l if a == "left" else r) != said)
        assert expected_value(tree, played) == pytest.approx(float(notes))
    assert -best_response_values(tree, imitated)[1] == pytest.approx(0.375)
    assert "notes guarantee 0.375, their imitation 0.375, CFR 0.5" in made.words
    made.forgets = True
    assert "notes guarantee 0.375, their imitation 0.25, CFR 0.25" in made.picture().text


def test_only_a_decision_can_be_chosen():
    with pytest.raises(ValueError, match="place='B'"):
        imitation("B")
