"""Intervals and bars."""

import pytest

from cfrlib.draw import bars, intervals


def test_intervals_say_what_they_leave_out():
    picture = intervals([0.5, 0.1, -0.9, 0.3], [0.2, 0.2, 0.3, 0.3], exact=0.3, ylabel="won")
    assert "4 intervals; 2 leave out 0 (1 below it); 3 hold the exact 0.3." in picture.text
    assert "below 0" in picture.svg
    assert "below 0" not in intervals([0.5], [0.2], exact=0.3).svg


def test_bars_go_up_and_down_from_where_they_start():
    values = {"ratio": {"half": 0.5, "same": 1.0, "twice": 2.0}}
    assert bars(values, start=1).text == bars(values).text
    assert bars(values, start=1).svg != bars(values).svg


@pytest.mark.parametrize("make, message", [
    (lambda: intervals([], [], exact=1), "as many numbers"),
    (lambda: intervals([1.0], [-1.0], exact=1), "from 0"),
    (lambda: bars({}), "^values="),
])  # fmt: skip
def test_wrong_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
