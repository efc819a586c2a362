"""The picture of a step at a right angle."""

import pytest

from cfrlib.lessons.regret.arrows import right_angle


def test_the_squares_of_a_right_angle_add_up():
    shown = right_angle((4, 2), (1, -2))
    assert "to (5, 0)" in shown.text
    for words in ("you stand here: length² = 20", "next step: length² = 5", "after the step: length² = 25"):
        assert words in shown.svg


def test_another_angle_is_refused():
    with pytest.raises(ValueError, match=r"^step="):
        right_angle((4, 2), (1, 2))
