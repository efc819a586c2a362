"""Ten-sided Liar's Dice is timed from empty caches, and compiling the kernels is not counted as preparation."""

import json
import subprocess
from pathlib import Path

import pytest

from cfrlib.runs import code_of, find, store

pytestmark = pytest.mark.slow

run = find("liars_dice_ten")


def test_each_die_has_a_process_and_empty_caches_of_its_own(monkeypatch):
    caches = []

    def start(program, *, env, **_):
        folders = [Path(env[name]) for name in ("CFRLIB_CACHE", "NUMBA_CACHE_DIR")]
        assert not any(folder.exists() for folder in folders)
        assert all(folder.parent.is_dir() and not list(folder.parent.iterdir()) for folder in folders)
        caches.extend(folders)
        return subprocess.CompletedProcess(program, 0, json.dumps({"faces": int(program[-1])}))

    monkeypatch.setattr(subprocess, "run", start)
    assert [int(run.run_task(task).faces.iloc[0]) for task in run.tasks("paper")] == [6, 8, 10]
    assert len(set(caches)) == 6
    assert not any(folder.parent.exists() for folder in caches)


def test_what_only_the_first_game_takes_is_compiling(monkeypatch):
    clock, calls = [0.0], []

    def timed(faces):
        calls.append(faces)
        clock[0] += 40.0 if len(calls) == 1 else 3.0
        return {"faces": faces, "prepare": clock[0]}

    code = code_of("liars_dice_ten")
    monkeypatch.setattr(code, "timed", timed)
    monkeypatch.setattr(code.time, "process_time", lambda: clock[0])
    assert code.measured(4) == {"faces": 4, "prepare": 43.0, "compile": pytest.approx(37.0)}
    assert calls == [4, 4]


def test_a_row_of_a_small_die_and_those_that_are_stored():
    row, (table, _) = run.timed(2), store.load("liars_dice_ten")
    assert {*row, "compile"} == set(table.columns)
    assert row["infosets"] == 2 * 2**4
    assert 0 < row["exploitability"] < 0.1
    assert table.faces.tolist() == [6, 8, 10]
    assert table["compile"].min() > 5  # and is in no other column
    assert table[["prepare", "first_exploitability", "next_exploitability"]].max().max() < 1
