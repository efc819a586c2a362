"""Stored runs can be made again by the command that their description names."""


import numpy as np
import pytest

import cfrlib
from cfrlib.runs import find
from cfrlib.textbook import CFR

pytestmark = pytest.mark.slow

kuhn_oscillation = find("kuhn_oscillation")


def test_fast_loop_equals_the_textbook():
    """All deals, simultaneous updates: the mean of the values that the strategies of each iteration have."""
    tree, values = cfrlib.tree.unroll(cfrlib.games.kuhn()), []
    cfr = CFR(tree, updates="simultaneous")
    for _ in range(30):
        values.append(cfrlib.expected_value(tree, cfr.current_strategy()))
        cfr.run(1)
    expected = np.cumsum(values) / np.arange(1, 31)
    assert np.allclose(kuhn_oscillation.average_utility(np.arange(1, 31), sampled=False), expected, atol=1e-9)


def test_one_deal_an_iteration_tends_to_the_value_of_the_game():
    means = [kuhn_oscillation.average_utility(np.array([200_000]), sampled=True, seed=s)[0] for s in range(3)]
    assert np.allclose(means, -1 / 18, atol=5 / np.sqrt(200_000))
    assert len(set(means)) == 3


def test_a_run_of_its_own_is_a_run_with_a_seed_of_its_own():
    tasks = kuhn_oscillation.tasks("paper")
    alone = [task for task in tasks if task["method"] == "new run"]
    assert [task["iterations"] for task in alone] == [1, *range(10_000, 5_000_001, 10_000)]
    assert len({task["seed"] for task in tasks if task["method"] != "all deals"}) == len(tasks) - 1
    point = kuhn_oscillation.run_task(alone[1])
    mean = kuhn_oscillation.average_utility(np.array([10_000]), sampled=True, seed=alone[1]["seed"])[0]
    assert point[["iterations", "average_utility"]].to_numpy().tolist() == [[10_000, mean]]
