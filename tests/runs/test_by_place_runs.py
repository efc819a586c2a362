"""The stored run of sampling by place: the fast solver's race, the readable sampler's counts."""

import pytest

from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.runs import find
from cfrlib.sampling import ByPlace, after, visits

pytestmark = pytest.mark.slow

run_task = find("sampling_by_place").run_task


@pytest.mark.parametrize("rule, confident", [("100 visits", visits(100)), ("after half of the run", after(40))])
def test_the_race_is_the_fast_solvers(rule, confident):
    table = run_task({"rule": rule, "seed": 1, "iterations": 80, "counted": False}, None)
    solver = CFR(leduc(), ByPlace(confident), seed=1)
    solver.run(80)
    assert table.nodes.iloc[-1] == solver.nodes_touched
    assert table.exploitability.iloc[-1] == solver.exploitability()
    assert table[["single", "never_single"]].isna().all(axis=None)


def test_single_actions_are_counted():
    none, some = (
        run_task({"rule": rule, "seed": 1, "iterations": 80, "counted": True}, None)
        for rule in ("100 visits", "half-life 8")
    )
    assert none.single.iloc[-1] == 0  # nothing is visited more than 80 times
    assert none.never_single.iloc[-1] == 1
    assert 0 < some.single.iloc[-1] < 1
    assert 0 < some.never_single.iloc[-1] < 1
    assert none.single[:-1].isna().all()
