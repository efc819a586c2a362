"""Runs over bids: threads, forms and precisions, saving, and what does not fit."""

import resource
import subprocess
import sys

import numpy as np
import psutil
import pytest

import cfrlib
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.engine.contract import layout_of
from cfrlib.games import bluff

pytestmark = pytest.mark.slow

TWO_ONE = {"dice": (2, 1), "faces": 6, "rounds": "one"}
SMALL = {"dice": (2, 2), "faces": 3, "rounds": "one"}


def on_bids(merged=True, **parameters):
    game = bluff(**parameters, merged=merged)
    game._layout = BidsLayout(game)
    return game


def test_a_large_game_lies_as_bids():
    assert isinstance(layout_of(bluff(**TWO_ONE)), BidsLayout)
    assert layout_of(bluff((2, 2))).num_entries == 127_369_174
    assert not isinstance(layout_of(bluff()), BidsLayout)


@pytest.mark.parametrize("row", [{}, {"regret": "predictive"}], ids=str)
def test_two_threads_give_the_same_bits(row):
    one, two = (cfrlib.CFR(bluff(**TWO_ONE), threads=threads, dtype="float32", **row) for threads in (1, 2))
    for solver in (one, two):
        solver.run(3)
    assert two.engine.workspace.threads == 2
    assert np.array_equal(one.engine.tables.sums, two.engine.tables.sums)
    assert np.array_equal(one.engine.tables.regret, two.engine.tables.regret)


def test_float32_is_close_to_float64():
    """Not equal: where actions are worth the same, float32 rounding picks one. The game's value lies between both
    players' bounds in either precision."""
    coarse, fine = (cfrlib.CFR.discounted(bluff(**TWO_ONE), dtype=dtype) for dtype in ("float32", "float64"))
    for solver in (coarse, fine):
        solver.run(200)
    assert coarse.exploitability() == pytest.approx(fine.exploitability(), rel=0.1)
    bounds = [cfrlib.best_response_values(solver.game, solver.average_strategy()) for solver in (coarse, fine)]
    assert max(-b2 for _, b2 in bounds) <= min(b1 for b1, _ in bounds)


def test_nothing_overflows_or_fades_into_denormal_numbers():
    for regret, dtype in (("discounted", "float32"), ("predictive", "float32"), ("rm+", "float64")):
        solver = cfrlib.CFR(on_bids(**SMALL), regret=regret, average=2.0, dtype=dtype)
        solver.run(2000)
        for table in (solver.engine.tables.regret, solver.engine.tables.sums, solver.engine.tables.strategy):
            assert np.isfinite(table).all()
            assert not ((table != 0) & (np.abs(table) < np.finfo(dtype).tiny)).any()


def test_a_chained_game_resumes_with_the_leaves_it_was_saved_with(tmp_path):
    game = bluff((2, 1), 3)
    game.fix_leaves([[1.0, 1.0, -1.0], [0.1, 0.11, -0.09]])
    solver = cfrlib.CFR(game)
    solver.run(3)
    solver.save(tmp_path / "solver")
    resumed = cfrlib.CFR.load(tmp_path / "solver")
    assert resumed.game.leaf(1).value == 0.1
    solver.run(2)
    resumed.run(2)
    assert resumed.exploitability() == solver.exploitability()


FULL_DISK = """
import resource, sys, cfrlib
solver = cfrlib.CFR(cfrlib.games.bluff(dice=(2, 1), rounds="one"), dtype="float32")
solver.save(sys.argv[1])
solver.run(1)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
try:
    solver.save(sys.argv[1])
except OSError as error:
    print(error)
"""


def test_a_full_disk_keeps_the_last_good_file(tmp_path):
    path = tmp_path / "solver"
    done = subprocess.run([sys.executable, "-c", FULL_DISK, path], capture_output=True, text=True, check=True)
    for part in ("not saved", str(path), "14,782,488"):
        assert part in done.stdout
    assert cfrlib.CFR.load(path).iterations == 0
    assert [p.name for p in tmp_path.iterdir()] == ["solver"]


def test_what_does_not_fit_is_refused_before_anything_is_allocated(monkeypatch):
    class Memory:
        available = 3_000_000_000

    monkeypatch.setattr(psutil, "virtual_memory", lambda: Memory)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    needs = r"game=bluff.*8,455,\d+,\d+ bytes.*merged=True, dtype='float64' needs 2.04 GB"
    with pytest.raises(ValueError, match=needs):
        cfrlib.CFR(bluff((2, 2), merged=False))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kilobytes
    cfrlib.CFR(bluff((2, 2)), dtype="float32")  # 1.02 GB of tables


def test_baselines_are_refused():
    with pytest.raises(ValueError, match="baseline=.learned"):
        cfrlib.CFR(bluff(**TWO_ONE), "cs", baseline="learned")
