"""Every run of the table has its data, gives tasks and a picture, and its first quick task the columns of its table."""

import json

import numpy as np
import pandas as pd
import pytest

from cfrlib.runs import figures_folder, find, names, store, verification
from cfrlib.runs.checkpoint import Checkpoint
from cfrlib.runs.rows import SCALES, Run, expanded

pytestmark = pytest.mark.slow
LONG = {
    "holdem_2_1", "holdem_2_4", "holdem_2_4_long", "liars_dice_ten", "no_limit_20", "texas_matches", "texas_practice",
}  # fmt: skip
"""Runs whose first quick task takes long, or other runs before it; their own tests do one."""


@pytest.mark.parametrize("name", names())
def test_a_run_has_its_data_and_how_it_was_made(name):
    table, made = store.load(name)
    assert len(table) > 0
    assert made["command"] == f"cfrlib run {name} --scale paper"
    assert made["cpu_seconds"] > 0
    assert set(made["versions"]) == set(store.PACKAGES)
    run = find(name)
    assert run.__doc__.splitlines()[0].endswith((".", "?", ")"))
    assert run.draw(table, name=None).svg.startswith("<svg")


@pytest.mark.parametrize("name", names())
def test_tasks_are_of_their_own_and_seeds_are_those_that_are_stored(name):
    run, (_, made) = find(name), store.load(name)
    for scale in SCALES:
        tasks = run.tasks(scale)
        assert json.loads(json.dumps(tasks)) == tasks
        assert all(task not in tasks[:k] for k, task in enumerate(tasks[:200]))
    seeds = {task["seed"] for task in run.tasks("paper") if "seed" in task}
    assert not seeds or sorted(seeds) == made["seeds"]
    with pytest.raises(ValueError, match="scale='huge': it takes one of 'quick', 'paper'"):
        run.tasks("huge")


@pytest.mark.parametrize("name", [name for name in names() if name not in LONG])
def test_a_quick_task_has_the_columns_of_the_stored_table(name, tmp_path, monkeypatch):
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path / "cache"))
    run, (stored, _) = find(name), store.load(name)
    task = run.tasks("quick")[0]
    table = run.run_task(task, Checkpoint(tmp_path))
    assert table.columns.tolist() == stored.columns.tolist()
    assert len(table) > 0
    numbers = [column for column in stored if pd.api.types.is_numeric_dtype(stored[column])]
    assert all(pd.api.types.is_numeric_dtype(table[column]) for column in numbers)
    for key in {*task} & {*table}:
        if key == "seed" or isinstance(task[key], str):  # other numbers say how far a task goes
            assert set(table[key]) == {task[key]}


@pytest.mark.parametrize("name", [
    "kuhn_nodes", "mixed_leduc", "exploration_leduc", "mixed_liars_dice", "mixed_liars_dice_pure", "bucket_growth",
    "no_limit_states", "regret_bounds_long", "board_sequences",
])  # fmt: skip
def test_a_stored_part_comes_out_again(name):
    quickest = min(find(name).tasks("paper"), key=cost)
    assert verification.differences(verification.Part(name, quickest, "paper")) == []


def cost(task):
    """Return about how long a task takes, to choose one that takes little."""
    sizes = task.get("iterations", 0) + task.get("nodes", 0) + task.get("chips", 0) + 10 * max(task.get("dice", [0]))
    slow = task.get("scheme") == "external" or task.get("game") == "leduc" or task.get("curve") == "vanilla"
    return sizes + 1e9 * slow + 1e3 * np.prod(task.get("buckets", 0))


def test_parts_are_nested_loops():
    tasks = expanded({"each": {"a": ["x", "y"]}, "n": 1}, {"each": {"seed": 2}, "m": 3})
    assert [(task["a"], task["seed"]) for task in tasks] == [("x", 0), ("x", 1), ("y", 0), ("y", 1)]
    assert all((task["n"], task["m"]) == (1, 3) for task in tasks)


def test_a_row_alone_makes_a_run():
    row = {
        "about": "A race.", "game": {"kuhn": {}}, "curve": "method", "curves": {"CFR": {}, "ES": {"sampling": "es"}},
        "columns": ["method", "seed", "iterations", "nodes = nodes_touched", "exploitability", "cpu_seconds"],
        "marks": 5, "every": {"each": {"method": ["CFR", "ES"]}}, "quick": {"each": {"seed": 2}, "iterations": 50},
        "paper": {}, "draw": {"by": "method", "where": "seed == 0", "label": "by {}"},
    }  # fmt: skip
    run = Run("race", row, None)
    table = pd.concat([run.run_task(task) for task in run.tasks("quick")])
    assert table["iterations"].tolist() == [1, 2, 7, 18, 50] * 4
    assert table.columns.tolist() == ["method", "seed", "iterations", "nodes", "exploitability", "cpu_seconds"]
    assert "by ES ends at" in run.draw(table, name=None).text
    with pytest.raises(AttributeError):
        run.curves_of_my_own()


def test_unknown_runs_and_folders_are_refused(tmp_path):
    with pytest.raises(ValueError, match="name='x': it takes one of 'kuhn_oscillation'"):
        find("x")
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        names(tmp_path / "x")
    assert figures_folder(tmp_path) == tmp_path


def test_saved_and_loaded(tmp_path):
    (tmp_path / "data").mkdir()
    with pytest.raises(FileNotFoundError, match="run kuhn_longer"):
        store.load("kuhn_longer", tmp_path)
    table = pd.DataFrame({"iterations": [1, 2], "average_utility": [0.125, -1 / 18]})
    path = store.save("kuhn_longer", table, scale="quick", cpu_seconds=1.0, folder=tmp_path)
    assert sorted(p.name for p in path.parent.iterdir()) == ["kuhn_longer.csv", "kuhn_longer.json"]
    again, made = store.load("kuhn_longer", tmp_path)
    assert np.allclose(again["average_utility"], table["average_utility"], atol=1e-9)
    assert made["command"].endswith("--scale quick")
    path.with_suffix(".json").unlink()  # as a kill between the two leaves it
    with pytest.raises(FileNotFoundError, match="run kuhn_longer"):
        store.load("kuhn_longer", tmp_path)
