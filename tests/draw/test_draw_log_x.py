"""A logarithmic horizontal axis over a linear vertical one, on which negative values have their place."""

from cfrlib import draw

CURVE = ([1, 10, 100, 1000], [0.1, -0.3, 0.05, -0.06])


def test_negative_values_are_drawn_on_a_logarithmic_horizontal_axis():
    picture = draw.lines({"a": CURVE}, log_x=True)
    assert "ends at -0.06 after 1000" in picture.text.replace("−", "-")
    assert picture.svg != draw.lines({"a": CURVE}).svg
