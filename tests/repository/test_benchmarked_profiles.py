"""The profiles whose speed `benchmarks/bench.py` reports score the same in OpenSpiel: speed of the right thing."""

import importlib.util
import sys
from pathlib import Path

import pyspiel
import pytest

import cfrlib

pytestmark = pytest.mark.slow

PATH = Path(__file__).resolve().parents[2] / "benchmarks" / "bench.py"
SPEC = importlib.util.spec_from_file_location("bench", PATH)
bench = importlib.util.module_from_spec(SPEC)
sys.path.append(str(PATH.parent))  # as for a script: it imports its neighbors
SPEC.loader.exec_module(bench)

SLOW = {"Liar's Dice 1v1": pytest.mark.slow_fault}  # OpenSpiel takes seconds


@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW.get(name, ())) for name in bench.CASES])
def test_the_profile_of_the_benchmark_scores_the_same_in_openspiel(name):
    case = bench.CASES[name]
    game, spiel = case.ours(), pyspiel.load_game(case.theirs)
    solver = cfrlib.CFR.plus(game)
    solver.run(bench.WARM_UP + case.iterations)
    profile = solver.average_strategy()
    policy = profile.to_openspiel(spiel)
    theirs = pyspiel.nash_conv(spiel, policy) / 2
    assert 0 < theirs < 0.1
    assert solver.exploitability() == pytest.approx(theirs, abs=1e-9)
    assert cfrlib.exploitability(game, profile) == pytest.approx(theirs, abs=1e-9)
    values = pyspiel.expected_returns(spiel.new_initial_state(), policy, -1, False)
    assert cfrlib.expected_value(game, profile) == pytest.approx(values[0], abs=1e-9)


def test_where_the_time_of_an_iteration_under_buckets_goes(capsys):
    solver = cfrlib.CFR(cfrlib.games.holdem((1, 2), (4, 2), (2, 3)), "pcs", dtype="float32")
    solver.run(1)
    bench.texas.parts_of_an_iteration(solver, repeats=1)
    assert [said.split()[-1] for said in capsys.readouterr().out.splitlines()] == ["ms"] * 4
