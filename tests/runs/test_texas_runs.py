"""Runs of abstract Texas hold'em at their quick scale, matches between their profiles, practice, and speed."""

from math import isnan

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.games import texas
from cfrlib.matches import BASELINES, baseline
from cfrlib.runs import find

pytestmark = pytest.mark.slow

texas_matches = find("texas_matches")
texas_practice = find("texas_practice")
texas_race = find("texas_race")
RUNS = ["texas_race", "texas_large", "texas_fewer", "texas_five", "texas_sequences", "texas_seeds"]


@pytest.fixture(scope="module")
def done():
    """The tasks of the first two runs, done: {run: [(task, rows)]}, and their profiles in the cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texas_race.code, "BOARDS", 5000)
        yield {name: [(task, find(name).run_task(task)) for task in find(name).tasks("quick")] for name in RUNS[:2]}


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("scale", ["quick", "paper"])
def test_tasks_are_of_the_game_that_they_name(name, scale):
    tasks = find(name).tasks(scale)
    assert len({(task["buckets"], task["curve"], task["seed"]) for task in tasks}) == len(tasks)
    assert {task["curve"] for task in tasks} <= set(texas_race.CURVES)
    for task in tasks:
        game = texas_race.game_of(task)
        assert game == texas(task["buckets"], tuple(task["raises"]), tuple(task["deck"]))
        assert (game == texas(task["buckets"])) == (scale == "paper")


def test_all_runs_keep_profiles_apart():
    tasks = [task for name in RUNS for scale in ("quick", "paper") for task in find(name).tasks(scale)]
    assert len({texas_race.profile_path(task) for task in tasks}) == len(tasks)


@pytest.mark.parametrize("name", RUNS[:2])
def test_rows(done, name):
    for task, rows in done[name]:
        profile = texas_race.profile_of(task)
        assert len(rows) == task["points"]
        assert rows["iterations"].iloc[-1] == task["iterations"]
        for column in ("iterations", "nodes_touched", "cpu_seconds"):
            assert (rows[column].diff().dropna() > 0).all()
        assert (rows["nodes_touched"] / rows["iterations"]).nunique() == 1
        mean = (rows["best_0"] + rows["best_1"]) / 2
        np.testing.assert_allclose(rows["exploitability"], mean, rtol=1e-5)
        assert 0 < mean.iloc[-1] < mean.iloc[0] / 2
        assert rows["low"].iloc[:-1].isna().all()
        assert profile.game == texas_race.game_of(task)
        last, best = rows.iloc[-1], cfrlib.best_response_values(profile.game, profile)
        assert (name == "texas_race") == isnan(last["low"])
        if name == "texas_race":
            assert best == pytest.approx((last["best_0"], last["best_1"]), abs=1e-3)
        else:  # estimates are near, on either side of the truth
            assert (last["low"], last["exploitability"]) == pytest.approx([sum(best) / 2] * 2, rel=0.05)
            assert last["low"] != last["exploitability"]


def test_a_missing_profile_says_how_to_make_it(tmp_path, monkeypatch):
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path))
    for name in RUNS[:2]:
        with pytest.raises(FileNotFoundError, match=f"make it by cfrlib run {name}"):
            texas_race.profile_of(find(name).tasks("paper")[0])


def test_fewer_buckets_are_drawn_by_iterations_an_information_set():
    first, *_, last = (task | {"iterations": 400} for task in find("texas_fewer").tasks("quick")[:2])
    assert (first["buckets"], first["seed"], last["buckets"], last["seed"]) == (2, 0, 3, 0)
    table = pd.concat([texas_race.run_task(task) for task in (first, first | {"seed": 1})])
    (runs,) = texas_race.coincide(table).values()
    assert [x[-1] for x, _ in runs] == [400 / texas(2).num_infosets] * 2
    assert "iterations / information sets" in find("texas_fewer").draw(table, name=None).text


# -- matches ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def matches(done):
    tasks = texas_matches.tasks("quick")
    return pd.concat([texas_matches.run_task(task | {"hands": 200}, None) for task in tasks], ignore_index=True)


def test_everybody_plays_everybody(matches):
    names = list(texas_matches.players("quick"))
    assert names == ["CS 2", "PCS 2", "sequences 2", "CS 3", "CS 4", "PCS 4", *BASELINES]
    assert len(matches) == len(names) * (len(names) - 1) / 2
    assert set(zip(matches["player"], matches["other"], strict=True)) == {
        (a, b) for k, a in enumerate(names) for b in names[k + 1 :]
    }


def test_a_square_is_a_cross_table(matches):
    tasks = texas_matches.players("quick")
    game = texas_race.game_of(tasks["PCS 4"])
    chosen = {name: texas_race.profile_of(tasks[name]) for name in ("CS 2", "PCS 4")} | {"call": baseline(game, "call")}
    expected = cfrlib.cross_table(game, chosen, hands=200, seed=0)
    for one, other in zip(texas_matches.square(matches, chosen), expected, strict=True):
        pd.testing.assert_frame_equal(one, other)
    means, widths = texas_matches.square(matches)
    np.testing.assert_array_equal(means, -means.T)
    np.testing.assert_array_equal(widths, widths.T)
    assert means.loc["fold", "call"] == -750
    assert (means.loc["PCS 4", ["fold", "uniform"]] > 0).all()


def test_practice_against_a_fixed_opponent(done):
    for task in texas_practice.tasks("quick")[:1]:
        rows = texas_practice.run_task(task)
        assert (rows[["iterations", "cpu_seconds"]].diff().dropna() > 0).all(axis=None)
        gained = rows["mean"].iloc[-1] - rows["mean"].iloc[0]
        assert gained > rows["half_width"].iloc[0] + rows["half_width"].iloc[-1]
        assert (rows["hands"] == 4000).all()


def test_speeds():
    run = find("texas_threads")
    table = pd.concat([run.run_task(task | {"seconds": 0.02}) for task in run.tasks("quick")], ignore_index=True)
    assert (table["iterations"] > 0).all()
    assert (table["seconds"] > 0.015).all()
    assert run.speeds(table).shape == (4, 2)
    words = run.draw(table, name=None).text
    assert "2 threads" in words
    assert "PCS, 3 buckets" in words
