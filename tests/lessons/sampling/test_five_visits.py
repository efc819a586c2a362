"""Five iterations and three programs: which is right in a run, and which on average."""

import pytest

from cfrlib.lessons.sampling.five_visits import recorded
from cfrlib.widgets import five_visits

FULL = [1 / 2 + 3 * 1 / 2 + 0, 1 + 3 / 2 + 1]


def test_what_is_recorded():
    assert recorded([1, 5]).tolist() == [[0.5, 2], [0.5, 5], FULL]
    assert recorded([1, 4, 5]).tolist() == [[1.5, 3], FULL, FULL]
    assert recorded([]).tolist() == [[0, 0], [0, 0], FULL]


def test_clicks_choose_visits_and_a_thousand_runs_show_who_is_right():
    made = five_visits()
    assert "program 1 has 0.5 of 2 = 0.250" in made.words
    assert ">4 · 1<" in made.picture().svg
    made.canvas.click("4")
    assert made.visits == (1, 4, 5)
    assert "program 2 has 2 of 3.5 = 0.571" in made.words
    for spot in "145":
        made.click(spot)
    assert "Visits in none: program 1 has nothing" in made.words
    assert ">?<" in made.picture().svg
    made.press("n")
    assert ">?<" not in made.picture().svg
    (one, two, three) = made.means
    assert one == pytest.approx(FULL, abs=0.1)
    assert two == pytest.approx([1.56, 3.94], abs=0.1)
    assert three == pytest.approx(FULL)
