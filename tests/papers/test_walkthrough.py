"""The right numbers of the tutorial's walk-through, worked out by hand."""

import numpy as np
import pytest
from ai_poker_tutorial import side_by_side, statements

from cfrlib.games import kuhn
from cfrlib.textbook import CFR
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow


def test_second_iteration_by_hand():
    cfr = CFR(unroll(kuhn()).given("Q", "K"), updates="simultaneous")
    _, two = (dict(statements(list(cfr.steps()))) for _ in range(2))
    assert [two[f"{name} with"] for name in ("Q plays p", "Kp plays p", "Kp plays b", "Q plays b")] == [0, 0, 1, 1]
    assert [two["Qpb is worth"], two["Kp is worth"], two["Kb is worth"], two["Q is worth"]] == [-1, 1, 2, -2]
    added_to_regrets = {"Qpb": [0, -1], "Kp": [0, 0], "Kb": [-3, 0], "Q": [1, 0]}
    sums = {"Qpb": [0.25, 0.25], "Kp": [0.5, 1.5], "Kb": [0.5, 1.5], "Q": [0.5, 1.5]}
    for name, regret in added_to_regrets.items():
        assert np.allclose(two[f"{name}: added to regrets"], regret)
        assert np.allclose(two[f"{name}: strategy sum afterwards"], sums[name])


def test_verdicts():
    cfr = CFR(unroll(kuhn()).given("Q", "K"), updates="simultaneous")
    steps = list(cfr.steps())
    page = [number for _, number in statements(steps)]
    page[0], page[4], page[5] = 0.25, (0.5, np.nan), (-1, np.nan)
    page[6] = np.nan
    table = side_by_side(page, steps)
    assert table.verdict.tolist()[:7] == ["wrong", *["holds"] * 3, *["unfinished"] * 3]
    assert set(table.verdict[7:]) == {"holds"}
    assert table.right[5] == "0.5, 0.5"
    assert table.page[6] == "-1, ?"
    assert "-0" not in " ".join(table.right).split()
