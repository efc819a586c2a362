"""The number line of what was earned, guaranteed and conceded, driven without a browser."""

import pytest

from cfrlib.widgets import bracket_line

THREE, MANY = (-2 / 3, -1 / 3, 1 / 3), (-0.0049, 0.0054, 0.0172)


def test_the_pieces_are_what_each_player_regrets():
    line = bracket_line({"3 rounds": THREE})
    assert line.words == "3 rounds: Player 1 earned −1/3 a round."
    line.step = 1
    assert "concedes 1/3" in line.words
    assert "2/3: what Player 1 regrets" in line.words
    line.step = 2
    assert "guarantees −2/3" in line.words
    assert "1/3: what Player 2 regrets" in line.words
    assert line.words.endswith("Both pieces are 1.")


def test_what_comes_next_is_not_in_sight_but_is_saved():
    line = bracket_line({"3 rounds": THREE, "10,000 rounds": MANY})
    for step, seen in enumerate([(), ("conceded",), ("conceded", "guaranteed"), ("conceded", "guaranteed", "0.0172")]):
        line.step = step
        words = [word for word in ("conceded", "guaranteed", "0.0172") if f">{word}</text>" in line.canvas.svg]
        assert words == list(seen)
    line.step = 0
    assert ">guaranteed</text>" in line.picture().svg
    assert "10,000 rounds: guaranteed −0.0049, earned 0.0054, conceded 0.0172." in line.picture().text


def test_a_bracket_without_width_is_a_dot():
    assert "earned 0, conceded 0." in bracket_line({"at rest": (0, 0, 0)}).picture().text


@pytest.mark.parametrize("brackets", [{}, {"a": (1, 2)}, {"a": (1, 0, 2)}])
def test_wrong_input_is_named(brackets):
    with pytest.raises(ValueError, match="brackets="):
        bracket_line(brackets)
