"""Cuts between seven cards, and what each costs."""

import pytest

from cfrlib.widgets import bucket_cuts


def test_another_cut_is_better_inside_and_worse_outside():
    made = bucket_cuts((5,))
    assert made.canvas.svg.count('class="bar"') == 2
    made.choose((5, 6))
    assert made.gaps == pytest.approx((1 / 42, 0, 4 / 42, 6 / 42), abs=1e-6)
    assert made.canvas.svg.count('class="bar"') == 4
    assert made.canvas.svg.count('class="bucket"') == 3
    assert made.picture().text.endswith(made.words)


def test_a_press_is_a_cut():
    made = bucket_cuts(())
    made.switches[4].value = True
    assert made.cuts == (5,)
    made.switches[4].value = False
    assert made.cuts == ()
    assert made.gaps[2:] == pytest.approx((4 / 42, 18 / 42), abs=1e-6)


def test_choosing_what_is_there_changes_nothing():
    made = bucket_cuts((5, 1))
    before = made.words
    made.choose((1, 5))
    assert made.words == before


@pytest.mark.parametrize("wrong", [(0,), (7,), (2, 2), ("2",)])
def test_wrong_cuts_are_named(wrong):
    with pytest.raises(ValueError, match="^cuts="):
        bucket_cuts(wrong)
