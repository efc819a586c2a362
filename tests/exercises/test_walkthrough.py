"""The right numbers of the tutorial's walk-through, worked out by hand."""

import numpy as np

from cfrlib.exercises.walkthrough import side_by_side, statements
from cfrlib.games import kuhn
from cfrlib.textbook import CFR
from cfrlib.tree import unroll


def iterations(n):
    """The statements of the first n iterations, as dicts."""
    cfr = CFR(unroll(kuhn()).given("Q", "K"), updates="simultaneous")
    return [dict(statements(list(cfr.steps()))) for _ in range(n)]


def test_second_iteration_by_hand():
    _, two = iterations(2)
    assert [two[f"{name} with"] for name in ("Q plays p", "Kp plays p", "Kp plays b", "Q plays b")] == [0, 0, 1, 1]
    assert [two["Qpb is worth"], two["Kp is worth"], two["Kb is worth"], two["Q is worth"]] == [-1, 1, 2, -2]
    added_to_regrets = {"Qpb": [0, -1], "Kp": [0, 0], "Kb": [-3, 0], "Q": [1, 0]}
    added_to_sums = {"Qpb": [0, 0], "Kp": [0, 1], "Kb": [0, 1], "Q": [0, 1]}
    for name, regret in added_to_regrets.items():
        assert np.allclose(two[f"{name}: added to regrets"], regret)
        assert np.allclose(two[f"{name}: added to strategy sum"], added_to_sums[name])


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
