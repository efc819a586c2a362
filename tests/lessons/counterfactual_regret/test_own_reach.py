"""The own reach in a regret, and out of it."""

import pytest

from cfrlib.lessons.counterfactual_regret.own_reach import first_values
from cfrlib.textbook import CFR
from cfrlib.widgets import own_reach


class OwnReachIn(CFR):
    def regret_weight(self, own, opponent, chance):
        return own * opponent * chance


def test_six_iterations_end_the_trap_or_do_not():
    made = own_reach(OwnReachIn)
    advice = {heading: [] for heading in made.runs}
    for _ in range(7):
        for heading, moments in made.runs.items():
            advice[heading].append(moments[made.iteration].played["R"])
        made.press("ArrowRight")
    assert made.iteration == 6
    assert advice == {
        "CFR: own reach left out": [0.5, 0, 0.875, 1, 1, 1, 1], "Changed: own reach in": [0.5, 0, 0, 0, 0, 0, 0]
    }  # fmt: skip
    made.press("ArrowLeft")
    assert made.iteration == 5


def test_words_and_pictures_follow():
    made = own_reach(OwnReachIn)
    assert "weight of B .5." in made.words
    made.press("ArrowRight")
    assert "weight of B 0." in made.says.value
    assert "weight 0" in made.other.svg
    assert "weight 0" not in made.canvas.svg
    still = made.picture()
    assert still.svg.count('class="bar"') == 2 * 2 * 2
    assert "own reach left out" in still.text


def test_a_class_that_leaves_it_out_says_so():
    first, second = own_reach(CFR).runs
    assert first.partition(": ")[2] == second.partition(": ")[2] == "own reach left out"


def test_the_counterfactual_values_stand_at_the_edges():
    assert "L 1.5, R 1, stay 1.5, go 1.25, x 0, y −2.75" in first_values().text


WRONG = [({"changed": "CFR"}, TypeError), ({"changed": CFR, "iteration": 7}, ValueError)]


@pytest.mark.parametrize("wrong, error", WRONG)
def test_what_is_wrong_is_named(wrong, error):
    with pytest.raises(error, match=list(wrong)[-1]):
        own_reach(**wrong)
