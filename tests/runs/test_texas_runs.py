"""Runs of abstract Texas hold'em at their quick scale: the same rows however often they are interrupted."""

import json
from math import isnan

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.games import texas
from cfrlib.runs import find, practice
from cfrlib.runs.checkpoint import Checkpoint

pytestmark = pytest.mark.slow

texas_race = find("texas_race")

RUNS = ["texas_race", "texas_large"]
TASKS = [*RUNS, "texas_fewer", "texas_five", "texas_seeds"]
COLUMNS = ["buckets", "curve", "seed", "iterations", "nodes_touched", "cpu_seconds", "best_0", "best_1",
           "exploitability", "low"]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _few_boards():
    """Estimated tables of fewer boards take less time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texas_race.code, "BOARDS", 5000)
        yield


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Give a test a cache of its own."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture(scope="module", params=RUNS)
def run(request, tmp_path_factory):
    """All tasks of a run, done: (name, [(task, rows, profile)])."""
    folder, experiment, done = tmp_path_factory.mktemp(request.param), find(request.param), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CFRLIB_CACHE", str(folder / "cache"))
        for k, task in enumerate(experiment.tasks("quick")):
            (folder / str(k)).mkdir()
            rows = experiment.run_task(task, Checkpoint(folder / str(k)))
            done.append((task, rows, texas_race.profile_of(task)))
        assert len(list((folder / "cache").glob("profile-*"))) == len(done)
    return request.param, done


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("scale", ["quick", "paper"])
def test_no_task_is_there_twice(name, scale):
    experiment = find(name)
    tasks = experiment.tasks(scale)
    assert json.loads(json.dumps(tasks)) == tasks
    assert len({(task["buckets"], task["curve"], task["seed"]) for task in tasks}) == len(tasks)
    assert {task["curve"] for task in tasks} <= set(texas_race.CURVES)
    assert len({texas_race.profile_path(task) for task in tasks}) == len(tasks)
    for task in tasks:
        game = texas_race.game_of(task)
        assert game == texas(task["buckets"], tuple(task["raises"]), tuple(task["deck"]))
        if scale == "paper":
            assert game == texas(task["buckets"])


def test_all_runs_keep_profiles_apart():
    tasks = [task for name in TASKS for scale in ("quick", "paper") for task in find(name).tasks(scale)]
    assert len({texas_race.profile_path(task) for task in tasks}) == len(tasks)


def test_rows(run):
    name, done = run
    for task, rows, profile in done:
        assert list(rows.columns) == COLUMNS
        assert (rows[["buckets", "curve", "seed"]] == [task["buckets"], task["curve"], task["seed"]]).all(axis=None)
        assert len(rows) == task["points"]
        assert rows["iterations"].iloc[-1] == task["iterations"]
        for column in ("iterations", "nodes_touched", "cpu_seconds"):
            assert (rows[column].diff().dropna() > 0).all()
        each = rows["nodes_touched"] / rows["iterations"]
        assert each.nunique() == 1
        mean = (rows["best_0"] + rows["best_1"]) / 2
        np.testing.assert_allclose(rows["exploitability"], mean, rtol=1e-5)
        assert 0 < mean.iloc[-1] < mean.iloc[0] / 2
        assert rows["low"].iloc[:-1].isna().all()
        assert profile.game == texas_race.game_of(task)
        last, found = rows.iloc[-1], cfrlib.best_response_values(profile.game, profile)
        if task["buckets"] <= task["exact"]:
            assert name == "texas_race"
            assert isnan(last["low"])
            assert found == pytest.approx((last["best_0"], last["best_1"]), abs=1e-3)
        else:  # estimates are near, on either side of the truth
            assert name == "texas_large"
            assert last["low"] == pytest.approx(sum(found) / 2, rel=0.05)
            assert last["exploitability"] == pytest.approx(sum(found) / 2, rel=0.05)
            assert last["low"] != last["exploitability"]


def test_a_task_gives_the_same_numbers_again(run, place):
    name, done = run
    for k, (task, rows, profile) in enumerate(done[:: len(done) - 1]):
        (place / str(k)).mkdir()
        again = find(name).run_task(json.loads(json.dumps(task)), Checkpoint(place / str(k)))
        pd.testing.assert_frame_equal(again.drop(columns="cpu_seconds"), rows.drop(columns="cpu_seconds"))
        assert texas_race.profile_of(task) == profile


class Killed(Exception):
    pass


class Dying(Checkpoint):
    """A checkpoint that is killed at one of its saves: before it, between its two files, or after it."""

    def __init__(self, folder, at, where):
        super().__init__(folder)
        self.left, self.where = at, where

    def save(self, solver, rows, **notes):
        self.left -= 1
        if self.left == 0 and self.where == "before":
            raise Killed
        if self.left == 0 and self.where == "between":
            super().save(Unwritten(), rows, **notes)
        super().save(solver, rows, **notes)
        if self.left == 0:
            raise Killed


class Unwritten:
    def save(self, path):
        raise Killed


@pytest.mark.parametrize("where", ["before", "between", "after"])
@pytest.mark.parametrize("at", [1, 2, 9, "last"])
def test_interrupted_and_resumed_equals_uninterrupted(run, place, monkeypatch, where, at):
    """At the first mark, in the middle between two, and at the last mark."""
    name, done = run
    task, rows, profile = done[-1] if at == "last" else done[0]
    with monkeypatch.context() as patch:
        if at != "last":  # a checkpoint after every iteration
            patch.setattr(practice, "SLICE", 1e-9)
            patch.setattr(practice, "APART", 0.0)
        with pytest.raises(Killed):
            find(name).run_task(task, Dying(place, task["points"] if at == "last" else at, where))
        if at != "last":
            with pytest.raises(Killed):  # and again, soon after
                find(name).run_task(task, Dying(place, 2, "after"))
            assert cfrlib.CFR.load(place / "solver.npz").iterations not in (0, *rows["iterations"])
    assert not texas_race.profile_path(task).exists()
    resumed = Checkpoint(place)
    spent = resumed.notes["spent"][str(cfrlib.CFR.load(place / "solver.npz").iterations)]
    again = find(name).run_task(task, resumed)
    pd.testing.assert_frame_equal(again.drop(columns="cpu_seconds"), rows.drop(columns="cpu_seconds"))
    assert (again["cpu_seconds"].diff().dropna() > 0).all()
    assert again["cpu_seconds"].iloc[-1] >= spent > 0
    assert texas_race.profile_of(task) == profile


def test_a_missing_profile_says_how_to_make_it(place):
    for name in RUNS:
        for scale in ("quick", "paper"):
            task = find(name).tasks(scale)[0]
            with pytest.raises(FileNotFoundError, match=f"make it by cfrlib run {name}"):
                texas_race.profile_of(task)


def test_fewer_buckets_are_drawn_by_iterations_an_information_set(place):
    first, *_, last = find("texas_fewer").tasks("quick")
    assert (first["buckets"], first["seed"], last["seed"]) == (2, 0, 1)
    rows = [texas_race.run_task(task, Checkpoint(place)) for task in (first, last)]
    (runs,) = texas_race.coincide(pd.concat(rows)).values()
    assert [x[-1] for x, _ in runs] == [first["iterations"] / texas(2).num_infosets] * 2
    assert "iterations / information sets" in find("texas_fewer").draw(pd.concat(rows), name=None).text
