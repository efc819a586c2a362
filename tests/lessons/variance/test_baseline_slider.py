"""The slider from no baseline to the truth."""

import numpy as np
import pytest

from cfrlib.games import kuhn
from cfrlib.textbook.baselines import BaselineCFR, estimates, history_values
from cfrlib.widgets import baseline_slider


class Guessing(BaselineCFR):
    """Walks whose guesses are a part of the true values."""

    part = 0.0

    def look(self):
        self.fix(self.part * history_values(self.tree, self.strategy))


@pytest.mark.parametrize("part", [0, 0.5, 1, 1.5])
def test_what_it_shows_is_what_walks_with_such_a_baseline_report(part):
    solver = Guessing(kuhn(), "os", baseline="exact", seed=1)
    solver.part = part
    slider = baseline_slider(part, walks=60)
    assert np.allclose(slider.reports, estimates(solver, 60)[0], atol=1e-12)


def test_without_a_guess_a_walk_reports_what_it_wins():
    slider = baseline_slider()
    assert set(slider.reports) == {-2, -1, 1, 2}
    assert slider.exact == pytest.approx(0.125)
    assert slider.mean == pytest.approx(0.125, abs=4 * (slider.variance / 200) ** 0.5)


def test_the_scatter_collapses_on_the_truth_and_opens_again_behind_it():
    slider = baseline_slider()
    variance, picture = slider.variance, slider.canvas.svg
    for part, left in ((0.5, 1 / 4), (1, 0), (1.5, 1 / 4), (2, 1)):
        slider.part = part
        assert slider.part == part
        assert slider.variance == pytest.approx(left * variance, abs=1e-12)
    slider.part = 1
    assert set(slider.reports) == {slider.exact}
    assert slider.canvas.svg != picture
    assert "variance 0." in slider.says.value


def test_the_slider_goes_by_steps():
    slider = baseline_slider()
    slider.slider.value = 0.9999999  # what the browser sends
    assert slider.part == 1
    assert slider.variance == 0


@pytest.mark.parametrize("name, wrong", [("part", -0.01), ("part", True), ("walks", 1.5), ("seed", -1)])
def test_wrong_input_is_named(name, wrong):
    with pytest.raises(ValueError, match=name):
        baseline_slider(**{name: wrong})


def test_the_slider_refuses_what_is_out_of_range():
    with pytest.raises(ValueError, match="part"):
        baseline_slider().part = 2.01
