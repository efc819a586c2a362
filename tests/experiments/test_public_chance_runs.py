"""The stored runs of notebook 11: what they measure is what they say."""

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.course.experiments import regret_bounds, terminal_times
from cfrlib.games import kuhn, leduc


def test_all_methods_value_alike():
    for make, size, n in ((terminal_times.poker, 8, 28), (terminal_times.dice_rolls, 2, 36)):
        count, methods = make(size)
        values = {name: evaluate().copy() for name, evaluate in methods.items()}
        assert count == n
        assert set(values) == {"pairs", "matrix", "sweep"}
        assert np.abs(values["pairs"]).max() > 0.1
        for value in values.values():
            assert value == pytest.approx(values["pairs"], abs=1e-10)


def test_slopes_are_powers():
    n = np.array([6, 66, 200, 1000, 1300])
    table = pd.DataFrame({"game": "poker", "method": "pairs", "n": n, "microseconds": 3.0 * n**1.7})
    assert terminal_times.slopes(table) == {("poker", "pairs"): pytest.approx(1.7)}
    assert "poker, pairs: n^1.70" in terminal_times.draw(table, name=None).text


@pytest.mark.parametrize("row", ["vanilla", "pcs"])
def test_regrets_are_those_of_the_average(row):
    # With simultaneous updates the mean of both regrets is the exploitability of the exact average (notebook 08), which
    # vanilla's tables hold. Sampled tables hold an estimate: there the regrets must not come from them.
    game = leduc(suits_matter=False)
    solver = cfrlib.CFR(game, row, updates="simultaneous", seed=3)
    solver.run(40)
    *_, (T, regrets) = regret_bounds.overall_regrets(game, row, 3, 40)
    mean = sum(regrets) / 2
    assert T == 40
    assert (mean == pytest.approx(solver.exploitability(), abs=1e-9)) == (row == "vanilla")
    assert mean > 0


def test_sizes_of_kuhn():
    # Player 1 has three sets before and three after a pass; Player 2 six with the empty past.
    assert regret_bounds.sizes(kuhn(), 0) == {"delta": 4, "M": pytest.approx(2 * 3**0.5), "A": 2, "infosets": 6}
    assert regret_bounds.sizes(kuhn(), 1)["M"] == pytest.approx(6**0.5)
    assert regret_bounds.bound(100, 1, 4, 6**0.5, 2) == pytest.approx(3 * 4 * 12**0.5 / 10)


def test_a_task_is_a_run():
    table = regret_bounds.run_task({"row": "cs", "seed": 1, "iterations": 20})
    assert table.iterations.tolist() == [1, 2, 3, 5, 7, 10, 15, 20]
    game = leduc(suits_matter=False)
    assert regret_bounds.below_pace(table, game) == (16, 16)
    never_learnt = table.assign(regret_0=table.regret_0[0] * 5, regret_1=0.0)  # what is below delta all the time
    assert never_learnt.regret_0.max() < 26
    assert regret_bounds.below_pace(never_learnt, game)[0] < 16
    assert len(regret_bounds.tasks("quick")) == 1 + 4 * 3
