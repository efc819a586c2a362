"""Histograms and bars."""

import numpy as np
import pytest

from cfrlib.draw import bars, histogram, intervals


def test_histogram_says_how_far_each_spreads():
    def drawn():
        rng = np.random.default_rng(0)
        return histogram({"narrow": rng.normal(0, 1, 500), "wide": rng.normal(0, 3, 500)}, exact=0.0, xlabel="error")

    picture = drawn()
    assert picture.svg.count("<title>") == 1
    assert "narrow spreads by" in picture.text
    assert picture.svg == drawn().svg


def test_a_constant_sample_is_drawn():
    assert "spreads by 0" in histogram({"one value": np.full(5, 2.0)}, exact=2.0).text


def test_bars_say_their_values():
    picture = bars({"predicted": {"ES": 1.0, "OS": 4.4}, "measured": {"ES": 1.0, "OS": 4.0}}, ylabel="noise")
    assert "predicted: ES 1, OS 4.4" in picture.text


def test_intervals_say_what_they_leave_out():
    picture = intervals([0.5, 0.1, -0.9, 0.3], [0.2, 0.2, 0.3, 0.3], exact=0.3, ylabel="won")
    assert "4 intervals; 2 leave out 0 (1 below it); 3 hold the exact 0.3." in picture.text
    assert "below 0" in picture.svg
    assert "below 0" not in intervals([0.5], [0.2], exact=0.3).svg


def test_bars_go_up_and_down_from_where_they_start():
    values = {"ratio": {"half": 0.5, "same": 1.0, "twice": 2.0}}
    assert bars(values, start=1).text == bars(values).text
    assert bars(values, start=1).svg != bars(values).svg


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: intervals([], [], exact=1), "as many numbers"),
        (lambda: intervals([1, 2], [1], exact=1), "as many numbers"),
        (lambda: intervals([1.0], [-1.0], exact=1), "from 0"),
        (lambda: histogram({}), "^samples="),
        (lambda: histogram({"x": []}), "'x' has no numbers"),
        (lambda: histogram({"x": [np.nan]}), "not finite"),
        (lambda: bars({}), "^values="),
        (lambda: bars({"a": {"x": 0.0}}), "not above 0"),
        (lambda: bars({"a": {"x": 1.0}}, start=0), "^start="),
        (lambda: bars({"a": {"x": 1.0}, "b": {"y": 1.0}}), "the first group has"),
    ],
)
def test_wrong_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
