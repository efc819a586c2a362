"""The stored runs of notebook 11: what they measure is what they say."""

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.games import kuhn, leduc
from cfrlib.runs import find

pytestmark = pytest.mark.slow

bluff_opponents = find("bluff_opponents")
board_sequences = find("board_sequences")
regret_bounds = find("regret_bounds")
regret_bounds_long = find("regret_bounds_long")
terminal_times = find("terminal_times")


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
    assert len(regret_bounds.tasks("quick")) == 1 + 4 * 3


def test_long_runs_begin_where_the_bound_can_fail():
    (first, *_), bound = regret_bounds_long.row["paper"]["kuhn"]["marks"], regret_bounds.bound
    sizes = [regret_bounds.sizes(kuhn(), player) for player in (0, 1)]
    largest = {name: max(of[name] for of in sizes) for name in ("delta", "M", "A")}
    assert bound(first, 1, **largest) == pytest.approx(largest["delta"])
    table = regret_bounds_long.run_task({"game": "kuhn", "row": "cs", "seeds": [3, 4], "marks": [5, 216]})
    shares = regret_bounds_long.shares(table)
    assert shares["seed"].tolist() == [3, 3, 4, 4]
    first_player = {name: sizes[0][name] for name in largest}
    expected = table["regret_0"] / [bound(t, 1, **first_player) for t in (5, 216, 5, 216)]
    assert shares["share_0"].tolist() == pytest.approx(expected.tolist())
    assert shares["share_0"].max() < 1


def test_opponents_are_the_last_profiles():
    """The last mark of PCS meets itself: it earns nothing."""
    table = bluff_opponents.run_task({"faces": 4, "seeds": 1, "lengths": {"PCS": 12, "CS": 12}})
    last = table.groupby("curve").last()
    assert last.against_pcs["PCS"] == pytest.approx(0, abs=1e-9)
    assert last.against_cs["PCS"] > last.against_cs["CS"]
    assert (table.against_pcs <= last.exploitability["PCS"] + 1e-6).all()  # nobody earns more than a best response
    assert len(bluff_opponents.tasks("paper")) == 1


def test_sequences_on_a_board():
    quick, larger = (board_sequences.run_task(task) for task in board_sequences.tasks("quick"))
    assert (quick.hands == 6).all()
    assert quick["all"].tolist() == [2**4] * 5
    for table in (quick, larger):
        assert (table.sequences <= table.hands).all()
        assert (table.sequences >= 1).all()
