"""Matches between the profiles of the runs of Texas hold'em, at their quick scale."""

import json

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.matches import BASELINES, baseline
from cfrlib.runs import find
from cfrlib.runs.checkpoint import Checkpoint

pytestmark = pytest.mark.slow

texas_matches = find("texas_matches")
texas_practice = find("texas_practice")
texas_race = find("texas_race")
texas_threads = find("texas_threads")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A cache with the profiles of all curves."""
    folder = tmp_path_factory.mktemp("matches")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CFRLIB_CACHE", str(folder / "cache"))
        patch.setattr(texas_race.code, "BOARDS", 200)
        for name in ("texas_race", "texas_large"):
            for task in find(name).tasks("quick"):
                (folder / "work").mkdir(exist_ok=True)
                checkpoint = Checkpoint(folder / "work")
                find(name).run_task(task, checkpoint)
                checkpoint.discard()
        yield folder


@pytest.fixture(scope="module")
def table(place):
    tasks = texas_matches.tasks("quick")
    assert json.loads(json.dumps(tasks)) == tasks
    return pd.concat([texas_matches.run_task(task, None) for task in tasks], ignore_index=True)


def test_everybody_plays_everybody(table):
    names = list(texas_matches.players("quick"))
    assert names == ["CS 2", "PCS 2", "sequences 2", "CS 3", "CS 4", "PCS 4", *BASELINES]
    assert len(table) == len(names) * (len(names) - 1) / 2
    assert set(zip(table["player"], table["other"], strict=True)) == {
        (a, b) for k, a in enumerate(names) for b in names[k + 1 :]
    }
    assert (table["hands"] == 2000).all()


def test_matches_are_those_of_cross_table(table):
    tasks = texas_matches.players("quick")
    game = texas_race.game_of(tasks["PCS 4"])
    chosen = {name: texas_race.profile_of(tasks[name]) for name in ("CS 2", "PCS 4")} | {"call": baseline(game, "call")}
    expected = cfrlib.cross_table(game, chosen, hands=2000, seed=0)
    found = texas_matches.square(table, chosen)
    for one, other in zip(found, expected, strict=True):
        pd.testing.assert_frame_equal(one, other)


def test_a_square_is_the_table_and_its_mirror(table):
    means, widths = texas_matches.square(table)
    np.testing.assert_array_equal(means, -means.T)
    np.testing.assert_array_equal(widths, widths.T)
    assert means.loc["fold", "call"] == -750
    assert (means.loc["PCS 4", ["fold", "uniform"]] > 0).all()


def test_pictures(table):
    assert "fold" in texas_matches.draw(table, name=None).text
    assert "fold" not in texas_matches.draw(table, names=["PCS 2", "CS 2"], name=None).text


@pytest.fixture(scope="module")
def practice(place):
    found = []
    for task in texas_practice.tasks("quick"):
        assert json.loads(json.dumps(task)) == task
        folder = place / task["curve"]
        folder.mkdir()
        found.append(texas_practice.run_task(task, Checkpoint(folder)))
    return pd.concat(found, ignore_index=True)


def test_practice_against_a_fixed_opponent(practice):
    assert practice["curve"].unique().tolist() == ["CS", "PCS"]
    for _, rows in practice.groupby("curve"):
        assert (rows[["iterations", "cpu_seconds"]].diff().dropna() > 0).all(axis=None)
        gained = rows["mean"].iloc[-1] - rows["mean"].iloc[0]
        assert gained > rows["half_width"].iloc[0] + rows["half_width"].iloc[-1]
    assert (practice["hands"] == 4000).all()
    picture = texas_practice.draw(practice, name=None)
    assert "PCS ends at" in picture.text


def test_practice_goes_on_where_it_stopped(place, practice, tmp_path):
    task = texas_practice.tasks("quick")[1]
    texas_practice.run_task(task | {"iterations": 15, "points": 3}, Checkpoint(tmp_path))
    table = texas_practice.run_task(task, Checkpoint(tmp_path))
    first = practice[practice["curve"] == "PCS"].iloc[-1]
    assert table["iterations"].iloc[-1] == 60
    assert table["mean"].iloc[-1] == first["mean"]  # the same play, however it was interrupted


def test_speeds():
    table = pd.concat([texas_threads.run_task(task) for task in texas_threads.tasks("quick")], ignore_index=True)
    assert table["sampling"].tolist() == ["pcs", "pcs", "cs", "cs"] * 2
    assert table["threads"].tolist() == [1, 2] * 4
    assert (table["iterations"] > 0).all()
    assert (table["seconds"] > 0.04).all()
    assert texas_threads.speeds(table).shape == (4, 2)
    shown = texas_threads.draw(table, name=None).text
    assert "2 threads" in shown
    assert "PCS, 3 buckets" in shown
