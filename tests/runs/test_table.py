"""Every run of the table has its data, tasks and a picture; a small task has the columns of its table, and resumes."""

import json
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from dying import Dying, Killed

from cfrlib.runs import expressions, figures_folder, find, names, pictures, practice, store, verification
from cfrlib.runs.practice import Checkpoint
from cfrlib.runs.rows import SCALES, Run, expanded

pytestmark = pytest.mark.slow
ELSEWHERE = {"bluff_opponents", "bluff_time", "liars_dice_ten", "resolving_holdem", "texas_matches", "texas_practice"}
"""Runs that take long, or need other runs before them: their own tests do a task."""
MOST = {
    "iterations": 300, "points": 3, "length": 20, "nodes": 1e5, "hands": 100, "pairs": 1, "repeats": 1, "trainings": 2,
    "seconds": 0.01, "stack": 3, "faces": 3,
}  # fmt: skip
"""No task of a test has a larger size of these names."""
INSTEAD = {"width": 0.02, "training": {"hidden": [4], "steps": [20, 5, 50]}}
SECONDS = 120
"""The processor time, compiling included, after which a task is too large for a test."""


def smaller(task):
    """Return a task of the quick scale in a size for a test."""
    least = {name: min(task[name], MOST[name]) for name in MOST if isinstance(task.get(name), int | float)}
    return task | least | {name: value for name, value in INSTEAD.items() if name in task}


@pytest.mark.parametrize("name", names())
def test_a_run_has_its_data_its_tasks_and_a_picture(name):
    run, (table, made) = find(name), store.load(name)
    assert len(table) > 0
    assert made["command"] == f"cfrlib run {name} --scale paper"
    assert made["cpu_seconds"] > 0
    assert set(made["versions"]) == set(store.PACKAGES)
    assert run.__doc__.splitlines()[0].endswith((".", "?", ")"))
    assert run.draw(table, name=None).svg.startswith("<svg")
    for scale in SCALES:
        tasks = run.tasks(scale)
        assert json.loads(json.dumps(tasks)) == tasks
        assert len({json.dumps(task) for task in tasks}) == len(tasks)
    seeds = {task["seed"] for task in run.tasks("paper") if "seed" in task}
    assert not seeds or sorted(seeds) == made["seeds"]
    with pytest.raises(ValueError, match="scale='huge': it takes one of 'quick', 'paper'"):
        run.tasks("huge")


@pytest.mark.parametrize("name", [name for name in names() if name not in ELSEWHERE])
def test_a_small_task_has_the_columns_of_the_stored_table_and_resumes(name, tmp_path, monkeypatch):
    run, (stored, _) = find(name), store.load(name)
    less = {"BOARDS": 200, "ITERATIONS": {"textbook": 2, "engine": 500}, "CHANGES": {"ante": {"2": {"ante": 2}}}}
    for constant, small in less.items():
        monkeypatch.setattr(run.code, constant, small) if hasattr(run.code, constant) else None
    task, began = smaller(run.tasks("quick")[0]), time.process_time()
    table = run.run_task(task, Checkpoint(tmp_path))
    took = time.process_time() - began
    assert took < SECONDS, f"tests/runs/test_table.py: MOST takes what makes {task} small, or ELSEWHERE {name!r}"
    assert table.columns.tolist() == stored.columns.tolist()
    assert len(table) > 0
    numbers = [column for column in stored if pd.api.types.is_numeric_dtype(stored[column])]
    assert all(pd.api.types.is_numeric_dtype(table[column]) for column in numbers)
    for key in {*task} & {*table}:
        if key == "seed" or isinstance(task[key], str):  # other numbers say how far a task goes
            assert set(table[key]) == {task[key]}
    if hasattr(run.code, "run_task") or not run.row.get("keeps", True):
        return
    with monkeypatch.context() as patch:  # a checkpoint after every iteration
        patch.setattr(practice, "SLICE", 1e-9)
        patch.setattr(practice, "APART", 0.0)
        with pytest.raises(Killed):
            run.run_task(task, Dying(tmp_path, 3))
    again = run.run_task(task, Checkpoint(tmp_path))
    lasting = [column for column in table if column not in verification.TIMES]
    pd.testing.assert_frame_equal(again[lasting], table[lasting], check_exact=True)


@pytest.mark.parametrize("name", ["kuhn_nodes", "mixed_leduc", "mixed_liars_dice_pure", "regret_bounds_long"])
def test_a_stored_part_comes_out_again(name):
    quickest = min(find(name).tasks("paper"), key=cost)
    assert verification.differences(verification.Part(name, quickest, "paper")) == []


def cost(task):
    """Return about how long a task takes, to choose one that takes little."""
    slow = task.get("scheme") == "external" or task.get("game") == "leduc"
    return task.get("iterations", 0) + task.get("nodes", 0) + 1e9 * slow


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
    run = Run("race", row, None, Path("runs/race.py"))
    table = pd.concat([run.run_task(task) for task in run.tasks("quick")])
    assert table["iterations"].tolist() == [1, 2, 7, 18, 50] * 4
    assert table.columns.tolist() == ["method", "seed", "iterations", "nodes", "exploitability", "cpu_seconds"]
    assert "by ES ends at" in run.draw(table, name=None).text
    assert "ES, 0 ends at" in run.draw(table, name=None, by="seed", facets="method").text
    with pytest.raises(AttributeError):
        run.curves_of_my_own()


TABLE = pd.DataFrame({"name": ["a", "b", "c"], "n": [1, 2, 30], "t": [0.5, 0.25, 4.0], "is it": [True, False, True]})


@pytest.mark.parametrize("text", [
    "n", "-n + 2 * t", "n / t - 1 / 18", "n // 4 % 3", "2 ** n", "abs(t - 1)", "log10(n) + sqrt(exp(t))", "n == 2",
    "name in ('a', 'b')", "name not in ['a']", "n > 1 and name != 'b' or t == 0.5", "not n < 2", "0 < t <= 0.5",
])  # fmt: skip
def test_an_expression_is_what_pandas_makes_of_it(text):
    assert expressions.value("x", text, TABLE).tolist() == pytest.approx(TABLE.eval(text, engine="python").tolist())


def test_expressions_of_our_own_runs_are_what_pandas_makes_of_them():
    for name in names():
        how, (table, _) = find(name).row.get("draw", {}), store.load(name)
        for key in {"x", "y", "where"} & set(how) if isinstance(how, dict) else ():
            found = expressions.value(key, how[key], table)
            pd.testing.assert_series_equal(found, table.eval(how[key], engine="python"), check_names=False)


def test_the_name_of_a_column_is_one_whatever_it_looks_like():
    assert expressions.condition("where", "is it", TABLE).tolist() == [True, False, True]


@pytest.mark.parametrize(
    "text, said",
    [
        *(("n.map", "'n.map' is none of them"), ("n[0]", "'n[0]' is"), ("@pd.io", "it takes columns"), ("", "columns")),
        *(("__import__('os')", "is none of"), ("abs(n, 1)", "none"), ("abs(*n)", "none"), ("abs(x=n)", "none")),
        *(("n.map.__globals__['sys']", "is none of them"), ("(abs)(n)(n)", "is none"), ("eval('n')", "is none")),
        *(("lambda: n", "'lambda: n' is none"), ("[n for n in n]", "is none"), ("f'{n}'", "is none"), ("n; n", "x=")),
        *(("n if n else n", "is none"), ("(n := 2)", "is none"), ("{n: n}", "is none"), ("n & n", "is none of them")),
        *(("1j * n", "'1j' is none"), ("b'' == n", "is none"), ("... == n", "is none"), ("None", "'None' is none")),
        *(("m + 1", "names the column='m': it takes one of 'name', 'n'"), ("abs", "names the column='abs'")),
        *(("name * 10 ** 9", "takes numbers"), ("'a' * 1000000000", "takes numbers"), ("-name", "arithmetic")),
        *(("name < 3", "'<' not supported"), ("n and t", "not take comparisons"), ("1 / 0", "by zero")),
        *(("(" * 300, "it takes columns"), ("n + " * 200 + "n", "at most 500"), ("1 in n", "isin")),
    ],
)
def test_what_is_no_expression_is_refused(text, said):
    with pytest.raises(ValueError, match="^x=") as error:
        expressions.value("x", text, TABLE)
    assert said in str(error.value)


def test_no_number_grows_without_end():
    assert np.isinf(expressions.value("x", "9 ** 9 ** 9 ** 9", TABLE))


@pytest.mark.parametrize(
    "how, said",
    [
        ({"where": "n + 1"}, "where='n [+] 1': it takes a condition over columns"),
        ({"where": "True"}, "where='True': it takes a condition over columns"),
        ({"x": "name"}, "x='name': it takes a column of numbers"),
        ({"label": "one"}, "label='one': it takes a text with {}"),
        ({"only": ["a", "d"]}, "only='d': it takes one of 'a', 'b', 'c'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(how, said):
    with pytest.raises(ValueError, match=said):
        pictures.draw(TABLE, None, **{"by": "name", "x": "n", "y": "t", **how})


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
