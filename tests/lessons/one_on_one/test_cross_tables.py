"""Cross tables: every number stands in its cell, its shade says who wins, and parentheses that it may be nothing."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfrlib import draw
from cfrlib.draw.parts.colors import contrast, text_on
from cfrlib.lessons.one_on_one.cross_tables import DRAW, shade


def tables(values, half=1.0):
    names = [f"p{k}" for k in range(len(values))]
    return tuple(pd.DataFrame(a, index=names, columns=names) for a in (values, np.full_like(values, half)))


def cells(svg):
    """Return (fill, exact words, shown words) of each cell, row by row."""
    pattern = r"<g><title>([^<]*)</title><rect[^>]*?fill=\"(#\w+)\"[^>]*/><text[^>]*>([^<]*)</text></g>"
    return [(fill, tip, said) for tip, fill, said in re.findall(pattern, svg)]


def test_a_worked_example():
    values = np.array([[0, 7.4, -0.6], [-7.4, 0, 1500], [0.6, -1500, 0]])
    picture = draw.cross_table(*tables(values), unit="mb/h", title="Three players")
    table = cells(picture.svg)
    assert [said for _, _, said in table] == ["+7", "(−1)", "−7", "+1,500", "(+1)", "−1,500"]
    assert table[0][1] == "+7.4 ± 1.0"
    assert table[3][0] == "#009E73"
    assert table[5][0] == "#A5154B"
    assert "p1 wins −7 from p0, +1,500 from p2" in picture.text
    assert "mb/h" in picture.text
    assert "<desc" in picture.svg


def test_digits_fit_the_size():
    """Chips: the first digit of the widest half interval, and one more in the tip, the foot and the widest half."""
    values = np.array([[0, -0.099, 0.02], [0.099, 0, 1.5], [-0.02, -1.5, 0]])
    picture = draw.cross_table(*tables(values, 0.037), unit="chips")
    table = cells(picture.svg)
    assert [said for _, _, said in table] == ["−0.10", "(+0.02)", "+0.10", "+1.50", "(−0.02)", "−1.50"]
    assert table[0][1] == "−0.099 ± 0.037"
    assert "the widest half is 0.037)" in picture.svg
    assert "p0 wins −0.10 from p1, +0.02 from p2" in picture.text
    exact = cells(draw.cross_table(tables(values / 10)[0], unit="chips").svg)
    assert [said for _, _, said in exact[:4]] == ["−0.01", "0.00", "+0.01", "+0.15"]
    noise = cells(draw.cross_table(tables(values * 1e-17)[0]).svg)
    assert noise[0][2] == "0.000000"


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e5))
def test_a_number_is_rounded_by_less_than_its_interval(value, half):
    """But for more than four digits of the largest mean."""
    value = 0.0 if abs(value) < 1e-6 else value
    tip, said = cells(draw.cross_table(*tables(np.array([[0, value], [-value, 0]]), half)).svg)[0][1:]
    number = float(said.strip("()").replace(",", "").replace("−", "-"))
    assert abs(number - value) <= max(half, abs(value) / 1000) * (0.5 + 1e-9)
    assert said.startswith("(") == (abs(value) <= half)
    assert len(tip.partition(" ± ")[2].replace(",", "").replace(".", "").lstrip("0")) >= 2 or abs(value) > 1000 * half


@given(st.floats(-1, 1))
def test_shades(part):
    fill = shade(part)
    assert contrast(text_on(fill), fill) > 4.5
    red, green, _ = (int(fill[k : k + 2], 16) for k in (1, 3, 5))
    assert abs(part) < 1e-3 or (green > red) == (part > 0)
    assert shade(0) == "#" + "".join(f"{channel:02X}" for channel in DRAW)


def test_wrong_tables():
    means, widths = tables(np.zeros((2, 2)))
    for wrong in ((means.iloc[:1], widths), (means, widths.rename(index={"p0": "x"})), (means.iloc[:0, :0],) * 2):
        with pytest.raises(ValueError, match="square tables of the same players"):
            draw.cross_table(*wrong)
    with pytest.raises(ValueError, match="finite"):
        draw.cross_table(means * np.nan, widths)
