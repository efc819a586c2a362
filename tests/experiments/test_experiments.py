"""Stored runs can be made again by the command that their description names."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.runs import code_of, find, names, store
from cfrlib.textbook import CFR

pytestmark = pytest.mark.slow

kuhn_oscillation = code_of("kuhn_oscillation")


@pytest.mark.parametrize("name", names())
def test_every_experiment_has_its_data_and_how_it_was_made(name):
    table, made = store.load(name)
    assert len(table) > 0
    assert made["command"] == f"cfrlib run {name} --scale paper"
    assert made["cpu_seconds"] > 0
    assert set(made["versions"]) == set(store.PACKAGES)
    assert find(name).__doc__


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="name='x': it takes one of kuhn_oscillation"):
        find("x")


def test_saved_and_loaded(tmp_path, monkeypatch):
    (tmp_path / "figures" / "data").mkdir(parents=True)
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    with pytest.raises(FileNotFoundError, match="run kuhn_oscillation"):
        store.load("kuhn_oscillation")
    table = pd.DataFrame({"iterations": [1, 2], "average_utility": [0.125, -1 / 18]})
    path = store.save("kuhn_oscillation", table, scale="quick", cpu_seconds=1.0)
    assert sorted(p.name for p in path.parent.iterdir()) == ["kuhn_oscillation.csv", "kuhn_oscillation.json"]
    again, made = store.load("kuhn_oscillation")
    assert np.allclose(again["average_utility"], table["average_utility"], atol=1e-9)
    assert made["command"].endswith("--scale quick")
    path.with_suffix(".json").unlink()  # as a kill between the two leaves it
    with pytest.raises(FileNotFoundError, match="run kuhn_oscillation"):
        store.load("kuhn_oscillation")


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


def test_a_list_may_be_cut_short():
    """As by `cfrlib list | head -1`: no traceback, whatever the buffers hold."""
    code = "import sys; from cfrlib.cli import main; main(['list'])"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as listing:
        listing.stdout.close()
        assert listing.stderr.read() == ""
