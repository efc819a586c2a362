"""Random numbers that pile up around their mean."""

import numpy as np
import pytest

from cfrlib.widgets import pile


def dice(**more):
    return pile({"a die": lambda rng: rng.integers(1, 7), "two": lambda rng: 2.0}, exact=3.5, low=0, high=7, **more)


def test_presses_pile_up_on_the_mean():
    made = dice()
    assert np.isnan(made.mean)
    assert "Nothing yet" in made.words
    made.canvas.press("ArrowRight")
    assert "1 press," in made.words
    for key in ("n", "m"):
        made.canvas.press(key)
    assert len(made.means) == 1101
    assert made.mean == pytest.approx(3.5, abs=0.2)
    assert made.canvas.svg.count('class="bar"') == 6


def test_a_mean_of_sixteen_is_four_times_as_narrow():
    one, sixteen = dice(), dice()
    sixteen.choose(many=16)
    one.press(1000)
    sixteen.press(1000)
    assert one.spread / sixteen.spread == pytest.approx(4, rel=0.1)


def test_another_choice_begins_anew_and_the_same_seed_draws_the_same():
    made = dice(seed=3)
    made.press(5)
    first = list(made.means)
    made.choose("two")
    assert made.means == []
    made.press("ArrowRight")
    assert made.means == [2]
    made.choose("a die")
    made.press(5)
    assert made.means == first
    made.which.value = "two"
    assert made.means == []


def test_what_lies_beyond_the_axis_stands_in_the_last_bar():
    made = pile({"far": lambda rng: 100.0}, exact=0, low=-1, high=1)
    made.press(3)
    assert made.picture().svg.count('class="bar"') == 1
    assert "Mean of all 100" in made.picture().text


@pytest.mark.parametrize(
    "wrong", [{"draws": {}}, {"draws": {"a": 1}}, {"high": -1}, {"seed": -1}, {"exact": "x"}], ids=str
)
def test_wrong_arguments_are_named(wrong):
    (name,) = wrong
    with pytest.raises(ValueError, match=name):
        pile(**{"draws": {"a": lambda rng: 1.0}, "exact": 1, "low": 0, "high": 2} | wrong)


def test_only_what_there_is_can_be_chosen():
    for name, wrong in (("label", "three"), ("many", 5)):
        with pytest.raises(ValueError, match=name):
            dice().choose(**{name: wrong})
