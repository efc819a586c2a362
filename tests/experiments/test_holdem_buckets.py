"""The run of buckets judged in the real game, at the small scale: what it measures, and that it can be made again."""

import json

import numpy as np
import pandas as pd
import pytest

from cfrlib import CFR, exploitability
from cfrlib.engine.buckets.cfr_br import CFRBR
from cfrlib.engine.buckets.lifting import lifted_profile
from cfrlib.games import holdem
from cfrlib.runs import code_of, figures_folder, find, steps, store
from cfrlib.runs.curves import geometric

pytestmark = pytest.mark.slow

holdem_buckets = code_of("holdem_buckets")

SIZES = holdem_buckets.SCALES["quick"]
COLUMNS = ["before", "after", "curve", "iterations", "cpu_seconds", "abstract", "real"]
CURVES = {"CFR+": CFR.plus, "CFR-BR": CFRBR, "grid": CFR.plus}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Run the whole experiment in a project of its own; return its folder."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "figures" / "data").mkdir(parents=True)
    for part in ("runs", "runs.toml"):
        (folder / "figures" / part).symlink_to(figures_folder() / part)
    (folder / "notebooks").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        steps.run("holdem_buckets", "quick")
    return folder


@pytest.fixture
def stored(project, monkeypatch):
    """Return the table of that run and how it was made."""
    monkeypatch.chdir(project)
    return store.load("holdem_buckets")


def part(table, curve, buckets):
    """Return the rows of a curve of an abstraction."""
    return table[(table["curve"] == curve) & (table["before"] == buckets[0]) & (table["after"] == buckets[1])]


def test_what_is_stored(stored, project):
    table, made = stored
    assert find("holdem_buckets") is holdem_buckets
    assert list(table.columns) == COLUMNS
    assert made["command"] == "cfrlib run holdem_buckets --scale quick"
    assert made["seeds"] == []  # nothing is drawn
    assert made["cpu_seconds"] > 0
    assert not table.isna().any(axis=None)
    assert sorted(path.name for path in (project / "figures" / "data").iterdir() if path.is_file()) == [
        "holdem_buckets.csv", "holdem_buckets.json",
    ]  # fmt: skip


@pytest.mark.parametrize("scale", ["quick", "paper"])
def test_tasks_are_all_curves_and_all_of_the_grid(scale):
    sizes, tasks = holdem_buckets.SCALES[scale], holdem_buckets.tasks(scale)
    assert json.loads(json.dumps(tasks)) == tasks
    assert all(task["deck"] == sizes["deck"] for task in tasks)
    of = {curve: [task for task in tasks if task["curve"] == curve] for curve in CURVES}
    assert sum(map(len, of.values())) == len(tasks)
    for curve in ("CFR+", "CFR-BR"):
        assert [task["buckets"] for task in of[curve]] == sizes["curves"]
        assert {(task["iterations"], task["points"]) for task in of[curve]} == {tuple(sizes[curve])}
    before, after = sizes["grid"]
    assert [task["buckets"] for task in of["grid"]] == [[b, a] for b in before for a in after]
    assert {task["points"] for task in of["grid"]} == {1}
    assert {task["iterations"] for task in of["grid"]} == {sizes["CFR+"][0]}


def test_curves_have_their_marks_and_clocks_go_forward(stored):
    table, _ = stored
    for buckets in SIZES["curves"]:
        for curve in ("CFR+", "CFR-BR"):
            rows, (iterations, points) = part(table, curve, buckets), SIZES[curve]
            assert rows["iterations"].tolist() == geometric(points, iterations)
            assert (rows["cpu_seconds"].diff().dropna() > 0).all()
    grid = table[table["curve"] == "grid"]
    assert (grid["iterations"] == SIZES["CFR+"][0]).all()
    assert (table["cpu_seconds"] > 0).all()


@pytest.mark.parametrize("task", holdem_buckets.tasks("quick"), ids=lambda task: f"{task['curve']} {task['buckets']}")
def test_each_row_is_what_a_solver_of_so_many_iterations_has(task, stored):
    """The first row of a curve and the last one, each by a new solver."""
    game, real = (holdem(deck=tuple(task["deck"]), buckets=b) for b in (tuple(task["buckets"]), None))
    rows = part(stored[0], task["curve"], task["buckets"])
    for row in rows.iloc[[0, -1]].itertuples():
        solver = CURVES[task["curve"]](game)
        solver.run(row.iterations)
        profile = solver.average_strategy()
        assert row.abstract == pytest.approx(exploitability(game, profile), rel=1e-8)
        assert row.real == pytest.approx(exploitability(real, lifted_profile(profile)), rel=1e-8)


def test_a_task_gives_the_same_numbers_again(stored):
    for task in holdem_buckets.tasks("quick")[:3]:
        again = holdem_buckets.run_task(task, None).drop(columns="cpu_seconds").reset_index(drop=True)
        rows = part(stored[0], task["curve"], task["buckets"]).drop(columns="cpu_seconds").reset_index(drop=True)
        pd.testing.assert_frame_equal(again, rows, rtol=1e-8)


def test_the_story_of_the_small_deck(stored):
    """Self-play fits its buckets and gets worse in the real game; CFR-BR does better there, and worse among buckets. A
    refinement before the flop does worse."""
    table, _ = stored
    plain, best = (part(table, curve, (2, 2)) for curve in ("CFR+", "CFR-BR"))
    assert (table["real"] > table["abstract"]).all()
    assert plain["abstract"].iloc[-1] < 1
    assert plain["real"].iloc[-1] > plain["real"].min() + 10
    assert best["real"].iloc[-1] < plain["real"].min() - 10
    assert best["abstract"].iloc[-1] > 100 * plain["abstract"].iloc[-1]
    grid = holdem_buckets.grid(table)
    assert grid.loc[2, 2] > grid.loc[1, 2] + 10


def test_pictures_get_their_numbers(stored):
    table, _ = stored
    curves = holdem_buckets.curves(table, 2)
    assert set(curves) == {f"{curve}, {where} game" for curve in ("CFR+", "CFR-BR") for where in ("abstract", "real")}
    for name, runs in curves.items():
        curve, where = name.removesuffix(" game").split(", ")
        rows, [(x, y)] = part(table, curve, (2, 2)), runs
        np.testing.assert_array_equal(x, rows["iterations"])
        np.testing.assert_array_equal(y, rows[where])
    assert holdem_buckets.curves(table, 3) == {}
    grid = holdem_buckets.grid(table)
    assert [grid.index.tolist(), grid.columns.tolist()] == SIZES["grid"]
    for buckets in np.ndindex(grid.shape):
        before, after = (axis[k] for axis, k in zip(SIZES["grid"], buckets, strict=True))
        assert grid.loc[before, after] == part(table, "grid", (before, after))["real"].item()


def test_five_buckets_are_drawn(project, stored):
    """Of the paper's scale; numbers made up from those of two buckets."""
    table = stored[0].replace({"before": {2: 5}, "after": {2: 5}})
    picture = holdem_buckets.draw(table, name="five")
    assert (project / "figures" / "five.svg").exists()
    assert picture.text.count(" ends at ") == 2
    for name, [(_, y)] in holdem_buckets.curves(table, 5, ["real"]).items():
        assert f"{name} ends at {y[-1]:.3g}" in picture.text
