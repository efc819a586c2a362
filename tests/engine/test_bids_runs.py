"""Runs over bids: threads, forms and precisions, saving, and what does not fit."""

import resource
import subprocess
import sys

import numpy as np
import psutil
import pytest

import cfrlib
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.engine.common import table_profile
from cfrlib.engine.common.table_profile import TableProfile
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


@pytest.mark.parametrize("row", [{}, {"sampling": "cs"}, {"regret": "predictive"}], ids=str)
def test_two_threads_give_the_same_bits(row):
    one, two = (cfrlib.CFR(bluff(**TWO_ONE), threads=threads, dtype="float32", **row) for threads in (1, 2))
    for solver in (one, two):
        solver.run(4)
    assert two.engine.room.threads == 2
    assert np.array_equal(one.engine.tables.sums, two.engine.tables.sums)
    assert np.array_equal(one.engine.tables.regret, two.engine.tables.regret)


@pytest.mark.parametrize("regret", ["rm", "discounted"])
def test_merged_equals_literal(regret):
    """Exploitability, and how likely each class of rolls comes to each action (single rolls of a class may differ)."""
    merged, literal = (cfrlib.CFR(on_bids(form, **SMALL), regret=regret) for form in (True, False))
    for _ in range(4):
        merged.run(1)
        literal.run(1)
        assert merged.exploitability() == pytest.approx(literal.exploitability(), abs=1e-9)
        assert class_masses(merged) == pytest.approx(class_masses(literal), abs=1e-9)


def class_masses(solver):
    """Return how likely the average strategy plays its part up to each action, summed over the rolls of a class."""
    layout, profile = BidsLayout(on_bids(True, **SMALL)), solver.average_strategy()
    reach = [{0: layout.weights[0]}, {0: layout.weights[1]}]
    masses = []
    for mask in range(2**layout.places.bids):
        player, k = mask.bit_count() % 2, layout.lowest(mask)
        said = " ".join(b for n, b in enumerate(solver.game.bids) if mask >> (layout.places.bids - 1 - n) & 1)
        rows = [profile[label, said] for label in solver.game.outcomes(player)]
        for a, action in enumerate(rows[0]):
            here = reach[player][mask] * np.array([row[action] for row in rows])
            masses.extend(np.bincount(layout.class_of[player][k], weights=here))
            if action != "call":
                below = mask | 1 << (k - 1 - a)
                reach[player][below], reach[1 - player][below] = here, reach[1 - player][mask]
    return np.array(masses)


def test_float32_is_close_to_float64():
    """Not equal: where actions are worth the same, float32 rounding picks one. The game's value lies between both
    players' bounds in either precision."""
    coarse, fine = (cfrlib.CFR.discounted(bluff(**TWO_ONE), dtype=dtype) for dtype in ("float32", "float64"))
    for solver in (coarse, fine):
        solver.run(200)
    assert coarse.exploitability() == pytest.approx(fine.exploitability(), rel=0.1)
    bounds = [cfrlib.best_response_values(solver.game, solver.average_strategy()) for solver in (coarse, fine)]
    assert max(-b2 for _, b2 in bounds) <= min(b1 for b1, _ in bounds)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_nothing_overflows_or_fades_into_denormal_numbers(dtype):
    for regret in ("discounted", "rm+", "predictive"):
        solver = cfrlib.CFR(on_bids(**SMALL), regret=regret, average=2.0, dtype=dtype)
        solver.run(2000)
        for table in (solver.engine.tables.regret, solver.engine.tables.sums, solver.engine.tables.strategy):
            assert np.isfinite(table).all()
            assert not ((table != 0) & (np.abs(table) < np.finfo(dtype).tiny)).any()


ROWS = [{}, {"sampling": "cs", "regret": "discounted"}, {"sampling": "opcs"}, {"regret": "predictive"},
        {"updates": "simultaneous"}]  # fmt: skip


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


def test_a_profile_is_a_view_that_can_be_copied_and_kept(tmp_path, monkeypatch):
    solver = cfrlib.CFR(bluff(**TWO_ONE), dtype="float32")
    monkeypatch.setattr(table_profile, "VIEWED", solver.game.num_infoset_actions - 1)
    assert set(solver.average_strategy()["2*", ""].values()) == {1 / 18}
    solver.run(2)
    view, copy = solver.average_strategy(), solver.average_strategy().copy()
    assert isinstance(view, TableProfile)
    assert isinstance(view, cfrlib.Profile)
    key = ("*2", "1-3 2-5")
    assert view[key] == copy[key] == view["2*", "1-3 2-5"]
    assert sum(view[key].values()) == pytest.approx(1)
    solver.run(20)
    assert view[key] != copy[key]
    copy.save(tmp_path / "profile")
    assert cfrlib.Profile.load(tmp_path / "profile") == copy
    assert next(iter(view.items()))[0] == ("11", "")
    assert len(view) == solver.game.num_infosets
    with pytest.raises(ValueError, match="table: 3,538,944 rows"):
        view.table()
    for wrong in [("2*", "2-5 1-3"), ("7*", ""), ("2", "1-3 2-5"), "2*", ("2*", "9-9")]:
        assert wrong not in view
        with pytest.raises(KeyError, match="keys look like"):
            view[wrong]


def test_a_profile_is_a_snapshot_and_a_table():
    solver = cfrlib.CFR(on_bids(**{**SMALL, "faces": 2}))
    solver.run(5)
    profile = solver.average_strategy()
    table = profile.table()
    solver.run(5)
    assert profile != solver.average_strategy()
    assert list(table.index) == [(len(key[1].split()) % 2 + 1, *key) for key in profile]
    for place, key in zip(table.index, profile, strict=True):
        assert table.loc[place].dropna().to_dict() == profile[key]


def test_a_profile_written_down_is_evaluated_like_a_view():
    game = on_bids(**{**SMALL, "faces": 2})
    solver = cfrlib.CFR(game)
    solver.run(5)
    view = solver.average_strategy()
    written = cfrlib.Profile.from_dict(game, dict(view.items()))
    assert cfrlib.best_response_values(game, written) == pytest.approx(cfrlib.best_response_values(game, view))
    assert cfrlib.expected_value(game, written) == pytest.approx(cfrlib.expected_value(game, view))


def test_baselines_are_refused():
    with pytest.raises(ValueError, match="baseline=.learned"):
        cfrlib.CFR(bluff(**TWO_ONE), "cs", baseline="learned")
