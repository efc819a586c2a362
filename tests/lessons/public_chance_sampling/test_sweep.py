"""The stepper of a sweep, and its picture."""

import itertools

import numpy as np
import pytest

from cfrlib.lessons.public_chance_sampling.sweep import sweep
from cfrlib.textbook.terminals import Showdown, every_pair

HANDS = list(itertools.combinations(range(5), 2))
TOTAL = np.array([a + b + 2 for a, b in HANDS])
NAMES = tuple(f"{a + 1}{b + 1}" for a, b in HANDS)
REACH = np.array([0.9, 0.1, 0.4, 0.6, 0.2, 0.5, 0.3, 0.8, 0.7, 1.0])


@pytest.fixture
def stepper():
    return sweep(Showdown(TOTAL, TOTAL, REACH, 2, -2, hands=HANDS, names=NAMES), at=6)


def test_it_goes_forward_and_back_and_stops_at_the_ends(stepper):
    assert NAMES[stepper.step.hand] == "24"
    stepper.forward()
    assert (stepper.at, NAMES[stepper.step.hand]) == (7, "25")
    stepper.canvas.press("ArrowLeft")
    assert stepper.at == 6
    stepper.forward(-99)
    assert stepper.at == 1
    stepper.forward(99)
    assert stepper.at == len(stepper.steps) == 10
    with pytest.raises(ValueError, match="^at=11"):
        stepper.at = 11


def test_all_values_are_those_of_pairs(stepper):
    values = {step.hand: step.value for step in stepper.steps}
    assert [values[i] for i in range(10)] == pytest.approx(every_pair(*stepper.showdown.arguments).tolist())


def test_the_picture_says_what_is_seen(stepper):
    text = stepper.picture().text
    assert "weaker = 1.6 − 1.1 (card 2) − 0.4 (card 4) + 0 (your own hand) = 0.1" in text
    assert "value = 2 · 0.1 + (−2) · 0.7 = −1.2" in text
    stepper.at = 10
    assert "added to a sum so far: 19 (and all 10 once before). Pair by pair it would be 100" in stepper.words


@pytest.mark.parametrize("given, message", [
    ({"reach": [0.5]}, "^reach="),
    ({"names": ("a",)}, "^names="),
    ({"theirs": [0, 1], "reach": [0.1, 0.2], "hands": [(0,), (1,), (2,)]}, "^hands"),
])  # fmt: skip
def test_what_does_not_fit_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        Showdown(**{"mine": [0, 1, 2], "theirs": [0, 1, 2], "reach": [0.1, 0.2, 0.3]} | given)


def test_names_by_default():
    showdown = Showdown([0, 1], [2, 3, 4], [0.1, 0.2, 0.3])
    assert (showdown.names, showdown.their_names) == (("1", "2"), ("1", "2", "3"))
    assert "Your hand 1" in sweep(showdown).picture().text
