"""Practice that is interrupted and goes on gives the same rows as one that never was."""

from itertools import count

import pandas as pd
import pytest
from dying import Dying, Killed

import cfrlib
from cfrlib.runs import practice
from cfrlib.runs.practice import Checkpoint

MARKS = [1, 4, 20]


def practised(checkpoint, **others):
    """Return the solver and the table of a short practice on Kuhn poker."""
    solver, rows = practice.run_to_marks(
        lambda: cfrlib.CFR(cfrlib.games.kuhn(), "es", seed=1), MARKS, checkpoint,
        lambda solver: {"exploitability": solver.exploitability()}, **others,
    )  # fmt: skip
    return solver, pd.DataFrame(rows)


@pytest.mark.parametrize("where", ["before", "between", "after"])
@pytest.mark.parametrize("at", [1, 3, 20])
def test_interrupted_and_resumed_equals_uninterrupted(tmp_path, monkeypatch, where, at):
    """At the first mark, between two of them, and at the last mark."""
    _, whole = practised(None)
    monkeypatch.setattr(practice, "SLICE", 1e-9)  # a checkpoint after every iteration
    monkeypatch.setattr(practice, "APART", 0.0)
    monkeypatch.setattr(practice.time, "process_time", map(float, count()).__next__)
    for save in (at, 1) if at < 20 else (at,):  # and again, at once
        with pytest.raises(Killed):
            practised(Dying(tmp_path, save, where))
    left, kept = Checkpoint(tmp_path), tmp_path / "solver.npz"
    done = cfrlib.CFR.load(kept).iterations if kept.exists() else 0
    spent = left.notes.get("spent", {}).get(str(done), 0.0)
    solver, table = practised(left)
    assert table["iterations"].tolist() == MARKS
    assert table["exploitability"].tolist() == whole["exploitability"].tolist()
    assert (table["cpu_seconds"].diff().dropna() > 0).all()
    assert table["cpu_seconds"].iloc[-1] >= spent
    assert cfrlib.CFR.load(kept).iterations == solver.iterations == 20


def test_enough_is_enough():
    assert practised(None, enough=lambda row: row["iterations"] >= 4)[1]["iterations"].tolist() == [1, 4]


def test_cpu_seconds_go_on_from_a_checkpoint(tmp_path):
    class Silent:
        def save(self, path):
            path.write_bytes(b"")

    checkpoint = Checkpoint(tmp_path)
    checkpoint._began -= 100
    checkpoint.save(Silent(), [])
    assert Checkpoint(tmp_path).cpu_seconds >= 100
    checkpoint.discard()
    assert Checkpoint(tmp_path).cpu_seconds == 0
